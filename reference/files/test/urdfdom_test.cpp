// The URDF reader against urdfdom, which reads numbers by other code and keeps rotations as quaternions.
#define BOOST_TEST_MODULE input_urdfdom
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kintree/files/urdf.hpp"

namespace {

using namespace kintree;

const char* const sample = R"(<?xml version="1.0"?>
<robot name="sample">
  <link name="root">
    <inertial>
      <origin xyz="0.1 -0.2 0.30000000000000004" rpy="0.4 -0.5 0.6"/><mass value="1.7"/>
      <inertia ixx="1.1" ixy="0.01" ixz="-0.02" iyy="1.2" iyz="0.03" izz="1.3"/>
    </inertial>
  </link>
  <link name="turned"><inertial><mass value="0.123456789012345678"/>
    <inertia ixx="1e-3" ixy="0" ixz="0" iyy="1.5e-3" iyz="0" izz="2E-3"/></inertial></link>
  <link name="massless"/>
  <link name="spun"><inertial><origin xyz="1 2 3"/><mass value="3"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="slid"><inertial><origin rpy="-3 1.5 3.1"/><mass value="4"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="glued"/><link name="flat"/><link name="loose"/>
  <joint name="j5" type="planar"><parent link="slid"/><child link="flat"/><axis xyz="0 1 0"/>
    <origin xyz="1e-17 2.5 -1e5" rpy="1 1 1"/></joint>
  <joint name="j1" type="revolute"><parent link="root"/><child link="turned"/><axis xyz="0.6 0 -0.8"/>
    <origin xyz="0.1 0.2 0.7" rpy="-0.1 0.25 2.9"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="j2" type="continuous"><parent link="root"/><child link="spun"/><axis xyz="0 0 2.5"/></joint>
  <joint name="j3" type="prismatic"><parent link="turned"/><child link="slid"/>
    <origin rpy="0 0 -1.2"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="j4" type="fixed"><parent link="spun"/><child link="glued"/><origin xyz="0.3 0 0"/></joint>
  <joint name="j6" type="floating"><parent link="glued"/><child link="loose"/><origin xyz="0 0.4 0"/></joint>
  <joint name="j7" type="fixed"><parent link="loose"/><child link="massless"/></joint>
</robot>)";

JointKind kind_of(int type) {
  switch (type) {
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS:
      return JointKind::revolute;
    case urdf::Joint::PRISMATIC:
      return JointKind::prismatic;
    case urdf::Joint::FLOATING:
      return JointKind::free;
    case urdf::Joint::PLANAR:
      return JointKind::planar;
    case urdf::Joint::FIXED:
      return JointKind::fixed;
    default:
      throw std::runtime_error("unknown type");
  }
}

void check_placement(const Placement& ours, const urdf::Pose& theirs) {
  BOOST_TEST(ours.xyz[0] == theirs.position.x);
  BOOST_TEST(ours.xyz[1] == theirs.position.y);
  BOOST_TEST(ours.xyz[2] == theirs.position.z);
  Triple rpy{};
  theirs.rotation.getRPY(rpy[0], rpy[1], rpy[2]);
  for (std::size_t k = 0; k < 3; ++k) BOOST_TEST(std::abs(ours.rpy[k] - rpy[k]) <= 1e-12);
}

/// Our base has no joint, the root link of urdfdom has none either.
void check_same(const Model& model, const urdf::ModelInterface& theirs) {
  BOOST_TEST(model.name == theirs.getName());
  BOOST_TEST(model.bodies.size() == theirs.links_.size());
  BOOST_TEST(model.bodies.size() - 1 == theirs.joints_.size());
  BOOST_TEST(model.bodies[0].name == theirs.getRoot()->name);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    BOOST_TEST_CONTEXT(body.name) {
      const auto link = theirs.getLink(body.name);
      BOOST_REQUIRE(link);
      BOOST_TEST(body.inertial.mass == (link->inertial ? link->inertial->mass : 0.0));
      if (link->inertial) {
        check_placement(body.inertial.origin, link->inertial->origin);
        BOOST_TEST(body.inertial.ixx == link->inertial->ixx);
        BOOST_TEST(body.inertial.ixy == link->inertial->ixy);
        BOOST_TEST(body.inertial.ixz == link->inertial->ixz);
        BOOST_TEST(body.inertial.iyy == link->inertial->iyy);
        BOOST_TEST(body.inertial.iyz == link->inertial->iyz);
        BOOST_TEST(body.inertial.izz == link->inertial->izz);
      }
      if (i == 0) continue;
      const auto joint = theirs.getJoint(body.joint.name);
      BOOST_REQUIRE(joint);
      BOOST_TEST(body.name == joint->child_link_name);
      BOOST_TEST(model.bodies[static_cast<std::size_t>(body.parent)].name == joint->parent_link_name);
      BOOST_TEST((body.joint.kind == kind_of(joint->type)));
      if (body.joint.kind != JointKind::fixed && body.joint.kind != JointKind::free) {
        BOOST_TEST(body.joint.axis[0] == joint->axis.x);
        BOOST_TEST(body.joint.axis[1] == joint->axis.y);
        BOOST_TEST(body.joint.axis[2] == joint->axis.z);
      }
      check_placement(body.joint.placement, joint->parent_to_joint_origin_transform);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(both_read_the_same_robot) {
  const auto theirs = urdf::parseURDF(sample);
  BOOST_REQUIRE(theirs);
  const Model model = parse_urdf(sample, "sample").model;
  BOOST_TEST(model.body_count() == 7);
  check_same(model, *theirs);
}

BOOST_AUTO_TEST_CASE(urdfdom_reads_what_we_write) {
  const Model model = parse_urdf(sample, "sample").model;
  const auto theirs = urdf::parseURDF(write_urdf(model));
  BOOST_REQUIRE(theirs);
  check_same(model, *theirs);
}
