// DART: a skeleton of body nodes. To be compiled without -march=native: how Eigen's members are aligned must be as in the library.
#pragma once

#include <dart/config.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Inertia.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/ScrewJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/UniversalJoint.hpp>
#include <dart/dynamics/WeldJoint.hpp>

#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "common/adapter.hpp"
#include "common/chart.hpp"

namespace kintree::peers {

namespace dd = ::dart::dynamics;

inline Eigen::Vector3d vec(const Vector3& x) {
  return x.cast<double>();
}
inline Eigen::Isometry3d isometry(const Pose& pose) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = pose.R.cast<double>();
  result.translation() = vec(pose.p);
  return result;
}

/// The rotation vector of at most half a turn: theirs is a coordinate of ball and free joints.
inline Vector3 rotation_vector(Quaternion q) {
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const Real sine = q.vec().norm();
  return sine == 0 ? Vector3(2 * q.vec()) : Vector3(2 * std::atan2(sine, q.w()) / sine * q.vec());
}

/// Redirects the standard output to the standard error. DART prints remarks about names there, where the
/// suite expects answers.
class Quiet {
 public:
  Quiet() : before_(std::cout.rdbuf(std::cerr.rdbuf())) {}
  ~Quiet() { std::cout.rdbuf(before_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  std::streambuf* before_;
};

class Dart {
 public:
  static constexpr unsigned joint_kinds = 0;  // all
  static constexpr bool names_pivots = false;
  static std::string library() { return "DART " DART_VERSION; }

  explicit Dart(Tree tree) : Dart(std::move(tree), dd::Skeleton::create("tree")) {
    const Quiet quiet;
    for (const Link& link : tree_.links)
      add(link, link.parent < 0 ? nullptr : body_[static_cast<std::size_t>(link.parent)]);
    find_coordinates();
  }

  void mass_matrix(const double* q, double* H) {
    at_rest(q);
    const Eigen::MatrixXd* M = nullptr;
    clock_([&] { M = &skeleton_->getMassMatrix(); });
    charts_.mass_matrix_back(
        tree_, [&](int i, int j) { return (*M)(i, j); }, H);
  }

  void mass_matrix_inverse(const double* q, double* H_inverse) {
    at_rest(q);
    const Eigen::MatrixXd* M_inverse = nullptr;
    clock_([&] { M_inverse = &skeleton_->getInvMassMatrix(); });
    charts_.inverse_back(
        tree_, [&](int i, int j) { return (*M_inverse)(i, j); }, H_inverse);
  }

  void inverse_dynamics(const double* q, const double* v, const double* qdd, const double* f_ext,
                        double* tau) {
    set_state(q, v);
    apply(f_ext);
    const Eigen::VectorXd given = charts_.acceleration(tree_, qdd);
    Eigen::VectorXd forces;
    clock_([&] {
      skeleton_->setAccelerations(given);
      skeleton_->computeInverseDynamics(true);
      forces = skeleton_->getForces();
    });
    charts_.force_back(tree_, forces.data(), tau);
  }

  void forward_dynamics(const double* q, const double* v, const double* tau, const double* f_ext,
                        double* qdd) {
    set_state(q, v);
    apply(f_ext);
    const Eigen::VectorXd given = charts_.force(tree_, tau);
    Eigen::VectorXd accelerations;
    clock_([&] {
      skeleton_->setForces(given);
      skeleton_->computeForwardDynamics();
      accelerations = skeleton_->getAccelerations();
    });
    charts_.acceleration_back(tree_, accelerations.data(), qdd);
  }

  void inverse_osim(const double* q, double* Lambda_inverse) {
    at_rest(q);
    const auto rows = static_cast<Eigen::Index>(6 * tree_.ends.size());
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows, tree_.n), product;
    clock_([&] {
      for (std::size_t e = 0; e < tree_.ends.size(); ++e)
        if (const End& end = tree_.ends[e]; end.link >= 0)
          J.middleRows(static_cast<Eigen::Index>(6 * e), 6) =
              skeleton_->getWorldJacobian(body_[static_cast<std::size_t>(end.link)], vec(end.pose.p));
      product = J * skeleton_->getInvMassMatrix() * J.transpose();
    });
    inverse_osim_back(
        tree_, q, [&](int i, int j) { return product(i, j); }, Lambda_inverse);
  }

  void jacobian(const double* q, const double* v, double* J, double* J_dot_v) {
    set_state(q, v);
    const auto rows = static_cast<Eigen::Index>(6 * tree_.ends.size());
    Charts::RowMajor of_ends = Charts::RowMajor::Zero(rows, tree_.n), derivative = of_ends;
    Charts::Vector rates;
    const Charts::Vector velocities = charts_.velocity(tree_, v),
                         accelerations = charts_.without_acceleration(tree_);
    clock_([&] {
      for (std::size_t e = 0; e < tree_.ends.size(); ++e) {
        const End& end = tree_.ends[e];
        if (end.link < 0) continue;
        const dd::BodyNode* body = body_[static_cast<std::size_t>(end.link)];
        const auto row = static_cast<Eigen::Index>(6 * e);
        of_ends.middleRows(row, 6) = skeleton_->getWorldJacobian(body, vec(end.pose.p));
        derivative.middleRows(row, 6) = skeleton_->getJacobianClassicDeriv(body, vec(end.pose.p));
      }
      rates = derivative * velocities + of_ends * accelerations;
    });
    jacobian_back(tree_, charts_, q, v, of_ends, rates, J, J_dot_v);
  }

  const LibraryClock& clock() const { return clock_; }

 protected:
  /// The caller makes body_ and joints_.
  Dart(Tree tree, dd::SkeletonPtr skeleton) : tree_(std::move(tree)), skeleton_(std::move(skeleton)) {
    skeleton_->setGravity(vec(tree_.gravity));
  }

  /// Finds the coordinates of the joints in the skeleton.
  void find_coordinates() {
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      std::vector<int>& index = charts_.index.emplace_back();
      for (const dd::Joint* joint : joints_[i])
        for (std::size_t k = 0; k < joint->getNumDofs(); ++k)
          index.push_back(static_cast<int>(joint->getIndexInSkeleton(k)));
      if (tree_.links[i].joint == KINTREE_CYLINDRICAL)
        std::swap(index[0], index[1]);  // the slider comes first
    }
  }

  Tree tree_;
  dd::SkeletonPtr skeleton_;
  std::vector<dd::BodyNode*> body_;              ///< by link
  std::vector<std::vector<dd::Joint*>> joints_;  ///< by link

 private:
  template <class JointType, class Set>
  dd::BodyNode* made(dd::BodyNode* parent, const Pose& placement, const Set& set) {
    typename JointType::Properties properties;
    const std::string name = std::to_string(joints_.size()) + "_" + std::to_string(joints_.back().size());
    properties.mName = "joint" + name;
    properties.mT_ParentBodyToJoint = isometry(placement);
    set(properties);
    const auto [joint, body] = skeleton_->createJointAndBodyNodePair<JointType>(
        parent, properties, dd::BodyNode::Properties(dd::BodyNode::AspectProperties("body" + name)));
    joints_.back().push_back(joint);
    return body;
  }

  void add(const Link& link, dd::BodyNode* parent) {
    joints_.emplace_back();
    const auto none = [](auto&) {};
    const auto along = [&](auto& properties) { properties.mAxis = vec(link.n); };
    const Pose& at = link.placement;
    dd::BodyNode* body = nullptr;
    switch (link.joint) {
      case KINTREE_REVOLUTE:
        body = made<dd::RevoluteJoint>(parent, at, along);
        break;
      case KINTREE_PRISMATIC:
        body = made<dd::PrismaticJoint>(parent, at, along);
        break;
      case KINTREE_HELICAL:  // their pitch is that of a turn
        body = made<dd::ScrewJoint>(parent, at, [&](auto& properties) {
          properties.mAxis = vec(link.n);
          properties.mPitch = static_cast<double>(link.pitch * 2 * EIGEN_PI);
        });
        break;
      case KINTREE_CYLINDRICAL:  // of two, with a body without inertia between
        body = made<dd::PrismaticJoint>(parent, at, along);
        body->setInertia(dd::Inertia(0, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Zero()));
        body = made<dd::RevoluteJoint>(body, Pose{}, along);
        break;
      case KINTREE_UNIVERSAL:
        body = made<dd::UniversalJoint>(parent, at, [&](auto& properties) {
          properties.mAxis = {vec(link.n), vec(link.n2)};
        });
        break;
      case KINTREE_PLANAR:
        body = made<dd::PlanarJoint>(parent, at, [&](auto& properties) {
          const Matrix3 axes = axes_along(link.n);
          properties.setArbitraryPlane(vec(axes.col(0)), vec(axes.col(1)));
        });
        break;
      case KINTREE_SPHERICAL:
        body = made<dd::BallJoint>(parent, at, none);
        break;
      case KINTREE_FREE:
        body = made<dd::FreeJoint>(parent, at, none);
        break;
      default:
        body = made<dd::WeldJoint>(parent, at, none);
        break;
    }
    const Eigen::Matrix3d I = link.I.cast<double>();
    body->setInertia(dd::Inertia(static_cast<double>(link.mass), vec(link.com), I));
    body_.push_back(body);
  }

  void set_state(const double* q, const double* v) {
    charts_.of.clear();
    skeleton_->clearExternalForces();
    Eigen::VectorXd positions = Eigen::VectorXd::Zero(tree_.n);
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const Link& link = tree_.links[i];
      std::vector<Real> values(q + link.q, q + link.q + link.nq);
      if (link.joint == KINTREE_SPHERICAL || link.joint == KINTREE_FREE) {
        const Vector3 r = rotation_vector(turn(link, q));
        const std::vector<Real> p(values.begin(), values.end() - 4);
        values = {r.x(), r.y(), r.z()};
        values.insert(values.end(), p.begin(), p.end());
      }
      for (std::size_t k = 0; k < values.size(); ++k)
        positions[charts_.index[i][k]] = static_cast<double>(values[k]);
      charts_.of.push_back(link.joint == KINTREE_PLANAR ? planar_rates(link, q, v) : Chart::same(link.nv));
    }
    const Eigen::VectorXd velocities = charts_.velocity(tree_, v);
    clock_([&] {
      skeleton_->setPositions(positions);
      skeleton_->setVelocities(velocities);
    });
  }

  void at_rest(const double* q) {
    set_state(q, std::vector<double>(static_cast<std::size_t>(tree_.n)).data());
  }

  void apply(const double* f_ext) {
    clock_([&] {
      for (std::size_t i = 0; i < tree_.links.size(); ++i) {
        const Eigen::Map<const Eigen::Vector3d> couple(f_ext + 6 * (i + 1)), force(f_ext + 6 * (i + 1) + 3);
        body_[i]->addExtForce(force, Eigen::Vector3d::Zero(), true, true);
        body_[i]->addExtTorque(couple, true);
      }
    });
  }

  Charts charts_;
  LibraryClock clock_;
};

}  // namespace kintree::peers
