// MuJoCo turns a full inertia tensor into principal axes by an iteration that stops early.
#include <mujoco/mujoco.h>
#include <cmath>
#include <cstdio>
#include <cstring>

int main() {
  const char* xml =
      "<mujoco><worldbody><body><joint type='ball'/><inertial pos='0 0 0' mass='1' fullinertia='2 3 4 0.5 "
      "0.25 0.125'/></body>"
      "</worldbody></mujoco>";
  auto* files = new mjVFS;
  mj_defaultVFS(files);
  mj_makeEmptyFileVFS(files, "m.xml", static_cast<int>(std::strlen(xml)));
  std::memcpy(files->filedata[0], xml, std::strlen(xml));
  char error[500] = "";
  mjModel* m = mj_loadXML("m.xml", files, error, sizeof error);
  if (m == nullptr) return std::printf("no model: %s\n", error), 1;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  double M[9], worst = 0;
  mj_fullM(m, M, d->qM);
  const double exact[9] = {2, 0.5, 0.25, 0.5, 3, 0.125, 0.25, 0.125, 4};
  for (int k = 0; k < 9; ++k) worst = std::fmax(worst, std::fabs(M[k] - exact[k]));
  std::printf(
      "asked: the mass matrix of one body on a ball joint about its centre of mass, with fullinertia='2 3 4 "
      "0.5 0.25 0.125'\n"
      "came: M(1,2) = %.17g, M(2,3) = %.17g\nexact: the tensor itself: 0.5 and 0.125; the largest difference "
      "is %.2g\n",
      M[1], M[5], worst);
  return worst > 1e-13 ? 0 : 1;
}
