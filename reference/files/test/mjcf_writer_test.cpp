#include <boost/test/unit_test.hpp>

#include "mjcf_text.hpp"
#include "random_model.hpp"
#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

/// The model as it is read back, with other names, and with bodies for turned tensors.
Model as_in_mjcf(const Model& model) {
  Model result = model;
  result.bodies.clear();
  std::vector<int> number;
  for (const Body& body : model.bodies) {
    number.push_back(static_cast<int>(result.bodies.size()));
    Body& same = result.bodies.emplace_back(body);
    same.parent = number[static_cast<std::size_t>(body.parent)];
    if (body.joint.kind == JointKind::fixed) same.joint.name = body.name;
    if (!has_axis(body.joint.kind)) same.joint.axis = Joint{}.axis;
    const Inertial& inertial = body.inertial;
    if (!has_quaternion(inertial.origin) && inertial.origin.rpy == Triple{}) continue;
    if (inertial.ixz == 0 && inertial.iyz == 0) continue;
    Body turned{.name = body.name + "/inertial", .parent = number.back(), .joint = {}, .inertial = inertial};
    turned.joint.name = turned.name;
    turned.joint.placement = inertial.origin;
    turned.inertial.origin = {};
    same.inertial = {};
    result.bodies.push_back(turned);
  }
  result.bodies[0] = {.name = "world", .parent = 0, .joint = {}, .inertial = {}};
  for (Constraint& constraint : result.constraints)
    for (int* body : {&constraint.frame.body, &constraint.relative_to})
      *body = number[static_cast<std::size_t>(*body)];
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mjcf_writer)

BOOST_AUTO_TEST_CASE(mjcf_writer_is_read_back_to_the_last_bit) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 200; ++k) {
    Model model = random_model(random, false, 1 + k % 20);
    model.gravity = {0.1, -0.0, 1e-300};
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      Joint& joint = model.bodies[i].joint;
      const JointKind kinds[] = {JointKind::fixed, JointKind::revolute, JointKind::prismatic,
                                 JointKind::spherical};
      joint = {
          .name = joint.name, .kind = kinds[random() % 4], .placement = joint.placement, .axis = joint.axis};
      if (model.bodies[i].parent == 0 && k % 3 == 0) joint.kind = JointKind::free, joint.placement = {};
      if (random() % 2 == 0) std::fill_n(joint.armature.begin(), info(joint.kind).velocities, 0.1);
    }
    if (model.body_count() > 1) {
      model.constraints.push_back({.name = "weld", .frame = {1, {}}, .relative_to = 2});
      model.constraints.push_back({.name = "point",
                                   .frame = {2, {.xyz = {0.1, -0.0, 3}, .rpy = {}}},
                                   .relative_to = 0,
                                   .rows = {false, false, false, true, true, true}});
    }
    const auto moves_by_one = [&](std::size_t i) { return info(model.bodies[i].joint.kind).velocities == 1; };
    for (std::size_t i = 2; i < model.bodies.size(); ++i)
      if (moves_by_one(i)) {
        const int leader = moves_by_one(i - 1) ? static_cast<int>(i) - 1 : 0;
        model.constraints.push_back({.name = "gear" + std::to_string(i),
                                     .frame = {static_cast<int>(i), {}},
                                     .relative_to = leader,
                                     .coupling = Coupling{leader == 0 ? 1 : 0.1, 1e-300}});
      }
    const Model again = parsed_mjcf(write_mjcf(model)), expected = as_in_mjcf(model);
    check_same(again, expected);
    BOOST_TEST(same_bits(again.gravity, expected.gravity));
  }
}

BOOST_AUTO_TEST_CASE(mjcf_writer_refuses_what_mjcf_cannot_state) {
  const auto with = [](const auto& change) {
    Model model = parsed_mjcf(one_body("<joint name='j'/><body name='c'/><body name='d'/>"));
    change(model);
    return [model] { write_mjcf(model); };
  };
  check_refused(with([](Model& m) { m.bodies[1].joint.kind = JointKind::helical; }),
                {"joint 'j': MJCF has no joint of kind helical; expected fixed, revolute, prismatic, "
                 "spherical or free"});
  check_refused(with([](Model& m) { m.bodies[2].joint.kind = JointKind::free; }),
                {"joint 'c': MJCF has free joints on the base alone"});
  check_refused(with([](Model& m) {
                  m.bodies[1].joint.kind = JointKind::free;
                  m.bodies[1].joint.placement.xyz[0] = 1;
                }),
                {"joint 'j': MJCF has free joints on the base alone, at its origin"});
  check_refused(with([](Model& m) {
                  m.bodies.push_back(m.bodies[2]);
                  m.bodies[4].parent = 2, m.bodies[4].name = m.bodies[4].joint.name = "e";
                }),
                {"model 'm': its bodies are not numbered depth first"});
  check_refused(with([](Model& m) { m.bodies[2].name = "\x01"; }), {"body '\\x01'", "XML"});
  check_refused(with([](Model& m) {
                  m.bodies[1].joint.kind = JointKind::spherical;
                  m.bodies[1].joint.armature = {0.1, 0.1, 0.2};
                }),
                {"joint 'j': MJCF has one armature for all coordinates of a joint; write the model as URDF"});
  const std::string rows = "constraint 'k': MJCF has the rows x y z in the axes of a body, or all rows";
  check_refused(with([](Model& m) {
                  m.constraints.push_back({.name = "k", .frame = {1, {.xyz = {1, 0, 0}}}});
                }),
                {rows});
  check_refused(
      with([](Model& m) {
        m.constraints.push_back(
            {.name = "k", .frame = {1, {.rpy = {1, 0, 0}}}, .rows = {false, false, false, true, true, true}});
      }),
      {rows});
  check_refused(with([](Model& m) {
                  m.constraints.push_back(
                      {.name = "k", .frame = {1, {}}, .rows = {true, false, false, true, true, true}});
                }),
                {rows});
}

BOOST_AUTO_TEST_SUITE_END()
