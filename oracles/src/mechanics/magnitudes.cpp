#include "mechanics/magnitudes.hpp"

#include "mechanics/motion_bounds.hpp"
#include "mechanics/norm.hpp"

namespace kintree::oracle {

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
  Eigen::MatrixXd size = armature_.asDiagonal();
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

/// Those of C + C^T.
Eigen::MatrixXd Magnitudes::H_dot() const {
  const Eigen::MatrixXd C = coriolis();
  return C + C.transpose();
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

/// A column of J turns with the bodies, and with the frame in which it is written.
Eigen::MatrixXd Magnitudes::J_dot() const {
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(6 * static_cast<Eigen::Index>(ends_.size()), n_);
  Eigen::Index first = 0;
  for (const End& end : ends_) {
    const Body& body = bodies_[end.body];
    const std::vector<double> v = speeds(body, end.from_origin);
    const Motion m(body, v, v_);
    for (std::size_t k = 0; k < v.size(); ++k) {
      const Line& line = body.lines[k];
      size.col(line.coordinate).segment(first, 3).setConstant(2 * m.angular * line.angular);
      size.col(line.coordinate)
          .segment(first + 3, 3)
          .setConstant(2 * m.angular * v[k] + line.angular * m.linear);
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

Eigen::MatrixXd Magnitudes::K() const {
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(rows_, n_);
  for (const Coupled& c : coupled_) {
    size(c.row, c.coordinate) = 1;
    if (c.leader >= 0) size(c.row, c.leader) = c.multiplier;
  }
  for (const Joined& c : joined_) {
    Eigen::Index row = c.first;
    for (const int component : c.rows) {
      const auto add = [&](const Body& body, double from_origin) {
        const std::vector<double> v = speeds(body, from_origin);
        for (std::size_t k = 0; k < v.size(); ++k)
          size(row, body.lines[k].coordinate) += component < 3 ? body.lines[k].angular : v[k];
      };
      add(bodies_[c.other], c.from_other);
      add(bodies_[c.body], c.from_body);
      ++row;
    }
  }
  return size;
}

Eigen::MatrixXd Magnitudes::K_dot_v() const {
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(rows_, 1);
  for (const Joined& c : joined_) {
    const Motion a(bodies_[c.other], speeds(bodies_[c.other], c.from_other), v_),
        b(bodies_[c.body], speeds(bodies_[c.body], c.from_body), v_);
    // The relative acceleration, and the relative velocity turned with the frame.
    const double angular =
                     a.angular_acceleration + b.angular_acceleration + b.angular * (a.angular + b.angular),
                 linear = a.linear_acceleration + b.linear_acceleration + b.angular * (a.linear + b.linear);
    Eigen::Index row = c.first;
    for (const int component : c.rows) size(row++, 0) = component < 3 ? angular : linear;
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

/// Bounds of the terms that a body adds to the generalized forces, in numbers that carry derivatives. A
/// displacement along line j turns the directions of the body by w_j and moves its points by v_j.
template <class D>
struct Magnitudes::BodyBounds {
  std::vector<D> v, v_origin, w, rate, qdd;  ///< by line
  D mass, tensor, couple, force, gravity;

  BodyBounds(const Magnitudes& of, const Body& body, const Eigen::VectorXd& accelerations)
      : mass(constant<D>(body.mass)),
        tensor(constant<D>(body.tensor)),
        couple(constant<D>(body.couple)),
        force(constant<D>(body.force)),
        gravity(constant<D>(of.gravity_)) {
    for (const double speed : speeds(body, body.to_centre)) v.push_back(constant<D>(speed));
    for (const double speed : speeds(body, 0)) v_origin.push_back(constant<D>(speed));
    for (const Line& line : body.lines) {
      w.push_back(constant<D>(line.angular));
      rate.push_back(constant<D>(of.v_(line.coordinate)));
      qdd.push_back(constant<D>(accelerations(line.coordinate)));
    }
  }

  void displace(std::size_t j, const D& epsilon) {
    const D w_j = w[j] * epsilon, v_j = v[j] * epsilon, v_origin_j = v_origin[j] * epsilon;
    for (std::size_t i = 0; i < v.size(); ++i) {
      v[i] += w_j * v[i] + w[i] * v_j;
      v_origin[i] += w_j * v_origin[i] + w[i] * v_origin_j;
      w[i] += w_j * w[i];
    }
    tensor += (w_j + w_j) * tensor;
    couple += w_j * couple;
    force += w_j * force;
  }

  /// By line.
  std::vector<D> forces() const {
    MotionBounds<D> m;
    for (std::size_t k = 0; k < v.size(); ++k) m.add(v[k], w[k], rate[k], qdd[k]);
    m.add_velocity_terms();
    const D inertial_force = mass * (m.linear_acceleration + gravity);
    const D all_couples = tensor * (m.angular_acceleration + m.angular * m.angular) + couple;
    std::vector<D> tau;
    for (std::size_t i = 0; i < v.size(); ++i)
      tau.push_back(v[i] * inertial_force + w[i] * all_couples + v_origin[i] * force);
    return tau;
  }
};

Eigen::MatrixXd Magnitudes::force_derivative(const Eigen::VectorXd& qdd, By by) const {
  using D = Dual<double>;
  const D epsilon(0, 1);
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(n_, n_);
  for (const Body& body : bodies_)
    for (std::size_t j = 0; j < body.lines.size(); ++j) {
      BodyBounds<D> displaced(*this, body, qdd);
      if (by == By::q)
        displaced.displace(j, epsilon);
      else
        displaced.rate[j] += epsilon;
      const std::vector<D> tau = displaced.forces();
      for (std::size_t i = 0; i < tau.size(); ++i)
        size(body.lines[i].coordinate, body.lines[j].coordinate) += tau[i].e;
    }
  return size;
}

Eigen::MatrixXd Magnitudes::second_derivative(const Eigen::VectorXd& qdd, By first, By second) const {
  using D = Dual<Dual<double>>;
  const D epsilon_1(Dual<double>(0, 1), 0), epsilon_2(0, 1);
  const auto depart = [](BodyBounds<D>& body, By by, std::size_t line, const D& epsilon) {
    if (by == By::q)
      body.displace(line, epsilon);
    else if (by == By::v)
      body.rate[line] += epsilon;
    else
      body.qdd[line] += epsilon;
  };
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(n_, n_ * n_);
  for (const Body& body : bodies_)
    for (std::size_t j = 0; j < body.lines.size(); ++j) {
      BodyBounds<D> once(*this, body, qdd);
      depart(once, first, j, epsilon_1);
      for (std::size_t k = 0; k < body.lines.size(); ++k) {
        BodyBounds<D> twice = once;
        depart(twice, second, k, epsilon_2);
        const std::vector<D> tau = twice.forces();
        for (std::size_t i = 0; i < tau.size(); ++i)
          size(body.lines[i].coordinate, body.lines[j].coordinate * n_ + body.lines[k].coordinate) +=
              tau[i].e.e;
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
