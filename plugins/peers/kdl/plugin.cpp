// Orocos KDL: trees of segments with joints of one degree of freedom. Other joints are series of these, on
// segments without inertia. A ball becomes three rotations, which are singular at some angles. So the frames
// are turned with the state: the three angles are zero, where they are equivalent to a ball. The tree is
// built for every state that has a ball.
#include <kdl/config.h>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/tree.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>

#include <string>
#include <vector>

#include "common/adapter.hpp"
#include "common/chart.hpp"

namespace kintree::peers {
namespace {

KDL::Vector vec(const Vector3& x) {
  return {static_cast<double>(x.x()), static_cast<double>(x.y()), static_cast<double>(x.z())};
}
KDL::Frame frame(const Pose& pose) {
  return {KDL::Rotation(vec(pose.R.col(0)), vec(pose.R.col(1)), vec(pose.R.col(2))), vec(pose.p)};
}
KDL::JntArray array(const Eigen::VectorXd& x) {
  KDL::JntArray result(static_cast<unsigned>(x.size()));
  result.data = x;
  return result;
}

class Kdl {
 public:
  static constexpr unsigned joint_kinds = ~(1U << KINTREE_HELICAL);
  static constexpr bool names_pivots = false;
  static std::string library() { return "Orocos KDL " KDL_VERSION_STRING; }

  explicit Kdl(Tree tree) : tree_(std::move(tree)) {}

  void mass_matrix(const double* q, double* H) {
    const Built built(*this, q, at_rest().data());
    const KDL::Chain chain = built.chain();
    KDL::JntSpaceInertiaMatrix M(chain.getNrOfJoints());
    KDL::ChainDynParam solver(chain, vec(tree_.gravity));
    int code = 0;
    clock_([&] { code = solver.JntToMass(built.positions, M); });
    check(code);
    built.charts.mass_matrix_back(
        tree_, [&](int i, int j) { return M(static_cast<unsigned>(i), static_cast<unsigned>(j)); }, H);
  }

  void inverse_dynamics(const double* q, const double* v, const double* qdd, const double* f_ext,
                        double* tau) {
    const Built built(*this, q, v);
    KDL::JntArray torques(static_cast<unsigned>(tree_.n));
    KDL::WrenchMap wrenches;
    for (std::size_t i = 0; i < tree_.links.size(); ++i)
      wrenches[name(static_cast<int>(i))] = wrench(f_ext, i);
    KDL::TreeIdSolver_RNE solver(built.tree, vec(tree_.gravity));
    const KDL::JntArray velocities = array(built.charts.velocity(tree_, v)),
                        given = array(built.charts.acceleration(tree_, qdd));
    int code = 0;
    clock_([&] { code = solver.CartToJnt(built.positions, velocities, given, wrenches, torques); });
    check(code);
    built.charts.force_back(tree_, torques.data.data(), tau);
  }

  void forward_dynamics(const double* q, const double* v, const double* tau, const double* f_ext,
                        double* qdd) {
    const Built built(*this, q, v);
    const KDL::Chain chain = built.chain();
    KDL::Wrenches wrenches(chain.getNrOfSegments(), KDL::Wrench::Zero());
    for (std::size_t i = 0; i < tree_.links.size(); ++i) wrenches[built.last_segment[i]] = wrench(f_ext, i);
    KDL::JntArray accelerations(static_cast<unsigned>(tree_.n));
    KDL::ChainFdSolver_RNE solver(chain, vec(tree_.gravity));
    const KDL::JntArray velocities = array(built.charts.velocity(tree_, v)),
                        given = array(built.charts.force(tree_, tau));
    int code = 0;
    clock_([&] { code = solver.CartToJnt(built.positions, velocities, given, wrenches, accelerations); });
    check(code);
    built.charts.acceleration_back(tree_, accelerations.data.data(), qdd);
  }

  const LibraryClock& clock() const { return clock_; }

 private:
  static std::string name(int link) { return link < 0 ? "root" : "b" + std::to_string(link); }
  static KDL::Wrench wrench(const double* f_ext, std::size_t i) {
    const double* f = f_ext + 6 * (i + 1);
    return {KDL::Vector(f[3], f[4], f[5]), KDL::Vector(f[0], f[1], f[2])};
  }
  static void check(int code) {
    if (code != 0) throw std::runtime_error("KDL's solver returns " + std::to_string(code));
  }
  std::vector<double> at_rest() const { return std::vector<double>(static_cast<std::size_t>(tree_.n)); }

  /// The segments for one state, with its positions and charts.
  struct Built {
    KDL::Tree tree{"root"};
    KDL::JntArray positions;
    Charts charts;
    std::vector<std::size_t> last_segment;  ///< by link, counted in a chain
    const Tree& ours;

    Built(const Kdl& kdl, const double* q, const double* v)
        : positions(static_cast<unsigned>(kdl.tree_.n)), ours(kdl.tree_) {
      for (std::size_t i = 0; i < ours.links.size(); ++i) add(static_cast<int>(i), q, v);
    }

    KDL::Chain chain() const {
      if (!ours.is_chain()) throw Refused("KDL has this for chains alone");
      KDL::Chain result;
      if (!tree.getChain("root", name(static_cast<int>(ours.links.size()) - 1), result))
        throw std::runtime_error("KDL finds no chain");
      return result;
    }

   private:
    struct Single {
      KDL::Joint::JointType type;
      Vector3 axis;
      Real position;
    };

    void add(int i, const double* q, const double* v) {
      const Link& link = ours.links[static_cast<std::size_t>(i)];
      const double* own = q + link.q;
      const auto R = KDL::Joint::RotAxis, T = KDL::Joint::TransAxis;
      const Vector3 e[] = {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
      const Matrix3 plane = axes_along(link.n), turned = joint_pose(link, q).R;
      Chart chart = Chart::same(link.nv);
      std::vector<Single> singles;
      std::vector<Pose> before(6);  // of each of these, a frame in that of the one before
      switch (link.joint) {
        case KINTREE_REVOLUTE:
          singles = {{R, link.n, own[0]}};
          break;
        case KINTREE_PRISMATIC:
          singles = {{T, link.n, own[0]}};
          break;
        case KINTREE_CYLINDRICAL:
          singles = {{R, link.n, own[0]}, {T, link.n, own[1]}};
          break;
        case KINTREE_UNIVERSAL:
          singles = {{R, link.n, own[0]}, {R, link.n2, own[1]}};
          break;
        case KINTREE_PLANAR:
          singles = {{T, plane.col(0), own[0]}, {T, plane.col(1), own[1]}, {R, link.n, own[2]}};
          chart = planar_rates(link, q, v);
          break;
        case KINTREE_SPHERICAL:
          singles = {{R, e[0], 0}, {R, e[1], 0}, {R, e[2], 0}};
          before[0].R = turned;
          chart.c = rate_products(v + link.v);
          break;
        case KINTREE_FREE: {
          singles = {{T, e[0], own[0]}, {T, e[1], own[1]}, {T, e[2], own[2]},
                     {R, e[0], 0},      {R, e[1], 0},      {R, e[2], 0}};
          before[3].R = turned;
          FreeForm form;
          form.B = turned;
          form.rotating = form.linear_first = true;
          chart = free_chart(form, link, v);
          chart.c.tail(3) += rate_products(v + link.v);
          break;
        }
        default:
          break;
      }
      std::string hook = name(link.parent);
      Pose at = link.placement;
      std::vector<int>& index = charts.index.emplace_back();
      charts.of.push_back(chart);
      for (std::size_t k = 0; k < singles.size(); ++k) {
        at = at * before[k];
        const bool last = k + 1 == singles.size();
        const std::string own_name = last ? name(i) : name(i) + "_" + std::to_string(k);
        const Single& single = singles[k];
        insert(KDL::Segment(own_name, KDL::Joint(own_name, vec(at.p), vec(at.R * single.axis), single.type),
                            frame(at), last ? inertia(link) : KDL::RigidBodyInertia::Zero()),
               hook);
        positions(static_cast<unsigned>(joints_)) = static_cast<double>(single.position);
        index.push_back(joints_++);
        hook = own_name;
        at = Pose{};
      }
      if (singles.empty())
        insert(KDL::Segment(name(i), KDL::Joint(KDL::Joint::Fixed), frame(at), inertia(link)), hook);
      last_segment.push_back(segments_ - 1);
    }

    /// u' - omega' of three rotations about x, y and z, one after the other, at zero.
    static Vector3 rate_products(const double* omega) {
      return {-static_cast<Real>(omega[1]) * omega[2], static_cast<Real>(omega[0]) * omega[2],
              -static_cast<Real>(omega[0]) * omega[1]};
    }

    void insert(const KDL::Segment& segment, const std::string& hook) {
      if (!tree.addSegment(segment, hook)) throw std::runtime_error("KDL adds no segment to " + hook);
      ++segments_;
    }

    static KDL::RigidBodyInertia inertia(const Link& link) {
      const auto I = [&](int i, int j) { return static_cast<double>(link.I(i, j)); };
      return KDL::RigidBodyInertia(
          static_cast<double>(link.mass), vec(link.com),
          KDL::RotationalInertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)));
    }

    int joints_ = 0;
    std::size_t segments_ = 0;
  };

  Tree tree_;
  LibraryClock clock_;
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PEER(kintree::peers::Kdl, "kdl", true)
