// MuJoCo refers all inertias to the centre of mass of the whole tree, so that small ones far from it lose digits: here a wheel beside a heavy body.
#include <mujoco/mujoco.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

/// The largest relative error of the inertia of a wheel about its own axis, 0.7 m away from the joint of a heavy body.
double error(const std::string& centre_of_heavy) {
  const std::string xml =
      "<mujoco><worldbody><body><joint axis='0 0 1'/><inertial pos='" + centre_of_heavy +
      "' mass='10' diaginertia='1 1 1'/><body pos='0.6 0.3 0.1'><joint axis='0 0.6 0.8'/>"
      "<inertial pos='0 0 0' mass='0.1' diaginertia='1e-5 1e-5 1e-5'/></body></body></worldbody></mujoco>";
  auto* files = new mjVFS;
  mj_defaultVFS(files);
  mj_makeEmptyFileVFS(files, "m.xml", static_cast<int>(xml.size()));
  std::memcpy(files->filedata[0], xml.data(), xml.size());
  char text[500] = "";
  mjModel* m = mj_loadXML("m.xml", files, text, sizeof text);
  if (m == nullptr) return std::printf("no model: %s\n", text), NAN;
  mjData* d = mj_makeData(m);
  double M[4], worst = 0;
  for (int k = 0; k < 100; ++k) {
    d->qpos[0] = 0.01 * k;
    mj_forward(m, d);
    mj_fullM(m, M, d->qM);
    worst = std::fmax(worst, std::fabs(M[3] - 1e-5) / 1e-5);
  }
  return worst;
}

int main() {
  const double far = error("0 0 0"), near = error("0.6 0.3 0.1");
  std::printf(
      "asked: the inertia of a wheel of 1e-5 kg m^2 and 0.1 kg about its own axis, 0.7 m away from a body of "
      "10 kg, in 100 positions\n"
      "came: M(2,2) with a relative error of up to %.2g; where the centre of the heavy body, and with it "
      "that of the tree, is in "
      "the wheel, of up to %.2g\n"
      "exact: 1e-5; rounding the inertia itself is 1e-16. About a point at the distance r it is m r^2 = "
      "0.046 as well, which "
      "cancels: 1e-16 m r^2 / I = 5e-13\n",
      far, near);
  return far > 1e-14 && near < 1e-14 ? 0 : 1;
}
