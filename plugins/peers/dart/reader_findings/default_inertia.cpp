// DART's reader of URDF gives a link without inertial a mass of 1 kg, unless its options say otherwise.
#include <cstdio>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/utils/urdf/DartLoader.hpp>

int main() {
  const auto skeleton = dart::utils::DartLoader().parseSkeletonString(
      "<robot name='r'><link name='base'/><link name='frame'/><joint name='j' type='continuous'><parent "
      "link='base'/>"
      "<child link='frame'/></joint></robot>",
      dart::common::Uri("file:/r.urdf"));
  if (skeleton == nullptr) return std::printf("no skeleton\n"), 1;
  const double came = skeleton->getBodyNode("frame")->getMass();
  std::printf(
      "asked: the mass of a link without inertial\n"
      "came: %g kg (DartLoader::Options::mDefaultInertia)\nexact: 0: such a link is a frame\n",
      came);
  return came != 0 ? 0 : 1;
}
