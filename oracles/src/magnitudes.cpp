#include "magnitudes.hpp"

namespace kintree::oracle {

/// Bounds of the velocity and the acceleration of a point and of its body's rotation. They follow from the speeds v and w under unit
/// velocities. As a body turns with w, the directions of v and w change by w v and w w.
template <class S>
struct MotionBounds {
  S linear = S(0), angular = S(0), linear_acceleration = S(0), angular_acceleration = S(0);

  void add(const S& v, const S& w, const S& velocity, const S& acceleration) {
    linear += v * velocity;
    angular += w * velocity;
    linear_acceleration += v * acceleration;
    angular_acceleration += w * acceleration;
  }
  void add_velocity_terms() {
    linear_acceleration += S(2) * angular * linear;
    angular_acceleration += angular * angular;
  }
};

/// The bounds of a point of a body at the velocities of the state.
struct Magnitudes::Motion : MotionBounds<double> {
  Motion(const Body& body, const std::vector<double>& v, const Eigen::VectorXd& velocity,
         const Eigen::VectorXd& acceleration) {
    for (std::size_t k = 0; k < v.size(); ++k) {
      const Line& line = body.lines[k];
      add(v[k], line.angular, velocity(line.coordinate), acceleration(line.coordinate));
    }
    add_velocity_terms();
  }
  Motion(const Body& body, const std::vector<double>& v, const Eigen::VectorXd& velocity)
      : Motion(body, v, velocity, Eigen::VectorXd::Zero(velocity.size())) {}
};

std::vector<double> Magnitudes::speeds(const Body& body, double from_origin) {
  std::vector<double> v;
  for (const Line& line : body.lines) {
    const double arm = body.path - line.path + from_origin;
    v.push_back(line.linear + line.angular * arm);
  }
  return v;
}

Eigen::MatrixXd Magnitudes::H() const {
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(n_, n_);
  for (const Body& body : bodies_) {
    const std::vector<double> v = speeds(body, body.to_centre);
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j)
        size(body.lines[i].coordinate, body.lines[j].coordinate) +=
            body.mass * v[i] * v[j] + body.tensor * body.lines[i].angular * body.lines[j].angular;
  }
  return size;
}

Eigen::MatrixXd Magnitudes::coriolis() const {
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(n_, n_);
  for (const Body& body : bodies_) {
    const std::vector<double> v = speeds(body, body.to_centre);
    const Motion m(body, v, v_);
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j) {
        const double w_i = body.lines[i].angular, w_j = body.lines[j].angular;
        size(body.lines[i].coordinate, body.lines[j].coordinate) +=
            body.mass * v[i] * (m.angular * v[j] + w_j * m.linear) + 2 * body.tensor * w_i * w_j * m.angular;
      }
  }
  return size;
}

Eigen::MatrixXd Magnitudes::J() const {
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(6 * static_cast<Eigen::Index>(ends_.size()), n_);
  Eigen::Index first = 0;
  for (const End& end : ends_) {
    const Body& body = bodies_[end.body];
    const std::vector<double> v = speeds(body, end.from_origin);
    for (std::size_t k = 0; k < v.size(); ++k) {
      const Line& line = body.lines[k];
      size.col(line.coordinate).segment(first, 3).setConstant(line.angular);
      size.col(line.coordinate).segment(first + 3, 3).setConstant(v[k]);
    }
    first += 6;
  }
  return size;
}

Eigen::MatrixXd Magnitudes::J_dot_v() const {
  Eigen::VectorXd size(6 * static_cast<Eigen::Index>(ends_.size()));
  Eigen::Index first = 0;
  for (const End& end : ends_) {
    const Body& body = bodies_[end.body];
    const Motion m(body, speeds(body, end.from_origin), v_);
    size.segment(first, 3).setConstant(m.angular_acceleration);
    size.segment(first + 3, 3).setConstant(m.linear_acceleration + m.angular * m.linear);  // less w x v
    first += 6;
  }
  return size;
}

Magnitudes::Centroid Magnitudes::centroid() const {
  Centroid all{Eigen::Vector3d::Zero(), 0};
  for (std::size_t b = 1; b < bodies_.size(); ++b)
    all.centre += bodies_[b].mass * bodies_[b].centre, all.mass += bodies_[b].mass;
  if (all.mass > 0) all.centre /= all.mass;
  return all;
}

Eigen::VectorXd Magnitudes::momentum(double u) const {
  const auto [centre, mass] = centroid();
  double inertia = 0, path = 0;
  for (std::size_t b = 1; b < bodies_.size(); ++b) {
    const Body& body = bodies_[b];
    inertia += body.tensor + body.mass * (body.centre - centre).squaredNorm();
    path = std::max(path, body.path + body.to_centre);
  }
  Eigen::VectorXd scale(6);
  scale.head<3>().setConstant(std::sqrt(std::max(inertia, mass * (u * path) * (u * path))));
  scale.tail<3>().setConstant(std::sqrt(mass));
  return scale;
}

Eigen::MatrixXd Magnitudes::A_G() const {
  const Eigen::Vector3d centre = centroid().centre;
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(6, n_);
  for (const Body& body : bodies_) {
    const std::vector<double> v = speeds(body, body.to_centre);
    const double arm = (body.centre - centre).norm();
    for (std::size_t k = 0; k < v.size(); ++k) {
      const Line& line = body.lines[k];
      size.col(line.coordinate).head<3>().array() += body.tensor * line.angular + arm * body.mass * v[k];
      size.col(line.coordinate).tail<3>().array() += body.mass * v[k];
    }
  }
  return size;
}

Eigen::MatrixXd Magnitudes::A_G_dot_v() const {
  const auto [centre, mass] = centroid();
  double momentum = 0;
  for (std::size_t b = 1; b < bodies_.size(); ++b)
    momentum += bodies_[b].mass * Motion(bodies_[b], speeds(bodies_[b], bodies_[b].to_centre), v_).linear;
  const double speed = mass > 0 ? momentum / mass : 0;  // of the centre
  Eigen::VectorXd size = Eigen::VectorXd::Zero(6);
  for (const Body& body : bodies_) {
    const Motion m(body, speeds(body, body.to_centre), v_);
    const double arm = (body.centre - centre).norm();
    size.head<3>().array() += body.tensor * (m.angular_acceleration + m.angular * m.angular) +
                              body.mass * (arm * m.linear_acceleration + (m.linear + speed) * m.linear);
    size.tail<3>().array() += body.mass * m.linear_acceleration;
  }
  return size;
}

Eigen::MatrixXd Magnitudes::Y(const Eigen::VectorXd& qdd) const {
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(n_, 10 * (static_cast<Eigen::Index>(bodies_.size()) - 1));
  for (std::size_t b = 1; b < bodies_.size(); ++b) {
    const Body& body = bodies_[b];
    const std::vector<double> v = speeds(body, 0);
    const Motion m(body, v, v_, qdd);
    const double linear = m.linear_acceleration + gravity_;
    const double angular = m.angular_acceleration + m.angular * m.angular;
    for (std::size_t k = 0; k < v.size(); ++k) {
      const double w = body.lines[k].angular;
      auto row = size.row(body.lines[k].coordinate).segment(10 * (static_cast<Eigen::Index>(b) - 1), 10);
      row(0) = v[k] * linear;
      row.segment(1, 3).setConstant(v[k] * angular + w * linear);
      row.segment(4, 6).setConstant(w * angular);
    }
  }
  return size;
}

Eigen::MatrixXd Magnitudes::dtau_dq(const Eigen::VectorXd& qdd) const {
  return force_derivative(qdd, false);
}
Eigen::MatrixXd Magnitudes::dtau_dv(const Eigen::VectorXd& qdd) const {
  return force_derivative(qdd, true);
}

/// The bound of the generalized forces, differentiated: a unit velocity of line j turns the directions of the body by w_j and moves its
/// points by v_j.
Eigen::MatrixXd Magnitudes::force_derivative(const Eigen::VectorXd& qdd, bool by_velocities) const {
  using D = Dual<double>;
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(n_, n_);
  for (const Body& body : bodies_) {
    const std::vector<double> v = speeds(body, body.to_centre), v_origin = speeds(body, 0);
    for (std::size_t j = 0; j < v.size(); ++j) {
      const double w_j = by_velocities ? 0 : body.lines[j].angular;
      const auto turned = [&](double x) { return D(x, w_j * x); };
      const auto moved = [&](const std::vector<double>& of, std::size_t i) {
        const double v_j = by_velocities ? 0 : of[j];
        return turned(of[i]) + D(0, body.lines[i].angular * v_j);
      };
      MotionBounds<D> m;
      for (std::size_t k = 0; k < v.size(); ++k) {
        const Line& line = body.lines[k];
        const double rate = v_(line.coordinate);
        m.add(moved(v, k), turned(line.angular), by_velocities && k == j ? D(rate, 1) : D(rate),
              D(qdd(line.coordinate)));
      }
      m.add_velocity_terms();
      const D tensor(body.tensor, 2 * w_j * body.tensor);
      const D force = D(body.mass) * (m.linear_acceleration + D(gravity_));
      const D couple = tensor * (m.angular_acceleration + m.angular * m.angular) + turned(body.couple);
      for (std::size_t i = 0; i < v.size(); ++i) {
        const D tau = moved(v, i) * force + turned(body.lines[i].angular) * couple +
                      moved(v_origin, i) * turned(body.force);
        size(body.lines[i].coordinate, body.lines[j].coordinate) += tau.e;
      }
    }
  }
  return size;
}

Eigen::VectorXd Magnitudes::reach() const {
  Eigen::VectorXd result(static_cast<Eigen::Index>(ends_.size()));
  for (std::size_t e = 0; e < ends_.size(); ++e)
    result(static_cast<Eigen::Index>(e)) = bodies_[ends_[e].body].path + ends_[e].from_origin;
  return result;
}

}  // namespace kintree::oracle
