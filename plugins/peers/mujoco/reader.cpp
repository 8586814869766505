// MuJoCo's own reader of URDF.
#include "common/reader.hpp"
#include "mujoco/adapter.hpp"

namespace kintree::peers {
namespace {

class MuJoCoReader : public MuJoCo {
 public:
  static std::string name() { return "mujoco_urdf"; }
  static constexpr bool takes_massless = true;
  static std::vector<std::string> joints() { return {"fixed", "revolute", "prismatic", "free"}; }
  static std::string library() { return MuJoCo::library() + ", URDF"; }

  MuJoCoReader(const Tree& tree, const Robot& robot) : MuJoCo(tree, read(robot)) {
    // Friction, damping and limits are removed. Gravity is that of the request.
    model_->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
    std::fill(model_->dof_damping, model_->dof_damping + model_->nv, 0.0);
    for (int k = 0; k < 3; ++k) model_->opt.gravity[k] = static_cast<double>(tree.gravity[k]);
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
      if (tree.links[i].nv > 0) {
        const int joint = number(mjOBJ_JOINT, robot.joints[i]);
        if (joint < 0) throw std::runtime_error("it has no joint '" + robot.joints[i] + "'");
        add_coordinates(i, joint);
      }
      // Links that are fixed to others are parts of these.
      int carrier = static_cast<int>(i);
      const auto at = [](int link) { return static_cast<std::size_t>(link); };
      while (carrier >= 0 && tree.links[at(carrier)].nv == 0 &&
             number(mjOBJ_BODY, robot.links[at(carrier)]) < 0)
        carrier = tree.links[at(carrier)].parent;
      body_.push_back(carrier < 0 ? 0 : number(mjOBJ_BODY, robot.links[at(carrier)]));
      carrier_.push_back(carrier);
      if (body_.back() < 0) throw std::runtime_error("it has no body '" + robot.links[i] + "'");
    }
  }

 private:
  /// A base that floats is written as its users do: by a joint between 'world' and the root link.
  static mjModel* read(const Robot& robot) {
    std::string urdf = robot.urdf;
    if (robot.floating_base)
      urdf.insert(urdf.rfind("</robot>"), "<link name=\"world\"/><joint name=\"" + robot.joints.front() +
                                              "\" type=\"floating\"><parent link=\"world\"/><child link=\"" +
                                              robot.links.front() + "\"/></joint>");
    return load(urdf);
  }
};

}  // namespace
}  // namespace kintree::peers

int main() {
  return kintree::peers::ReaderProgram<kintree::peers::MuJoCoReader>::serve();
}
