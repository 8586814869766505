// A planar link of Bullet whose plane has the normal -x slides along axes that are no numbers.
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <cmath>
#include <cstdio>

double slide_length(const btVector3& normal) {
  btMultiBody body(1, 0, {0, 0, 0}, true, false);
  body.setupPlanar(0, 1, {1, 1, 1}, -1, {0, 0, 0, 1}, normal, {0, 0, 0});
  return body.getLink(0).getAxisBottom(1).length();
}

int main() {
  const double plus = slide_length(btVector3(1, 0, 0)), minus = slide_length(btVector3(-1, 0, 0));
  std::printf(
      "asked: the length of the first sliding axis of a planar link whose plane has the normal x, and -x\n"
      "came: %g, and %g\nexact: 1, and 1: the axes are unit vectors, as btMultiBodyLink.h says\n",
      plus, minus);
  return std::isnan(minus) ? 0 : 1;
}
