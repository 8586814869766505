#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

/// A random tree of `count` bodies with joints of every kind and numbers of all sizes. It is numbered depth
/// first, or in any regular numbering.
Model random_model(std::mt19937_64& random, bool floating_base, int count, bool depth_first = true) {
  const auto draw = [&random] {
    while (true)
      if (const auto x = std::bit_cast<double>(random()); std::isfinite(x)) return x;
  };
  const auto placement = [&] {
    if (random() % 4 == 0) return Placement{};
    const Triple xyz{draw(), -0.0, draw()};
    if (random() % 4 != 0) return Placement{.xyz = xyz, .rpy = {draw(), draw(), draw()}};
    // Within the lengths that a quaternion may have.
    const Quadruple quaternion{std::remainder(draw(), 1.0) + 2, std::remainder(draw(), 1.0), -0.0, 1.0 / 3};
    return Placement{.xyz = xyz, .rpy = {}, .quaternion = quaternion};
  };
  Model model;
  model.name = "a<b>&\"'\n\xc3\xa9";
  model.bodies[0].name = floating_base ? "world" : "root \"&<\t";
  if (!floating_base) model.bodies[0].inertial.mass = 3;
  for (int i = 1; i <= count; ++i) {
    Body body{.name = "l " + std::to_string(i) + "\r'", .parent = i - 1, .joint = {}, .inertial = {}};
    // The parent is the last body or one above it: that is a depth-first numbering.
    if (i > 2 && !depth_first)
      body.parent = 1 + static_cast<int>(random() % static_cast<unsigned>(i - 1));
    else if (i > 1)
      for (auto steps = random() % 4; steps > 0 && body.parent > (floating_base ? 1 : 0); --steps)
        body.parent = model.bodies[static_cast<std::size_t>(body.parent)].parent;
    body.joint.name = "j<" + std::to_string(i);
    body.joint.kind = joint_kinds[random() % joint_kinds.size()].kind;
    body.joint.placement = placement();
    if (body.joint.kind == JointKind::helical) body.joint.pitch = draw();
    if (body.joint.kind == JointKind::universal)
      body.joint.second_axis = {std::remainder(draw(), 1.0), std::remainder(draw(), 1.0), 1.5};
    if (body.joint.kind != JointKind::fixed && body.joint.kind != JointKind::spherical &&
        body.joint.kind != JointKind::free)
      // Within the lengths that an axis may have.
      body.joint.axis = {std::remainder(draw(), 1.0) + 2, std::remainder(draw(), 1.0), -0.0};
    if (i == 1 && floating_base) {
      body.joint = {};
      body.joint.name = "floating_base";
      body.joint.kind = JointKind::free;
    }
    if (random() % 3 != 0) {
      const double scale = std::abs(draw());
      body.inertial = {.origin = placement(),
                       .mass = std::abs(draw()),
                       .ixx = scale,
                       .ixy = -0.0,
                       .ixz = scale / 3,
                       .iyy = scale,
                       .iyz = scale / 7,
                       .izz = scale};
    }
    model.bodies.push_back(body);
  }
  return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(urdf_writer)

BOOST_AUTO_TEST_CASE(what_is_written_reads_back_to_the_last_bit) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 400; ++k) {
    const bool floating_base = k % 2 == 1, depth_first = k % 4 < 2;
    const Model model = random_model(random, floating_base, 1 + k % 20, depth_first);
    const std::string text = write_urdf(model);
    if (depth_first) BOOST_TEST((text.find("numbering") == std::string::npos));
    check_same(parsed(text, {.floating_base = floating_base, .independent_mimic = false}), model);
    BOOST_TEST((text.find("floating_base") == std::string::npos));
    BOOST_TEST((text.find("version=\"1.1\"") == std::string::npos) ==
               (text.find("quat_xyzw") == std::string::npos));
  }
}

BOOST_AUTO_TEST_CASE(a_base_that_a_reader_would_not_make_is_written) {
  std::mt19937_64 random(4);
  const Model floating = random_model(random, true, 1);
  BOOST_TEST((write_urdf(floating).find("world") == std::string::npos));
  const auto check_kept = [&](auto&& change) {
    Model model = floating;
    change(model);
    const std::string text = write_urdf(model);
    BOOST_TEST((text.find("type=\"floating\"") != std::string::npos));
    check_same(parsed(text), model);
  };
  check_kept([](Model& model) { model.bodies[0].name = "earth"; });
  check_kept([](Model& model) { model.bodies[0].inertial.mass = 1; });
  check_kept([](Model& model) { model.bodies[1].joint.name = "free"; });
  check_kept([](Model& model) { model.bodies[1].joint.placement.rpy[0] = 1; });
  check_kept([](Model& model) {
    model.bodies.push_back(model.bodies[1]);
    model.bodies[2].name = "other";
    model.bodies[2].joint.name = "other";
  });
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written) {
  std::mt19937_64 random(5);
  const Model good = random_model(random, false, 3);
  Model model = good;
  model.bodies[2].name = "\xff";
  check_refused([&] { write_urdf(model); }, {"link '\\xff'", "XML"});
  model.bodies[2].name = std::string("a\0b", 3);
  check_refused([&] { write_urdf(model); }, {"link 'a\\x00b'", "XML"});
  model.bodies[2].name = "\x01";
  check_refused([&] { write_urdf(model); }, {"link '\\x01'", "XML"});
  model = good;
  model.bodies[2].inertial.mass = -1;
  check_refused([&] { write_urdf(model); }, {"negative mass"});
  model = good;
  model.name.clear();
  BOOST_TEST(parsed(write_urdf(model)).name == "robot");
}

BOOST_AUTO_TEST_SUITE_END()
