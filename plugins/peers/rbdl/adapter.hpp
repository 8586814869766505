// RBDL: a model of movable bodies. A floating base is three translations and a ball, whatever its parent is.
#pragma once

#include <rbdl/rbdl.h>
#include <rbdl/rbdl_mathutils.h>

#include <string>
#include <vector>

#include "common/adapter.hpp"
#include "common/chart.hpp"

namespace kintree::peers {

namespace rbd = RigidBodyDynamics;
using VectorNd = rbd::Math::VectorNd;
using MatrixNd = rbd::Math::MatrixNd;

inline rbd::Math::Vector3d vec(const Vector3& x) {
  return x.cast<double>();
}

class Rbdl {
 public:
  static constexpr unsigned joint_kinds = 0;  // all
  static constexpr bool names_pivots = false;
  static std::string library() {
    const int version = RBDL_API_VERSION;
    return "RBDL " + std::to_string(version >> 16) + "." + std::to_string(version >> 8 & 255) + "." +
           std::to_string(version & 255);
  }

  explicit Rbdl(Tree tree) : tree_(std::move(tree)) {
    model_.gravity = vec(tree_.gravity);  // by default it is along -y
    for (const Link& link : tree_.links)
      add(link, link.parent < 0 ? 0 : body_[static_cast<std::size_t>(link.parent)]);
    if (static_cast<int>(model_.dof_count) != tree_.n)
      throw std::runtime_error("RBDL counts other degrees of freedom");
  }

  void mass_matrix(const double* q, double* H) {
    set_state(q, at_rest().data());
    MatrixNd M = MatrixNd::Zero(tree_.n, tree_.n);  // it adds nothing where the entry is zero
    clock_([&] { rbd::CompositeRigidBodyAlgorithm(model_, Q_, M, true); });
    charts_.mass_matrix_back(
        tree_, [&](int i, int j) { return M(i, j); }, H);
  }

  void mass_matrix_inverse(const double* q, double* H_inverse) {
    set_state(q, at_rest().data());
    const MatrixNd identity = MatrixNd::Identity(tree_.n, tree_.n);
    MatrixNd columns(tree_.n, tree_.n);
    clock_([&] {
      VectorNd column = VectorNd::Zero(tree_.n);
      for (int k = 0; k < tree_.n; ++k) {
        rbd::CalcMInvTimesTau(model_, Q_, identity.col(k), column, k == 0);
        columns.col(k) = column;
      }
    });
    charts_.inverse_back(
        tree_, [&](int i, int j) { return columns(i, j); }, H_inverse);
  }

  void factorization(const double* H, const double* b, double* L, double* D, double* x) {
    const int n = tree_.n;
    MatrixNd factor = Eigen::Map<const Charts::RowMajor>(H, n, n);
    VectorNd solution = Eigen::Map<const VectorNd>(b, n);
    clock_([&] {
      rbd::Math::SparseFactorizeLTL(model_, factor);
      rbd::Math::SparseSolveLTx(model_, factor, solution);
      rbd::Math::SparseSolveLx(model_, factor, solution);
    });
    Eigen::Map<Charts::RowMajor>(L, n, n) = factor.triangularView<Eigen::Lower>();
    Eigen::Map<Charts::RowMajor>(D, n, n).setIdentity();
    Eigen::Map<VectorNd>(x, n) = solution;
  }

  void inverse_dynamics(const double* q, const double* v, const double* qdd, const double* f_ext,
                        double* tau) {
    set_state(q, v);
    const VectorNd velocity = charts_.velocity(tree_, v), given = charts_.acceleration(tree_, qdd);
    std::vector<rbd::Math::SpatialVector> forces = pushes(q, f_ext);
    VectorNd result = VectorNd::Zero(tree_.n);
    clock_([&] { rbd::InverseDynamics(model_, Q_, velocity, given, result, &forces); });
    charts_.force_back(tree_, result.data(), tau);
  }

  void forward_dynamics(const double* q, const double* v, const double* tau, const double* f_ext,
                        double* qdd) {
    set_state(q, v);
    const VectorNd velocity = charts_.velocity(tree_, v), given = charts_.force(tree_, tau);
    std::vector<rbd::Math::SpatialVector> forces = pushes(q, f_ext);
    VectorNd result = VectorNd::Zero(tree_.n);
    clock_([&] { rbd::ForwardDynamics(model_, Q_, velocity, given, result, &forces); });
    charts_.acceleration_back(tree_, result.data(), qdd);
  }

  const LibraryClock& clock() const { return clock_; }

  // For peers of other routines.
 protected:
  std::vector<double> at_rest() const { return std::vector<double>(static_cast<std::size_t>(tree_.n)); }

  static rbd::Body body(const Link& link) {
    return {static_cast<double>(link.mass), vec(link.com), rbd::Math::Matrix3d(link.I.cast<double>())};
  }

  void add(const Link& link, unsigned parent) {
    rbd::Math::SpatialTransform placement(link.placement.R.transpose().cast<double>(), vec(link.placement.p));
    const rbd::Body massless = body(Link{});
    unsigned at = parent;
    const auto made = [&](const rbd::Joint& joint, const rbd::Body& own) {
      at = model_.AddBody(at, placement, joint, own, "");
      placement = rbd::Math::SpatialTransform();
    };
    const auto turning = [&](const Vector3& n) { return rbd::Joint(rbd::JointTypeRevolute, vec(n)); };
    const auto sliding = [&](const Vector3& n) { return rbd::Joint(rbd::JointTypePrismatic, vec(n)); };
    const Matrix3 plane = axes_along(link.n);
    switch (link.joint) {
      case KINTREE_REVOLUTE:
        made(turning(link.n), body(link));
        break;
      case KINTREE_PRISMATIC:
        made(sliding(link.n), body(link));
        break;
      case KINTREE_HELICAL: {
        rbd::Math::SpatialVector axis;
        axis << vec(link.n), vec(link.pitch * link.n);
        made(rbd::Joint(axis), body(link));
        break;
      }
      case KINTREE_CYLINDRICAL:
        made(turning(link.n), massless);
        made(sliding(link.n), body(link));
        break;
      case KINTREE_UNIVERSAL:
        made(turning(link.n), massless);
        made(turning(link.n2), body(link));
        break;
      case KINTREE_PLANAR:
        made(sliding(plane.col(0)), massless);
        made(sliding(plane.col(1)), massless);
        made(turning(link.n), body(link));
        break;
      case KINTREE_SPHERICAL:
        made(rbd::Joint(rbd::JointTypeSpherical), body(link));
        break;
      case KINTREE_FREE:
        made(rbd::Joint(rbd::JointTypeFloatingBase), body(link));
        break;
      default:
        made(rbd::Joint(rbd::JointTypeFixed), body(link));
        break;
    }
    body_.push_back(at);
    std::vector<int>& index = charts_.index.emplace_back();
    for (int k = 0; k < link.nv; ++k) index.push_back(link.v + k);
  }

  void set_state(const double* q, const double* v) {
    charts_.of.clear();
    Q_ = VectorNd::Zero(static_cast<int>(model_.q_size));
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const Link& link = tree_.links[i];
      Chart chart = Chart::same(link.nv);
      if (link.joint == KINTREE_PLANAR) chart = planar_rates(link, q, v);
      if (link.joint == KINTREE_FREE) {
        FreeForm form;
        form.B = joint_pose(link, q).R;
        form.rotating = form.linear_first = true;
        chart = free_chart(form, link, v);
      }
      charts_.of.push_back(chart);
      const bool ball = link.joint == KINTREE_SPHERICAL || link.joint == KINTREE_FREE;
      for (int k = 0; k < link.nq - (ball ? 4 : 0); ++k) Q_[link.v + k] = q[link.q + k];
      if (ball) {
        const Quaternion turned = turn(link, q);
        model_.SetQuaternion(
            body_[i],
            rbd::Math::Quaternion(static_cast<double>(turned.x()), static_cast<double>(turned.y()),
                                  static_cast<double>(turned.z()), static_cast<double>(turned.w())),
            Q_);
      }
    }
  }

  /// By body of RBDL: about the base's origin, in its axes.
  std::vector<rbd::Math::SpatialVector> pushes(const double* q, const double* f_ext) const {
    std::vector<rbd::Math::SpatialVector> forces(model_.mBodies.size(), rbd::Math::SpatialVector::Zero());
    const std::vector<Pose> placed = poses(tree_, q);
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      unsigned at = body_[i];
      if (at >= model_.fixed_body_discriminator)
        at = model_.mFixedBodies[at - model_.fixed_body_discriminator].mMovableParent;
      const Vector3 force = placed[i].R * vector(f_ext + 6 * (i + 1) + 3),
                    couple = placed[i].R * vector(f_ext + 6 * (i + 1)) + placed[i].p.cross(force);
      forces[at].head<3>() += vec(couple);
      forces[at].tail<3>() += vec(force);
    }
    return forces;
  }

  Tree tree_;
  rbd::Model model_;
  std::vector<unsigned> body_;  ///< by link: RBDL's number
  VectorNd Q_;
  Charts charts_;
  LibraryClock clock_;
};

}  // namespace kintree::peers
