// kdl_parser, which makes a tree of Orocos KDL.
#include <kdl/config.h>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <kdl_parser/kdl_parser.hpp>

#include "common/reader.hpp"

namespace kintree::peers {
namespace {

class KdlReader {
 public:
  static std::string name() { return "kdl_parser"; }
  static constexpr bool takes_massless = true;
  static std::vector<std::string> joints() { return {"fixed", "revolute", "prismatic"}; }
  static std::string library() { return "kdl_parser " KDL_PARSER_VERSION ", Orocos KDL " KDL_VERSION_STRING; }

  KdlReader(const Tree& tree, const Robot& robot) : tree_(tree), robot_(robot) {
    if (!kdl_parser::treeFromString(robot.urdf, read_)) throw Refused("kdl_parser makes no tree of it");
    if (static_cast<int>(read_.getNrOfJoints()) != tree.n)
      throw std::runtime_error("it has " + std::to_string(read_.getNrOfJoints()) + " joints that move");
    for (const std::string& link : robot.links)
      if (read_.getSegment(link) == read_.getSegments().end())
        throw std::runtime_error("it has no '" + link + "'");
  }

  void inverse_dynamics(const double* q, const double* v, const double* qdd, const double* f_ext,
                        double* tau) {
    KDL::WrenchMap wrenches;
    const auto n = static_cast<unsigned>(tree_.n);
    KDL::JntArray positions(n), velocities(n), accelerations(n), torques(n);
    for (std::size_t i = 0; i < robot_.links.size(); ++i) {
      const double* f = f_ext + 6 * (i + 1);
      wrenches[robot_.links[i]] = {KDL::Vector(f[3], f[4], f[5]), KDL::Vector(f[0], f[1], f[2])};
      const Link& link = tree_.links[i];
      if (link.nv == 0) continue;
      positions(number(i)) = q[link.q];
      velocities(number(i)) = v[link.v];
      accelerations(number(i)) = qdd[link.v];
    }
    const Eigen::Vector3d g = tree_.gravity.cast<double>();
    KDL::TreeIdSolver_RNE solver(read_, {g.x(), g.y(), g.z()});
    const int code = solver.CartToJnt(positions, velocities, accelerations, wrenches, torques);
    if (code != 0) throw std::runtime_error("KDL's solver returns " + std::to_string(code));
    for (std::size_t i = 0; i < robot_.links.size(); ++i)
      if (tree_.links[i].nv > 0) tau[tree_.links[i].v] = torques(number(i));
  }

 private:
  /// The index of a link's joint in KDL's vectors.
  unsigned number(std::size_t link) const {
    return GetTreeElementQNr(read_.getSegment(robot_.links[link])->second);
  }

  Tree tree_;
  Robot robot_;
  KDL::Tree read_;
};

}  // namespace
}  // namespace kintree::peers

int main() {
  return kintree::peers::ReaderProgram<kintree::peers::KdlReader>::serve();
}
