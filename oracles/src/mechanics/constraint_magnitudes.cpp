#include "mechanics/magnitudes.hpp"
#include "mechanics/motion_bounds.hpp"

namespace kintree::oracle {

/// Bounds of the rows of one constraint, in numbers that carry derivatives. The point is fixed in one body and moves relative to the
/// other, and the axes turn with the first. A displacement may turn and move all of them.
template <class D>
struct Magnitudes::JoinedBounds {
  struct Side {
    const Body* body;
    std::vector<D> v, w;  ///< of the point and of the rotation, by line
  };
  std::array<Side, 2> sides;
  std::vector<D> rate, qdd;  ///< by coordinate

  JoinedBounds(const Magnitudes& of, const Joined& c, const Eigen::VectorXd& accelerations)
      : sides{side(of.bodies_[c.other], c.from_other), side(of.bodies_[c.body], c.from_body)} {
    for (int k = 0; k < of.n_; ++k) {
      rate.push_back(constant<D>(of.v_(k)));
      qdd.push_back(constant<D>(accelerations(k)));
    }
  }

  void displace(int coordinate, const D& epsilon) {
    D v_k(0), w_k(0);
    for (const Side& side : sides)
      for (std::size_t i = 0; i < side.v.size(); ++i)
        if (side.body->lines[i].coordinate == coordinate)
          v_k += side.v[i] * epsilon, w_k += side.w[i] * epsilon;
    for (Side& side : sides)
      for (std::size_t i = 0; i < side.v.size(); ++i) {
        side.v[i] += w_k * side.v[i] + side.w[i] * v_k;
        side.w[i] += w_k * side.w[i];
      }
  }

  /// Calls use(coordinate, bound of the entry of K in a row of this component).
  template <class Use>
  void row(int component, Use&& use) const {
    for (const Side& side : sides)
      for (std::size_t i = 0; i < side.v.size(); ++i)
        use(side.body->lines[i].coordinate, component < 3 ? side.w[i] : side.v[i]);
  }

  /// The bound of K qdd + K-dot v in a row of this component.
  D acceleration(int component) const {
    std::array<MotionBounds<D>, 2> of;
    for (std::size_t s = 0; s < 2; ++s) {
      for (std::size_t i = 0; i < sides[s].v.size(); ++i) {
        const auto k = static_cast<std::size_t>(sides[s].body->lines[i].coordinate);
        of[s].add(sides[s].v[i], sides[s].w[i], rate[k], qdd[k]);
      }
      of[s].add_velocity_terms();
    }
    const auto& [a, b] = of;  // the relative acceleration, and the relative velocity turned with the frame
    if (component < 3)
      return a.angular_acceleration + b.angular_acceleration + b.angular * (a.angular + b.angular);
    return a.linear_acceleration + b.linear_acceleration + b.angular * (a.linear + b.linear);
  }

 private:
  static Side side(const Body& body, double from_origin) {
    Side result{&body, {}, {}};
    for (const double speed : speeds(body, from_origin)) result.v.push_back(constant<D>(speed));
    for (const Line& line : body.lines) result.w.push_back(constant<D>(line.angular));
    return result;
  }
};

Eigen::MatrixXd Magnitudes::constraint_forces_by_q(const Eigen::VectorXd& lambda) const {
  using D = Dual<double>;
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(n_);
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(n_, n_);
  for (const Joined& c : joined_) {
    Eigen::Index row = c.first;
    for (const int component : c.rows) {
      for (int k = 0; k < n_; ++k) {
        JoinedBounds<D> displaced(*this, c, rest);
        displaced.displace(k, D(0, 1));
        displaced.row(component, [&](int i, const D& K) { size(i, k) += K.e * lambda(row); });
      }
      ++row;
    }
  }
  return size;
}

Eigen::MatrixXd Magnitudes::constraint_accelerations_by(const Eigen::VectorXd& qdd, By by) const {
  using D = Dual<double>;
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(rows_, n_);
  for (const Joined& c : joined_) {
    Eigen::Index row = c.first;
    for (const int component : c.rows) {
      for (int k = 0; k < n_; ++k) {
        JoinedBounds<D> displaced(*this, c, qdd);
        if (by == By::q)
          displaced.displace(k, D(0, 1));
        else
          displaced.rate[static_cast<std::size_t>(k)] += D(0, 1);
        size(row, k) = displaced.acceleration(component).e;
      }
      ++row;
    }
  }
  return size;
}

}  // namespace kintree::oracle
