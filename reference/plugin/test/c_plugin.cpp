// Plugins by kintree_plugin.h: what goes in and out, and what does not fit the header.
#include "c_plugin.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>

#include "kintree/model/error.hpp"
#include "kintree/plugin/wrapped_library.hpp"

using namespace kintree;

namespace {

kintree_model seen{};
kintree_body seen_body{};
kintree_end_effector seen_end{};
std::vector<kintree_constraint> seen_constraints;
std::vector<double> seen_armature;
int released = 0;

void* prepare(const kintree_model* model) {
  seen = *model;
  seen_body = model->bodies[1];
  if (model->end_effector_count > 0) seen_end = model->end_effectors[0];
  seen_constraints.assign(model->constraints, model->constraints + model->constraint_count);
  seen_armature.assign(model->armature, model->armature + model->n);
  return &seen;
}
void* prepare_nothing(const kintree_model* /*model*/) {
  return nullptr;
}
void release(void* /*prepared*/) {
  ++released;
}
kintree_status mass_matrix(void* /*prepared*/, const double* q, double* H) {
  H[0] = 2 * q[0];
  return {KINTREE_OK, 0, nullptr};
}
kintree_status forward_dynamics(void* /*prepared*/, const double* q, const double* v, const double* tau,
                                const double* f_ext, double* qdd) {
  qdd[0] = q[0] + 10 * v[0] + 100 * tau[0] + 1000 * f_ext[11];
  return {KINTREE_BREAKDOWN, 1, nullptr};
}
kintree_status refused(void* /*prepared*/, const double* /*q*/, double* /*H*/) {
  return {KINTREE_UNSUPPORTED, 0, "links without mass"};
}
kintree_status in_float(void* /*prepared*/, const float* q, float* H) {
  H[0] = 3 * q[0];
  return {KINTREE_OK, 0, nullptr};
}

const std::array<kintree_claim, 2> claims{{{"mass_matrix", 'A', "O(1)"}, {"forward_dynamics", 'C', nullptr}}};

kintree_c_plugin sound() {
  kintree_c_plugin plugin{};
  plugin.version = KINTREE_C_PLUGIN_VERSION;
  plugin.name = "sound";
  plugin.claim_count = 2;
  plugin.claims = claims.data();
  plugin.joint_kinds = 1U << KINTREE_REVOLUTE;
  plugin.prepare = prepare;
  plugin.release = release;
  plugin.in_double.mass_matrix = mass_matrix;
  plugin.in_double.forward_dynamics = forward_dynamics;
  return plugin;
}

Model pendulum() {
  Model model;
  Body body;
  body.joint.kind = JointKind::revolute;
  body.joint.axis = {1, 2, 3};
  body.joint.placement.rpy = {4, 5, 6};
  body.inertial.mass = 7;
  body.inertial.iyz = 8;
  model.bodies.push_back(body);
  return model;
}

std::string refusal(const std::function<void(kintree_c_plugin&)>& change) {
  kintree_c_plugin plugin = sound();
  change(plugin);
  try {
    adapted("file.so", plugin)->prepare(pendulum(), {}, Scalar::double_precision);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing is refused";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_plugin)

// Those of an earlier version have no place for armature.
BOOST_AUTO_TEST_CASE(c_plugin_sees_constraints_couplings_and_armature) {
  kintree_c_plugin c = sound();
  c.takes_armature = 1;
  Model model = pendulum();
  Body second = model.bodies[1];
  second.parent = 1;
  second.joint.armature[0] = 0.25;
  model.bodies.push_back(second);
  model.constraints = {
      {.name = "pin", .frame = {2, {{1, 2, 3}, {}}}, .rows = {true, false, false, true, false, true}},
      {.name = "gear", .frame = {2, {}}, .relative_to = 1, .coupling = Coupling{-3, 1}}};
  const auto plugin = adapted("file.so", c);
  BOOST_TEST(plugin->description().domain.armature);
  plugin->prepare(model, {}, Scalar::double_precision);
  BOOST_TEST((seen.constraint_row_count == 4 && seen_constraints.size() == 2U));
  const kintree_constraint &pin = seen_constraints[0], &gear = seen_constraints[1];
  BOOST_TEST((pin.body == 2 && pin.relative_to == 0 && pin.pose.xyz[2] == 3 && pin.couples_joints == 0));
  BOOST_TEST((std::vector(pin.rows, pin.rows + 6) == std::vector{1, 0, 0, 1, 0, 1}));
  BOOST_TEST((gear.body == 2 && gear.relative_to == 1 && gear.couples_joints == 1 && gear.multiplier == -3));
  BOOST_TEST((std::vector(gear.rows, gear.rows + 6) == std::vector(6, 0)));
  BOOST_TEST((seen_armature == std::vector<double>{0, 0.25}));
  c.version = 5;
  BOOST_TEST(outside(adapted("file.so", c)->description().domain, model).value_or("") ==
             "joints with armature");
}

BOOST_AUTO_TEST_CASE(c_plugin_with_an_unknown_status_has_an_error) {
  kintree_c_plugin c = sound();
  c.in_double.mass_matrix = [](void*, const double*, double*) { return kintree_status{77, 0, nullptr}; };
  const auto prepared = adapted("file.so", c)->prepare(pendulum(), {}, Scalar::double_precision);
  double q = 0, H = 0;
  BOOST_CHECK_EXCEPTION((method<double, problems::MassMatrix>(*prepared).mass_matrix({&q, 1}, {&H, 1, 1})),
                        std::runtime_error, [](const std::exception& error) {
                          return std::string(error.what()) == "code 77 of kintree_status; expected 0 to 3";
                        });
}

BOOST_AUTO_TEST_CASE(c_plugin_says_that_it_approximates) {
  kintree_c_plugin c = sound();
  BOOST_TEST(!adapted("file.so", c)->description().approximates);
  c.approximates = 1;
  BOOST_TEST(adapted("file.so", c)->description().approximates);
  c.version = 6;
  BOOST_TEST(!adapted("file.so", c)->description().approximates);
}

BOOST_AUTO_TEST_CASE(c_plugin_is_called_as_any_other_plugin) {
  const kintree_c_plugin c = sound();
  const auto plugin = adapted("file.so", c);
  const Description& d = plugin->description();
  BOOST_TEST(d.name == "sound");
  BOOST_TEST((d.claim(Problem::mass_matrix)->promise == Verdict::A));
  BOOST_TEST((d.claim(Problem::forward_dynamics)->promise == Verdict::C));
  BOOST_TEST((d.domain.joints == std::vector<JointKind>{JointKind::revolute}));
  BOOST_TEST((d.scalars == std::vector<Scalar>{Scalar::double_precision}));
  BOOST_TEST((plugin->prepare(pendulum(), {}, Scalar::number) == nullptr));
  released = 0;
  {
    const auto prepared =
        plugin->prepare(pendulum(), {{1, {.xyz = {9, 0, 0}, .rpy = {}}}}, Scalar::double_precision);
    BOOST_TEST((seen.body_count == 1 && seen.n == 1 && seen.nq == 1 && seen.gravity[2] == -9.81));
    BOOST_TEST((seen_body.axis[2] == 3 && seen_body.placement.rpy[1] == 5 && seen_body.mass == 7));
    BOOST_TEST(
        (seen_body.inertia[4] == 8 && seen_body.first_velocity == 1 && seen_body.joint == KINTREE_REVOLUTE));
    BOOST_TEST((seen.end_effector_count == 1 && seen_end.body == 1 && seen_end.pose.xyz[0] == 9));
    double q = 1, v = 2, tau = 3, result = 0;
    BOOST_TEST((method<double, problems::MassMatrix>(*prepared).mass_matrix({&q, 1}, {&result, 1, 1}).code ==
                Status::ok));
    BOOST_TEST(result == 2);
    std::array<Force<double>, 2> f_ext{};
    f_ext[1].f.z = 4;
    const Status status = method<double, problems::ForwardDynamics>(*prepared).forward_dynamics(
        {{&q, 1}, {&v, 1}, {&tau, 1}, f_ext.data()}, {&result, 1});
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == 1));
    BOOST_TEST(result == 4321);
    BOOST_TEST(
        (method<double, problems::InverseOsim>(*prepared).inverse_osim({&q, 1}, {&result, 1, 1}).code ==
         Status::unsupported));
  }
  BOOST_TEST(released == 1);
}

BOOST_AUTO_TEST_CASE(c_plugin_is_built_for_float_if_it_has_float_functions) {
  kintree_c_plugin c = sound();
  c.in_float.mass_matrix = in_float;
  const auto plugin = adapted("file.so", c);
  const auto prepared = plugin->prepare(pendulum(), {}, Scalar::single_precision);
  BOOST_TEST_REQUIRE((prepared != nullptr));
  float q = 2, H = 0;
  method<float, problems::MassMatrix>(*prepared).mass_matrix({&q, 1}, {&H, 1, 1});
  BOOST_TEST(H == 6);
}

/// Twice the velocity, in the precision of the call.
kintree_status by_name(void* /*prepared*/, const kintree_call* call) {
  if (std::string(call->problem) != "bias_force") return {KINTREE_UNSUPPORTED, 0, nullptr};
  if (call->in_float != 0)
    *static_cast<float*>(call->outputs[0]) = 2 * *static_cast<const float*>(call->inputs[1]);
  else
    *static_cast<double*>(call->outputs[0]) = 2 * *static_cast<const double*>(call->inputs[1]);
  return {KINTREE_OK, 0, nullptr};
}

template <class S>
S solved_by_name(const Plugin& plugin, Problem problem, Scalar scalar) {
  const auto prepared = plugin.prepare(pendulum(), {}, scalar);
  Arrays<S> arrays(problem, {1, 1, 1, 0}, nullptr);
  arrays.in[0][0] = S(1.5), arrays.in[1][0] = S(2.5);
  const Status status = dynamic_cast<Solver<S>&>(*prepared).call(problem, arrays.call({1, 1, 1, 0}, nullptr));
  return status.code == Status::ok ? arrays.out[0][0] : S(-1);
}

BOOST_AUTO_TEST_CASE(c_plugin_solves_problems_by_name) {
  kintree_c_plugin c = sound();
  c.solve = by_name;
  const auto plugin = adapted("file.so", c);
  BOOST_TEST((plugin->prepare(pendulum(), {}, Scalar::single_precision) == nullptr));
  BOOST_TEST(solved_by_name<double>(*plugin, Problem::bias_force, Scalar::double_precision) == 5);
  BOOST_TEST(solved_by_name<double>(*plugin, Problem::inverse_dynamics, Scalar::double_precision) == -1);
  c.solve_takes_float = 1;
  BOOST_TEST(solved_by_name<float>(*adapted("file.so", c), Problem::bias_force, Scalar::single_precision) ==
             5);
  c.version = 4;
  BOOST_TEST(solved_by_name<double>(*adapted("file.so", c), Problem::bias_force, Scalar::double_precision) ==
             -1);
}

BOOST_AUTO_TEST_CASE(c_plugin_refusal_is_outside_the_domain_with_its_message) {
  kintree_c_plugin c = sound();
  BOOST_TEST(!dynamic_cast<const WrapsLibrary&>(*adapted("file.so", c)).may_allocate());
  c.may_allocate = 1;
  c.in_double.mass_matrix = refused;
  const auto plugin = adapted("file.so", c);
  BOOST_TEST(dynamic_cast<const WrapsLibrary&>(*plugin).may_allocate());
  const auto prepared = plugin->prepare(pendulum(), {}, Scalar::double_precision);
  double q = 1, H = 0;
  auto& solver = method<double, problems::MassMatrix>(*prepared);
  BOOST_CHECK_EXCEPTION(
      solver.mass_matrix({&q, 1}, {&H, 1, 1}), OutsideDomain,
      [](const OutsideDomain& reason) { return std::string(reason.what()) == "links without mass"; });
}

BOOST_AUTO_TEST_CASE(an_adapter_may_say_what_its_library_took) {
  kintree_c_plugin c = sound();
  const auto seconds = [&] {
    const auto plugin = adapted("file.so", c);
    const auto prepared = plugin->prepare(pendulum(), {}, Scalar::double_precision);
    return dynamic_cast<const TimesLibrary&>(*prepared).library_seconds();
  };
  BOOST_TEST(std::isnan(seconds()));
  c.library_seconds = [](void*) { return 0.25; };
  BOOST_TEST(seconds() == 0.25);
}

BOOST_AUTO_TEST_CASE(less_is_promised_by_family) {
  static constexpr std::array<kintree_less, 2> less{
      {{"forward_dynamics", "thin", 'D'}, {"forward_dynamics", "fast", 'C'}}};
  kintree_c_plugin c = sound();
  c.less_count = 2;
  c.less = less.data();
  const auto plugin = adapted("file.so", c);
  const Claim& claim = *plugin->description().claim(Problem::forward_dynamics);
  BOOST_TEST((claim.promise_on("thin") == Verdict::D && claim.promise_on("fast") == Verdict::C));
  BOOST_TEST((claim.promise_on("chain") == Verdict::C));
  BOOST_TEST((plugin->description().claim(Problem::mass_matrix)->promise_on("thin") == Verdict::A));
}

/// Members added after the plugin's version are not read: they are beyond the end of its struct.
BOOST_AUTO_TEST_CASE(earlier_versions_are_asked_as_they_were) {
  const auto of_version = [](int version) {
    kintree_c_plugin c = sound();
    c.version = version;
    c.library_seconds = [](void*) { return 0.25; };
    c.less_count = 1;  // a null list
    const auto plugin = adapted("file.so", c);
    const auto prepared = plugin->prepare(pendulum(), {}, Scalar::double_precision);
    return dynamic_cast<const TimesLibrary&>(*prepared).library_seconds();
  };
  BOOST_TEST(std::isnan(of_version(2)));
  BOOST_TEST(of_version(3) == 0.25);
  BOOST_CHECK_EXCEPTION(of_version(4), InputError, [](const InputError& error) {
    return std::string(error.what()) == "file.so: the C plugin lacks what less it promises";
  });
}

BOOST_AUTO_TEST_CASE(c_plugin_is_rejected_if_it_does_not_fit_the_header) {
  static constexpr kintree_claim dance{"dance", 'A', nullptr}, boast{"mass_matrix", 'Z', nullptr};
  const auto claiming = [](const kintree_claim& claim) {
    return [&claim](kintree_c_plugin& c) { c.claims = &claim, c.claim_count = 1; };
  };
  BOOST_TEST(refusal([](kintree_c_plugin& c) { c.version = 9; }) ==
             "file.so: it is of version 9 of kintree_plugin.h, not of 2 to 7");
  BOOST_TEST(refusal([](kintree_c_plugin& c) { c.version = 1; }) ==
             "file.so: it is of version 1 of kintree_plugin.h, not of 2 to 7");
  BOOST_TEST(refusal([](kintree_c_plugin& c) { c.release = nullptr; }) ==
             "file.so: the C plugin lacks its name, its claims, prepare or release");
  BOOST_TEST(refusal(claiming(dance)) == "file.so: the C plugin claims an unknown problem: 'dance'");
  BOOST_TEST(refusal(claiming(boast)) == "file.so: the C plugin promises 'Z'; expected A, B, C or D");
  static constexpr kintree_less unclaimed{"inverse_osim", "thin", 'D'},
      boast_less{"mass_matrix", "thin", 'F'}, nowhere{"mass_matrix", nullptr, 'D'};
  const auto promising = [](const kintree_less& less) {
    return [&less](kintree_c_plugin& c) { c.less = &less, c.less_count = 1; };
  };
  BOOST_TEST(refusal(promising(unclaimed)) ==
             "file.so: the C plugin promises less for a problem that it does not claim: 'inverse_osim'");
  BOOST_TEST(refusal(promising(boast_less)) == "file.so: the C plugin promises 'F'; expected A, B, C or D");
  BOOST_TEST(refusal(promising(nowhere)) == "file.so: the C plugin promises less on a family without a name");
  BOOST_TEST(refusal([](kintree_c_plugin& c) { c.prepare = prepare_nothing; }) ==
             "plugin 'sound': it cannot prepare a model");
}

BOOST_AUTO_TEST_CASE(adapter_rejects_a_rotation_as_a_quaternion) {
  Model turned = pendulum();
  turned.bodies.back().joint.placement = {.xyz = {}, .rpy = {}, .quaternion = {1, 1, 0, 0}};
  const auto plugin = adapted("file.so", sound());
  BOOST_TEST(outside(plugin->description().domain, turned).value() == "rotations as quaternions");
  BOOST_CHECK_EXCEPTION(
      plugin->prepare(turned, {}, Scalar::double_precision), InputError, [](const InputError& error) {
        return std::string(error.what()) == "a rotation as a quaternion cannot be passed to a C plugin";
      });
  Model centre_turned = pendulum();
  centre_turned.bodies.back().inertial.origin.quaternion = {1, 1, 0, 0};
  BOOST_TEST(outside(plugin->description().domain, centre_turned).value_or("") == "rotations as quaternions");
}

BOOST_AUTO_TEST_SUITE_END()
