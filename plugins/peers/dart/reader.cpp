// DART's DartLoader, as it is, or with `massless`: links without inertial have no mass, as its options can say.
#include <dart/dynamics/DegreeOfFreedom.hpp>
#include <dart/utils/urdf/DartLoader.hpp>

#include "common/reader.hpp"
#include "dart/adapter.hpp"

namespace kintree::peers {
namespace {

class DartReader : public Dart {
 public:
  static inline bool frames_are_massless = false;
  static std::string name() { return frames_are_massless ? "dart_urdf_massless" : "dart_urdf"; }
  static constexpr bool takes_massless = true;
  static std::vector<std::string> joints() { return {"fixed", "revolute", "prismatic", "free"}; }
  static std::string library() {
    return Dart::library() + ", DartLoader" + (frames_are_massless ? ", mDefaultInertia zero" : "");
  }

  DartReader(const Tree& tree, const Robot& robot) : Dart(tree, read(robot)) {
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
      const bool is_base = robot.floating_base && i == 0;
      joints_.push_back({is_base ? skeleton_->getRootJoint() : skeleton_->getJoint(robot.joints[i])});
      body_.push_back(skeleton_->getBodyNode(robot.links[i]));
      const dd::Joint* joint = joints_.back().front();
      if (joint == nullptr || body_.back() == nullptr)
        throw std::runtime_error("it has no '" + robot.joints[i] + "' or no '" + robot.links[i] + "'");
      if (static_cast<int>(joint->getNumDofs()) != tree.links[i].nv)
        throw std::runtime_error("'" + robot.joints[i] + "' has " + std::to_string(joint->getNumDofs()) +
                                 " degrees of freedom");
    }
    for (dd::DegreeOfFreedom* coordinate : skeleton_->getDofs()) {  // the request has none
      coordinate->setDampingCoefficient(0);
      coordinate->setCoulombFriction(0);
    }
    find_coordinates();
  }

 private:
  static dd::SkeletonPtr read(const Robot& robot) {
    using dart::utils::DartLoader;
    const Quiet quiet;
    DartLoader::Options options;
    options.mDefaultRootJointType =
        robot.floating_base ? DartLoader::RootJointType::FLOATING : DartLoader::RootJointType::FIXED;
    if (frames_are_massless)
      options.mDefaultInertia = dd::Inertia(0, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Zero());
    const dd::SkeletonPtr skeleton =
        DartLoader(options).parseSkeletonString(robot.urdf, dart::common::Uri("file:/robot.urdf"));
    if (skeleton == nullptr) throw Refused("DartLoader makes no skeleton of it");
    return skeleton;
  }
};

}  // namespace
}  // namespace kintree::peers

int main(int count, char** arguments) {
  kintree::peers::DartReader::frames_are_massless = count > 1 && std::string(arguments[1]) == "massless";
  return kintree::peers::ReaderProgram<kintree::peers::DartReader>::serve();
}
