// The description of a plugin, and the interface from which the suite gets its solvers.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"
#include "kintree/model/verdict.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

struct Arithmetic;

/// The numbers in which a solver computes.
enum class Scalar {
  double_precision,
  single_precision,  ///< float
  number,            ///< Number, in the arithmetic that is set
};

template <class S>
inline constexpr Scalar scalar_of = Scalar::number;
template <>
inline constexpr Scalar scalar_of<double> = Scalar::double_precision;
template <>
inline constexpr Scalar scalar_of<float> = Scalar::single_precision;

/// The number of states that a batch computes at once.
struct Lanes {
  int of_double = 1, of_float = 1, of_number = 1;  ///< 1: a batch is a loop over its states

  int of(Scalar scalar) const {
    return scalar == Scalar::double_precision   ? of_double
           : scalar == Scalar::single_precision ? of_float
                                                : of_number;
  }
};

/// The trees that an algorithm accepts. A case outside is reported as unsupported.
struct Domain {
  enum Shape { any_tree, serial_chain };
  Shape shape = any_tree;
  std::vector<JointKind> joints = {JointKind::fixed,   JointKind::revolute,    JointKind::prismatic,
                                   JointKind::helical, JointKind::cylindrical, JointKind::universal,
                                   JointKind::planar,  JointKind::spherical,   JointKind::free};
  /// True if bodies may have no inertia of their own. If not, everything that fixed joints hold together must
  /// contain a body with mass and a positive definite tensor: algorithms that invert inertias need it.
  bool massless_bodies = true;
  /// True if rotations in the model may be quaternions (Placement). Interfaces that pass roll, pitch and yaw
  /// alone do not have them.
  bool quaternions = true;
  /// True if the answers are right for joints with armature (Joint).
  bool armature = false;
};

/// The reason why the model is outside the domain, or nothing if it is inside.
std::optional<std::string> outside(const Domain& domain, const Model& model);

/// The operations that a problem is expected to cost, as code: by phase, for a model and its end-effectors.
/// Phases of the algorithm that it does not list, such as conversions to the caller's frames, are shown but not
/// compared.
struct CostFormula {
  enum Relation {
    equal,      ///< the count is this
    at_most,    ///< or less
    published,  ///< the least known; the plugin's README explains the difference
  };
  Relation relation = published;
  std::vector<PhaseCost> (*operations)(const Model&, const std::vector<EndEffector>&) = nullptr;
};

/// The exponents of the paper's O(...): how the cost grows with one size while the others are constant, in
/// trees whose joints have one degree of freedom. Empty if the paper gives none, or if the cost depends on
/// values.
struct Growth {
  std::optional<int> chain = {};  ///< unbranched, N bodies
  std::optional<int> N = {};      ///< bodies, of the same depth
  std::optional<int> d = {};      ///< depth, of as many bodies
  std::optional<int> m = {};      ///< end-effectors
  // Trees that are unfavourable to some. The side branches of a chain do not change the order: it is that of
  // `chain`.
  std::optional<int> star = {};   ///< N bodies, all but one on that one; if empty, as N
  std::optional<int> laden = {};  ///< unbranched, N bodies, each with an end-effector
};

/// One problem that a plugin solves, and the verdict that it promises: a worse one fails the run.
struct Claim {
  Problem problem;
  Verdict promise;
  std::string cost;  ///< the operation count or order that the paper claims
  /// Families of trees, by name, with a lesser promise; the plugin's README gives the reason.
  std::vector<std::pair<std::string, Verdict>> less = {};
  std::optional<CostFormula> formula = {};
  Growth growth = {};
  /// The answer is refined until it keeps the promise. This succeeds if the bound of a backward-stable
  /// solution is less than 1 [Higham, ASNA, thm. 12.2]. Other cases have no promise.
  bool by_refinement = false;
  /// For a mass matrix or a factorization: also answered in path rows (see Solver).
  bool path_rows = false;

  Verdict promise_on(std::string_view family) const {
    for (const auto& [name, verdict] : less)
      if (name == family) return verdict;
    return promise;
  }
};

struct Description {
  std::string name;
  std::string citation;
  std::vector<Claim> claims;
  Domain domain = {};
  FactorForm factor_form = FactorForm::LtDL;  ///< for plugins that factorize
  bool factors_the_model = false;             ///< the factors come from q, not from the matrix H
  bool has_pivots = true;                     ///< otherwise a breakdown names no joint
  /// The algorithm takes roots of numbers that depend on other roots, not counting lengths of axes. Half of
  /// those have no root in the field, so that not every case can be checked there. In other plugins a missing
  /// root is an error.
  bool nested_roots = false;
  /// The answers are approximations in exact arithmetic too, as of finite differences: they are judged by their digits alone.
  bool approximates = false;
  std::vector<Scalar> scalars = {};  ///< that the plugin is built for; KINTREE_PLUGIN sets them
  Lanes lanes = {};                  ///< of prepare_batch(); the loader sets them

  bool built_for(Scalar scalar) const {
    return std::find(scalars.begin(), scalars.end(), scalar) != scalars.end();
  }
  const Claim* claim(Problem problem) const {
    for (const Claim& c : claims)
      if (c.problem == problem) return &c;
    return nullptr;
  }
};

class Plugin {
 public:
  virtual ~Plugin() = default;
  virtual const Description& description() const = 0;
  /// Precomputes, in the requested scalar, what depends on the model and the end-effectors alone. Returns a
  /// Solver of that scalar's type, or null if the plugin is not built for it. For Number the arithmetic is
  /// set beforehand, and the solver is called in no other.
  virtual std::unique_ptr<SolverBase> prepare(const Model& model,
                                              const std::vector<EndEffector>& end_effectors,
                                              Scalar scalar) const = 0;
  /// A solver whose methods for batches alone are called, in the fastest way there is.
  virtual std::unique_ptr<SolverBase> prepare_batch(const Model& model,
                                                    const std::vector<EndEffector>& end_effectors,
                                                    Scalar scalar) const {
    return prepare(model, end_effectors, scalar);
  }
  /// Sets the arithmetic of Number, on this thread and in this plugin, from here on; null for none. A shared
  /// library has an arithmetic of its own, which is separate from that of the host.
  virtual void compute_in(const Arithmetic* arithmetic) const = 0;
};

/// The exports of a library of packs: a plugin's batches in double and float for one instruction set, or in
/// Number.
class Packs {
 public:
  virtual ~Packs() = default;
  virtual Lanes lanes() const = 0;
  /// As Plugin::prepare_batch. Null for a scalar that the library does not support.
  virtual std::unique_ptr<SolverBase> prepare(const Model& model,
                                              const std::vector<EndEffector>& end_effectors,
                                              Scalar scalar) const = 0;
  /// As Plugin::compute_in, in this library.
  virtual void compute_in(const Arithmetic* arithmetic) const = 0;
};

/// Makes an algorithm from the model, and from the end-effectors as well if its constructor takes them.
template <class Algorithm>
std::unique_ptr<Algorithm> prepared(const Model& model, const std::vector<EndEffector>& end_effectors) {
  if constexpr (std::is_constructible_v<Algorithm, const Model&, const std::vector<EndEffector>&>)
    return std::make_unique<Algorithm>(model, end_effectors);
  else
    return std::make_unique<Algorithm>(model);
}

/// The same as an interface. `extern template` leaves the algorithm to another translation unit.
template <class Algorithm, class... Input>
std::unique_ptr<SolverBase> new_solver(const Input&... inputs) {
  return prepared<Algorithm>(inputs...);
}

/// Algorithm<T> for the type T that has the requested scalar; null if there is none.
template <template <class> class Algorithm, class... T>
std::unique_ptr<SolverBase> prepared_in(Scalar scalar, const auto&... inputs) {
  std::unique_ptr<SolverBase> solver;
  (void)((scalar == scalar_of<T> && (solver = new_solver<Algorithm<T>>(inputs...)) != nullptr) || ...);
  return solver;
}

}  // namespace kintree
