#include "kintree/model/validate.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "refused.hpp"

namespace {

using namespace kintree;
using kintree::test::check_refused;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// base - upper (revolute) - ball (spherical).
Model arm() {
  Model model;
  Body upper{.name = "upper", .parent = 0, .joint = {}, .inertial = {}};
  upper.joint.name = "shoulder";
  upper.joint.kind = JointKind::revolute;
  upper.inertial = {.origin = {}, .mass = 2, .ixx = 1, .ixy = 0.1, .ixz = 0, .iyy = 1, .iyz = 0, .izz = 1};
  Body ball = upper;
  ball.name = "ball";
  ball.parent = 1;
  ball.joint.name = "socket";
  ball.joint.kind = JointKind::spherical;
  model.bodies.push_back(upper);
  model.bodies.push_back(ball);
  return model;
}

void set_inertia(Model& model, double ixx, double ixy, double ixz, double iyy, double iyz, double izz) {
  Inertial& inertial = model.bodies[1].inertial;
  inertial.ixx = ixx, inertial.ixy = ixy, inertial.ixz = ixz;
  inertial.iyy = iyy, inertial.iyz = iyz, inertial.izz = izz;
}

/// The number of warnings for a model with this tensor; -1 if it is rejected.
int warnings_of(double ixx, double ixy, double ixz, double iyy, double iyz, double izz) {
  Model model = arm();
  set_inertia(model, ixx, ixy, ixz, iyy, iyz, izz);
  try {
    return static_cast<int>(validate(model).size());
  } catch (const InputError&) {
    return -1;
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(validate_)

BOOST_AUTO_TEST_CASE(a_sound_model_has_no_warnings) {
  BOOST_TEST(validate(arm()).empty());
  BOOST_TEST(validate(Model{}).empty());
}

BOOST_AUTO_TEST_CASE(bad_models) {
  struct Case {
    std::function<void(Model&)> spoil;
    std::vector<std::string> fragments;
  };
  const std::vector<Case> cases{
      {[](Model& m) { m.bodies.clear(); }, {"model", "no base"}},
      {[](Model& m) { m.gravity[1] = not_a_number; }, {"gravity", "not finite"}},
      {[](Model& m) { m.bodies[0].inertial.mass = -1; }, {"link 'base': negative mass -1"}},
      {[](Model& m) { m.bodies[1].name.clear(); }, {"body 1", "name is empty"}},
      {[](Model& m) { m.bodies[2].name = "upper"; }, {"link 'upper'", "twice"}},
      {[](Model& m) { m.bodies[2].name = "base"; }, {"link 'base'", "twice"}},
      {[](Model& m) { m.bodies[2].joint.name = "shoulder"; }, {"joint 'shoulder'", "twice"}},
      {[](Model& m) { m.bodies[2].joint.name.clear(); }, {"link 'ball'", "name is empty"}},
      {[](Model& m) { m.bodies[2].parent = 2; }, {"link 'ball'", "parent 2", "not an earlier body"}},
      {[](Model& m) { m.bodies[1].parent = 2; }, {"link 'upper'", "not an earlier body"}},
      {[](Model& m) { m.bodies[1].parent = -1; }, {"link 'upper'", "not an earlier body"}},
      {[](Model& m) { m.bodies[1].joint.kind = static_cast<JointKind>(9); }, {"joint 'shoulder'", "kind"}},
      {[](Model& m) {
         m.bodies[1].joint.axis = {0, 0, -0.0};
       },
       {"joint 'shoulder': the axis is zero (0 0 0); expected a direction, such as 0 0 1"}},
      {[](Model& m) {
         m.bodies[1].joint.axis = {0, infinity, 0};
       },
       {"joint 'shoulder'", "axis", "not finite"}},
      {[](Model& m) { m.bodies[1].joint.placement.rpy[2] = not_a_number; },
       {"joint 'shoulder'", "placement"}},
      {[](Model& m) { m.bodies[1].joint.placement.xyz[0] = infinity; }, {"joint 'shoulder'", "placement"}},
      {[](Model& m) { m.bodies[1].joint.placement.quaternion[3] = not_a_number; },
       {"joint 'shoulder'", "placement", "not finite"}},
      {[](Model& m) {
         m.bodies[1].joint.placement = {.xyz = {}, .rpy = {0, 0, 1}, .quaternion = {1, 0, 0, 0}};
       },
       {"joint 'shoulder'", "placement", "quaternion and rpy"}},
      {[](Model& m) {
         m.bodies[1].inertial.origin.quaternion = {0, 0x1p501, 0, 0};
       },
       {"link 'upper'", "centre of mass", "2^500"}},
      {[](Model& m) { m.bodies[1].joint.pitch = not_a_number; }, {"joint 'shoulder'", "pitch"}},
      {[](Model& m) { m.bodies[1].inertial.mass = -1.5; }, {"link 'upper': negative mass -1.5"}},
      {[](Model& m) { m.bodies[1].inertial.mass = not_a_number; }, {"link 'upper'", "mass is not finite"}},
      {[](Model& m) { m.bodies[1].inertial.iyz = infinity; }, {"link 'upper'", "inertia is not finite"}},
      {[](Model& m) { m.bodies[1].inertial.origin.xyz[0] = not_a_number; },
       {"link 'upper'", "centre of mass"}},
      {[](Model& m) { m.bodies[1].inertial.ixy = 2; }, {"link 'upper'", "not positive semidefinite"}},
      {[](Model& m) {
         m.bodies[1].name = "a\nb";
         m.bodies[1].inertial.mass = -1;
       },
       {"link 'a\\x0ab'"}},
      {[](Model& m) {
         m.bodies[1].joint.kind = JointKind::universal;
         m.bodies[1].joint.second_axis = {0, 0, 0};
       },
       {"joint 'shoulder'", "second axis is zero (0 0 0); expected a direction, such as 0 0 1"}},
      {[](Model& m) {
         m.bodies[1].joint.kind = JointKind::universal;
         m.bodies[1].joint.second_axis = {-3, 0, 0};
       },
       {"joint 'shoulder'", "parallel"}},
  };
  for (const Case& bad : cases) {
    Model model = arm();
    bad.spoil(model);
    check_refused([&] { validate(model); }, bad.fragments);
  }
}

BOOST_AUTO_TEST_CASE(axes) {
  Model model = arm();
  model.bodies[2].joint.axis = {0, 0, 0};  // a spherical joint has none
  BOOST_CHECK_NO_THROW(validate(model));
  for (const double length : {0x1p-500, 0x1p500}) {
    model.bodies[1].joint.axis = {0, length, 0};
    BOOST_CHECK_NO_THROW(validate(model));
  }
  for (const double length : {0x1p-501, 5e-324, 0x1p501}) {
    model.bodies[1].joint.axis = {0, length, 0};
    check_refused([&] { validate(model); }, {"'shoulder'", "the axis", "2^500"});
  }
  // Parallel is exact, at any scale.
  Joint& joint = model.bodies[1].joint;
  joint.kind = JointKind::universal;
  joint.axis = {0x1p400, std::nextafter(0x3p400, infinity), 0};
  joint.second_axis = {0x1p-400, 0x3p-400, 0};
  BOOST_CHECK_NO_THROW(validate(model));
  joint.axis = {0x1p400, 0x3p400, 0};
  BOOST_CHECK_THROW(validate(model), InputError);
}

BOOST_AUTO_TEST_CASE(the_semidefinite_limit_is_the_rounding_of_the_entries) {
  const double u = 0x1p-53;
  BOOST_TEST(warnings_of(1, 1, 0, 1, 0, 2) == 0);            // singular
  BOOST_TEST(warnings_of(1, 1 + 2 * u, 0, 1, 0, 2) == 0);    // eigenvalue -2 u, within 6 u
  BOOST_TEST(warnings_of(1, 1 + 8 * u, 0, 1, 0, 2) == 1);    // eigenvalue -8 u, within 12 u
  BOOST_TEST(warnings_of(1, 1 + 16 * u, 0, 1, 0, 2) == -1);  // eigenvalue -16 u
  BOOST_TEST(warnings_of(1, 0, 0, 1, 0, -3 * u) == 0);       // just at the limit of the silent ones
  const double long_one = 1 + 2 * u;                         // of 17 digits
  BOOST_TEST(warnings_of(1, 0, 0, long_one, 0, -4 * u) == 1);
  BOOST_TEST(warnings_of(1, 0, 0, long_one, 0, -6 * u) == 1);  // just at the limit
  BOOST_TEST(warnings_of(1, 0, 0, long_one, 0, -7 * u) == -1);
  BOOST_TEST(warnings_of(0, 0, 0, 0, 0, -1e-300) == -1);
  BOOST_TEST(warnings_of(0, 1e-300, 0, 0, 0, 0) == -1);
  // Every order of minor decides somewhere: all 2x2 minors are positive here, the determinant is not.
  BOOST_TEST(warnings_of(1, -0.9, -0.9, 1, -0.9, 1) == -1);
  BOOST_TEST(warnings_of(1, 0.2, 0.2, 1, 0.2, 1) == 0);
  BOOST_TEST(warnings_of(1, 2, 2, 1, 2, 1) == -1);  // determinant 5, every 2x2 minor -3
  BOOST_TEST(warnings_of(1, 0, 0, 1, 1.1, 1) == -1);
  BOOST_TEST(warnings_of(1, 0, 1.1, 1, 0, 1) == -1);
  // At the ends of the range of doubles.
  BOOST_TEST(warnings_of(1e308, 0, 0, 1e308, 0, 1e308) == 0);
  BOOST_TEST(warnings_of(1e308, 1.7e308, 0, 1e308, 0, 1e308) == -1);
  BOOST_TEST(warnings_of(5e-324, 0, 0, 5e-324, 0, 5e-324) == 0);
  BOOST_TEST(warnings_of(5e-324, 1e-323, 0, 5e-324, 0, 5e-324) == -1);
  BOOST_TEST(warnings_of(1e308, 0, 0, 1e308, 0, -5e-324) == 0);
}

BOOST_AUTO_TEST_CASE(rounded_semidefinite_tensors_are_accepted) {
  // m (|r|^2 1 - r r^T), of rank 2, with entries formed in long double and rounded once.
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 2000; ++k) {
    const long double x = normal(random), y = normal(random), z = normal(random) * std::pow(10.0, k % 9);
    const auto d = [](long double entry) { return static_cast<double>(entry); };
    BOOST_TEST(warnings_of(d(y * y + z * z), d(-x * y), d(-x * z), d(x * x + z * z), d(-y * z),
                           d(x * x + y * y)) == 0);
  }
}

// Drake issues 12640 and 22217: limits that did not grow with the tensor refused good inertias at -1e-14.
BOOST_AUTO_TEST_CASE(limits_are_relative_to_the_scale) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const double I = 100 * scale, just_above = std::nextafter(I, infinity);
    BOOST_TEST(warnings_of(I, just_above, 0, I, 0, 2 * I) == 0);  // eigenvalue -1.4e-14 scale
    BOOST_TEST(warnings_of(I, 0, 0, 0.5 * I, 0, std::nextafter(1.5 * I, infinity)) ==
               0);  // triangle, by as much
    BOOST_TEST(warnings_of(I, 0, 0, I, 0, -1e-12 * scale) == -1);
  }
}

BOOST_AUTO_TEST_CASE(inertia_is_accepted_within_its_written_digits) {
  const double third = 0.333333;  // a thin rod along (1, 1, 1), in six digits: eigenvalue -1e-6 at least
  BOOST_TEST(warnings_of(2 * third, -0.333334, -0.333334, 2 * third, -0.333334, 2 * third) == 1);
  // Fifteen digits: eigenvalue -2e-15.
  BOOST_TEST(warnings_of(0.666666666666666, -third - 3.33333333e-7, -0.333333333333334, 0.666666666666666,
                         -0.333333333333334, 0.666666666666666) == 1);
  // The same values are not accepted when the others have more digits, or when all are short.
  BOOST_TEST(warnings_of(0.1234567, 0, 0, 0.1234567, 0, -1e-7) == 1);
  BOOST_TEST(warnings_of(0.12345678901, 0, 0, 0.1234567, 0, -1e-7) == -1);
  BOOST_TEST(warnings_of(0.12, 0, 0, 0.12, 0, -1e-7) == -1);
  BOOST_TEST(warnings_of(0.123456, 0, 0, 0.123456, 0, -1e-4) == -1);
}

BOOST_AUTO_TEST_CASE(inertia_is_accepted_as_noise_beside_the_distance) {
  const auto warnings = [](double distance, double moment) {
    Model model = arm();
    set_inertia(model, moment, 0, 0, moment, 0, 0);
    model.bodies[1].inertial.mass = 0.5;
    model.bodies[1].inertial.origin.xyz = {0, 0, distance};
    try {
      return validate(model);
    } catch (const InputError& error) {
      return std::vector<std::string>{"refused", error.what()};
    }
  };
  const double u = 0x1p-53;  // m |c|^2 = 2^-11, and the limit 7 u of it
  const std::vector<std::string> noise = warnings(0x1p-5, -0x1p-64);
  BOOST_REQUIRE(noise.size() == 1U);
  BOOST_TEST(noise[0].starts_with("link 'upper': the inertia (ixx -5.421010862427522e-20, ixy 0"));
  BOOST_TEST(noise[0].find("lowest principal moment -5.42101e-20") != std::string::npos);
  BOOST_TEST(warnings(0x1p-5, -6 * u * 0x1p-11).size() == 1U);
  BOOST_TEST(warnings(0x1p-5, -0.0012)[0] == "refused");
  BOOST_TEST(warnings(0, -0x1p-64)[0] == "refused");
  const std::string refused = warnings(0.1, -0.0012)[1];
  for (const char* const part :
       {"link 'upper': ", "ixx -0.0012", "lowest principal moment -0.0012", "expected at least -"})
    BOOST_TEST(refused.find(part) != std::string::npos, refused);
}

BOOST_AUTO_TEST_CASE(messages_begin_with_the_line_of_the_file) {
  Model model = arm();
  const std::vector<BodyLines> lines{{1, 0}, {2, 3}, {4, 5}};
  model.bodies[1].inertial.mass = 0;
  BOOST_TEST(validate(model, lines).front() == "line 2: link 'upper': inertia without mass");
  model.bodies[2].inertial.izz = 5;
  check_refused([&] { throw InputError(validate(model, lines).back()); },
                {"line 4: link 'ball': the principal moments 0.9, 1.1 and 5", "triangle inequality 5 <= 2"});
  model.bodies[2].inertial.mass = -1;
  check_refused([&] { validate(model, lines); }, {"line 4: link 'ball': negative mass"});
  model.bodies[2].inertial.mass = 1;
  model.bodies[1].joint.axis = {};
  check_refused([&] { validate(model, lines); }, {"line 3: joint 'shoulder': the axis is zero"});
}

BOOST_AUTO_TEST_CASE(odd_inertias_are_warnings) {
  BOOST_TEST(warnings_of(1, 0, 0, 1, 0, 2) == 0);
  BOOST_TEST(warnings_of(1, 0, 0, 1, 0, 2.001) == 1);
  BOOST_TEST(warnings_of(1, 0, 0, 1, 0, 2.00001) == 0);        // rounding of six digits
  BOOST_TEST(warnings_of(0.1, 0, 0, 0.2, 0, 0.1 + 0.2) == 0);  // 0.30000000000000004
  BOOST_TEST(warnings_of(3, 1, 0, 3, 0, 1) == 1);              // moments 4, 2, 1
  Model model = arm();
  model.bodies[1].inertial.mass = 0;
  const std::vector<std::string> warnings = validate(model);
  BOOST_REQUIRE(warnings.size() == 1U);
  BOOST_TEST(warnings[0] == "link 'upper': inertia without mass");
}

BOOST_AUTO_TEST_CASE(bad_states) {
  const Model model = arm();
  BOOST_CHECK_NO_THROW(validate(model, neutral_state(model)));
  struct Case {
    std::function<void(State&)> spoil;
    std::vector<std::string> fragments;
  };
  const std::vector<Case> cases{
      {[](State& s) { s.q.pop_back(); }, {"q: 4 entries", "needs 5"}},
      {[](State& s) { s.v.push_back(0); }, {"v: 5 entries", "needs 4"}},
      {[](State& s) { s.qdd.clear(); }, {"qdd: 0 entries"}},
      {[](State& s) { s.tau.clear(); }, {"tau: 0 entries"}},
      {[](State& s) { s.f_ext.pop_back(); }, {"f_ext: 2 entries", "needs 3"}},
      {[](State& s) { s.q[0] = not_a_number; }, {"joint 'shoulder'", "q is not finite"}},
      {[](State& s) { s.q[4] = infinity; }, {"joint 'socket'", "q is not finite"}},
      {[](State& s) { s.v[3] = not_a_number; }, {"joint 'socket'", "v is not finite"}},
      {[](State& s) { s.qdd[0] = not_a_number; }, {"joint 'shoulder'", "qdd is not finite"}},
      {[](State& s) { s.tau[1] = -infinity; }, {"joint 'socket'", "tau is not finite"}},
      {[](State& s) { s.q[1] = 0; }, {"joint 'socket'", "quaternion", "zero"}},
      {[](State& s) { s.f_ext[2][5] = not_a_number; }, {"link 'ball'", "f_ext is not finite"}},
      {[](State& s) { s.end_effectors.push_back({.body = 3, .pose = {}}); }, {"end-effector 1", "no body 3"}},
      {[](State& s) {
         s.end_effectors.push_back(
             {.body = 1, .pose = {.xyz = {}, .rpy = {}, .quaternion = {0, 0, 0, 0x1p-501}}});
       },
       {"end-effector 1", "2^-500"}},
      {[](State& s) { s.end_effectors.push_back({.body = -1, .pose = {}}); },
       {"end-effector 1", "no body -1"}},
      {[](State& s) {
         s.end_effectors.push_back({.body = 2, .pose = {.xyz = {not_a_number, 0, 0}, .rpy = {}}});
       },
       {"end-effector 1", "not finite"}},
  };
  for (const Case& bad : cases) {
    State state = neutral_state(model);
    bad.spoil(state);
    check_refused([&] { validate(model, state); }, bad.fragments);
  }
  State state = neutral_state(model);
  state.q = {0, 0, 0, 0, 0x1p-500};
  state.end_effectors = {{.body = 0, .pose = {}}, {.body = 2, .pose = {}}};
  BOOST_CHECK_NO_THROW(validate(model, state));
}

BOOST_AUTO_TEST_CASE(joints_without_inertia) {
  Model model = arm();
  BOOST_TEST(joint_without_inertia(model).empty());
  model.bodies[1].inertial = {};
  BOOST_TEST(joint_without_inertia(model).empty());  // the ball beyond has some
  model.bodies[2].inertial = {};
  BOOST_TEST(joint_without_inertia(model) == "shoulder");
  model.bodies[1].inertial.mass = 1;
  BOOST_TEST(joint_without_inertia(model) == "socket");
  model.bodies[2].joint.kind = JointKind::fixed;
  BOOST_TEST(joint_without_inertia(model).empty());
  model.bodies[2].joint.kind = JointKind::spherical;
  model.bodies[2].inertial.izz = 1e-300;
  BOOST_TEST(joint_without_inertia(model).empty());
  BOOST_TEST(joint_without_inertia(Model{}).empty());
  model.bodies[2].inertial = {};
  model.bodies[2].joint.armature = {1, 1, 0};
  BOOST_TEST(joint_without_inertia(model) == "socket");
  model.bodies[2].joint.armature = {1, 1, 1};
  BOOST_TEST(joint_without_inertia(model).empty());
}

BOOST_AUTO_TEST_SUITE_END()
