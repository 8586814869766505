// The axes along which a planar link of Bullet slides have the length of the axis' part across x: none for -x.
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <cstdio>

double slide_length(const btVector3& axis) {
  btMultiBody body(1, 0, {0, 0, 0}, true, false);
  body.setupPlanar(0, 1, {1, 1, 1}, -1, {0, 0, 0, 1}, axis, {0, 0, 0});
  return body.getLink(0).getAxisBottom(1).length();
}

int main() {
  const double z = slide_length(btVector3(0, 0, 1)), oblique = slide_length(btVector3(0.6, 0.8, 0)),
               minus_x = slide_length(btVector3(-1, 0, 0));
  std::printf(
      "asked: the length of the first sliding axis of a planar link whose plane has the normal z, (0.6, 0.8, "
      "0), -x\n"
      "came: %g, %g, %g\nexact: 1, 1, 1: unit vectors, as btMultiBodyLink.h says\n",
      z, oblique, minus_x);
  return oblique != 1 || minus_x != 1 ? 0 : 1;
}
