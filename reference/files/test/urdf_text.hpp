// Texts of small robots, and models compared to the last bit.
#pragma once

#include <array>
#include <bit>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/files/urdf.hpp"

namespace kintree::test {

/// The robot of the file "r.urdf", which has this text.
inline Model parsed(std::string_view text, const UrdfOptions& options = {}) {
  return parse_urdf(text, "r.urdf", options).model;
}

inline std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                         const std::string& child, const std::string& rest = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + rest + "</joint>\n";
}

/// A robot of two links a and b with a joint j between them. The arguments are put into link b, joint j and
/// <robot>.
inline std::string two_links(const std::string& link = "", const std::string& in_joint = "",
                             const std::string& rest = "") {
  return "<robot name='r'>\n<link name='a'/>\n<link name='b'>" + link + "</link>\n" +
         joint("j", "revolute", "a", "b", in_joint) + rest + "</robot>\n";
}

inline std::string inertial(const std::string& mass, const std::string& ixx = "1",
                            const std::string& ixy = "0", const std::string& rest = "") {
  return "<inertial>" + rest + "<mass value='" + mass + "'/><inertia ixx='" + ixx + "' ixy='" + ixy +
         "' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>";
}

inline std::vector<std::string> warnings_of(const std::string& text, const UrdfOptions& options = {}) {
  return parse_urdf(text, "r.urdf", options).warnings;
}

/// Content for link b, joint j and the robot of two_links(), and the fragments of a message about it.
struct UrdfContent {
  std::string link, joint, robot;
  std::vector<std::string> fragments;
};

inline std::string text_of(const UrdfContent& c) {
  return two_links(c.link, c.joint, c.robot);
}

inline std::string gazebo(const std::string& content) {
  return "<gazebo reference='b'>" + content + "</gazebo>";
}

template <class T>
bool same_bits(const T& a, const T& b) {
  using Bits = std::array<std::uint64_t, sizeof(T) / sizeof(double)>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

inline void check_same(const Model& a, const Model& b) {
  BOOST_TEST(a.name == b.name);
  BOOST_REQUIRE(a.bodies.size() == b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    BOOST_TEST(a.bodies[i].name == b.bodies[i].name);
    BOOST_TEST(a.bodies[i].parent == b.bodies[i].parent);
    BOOST_TEST(a.bodies[i].joint.name == b.bodies[i].joint.name);
    BOOST_TEST((a.bodies[i].joint.kind == b.bodies[i].joint.kind));
    BOOST_TEST(same_bits(a.bodies[i].joint.axis, b.bodies[i].joint.axis));
    BOOST_TEST(same_bits(a.bodies[i].joint.second_axis, b.bodies[i].joint.second_axis));
    BOOST_TEST(std::bit_cast<std::uint64_t>(a.bodies[i].joint.pitch) ==
               std::bit_cast<std::uint64_t>(b.bodies[i].joint.pitch));
    BOOST_TEST((a.bodies[i].joint.armature == b.bodies[i].joint.armature));
    BOOST_TEST(same_bits(a.bodies[i].joint.placement, b.bodies[i].joint.placement));
    BOOST_TEST(same_bits(a.bodies[i].inertial, b.bodies[i].inertial));
  }
  BOOST_REQUIRE(a.constraints.size() == b.constraints.size());
  for (std::size_t k = 0; k < a.constraints.size(); ++k) {
    const Constraint &c = a.constraints[k], &d = b.constraints[k];
    BOOST_REQUIRE(c.coupling.has_value() == d.coupling.has_value());
    if (c.coupling)
      BOOST_TEST(
          (c.coupling->multiplier == d.coupling->multiplier && c.coupling->offset == d.coupling->offset));
    BOOST_TEST(c.name == d.name);
    BOOST_TEST(c.frame.body == d.frame.body);
    BOOST_TEST(same_bits(c.frame.pose, d.frame.pose));
    BOOST_TEST(c.relative_to == d.relative_to);
    BOOST_TEST((c.rows == d.rows));
  }
}

}  // namespace kintree::test
