#include "c_plugin.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/plugin/wrapped_library.hpp"

namespace kintree {
namespace {

static_assert(static_cast<int>(JointKind::free) == KINTREE_FREE && joint_kinds.size() == KINTREE_FREE + 1);
static_assert(sizeof(Force<double>) == 6 * sizeof(double) && sizeof(Force<float>) == 6 * sizeof(float));

kintree_placement placement(const Placement& p) {
  if (has_quaternion(p)) throw InputError("a rotation as a quaternion cannot be passed to a C plugin");
  kintree_placement result{};
  std::copy(p.xyz.begin(), p.xyz.end(), result.xyz);
  std::copy(p.rpy.begin(), p.rpy.end(), result.rpy);
  return result;
}

Status status(const kintree_status& s) {
  if (s.code == KINTREE_OK) return {};
  if (s.code == KINTREE_BREAKDOWN) return Status::breakdown_at(s.coordinate);
  if (s.code == KINTREE_DEPENDENT_ROWS) return Status::dependent_at(s.coordinate);
  if (s.code != KINTREE_UNSUPPORTED)
    throw std::runtime_error("code " + std::to_string(s.code) + " of kintree_status; expected 0 to " +
                             std::to_string(KINTREE_DEPENDENT_ROWS));
  if (s.reason != nullptr) throw OutsideDomain(s.reason);
  return {Status::unsupported};
}

using Prepared = std::unique_ptr<void, void (*)(void*)>;

template <class S, class Functions>
class CSolver final
    : public Solves<S, problems::MassMatrix, problems::Factorization, problems::MassMatrixInverse,
                    problems::InverseDynamics, problems::ForwardDynamics, problems::InverseOsim,
                    problems::DynamicallyConsistentInverse>,
      public TimesLibrary {
 public:
  CSolver(const Functions& functions, const kintree_c_plugin& plugin, Prepared prepared)
      : functions_(functions), plugin_(plugin), prepared_(std::move(prepared)) {}

  double library_seconds() const override {
    return plugin_.library_seconds == nullptr ? std::numeric_limits<double>::quiet_NaN()
                                              : plugin_.library_seconds(prepared_.get());
  }

  Status call(Problem problem, const Call<S>& arguments) override {
    const Status known = CSolver::Solves::call(problem, arguments);
    if (known.code != Status::unsupported || plugin_.solve == nullptr) return known;
    const std::array<const void*, Quantities::most> in = pointers<const void*>(arguments.in);
    const std::array<void*, Quantities::most> out = pointers<void*>(arguments.out);
    const kintree_call by_name{name(problem).data(), std::is_same_v<S, float>, in.data(), out.data()};
    return status(plugin_.solve(prepared_.get(), &by_name));
  }

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    return ask(functions_.mass_matrix, q.data, H.data);
  }
  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> out) override {
    return ask(functions_.factorization, in.q.data, in.H.data, in.tau.data, out.L.data, out.D.data,
               out.x.data);
  }
  Status mass_matrix_inverse(VectorView<const S> q, MatrixView<S> H_inverse) override {
    return ask(functions_.mass_matrix_inverse, q.data, H_inverse.data);
  }
  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    return ask(functions_.inverse_dynamics, in.q.data, in.v.data, in.qdd.data, numbers(in.f_ext), tau.data);
  }
  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    return ask(functions_.forward_dynamics, in.q.data, in.v.data, in.tau.data, numbers(in.f_ext), qdd.data);
  }
  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    return ask(functions_.inverse_osim, q.data, Lambda_inverse.data);
  }
  Status dynamically_consistent_inverse(VectorView<const S> q, MatrixView<S> J_bar) override {
    return ask(functions_.dynamically_consistent_inverse, q.data, J_bar.data);
  }

 private:
  /// Calls the function, if there is one.
  template <class Function, class... Arrays>
  Status ask(Function* function, Arrays... arrays) {
    if (function == nullptr) return {Status::unsupported};
    return status(function(prepared_.get(), arrays...));
  }
  static const S* numbers(const Force<S>* f_ext) { return reinterpret_cast<const S*>(f_ext); }
  template <class Pointer>
  static std::array<Pointer, Quantities::most> pointers(const auto& arrays) {
    std::array<Pointer, Quantities::most> result{};
    std::copy(arrays.begin(), arrays.end(), result.begin());
    return result;
  }

  const Functions& functions_;
  const kintree_c_plugin& plugin_;
  Prepared prepared_;
};

bool any(const kintree_solver_float& f) {
  return f.mass_matrix != nullptr || f.factorization != nullptr || f.mass_matrix_inverse != nullptr ||
         f.inverse_dynamics != nullptr || f.forward_dynamics != nullptr || f.inverse_osim != nullptr ||
         f.dynamically_consistent_inverse != nullptr;
}

/// Copies the members that an earlier version has, and sets the others to zero. If the version is unknown,
/// only the version is read.
kintree_c_plugin as_newest(const kintree_c_plugin& given) {
  constexpr int oldest = 2;
  constexpr std::array sizes{
      offsetof(kintree_c_plugin, library_seconds), offsetof(kintree_c_plugin, less_count),
      offsetof(kintree_c_plugin, solve),           offsetof(kintree_c_plugin, takes_armature),
      offsetof(kintree_c_plugin, approximates),    sizeof(kintree_c_plugin)};
  static_assert(oldest + sizes.size() == KINTREE_C_PLUGIN_VERSION + 1);
  if (given.version < oldest || given.version > KINTREE_C_PLUGIN_VERSION)
    throw InputError("it is of version " + std::to_string(given.version) + " of kintree_plugin.h, not of " +
                     std::to_string(oldest) + " to " + std::to_string(KINTREE_C_PLUGIN_VERSION));
  kintree_c_plugin newest{};
  std::memcpy(&newest, &given, sizes[static_cast<std::size_t>(given.version - oldest)]);
  return newest;
}

class CPlugin final : public Plugin, public WrapsLibrary {
 public:
  explicit CPlugin(const kintree_c_plugin& given) : plugin_(as_newest(given)) {
    const kintree_c_plugin& plugin = plugin_;
    if (plugin.name == nullptr || plugin.prepare == nullptr || plugin.release == nullptr ||
        plugin.claims == nullptr)
      throw InputError("the C plugin lacks its name, its claims, prepare or release");
    Description& d = description_;
    d.name = plugin.name;
    d.citation = plugin.citation == nullptr ? "" : plugin.citation;
    for (int k = 0; k < plugin.claim_count; ++k) d.claims.push_back(claim(plugin.claims[k]));
    if (plugin.less_count > 0 && plugin.less == nullptr)
      throw InputError("the C plugin lacks what less it promises");
    for (int k = 0; k < plugin.less_count; ++k) promise_less(plugin.less[k]);
    d.domain.shape = plugin.serial_chains_only != 0 ? Domain::serial_chain : Domain::any_tree;
    if (plugin.joint_kinds != 0)
      std::erase_if(d.domain.joints, [&](JointKind kind) {
        return (plugin.joint_kinds >> static_cast<unsigned>(kind) & 1U) == 0;
      });
    d.domain.massless_bodies = plugin.needs_inertia_everywhere == 0;
    d.domain.quaternions = false;
    d.domain.armature = plugin.takes_armature != 0;
    d.factor_form = plugin.factors_are_LDLt != 0 ? FactorForm::LDLt : FactorForm::LtDL;
    d.factors_the_model = plugin.factors_the_model != 0;
    d.has_pivots = plugin.has_no_pivots == 0;
    d.approximates = plugin.approximates != 0;
    d.scalars = {Scalar::double_precision};
    if (any(plugin.in_float) || plugin.solve_takes_float != 0) d.scalars.push_back(Scalar::single_precision);
  }

  const Description& description() const override { return description_; }
  bool may_allocate() const override { return plugin_.may_allocate != 0; }
  void compute_in(const Arithmetic* /*arithmetic*/) const override {}
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (!description_.built_for(scalar)) return nullptr;
    Prepared prepared = prepared_for(model, end_effectors);
    if (scalar == Scalar::double_precision)
      return std::make_unique<CSolver<double, kintree_solver_double>>(plugin_.in_double, plugin_,
                                                                      std::move(prepared));
    return std::make_unique<CSolver<float, kintree_solver_float>>(plugin_.in_float, plugin_,
                                                                  std::move(prepared));
  }

 private:
  static Claim claim(const kintree_claim& c) {
    const std::string text = c.problem == nullptr ? "" : c.problem;
    const auto problem = kintree::problem(text);
    if (!problem) throw InputError("the C plugin claims an unknown problem: " + in_quotes(text));
    return {.problem = *problem, .promise = promised(c.promise), .cost = c.cost == nullptr ? "" : c.cost};
  }

  static Verdict promised(char letter) {
    if (letter < 'A' || letter > 'D')
      throw InputError("the C plugin promises " + in_quotes(std::string(1, letter)) +
                       "; expected A, B, C or D");
    return static_cast<Verdict>(letter - 'A');
  }

  void promise_less(const kintree_less& row) {
    const std::string problem = row.problem == nullptr ? "" : row.problem;
    if (row.family == nullptr) throw InputError("the C plugin promises less on a family without a name");
    for (Claim& claim : description_.claims)
      if (name(claim.problem) == problem) {
        claim.less.emplace_back(row.family, promised(row.promise));
        return;
      }
    throw InputError("the C plugin promises less for a problem that it does not claim: " +
                     in_quotes(problem));
  }

  Prepared prepared_for(const Model& model, const std::vector<EndEffector>& end_effectors) const {
    const Layout layout(model);
    std::vector<kintree_body> bodies;
    bodies.reserve(model.bodies.size());
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const Body& from = model.bodies[i];
      const Inertial& I = from.inertial;
      kintree_body& body = bodies.emplace_back();
      body.parent = from.parent;
      body.joint = static_cast<int>(from.joint.kind);
      body.first_position = layout.first_position[i];
      body.first_velocity = layout.first_velocity[i];
      body.placement = placement(from.joint.placement);
      std::copy(from.joint.axis.begin(), from.joint.axis.end(), body.axis);
      std::copy(from.joint.second_axis.begin(), from.joint.second_axis.end(), body.second_axis);
      body.pitch = from.joint.pitch;
      body.inertia_frame = placement(I.origin);
      body.mass = I.mass;
      const std::array moments{I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz};
      std::copy(moments.begin(), moments.end(), body.inertia);
    }
    std::vector<double> armature;
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      const Joint& joint = model.bodies[i].joint;
      armature.insert(armature.end(), joint.armature.begin(),
                      joint.armature.begin() + info(joint.kind).velocities);
    }
    std::vector<kintree_end_effector> ends;
    ends.reserve(end_effectors.size());
    for (const EndEffector& end : end_effectors) ends.push_back({end.body, placement(end.pose)});
    std::vector<kintree_constraint> constraints;
    constraints.reserve(model.constraints.size());
    for (const Constraint& from : model.constraints) {
      kintree_constraint& constraint = constraints.emplace_back();
      constraint.body = from.frame.body;
      constraint.pose = placement(from.frame.pose);
      constraint.relative_to = from.relative_to;
      constraint.multiplier = from.coupling ? from.coupling->multiplier : 0;
      constraint.couples_joints = from.coupling ? 1 : 0;
      if (!from.coupling) std::copy(from.rows.begin(), from.rows.end(), constraint.rows);
    }
    kintree_model c_model{model.body_count(),
                          bodies.data(),
                          layout.nq,
                          layout.n,
                          {},
                          static_cast<int>(ends.size()),
                          ends.data(),
                          layout.constraint_rows,
                          static_cast<int>(constraints.size()),
                          constraints.data(),
                          armature.data()};
    std::copy(model.gravity.begin(), model.gravity.end(), c_model.gravity);
    void* prepared = plugin_.prepare(&c_model);
    if (prepared == nullptr)
      throw InputError("plugin '" + description_.name + "': it cannot prepare a model");
    return {prepared, plugin_.release};
  }

  const kintree_c_plugin plugin_;
  Description description_;
};

}  // namespace

std::unique_ptr<const Plugin> adapted(const std::string& file, const kintree_c_plugin& plugin) {
  try {
    return std::make_unique<const CPlugin>(plugin);
  } catch (const InputError& reason) {
    throw InputError(file + ": " + reason.what());
  }
}

}  // namespace kintree
