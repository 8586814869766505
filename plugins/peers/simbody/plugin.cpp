// Simbody: mobilized bodies from the base on. To be compiled without NDEBUG, as the library of Debian is: a class depends on it.
#ifdef NDEBUG
#error "Simbody's classes have another layout with NDEBUG"
#endif
#include <Simbody.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/adapter.hpp"
#include "common/chart.hpp"

namespace kintree::peers {
namespace {

SimTK::Vec3 vec(const Vector3& x) {
  return {static_cast<double>(x.x()), static_cast<double>(x.y()), static_cast<double>(x.z())};
}

SimTK::Transform transform(const Pose& pose) {
  SimTK::Mat33 R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = static_cast<double>(pose.R(i, j));
  return {SimTK::Rotation(R, true), vec(pose.p)};
}

SimTK::Body::Rigid rigid(const Link& link) {
  if (!link.has_inertia())
    return SimTK::Body::Rigid(SimTK::MassProperties(0, SimTK::Vec3(0), SimTK::Inertia(0)));
  // About the body's origin, where Simbody wants it.
  const Matrix3 I =
      link.I + link.mass * (link.com.squaredNorm() * Matrix3::Identity() - link.com * link.com.transpose());
  const auto at = [&](int i, int j) { return static_cast<double>(I(i, j)); };
  return SimTK::Body::Rigid(
      SimTK::MassProperties(static_cast<double>(link.mass), vec(link.com),
                            SimTK::Inertia(at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2))));
}

class Simbody {
 public:
  static constexpr unsigned joint_kinds = 0;  // all
  static constexpr bool names_pivots = false;
  static std::string library() {
    int version[3] = {};
    SimTK_version_simbody(&version[0], &version[1], &version[2]);
    return "Simbody " + std::to_string(version[0]) + "." + std::to_string(version[1]) + "." +
           std::to_string(version[2]);
  }

  explicit Simbody(Tree tree) : tree_(std::move(tree)), matter_(system_), forces_(system_) {
    for (const Link& link : tree_.links)
      add(link,
          link.parent < 0 ? SimTK::MobilizedBodyIndex(0) : body_[static_cast<std::size_t>(link.parent)]);
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      charts_.index.emplace_back();
      positions_.emplace_back();
      for (const SimTK::MobilizedBodyIndex& part : parts_[i]) {
        const SimTK::MobilizedBody& body = matter_.getMobilizedBody(part);
        for (int k = 0; k < body.getNumU(state_); ++k)
          charts_.index[i].push_back(body.getFirstUIndex(state_) + k);
        for (int k = 0; k < body.getNumQ(state_); ++k)
          positions_[i].push_back(body.getFirstQIndex(state_) + k);
      }
      if (tree_.links[i].joint == KINTREE_PLANAR)  // theirs is the angle, then x and y
        for (std::vector<int>* index : {&charts_.index[i], &positions_[i]})
          std::rotate(index->begin(), index->begin() + 1, index->end());
    }
  }

  void mass_matrix(const double* q, double* H) {
    at_rest(q);
    SimTK::Matrix M;
    clock_([&] { matter_.calcM(state_, M); });
    charts_.mass_matrix_back(
        tree_, [&](int i, int j) { return M(i, j); }, H);
  }

  void mass_matrix_inverse(const double* q, double* H_inverse) {
    at_rest(q);
    SimTK::Matrix M_inverse;
    clock_([&] { matter_.calcMInv(state_, M_inverse); });
    charts_.inverse_back(
        tree_, [&](int i, int j) { return M_inverse(i, j); }, H_inverse);
  }

  void inverse_dynamics(const double* q, const double* v, const double* qdd, const double* f_ext,
                        double* tau) {
    set_state(q, v);
    SimTK::Vector residual;
    const SimTK::Vector none(tree_.n, 0.0), given = vector_of(charts_.acceleration(tree_, qdd));
    const SimTK::Vector_<SimTK::SpatialVec> forces = on_bodies(q, f_ext);
    clock_([&] { matter_.calcResidualForceIgnoringConstraints(state_, none, forces, given, residual); });
    charts_.force_back(tree_, residual.getContiguousScalarData(), tau);
  }

  void forward_dynamics(const double* q, const double* v, const double* tau, const double* f_ext,
                        double* qdd) {
    set_state(q, v);
    SimTK::Vector acceleration;
    SimTK::Vector_<SimTK::SpatialVec> of_bodies;
    const SimTK::Vector given = vector_of(charts_.force(tree_, tau));
    const SimTK::Vector_<SimTK::SpatialVec> forces = on_bodies(q, f_ext);
    clock_(
        [&] { matter_.calcAccelerationIgnoringConstraints(state_, given, forces, acceleration, of_bodies); });
    charts_.acceleration_back(tree_, acceleration.getContiguousScalarData(), qdd);
  }

  void inverse_osim(const double* q, double* Lambda_inverse) {
    at_rest(q);
    const int rows = static_cast<int>(6 * tree_.ends.size());
    SimTK::Matrix J(rows, tree_.n, 0.0), product(rows, rows);
    clock_([&] {
      SimTK::Matrix of_end;
      for (std::size_t e = 0; e < tree_.ends.size(); ++e)
        if (const End& end = tree_.ends[e]; end.link >= 0) {
          matter_.calcFrameJacobian(state_, body_[static_cast<std::size_t>(end.link)], vec(end.pose.p),
                                    of_end);
          J.updBlock(static_cast<int>(6 * e), 0, 6, tree_.n) = of_end;
        }
      SimTK::Vector solved;
      for (int k = 0; k < rows; ++k) {
        matter_.multiplyByMInv(state_, SimTK::Vector(~J[k]), solved);
        product(k) = J * solved;
      }
    });
    inverse_osim_back(
        tree_, q, [&](int i, int j) { return product(i, j); }, Lambda_inverse);
  }

  void jacobian(const double* q, const double* v, double* J, double* J_dot_v) {
    set_state(q, v);
    const auto rows = static_cast<Eigen::Index>(6 * tree_.ends.size());
    Charts::RowMajor of_ends = Charts::RowMajor::Zero(rows, tree_.n);
    Charts::Vector rates = Charts::Vector::Zero(rows);
    const Charts::Vector accelerations = charts_.without_acceleration(tree_);
    SimTK::Matrix of_end;
    for (std::size_t e = 0; e < tree_.ends.size(); ++e) {
      const End& end = tree_.ends[e];
      if (end.link < 0) continue;
      const SimTK::MobilizedBodyIndex body = body_[static_cast<std::size_t>(end.link)];
      SimTK::SpatialVec bias;
      clock_([&] {
        matter_.calcFrameJacobian(state_, body, vec(end.pose.p), of_end);
        bias = matter_.calcBiasForFrameJacobian(state_, body, vec(end.pose.p));
      });
      for (int row = 0; row < 6; ++row) {
        const auto at = static_cast<Eigen::Index>(6 * e) + row;
        for (int k = 0; k < tree_.n; ++k) of_ends(at, k) = of_end(row, k);
        rates[at] = bias[row / 3][row % 3];
      }
    }
    jacobian_back(tree_, charts_, q, v, of_ends, rates + of_ends * accelerations, J, J_dot_v);
  }

  const LibraryClock& clock() const { return clock_; }

 private:
  using Mobilized = SimTK::MobilizedBody;

  /// Their axis of rotation is z, that of a slider x: both frames are turned.
  void add(const Link& link, SimTK::MobilizedBodyIndex parent_index) {
    Mobilized& parent = matter_.updMobilizedBody(parent_index);
    const SimTK::Body::Rigid body = rigid(link);
    const Pose z_along{axes_along(link.n), Vector3::Zero()},
        z_along_second{axes_along(link.n2), Vector3::Zero()};
    Pose x_along = z_along;
    x_along.R << z_along.R.col(2), z_along.R.col(0), z_along.R.col(1);
    const auto before = [&](const Pose& axes) { return transform(link.placement * axes); };
    const SimTK::Transform here = transform(link.placement), same;
    std::vector<SimTK::MobilizedBodyIndex>& parts = parts_.emplace_back();
    const auto made = [&](const Mobilized& mobilized) { parts.push_back(mobilized.getMobilizedBodyIndex()); };
    switch (link.joint) {
      case KINTREE_REVOLUTE:
        made(Mobilized::Pin(parent, before(z_along), body, transform(z_along)));
        break;
      case KINTREE_PRISMATIC:
        made(Mobilized::Slider(parent, before(x_along), body, transform(x_along)));
        break;
      case KINTREE_HELICAL:
        made(Mobilized::Screw(parent, before(z_along), body, transform(z_along),
                              static_cast<double>(link.pitch)));
        break;
      case KINTREE_CYLINDRICAL:
        made(Mobilized::Cylinder(parent, before(z_along), body, transform(z_along)));
        break;
      case KINTREE_UNIVERSAL: {  // their own wants perpendicular axes
        Mobilized::Pin first(parent, before(z_along), rigid(Link{}), transform(z_along));
        made(first);
        made(Mobilized::Pin(first, transform(z_along_second), body, transform(z_along_second)));
        break;
      }
      case KINTREE_PLANAR:
        made(Mobilized::Planar(parent, before(z_along), body, transform(z_along)));
        break;
      case KINTREE_SPHERICAL:
        made(Mobilized::Ball(parent, here, body, same));
        break;
      case KINTREE_FREE:
        made(Mobilized::Free(parent, here, body, same));
        break;
      default:
        made(Mobilized::Weld(parent, here, body, same));
        break;
    }
    body_.push_back(parts.back());
  }

  static SimTK::Vector vector_of(const Eigen::VectorXd& x) {
    SimTK::Vector result(static_cast<int>(x.size()));
    for (int k = 0; k < x.size(); ++k) result[k] = x[k];
    return result;
  }

  void set_state(const double* q, const double* v) {
    charts_.of.clear();
    SimTK::Vector& positions = state_.updQ();
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const Link& link = tree_.links[i];
      std::vector<Real> values(q + link.q, q + link.q + link.nq);
      Chart chart = Chart::same(link.nv);
      if (link.joint == KINTREE_PLANAR) chart = planar_rates(link, q, v);
      if (link.joint == KINTREE_SPHERICAL || link.joint == KINTREE_FREE) {
        const Quaternion turned = turn(link, q);
        const std::vector<Real> p(values.begin(), values.end() - 4);
        values = {turned.w(), turned.x(), turned.y(), turned.z()};
        values.insert(values.end(), p.begin(), p.end());
        FreeForm form;
        form.A = form.B = turned.toRotationMatrix();
        form.rotating = true;
        chart = link.joint == KINTREE_FREE ? free_chart(form, link, v) : Chart::rotated(form.A);
      }
      for (std::size_t k = 0; k < values.size(); ++k)
        positions[positions_[i][k]] = static_cast<double>(values[k]);
      charts_.of.push_back(chart);
    }
    state_.updU() = vector_of(charts_.velocity(tree_, v));
    clock_([&] { system_.realize(state_, SimTK::Stage::Dynamics); });
  }

  void at_rest(const double* q) {
    set_state(q, std::vector<double>(static_cast<std::size_t>(tree_.n)).data());
  }

  /// External forces and weights: about the bodies' origins, in the base's axes.
  SimTK::Vector_<SimTK::SpatialVec> on_bodies(const double* q, const double* f_ext) const {
    SimTK::Vector_<SimTK::SpatialVec> forces(matter_.getNumBodies(),
                                             SimTK::SpatialVec(SimTK::Vec3(0), SimTK::Vec3(0)));
    const std::vector<Pose> placed = poses(tree_, q);
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const Link& link = tree_.links[i];
      const Vector3 weight = link.mass * (placed[i].R.transpose() * tree_.gravity);
      const Vector3 couple = vector(f_ext + 6 * (i + 1)) + link.com.cross(weight),
                    force = vector(f_ext + 6 * (i + 1) + 3) + weight;
      forces[body_[i]] = SimTK::SpatialVec(vec(placed[i].R * couple), vec(placed[i].R * force));
    }
    return forces;
  }

  Tree tree_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::State state_;
  std::vector<SimTK::MobilizedBodyIndex> body_;  ///< by link
  std::vector<std::vector<SimTK::MobilizedBodyIndex>>
      parts_;                                ///< by link: the mobilizers that make its joint
  std::vector<std::vector<int>> positions_;  ///< by link: of its coordinates, in Simbody's q
  Charts charts_;
  LibraryClock clock_;
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PEER(kintree::peers::Simbody, "simbody", true)
