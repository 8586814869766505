// MuJoCo's reader takes no model whose bodies are nested deeper than its XML parser allows.
#include <mujoco/mujoco.h>
#include <cstdio>
#include <cstring>
#include <string>

mjModel* chain(int bodies, char* error) {
  std::string xml = "<mujoco><worldbody>";
  for (int k = 0; k < bodies; ++k)
    xml += "<body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";
  for (int k = 0; k < bodies; ++k) xml += "</body>";
  xml += "</worldbody></mujoco>";
  auto* files = new mjVFS;
  mj_defaultVFS(files);
  mj_makeEmptyFileVFS(files, "m.xml", static_cast<int>(xml.size()));
  std::memcpy(files->filedata[0], xml.data(), xml.size());
  return mj_loadXML("m.xml", files, error, 500);
}

int main() {
  char error[500] = "";
  int most = 1;
  while (most < 1000 && chain(most + 1, error) != nullptr) ++most;
  for (char* c = error; *c != 0; ++c)
    if (*c == '\n') *c = ' ';
  std::printf(
      "asked: chains of more and more bodies\ncame: one of %d is loaded, one of %d is refused: %.60s\n"
      "exact: a chain of any length is a model\n",
      most, most + 1, error);
  return most < 1000 ? 0 : 1;
}
