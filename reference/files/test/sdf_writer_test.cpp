#include <boost/test/unit_test.hpp>

#include "random_model.hpp"
#include "refused.hpp"
#include "sdf_text.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(sdf_writer)

BOOST_AUTO_TEST_CASE(sdf_writer_is_read_back_to_the_last_bit) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 200; ++k) {
    Model model = random_model(random, false, 1 + k % 20);
    model.name = "m<&";
    model.gravity = {0.1, -0.0, 1e-300};
    model.bodies[0] = {.name = "world", .parent = 0, .joint = {}, .inertial = {}};
    int free_joints = 0;
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      Body& body = model.bodies[i];
      body.name = "l <" + std::to_string(i);
      const JointKind kinds[] = {JointKind::fixed, JointKind::revolute, JointKind::prismatic,
                                 JointKind::universal, JointKind::spherical};
      Joint joint;
      joint.name = body.joint.name;
      joint.kind = kinds[random() % 5];
      if (body.parent == 0 && k % 3 == 0) {
        joint.kind = JointKind::free;
        joint.name = "floating_base" + (free_joints++ == 0 ? "" : "_" + std::to_string(free_joints));
      } else {
        joint.placement = body.joint.placement;
      }
      if (has_axis(joint.kind)) joint.axis = {2, -0.0, 0.1};
      if (joint.kind == JointKind::universal) joint.second_axis = {0.1, -0.0, 2};
      body.joint = joint;
    }
    const Model again = parsed_sdf(write_sdf(model));
    check_same(again, model);
    BOOST_TEST(same_bits(again.gravity, model.gravity));
  }
}

BOOST_AUTO_TEST_CASE(sdf_writer_refuses_what_sdf_cannot_state) {
  const auto with = [](const auto& change) {
    Model model = parsed_sdf(two_sdf_links(sdf_joint("revolute")));
    change(model);
    return [model] { write_sdf(model); };
  };
  check_refused(with([](Model& m) { m.bodies[2].joint.kind = JointKind::helical; }),
                {"joint 'j': SDF has no joint of kind helical; expected fixed, revolute, prismatic, "
                 "universal, spherical or free"});
  check_refused(with([](Model& m) { m.bodies[2].joint.kind = JointKind::free; }),
                {"joint 'j': SDF has free joints on the base alone"});
  check_refused(with([](Model& m) { m.bodies[1].joint.placement.rpy[0] = 1; }),
                {"joint 'floating_base': SDF has free joints on the base alone, at its origin"});
  for (const char* const name : {"a::b", "__a__", " a", "a\n"})
    check_refused(with([&](Model& m) { m.bodies[2].name = name; }), {"link '", "SDF has no such name"});
  check_refused(with([](Model& m) {
                  m.bodies.push_back(m.bodies[2]);
                  m.bodies.push_back(m.bodies[2]);
                  m.bodies[3].name = m.bodies[3].joint.name = "c", m.bodies[3].parent = 0;
                  m.bodies[4].name = m.bodies[4].joint.name = "d", m.bodies[4].parent = 1;
                }),
                {"model 'm': its bodies are not numbered depth first"});
}

BOOST_AUTO_TEST_SUITE_END()
