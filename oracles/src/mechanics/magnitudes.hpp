// Bounds of the terms that the answers are sums of, in double. Lever arms are taken along the tree, so that nothing cancels in them.
#pragma once

#include "mechanics/mechanics.hpp"

namespace kintree::oracle {

/// The variable by which the generalized forces are differentiated. Their derivatives by q-double-dot are the
/// mass matrix.
enum class By { q, v, qdd };

class Magnitudes {
 public:
  template <class T>
  Magnitudes(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world, const PartialVelocities<T>& partial)
      : n_(in.n),
        gravity_(length(in.gravity)),
        v_(rounded_magnitudes(in.v)),
        armature_(Eigen::VectorXd::Zero(in.n)) {
    for (std::size_t b = 0; b < in.bodies.size(); ++b) {
      const BodyIn<T>& body = in.bodies[b];
      const Pose<T> at = value(world[b]);
      const auto parent = static_cast<std::size_t>(b == 0 ? 0 : body.parent);
      const double path =
          b == 0 ? 0 : bodies_[parent].path + length(Vector3<T>(at.p - value(world[parent]).p));
      const Vector3<T> centre = at.p + at.R * body.centre.xyz;
      bodies_.push_back({path,
                         to_double(body.mass),
                         rounded3(body.inertia).norm(),
                         length(body.centre.xyz),
                         {to_double(centre(0)), to_double(centre(1)), to_double(centre(2))},
                         length(body.couple),
                         length(body.force),
                         {}});
      for (std::size_t k = 0; k < body.armature.size(); ++k)
        armature_(body.first + static_cast<Eigen::Index>(k)) = to_double(body.armature[k]);
      for (const auto& u : partial[b])
        bodies_[b].lines.push_back({u.coordinate, bodies_[static_cast<std::size_t>(u.body)].path,
                                    length(u.linear), length(u.angular)});
    }
    for (std::size_t e = 0; e < in.end_effector_body.size(); ++e)
      ends_.push_back(
          {static_cast<std::size_t>(in.end_effector_body[e]), length(in.end_effector_pose[e].xyz)});
    for (const ConstraintIn<T>& c : in.constraints) {
      const auto other = static_cast<std::size_t>(c.relative_to), body = static_cast<std::size_t>(c.body);
      if (c.is_coupling) {
        coupled_.push_back({rows_++, in.bodies[body].first, c.relative_to == 0 ? -1 : in.bodies[other].first,
                            std::abs(to_double(c.multiplier))});
        continue;
      }
      const Pose<T> at = value(world[body]);
      const Vector3<T> point = at.p + at.R * c.pose.xyz;
      joined_.push_back({rows_, other, body, length(Vector3<T>(point - value(world[other]).p)),
                         length(c.pose.xyz), c.rows});
      rows_ += c.row_count();
    }
  }

  template <class V>
  static Eigen::VectorXd rounded_magnitudes(const V& x) {
    Eigen::VectorXd result(x.rows());
    for (Eigen::Index i = 0; i < x.rows(); ++i) result(i) = std::abs(to_double(x(i, 0)));
    return result;
  }

  // Shapes as those of the answers. `qdd`: magnitudes of accelerations, n.
  Eigen::MatrixXd H() const;
  Eigen::MatrixXd coriolis() const;
  Eigen::MatrixXd H_dot() const;
  Eigen::MatrixXd J() const;
  Eigen::MatrixXd J_dot() const;
  Eigen::MatrixXd J_dot_v() const;
  Eigen::MatrixXd K() const;
  Eigen::MatrixXd K_dot_v() const;
  /// The derivatives of K^T lambda by q, and of K qdd + K-dot v by q or by v. `lambda`: magnitudes of forces, by row.
  Eigen::MatrixXd constraint_forces_by_q(const Eigen::VectorXd& lambda) const;
  Eigen::MatrixXd constraint_accelerations_by(const Eigen::VectorXd& qdd, By by) const;
  Eigen::MatrixXd A_G() const;
  Eigen::MatrixXd A_G_dot_v() const;
  Eigen::MatrixXd Y(const Eigen::VectorXd& qdd) const;
  Eigen::MatrixXd force_derivative(const Eigen::VectorXd& qdd, By by) const;
  /// The magnitudes of the derivative, by the first variable, of the derivative by the second.
  Eigen::MatrixXd second_derivative(const Eigen::VectorXd& qdd, By first, By second) const;
  /// By end-effector: the length of the path from the base to it.
  Eigen::VectorXd reach() const;
  /// By row of A_G: the root of the inertia about the centre of mass, and of the mass. The radius of gyration is no smaller than u times
  /// the longest path to a body.
  Eigen::VectorXd momentum(double u) const;

 private:
  /// A partial velocity of a body: the speed of the origin of its joint's body, and its rotation.
  struct Line {
    int coordinate;
    double path;  ///< from the base to the joint's body
    double linear, angular;
  };
  struct Body {
    double path;  ///< from the base to its origin
    double mass, tensor;
    double to_centre;
    Eigen::Vector3d centre;  ///< in the base
    double couple, force;    ///< external
    std::vector<Line> lines;
  };
  struct End {
    std::size_t body;
    double from_origin;
  };
  /// A constraint of a frame, and one of two joints.
  struct Joined {
    Eigen::Index first;  ///< of its rows
    std::size_t other, body;
    double from_other, from_body;  ///< of its point, from the origins of the bodies
    std::vector<int> rows;
  };
  struct Coupled {
    Eigen::Index row;
    int coordinate, leader;  ///< -1: it stands still
    double multiplier;
  };
  struct Motion;
  struct Centroid {
    Eigen::Vector3d centre;  ///< the origin if no body has mass
    double mass;
  };
  Centroid centroid() const;

  /// The speed of a point of the body, by line.
  static std::vector<double> speeds(const Body& body, double from_origin);
  template <class D>
  struct BodyBounds;
  template <class D>
  struct JoinedBounds;

  int n_;
  double gravity_;
  Eigen::VectorXd v_, armature_;
  std::vector<Body> bodies_;
  std::vector<End> ends_;
  Eigen::Index rows_ = 0;  ///< of all constraints
  std::vector<Joined> joined_;
  std::vector<Coupled> coupled_;
};

}  // namespace kintree::oracle
