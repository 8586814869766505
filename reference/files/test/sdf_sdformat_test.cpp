// The SDF reader and writer against libsdformat: poses, axes and inertias of random files.
#define BOOST_TEST_MODULE input_sdformat
#include <boost/test/unit_test.hpp>
#include <sdf/sdf.hh>

#include "forward_kinematics.hpp"
#include "kintree/files/sdf.hpp"
#include "sdf_samples.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

sdf::Root loaded(const std::string& text) {
  sdf::Root root;
  for (const sdf::Error& error : root.LoadSdfString(text)) BOOST_FAIL(error.Message() << "\n" << text);
  return root;
}

/// The pose of a frame in the frame `relative_to`. An error of libsdformat ends the test.
ignition::math::Pose3d resolved(const sdf::SemanticPose& semantic, const std::string& relative_to = "") {
  ignition::math::Pose3d pose;
  for (const sdf::Error& error : semantic.Resolve(pose, relative_to)) BOOST_FAIL(error.Message());
  return pose;
}

void check_pose(const Pose& ours, const ignition::math::Pose3d& theirs, const std::string& what) {
  check_close(rounded(ours.xyz()), {theirs.Pos().X(), theirs.Pos().Y(), theirs.Pos().Z()}, 10, what + " at");
  const Matrix R = axes(ours);
  const ignition::math::Vector3d unit[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = theirs.Rot().RotateVector(unit[k]);
    check_close(R[k], {axis.X(), axis.Y(), axis.Z()}, 1, what + " axes");
  }
}

class SdfComparison {
 public:
  SdfComparison(const Model& ours, const ignition::math::Pose3d& free_root)
      : ours_(ours), poses_(world_poses(ours, neutral(ours, free_root))) {}

  /// The model and those in it. Their names in our model begin with `prefix`. `X_WM` is the pose of the model in the world.
  void check(const sdf::Model& model, const std::string& prefix, const ignition::math::Pose3d& X_WM) {
    for (std::uint64_t k = 0; k < model.LinkCount(); ++k) {
      const sdf::Link& link = *model.LinkByIndex(k);
      const std::size_t i = body(prefix + link.Name());
      const ignition::math::Pose3d X_WL = X_WM * resolved(link.SemanticPose(), "__model__");
      check_pose(poses_[i], X_WL, "link");
      const Inertial& inertial = ours_.bodies[i].inertial;
      const auto& theirs = link.Inertial();
      BOOST_TEST(inertial.mass == theirs.MassMatrix().Mass());
      check_pose(Pose(inertial.origin), theirs.Pose(), "inertial");
      const auto moments = theirs.MassMatrix().DiagonalMoments(),
                 products = theirs.MassMatrix().OffDiagonalMoments();
      BOOST_TEST((Triple{inertial.ixx, inertial.iyy, inertial.izz} ==
                  Triple{moments.X(), moments.Y(), moments.Z()}));
      BOOST_TEST((Triple{inertial.ixy, inertial.ixz, inertial.iyz} ==
                  Triple{products.X(), products.Y(), products.Z()}));
      ++links_;
    }
    for (std::uint64_t k = 0; k < model.JointCount(); ++k) check(model, *model.JointByIndex(k), prefix, X_WM);
    for (std::uint64_t k = 0; k < model.ModelCount(); ++k) {
      const sdf::Model& inner = *model.ModelByIndex(k);
      check(inner, prefix + inner.Name() + "::", X_WM * resolved(inner.SemanticPose(), "__model__"));
    }
  }

  int links() const { return links_; }

 private:
  /// With the free joints at the pose of the root link, which is that of the file.
  static std::vector<double> neutral(const Model& model, const ignition::math::Pose3d& root) {
    std::vector<double> q = neutral_state(model).q;
    const Layout layout(model);
    for (std::size_t i = 1; i < model.bodies.size(); ++i)
      if (model.bodies[i].joint.kind == JointKind::free) {
        const auto at = q.begin() + layout.first_position[i] - 1;
        const std::array<double, 7> pose{root.Pos().X(), root.Pos().Y(), root.Pos().Z(), root.Rot().W(),
                                         root.Rot().X(), root.Rot().Y(), root.Rot().Z()};
        std::copy(pose.begin(), pose.end(), at);
      }
    return q;
  }

  std::size_t body(const std::string& name) const {
    for (std::size_t i = 0; i < ours_.bodies.size(); ++i)
      if (ours_.bodies[i].name == name) return i;
    BOOST_FAIL("no body " << name);
    return 0;
  }

  void check(const sdf::Model& model, const sdf::Joint& joint, const std::string& prefix,
             const ignition::math::Pose3d& X_WM) {
    for (std::size_t i = 1; i < ours_.bodies.size(); ++i) {
      const Joint& mine = ours_.bodies[i].joint;
      if (mine.name != prefix + joint.Name()) continue;
      std::string parent, child;
      BOOST_REQUIRE(joint.ResolveParentLink(parent).empty());
      BOOST_REQUIRE(joint.ResolveChildLink(child).empty());
      BOOST_TEST(ours_.bodies[static_cast<std::size_t>(ours_.bodies[i].parent)].name ==
                 (parent == "world" ? parent : prefix + parent));
      if (mine.kind == JointKind::fixed) return;
      const ignition::math::Pose3d X_WJ = X_WM * resolved(joint.SemanticPose(), "__model__");
      for (std::size_t k = 0; k < 2; ++k) {
        const sdf::JointAxis* const axis = joint.Axis(static_cast<unsigned>(k));
        if (axis == nullptr || !has_axis(mine.kind)) continue;
        ignition::math::Vector3d xyz;
        BOOST_REQUIRE(axis->ResolveXyz(xyz, "__model__").empty());
        const auto in_world = X_WM.Rot().RotateVector(xyz.Normalized());
        const DigitVector stated = digits(k == 0 ? mine.axis : mine.second_axis);
        const DigitVector unit = 1 / sqrt(dot(stated, stated)) * stated;
        check_close(rounded(poses_[i].direction(unit)), {in_world.X(), in_world.Y(), in_world.Z()}, 1,
                    "axis");
      }
      check_pose(poses_[i], X_WJ, "joint");
      return;
    }
    BOOST_FAIL("no joint " << prefix + joint.Name() << " of model " << model.Name());
  }

  const Model& ours_;
  std::vector<Pose> poses_;
  int links_ = 0;
};

void check_same_as_sdformat(const Model& ours, const std::string& text) {
  const sdf::Root root = loaded(text);
  const sdf::World& world = *root.WorldByIndex(0);
  const auto gravity = world.Gravity();
  BOOST_TEST((ours.gravity == Triple{gravity.X(), gravity.Y(), gravity.Z()}));
  const sdf::Model& model = *world.ModelByIndex(0);
  const ignition::math::Pose3d X_WM = resolved(model.SemanticPose());
  BOOST_TEST_CONTEXT(text) {
    SdfComparison comparison(ours, X_WM * resolved(model.LinkByIndex(0)->SemanticPose(), "__model__"));
    comparison.check(model, "", X_WM);
    BOOST_TEST(comparison.links() > 0);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(libsdformat_and_the_reader_agree_on_random_files) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 150; ++k) {
    const std::string text = random_sdf(random);
    check_same_as_sdformat(parse_sdf(text, "r.sdf").model, text);
  }
}
