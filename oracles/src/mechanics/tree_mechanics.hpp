// The mechanics of a tree of any size, in time and memory linear in the number of bodies. Pose derivatives
// are the same as in mechanics.hpp. Forces are added up from the tips to the base and accelerations from the
// base to the tips, in world axes, about the bodies' origins.
#pragma once

#include "mechanics/mechanics.hpp"

namespace kintree::oracle {

/// A force and its couple about a body's origin, world axes.
template <class T>
struct Load {
  Vector3<T> force, couple;
};

/// The magnitudes of a load's terms.
struct LoadSize {
  double force, couple;
};

template <class T>
class TreeMechanics {
 public:
  struct Body {
    int parent, first, dof;  // first: of the joint's velocities, from 0
    Vector3<T> p;            // the origin
    Vector3<T> arm;          // from the parent's origin
    Vector3<T> centre;       // of mass, from the origin
    T mass;
    Matrix3<T> tensor;  // about the centre of mass
    Matrix3<T> axes;    // of the body, as columns
  };
  /// The motion that a unit velocity of a coordinate gives to the bodies beyond its joint: rotation, and
  /// translation of the origin of the joint's body.
  struct Line {
    Vector3<T> angular, linear;
  };

  std::vector<Body> bodies;                          ///< 0 is the base
  std::vector<Line> lines;                           ///< by coordinate
  std::vector<std::pair<Eigen::Index, T>> armature;  ///< by coordinate, where there is some
  Vector<T> C;                                       ///< bias force, gravity and external forces included
  Eigen::VectorXd C_size;                            ///< the magnitudes of its terms, added up

  explicit TreeMechanics(const Input<T>& in) {
    const Placed<T> placed(in);
    const Vector<T> rest = Vector<T>::Constant(in.n, T(0));
    const auto world = world_motion(in, placed, in.v, rest);
    lines.resize(static_cast<std::size_t>(in.n));
    std::vector<Load<T>> load(1);  // the base's, which nobody reads
    std::vector<LoadSize> size(1);
    for (std::size_t i = 0; i < in.bodies.size(); ++i) {
      const BodyIn<T>& body = in.bodies[i];
      const Pose<T> at = value(world[i]);
      const Vector3<T> centre = at.R * body.centre.xyz;
      const Matrix3<T> axes = at.R * placed.centre[i].R;
      const Matrix3<T> half = axes * body.inertia;
      const auto parent = static_cast<std::size_t>(body.parent);
      const Vector3<T> arm = i == 0 ? at.p : Vector3<T>(at.p - bodies[parent].p);
      bodies.push_back(
          {body.parent, body.first, body.dof, at.p, arm, centre, body.mass, half * axes.transpose(), at.R});
      if (i == 0) continue;
      add_lines(in, placed, world, i);
      for (std::size_t k = 0; k < body.armature.size(); ++k)
        armature.emplace_back(body.first + static_cast<Eigen::Index>(k), body.armature[k]);

      const Matrix3<T>& tensor = bodies.back().tensor;
      const Vector3<T> omega = angular_velocity(world[i].R), omega_dot = angular_acceleration(world[i].R);
      Vector3<T> acceleration = order(world[i].R, &Jet<T>::dd) * body.centre.xyz;
      for (int k = 0; k < 3; ++k) acceleration(k) += world[i].p(k).dd;
      const Vector3<T> inertial = (acceleration - in.gravity) * body.mass;
      const Vector3<T> euler = tensor * omega_dot, I_omega = tensor * omega;
      const Vector3<T> given = at.R * body.force, given_couple = at.R * body.couple;
      load.push_back(
          {inertial - given, euler + cross(omega, I_omega) + cross(centre, inertial) - given_couple});
      if constexpr (has_size<T>) {
        const double push = to_double(body.mass) * (length(acceleration) + length(in.gravity));
        size.push_back({push + length(given), length(euler) + length(omega) * length(I_omega) +
                                                  length(given_couple) + length(centre) * push});
      }
    }
    C = project(load);
    if constexpr (has_size<T>) C_size = project_sizes(size);
  }

  Eigen::Index n() const { return static_cast<Eigen::Index>(lines.size()); }

  /// H x. `size`, if given, takes the magnitudes of its terms.
  Vector<T> times_H(const Vector<T>& x, Eigen::VectorXd* magnitudes = nullptr) const {
    std::vector<Load<T>> load;
    std::vector<LoadSize> size;
    for_each_acceleration(x, [&](const Body& body, const Vector3<T>& linear, const Vector3<T>& angular) {
      const Vector3<T> at_centre = linear + cross(angular, body.centre);
      const Vector3<T> force = at_centre * body.mass;
      const Vector3<T> couple = body.tensor * angular;
      load.push_back({force, couple + cross(body.centre, force)});
      if constexpr (has_size<T>)
        if (magnitudes != nullptr)
          size.push_back({length(force), length(couple) + length(body.centre) * length(force)});
    });
    if constexpr (has_size<T>)
      if (magnitudes != nullptr) {
        *magnitudes = project_sizes(size);
        for (const auto& [k, r] : armature) (*magnitudes)(k) += to_double(r) * std::abs(to_double(x(k)));
      }
    Vector<T> result = project(load);
    for (const auto& [k, r] : armature) result(k) += r * x(k);
    return result;
  }

  /// H, column by column: a unit acceleration of a coordinate is resisted by all bodies beyond it as by one, and their force is
  /// carried to the base. Time grows with n times the depth.
  Matrix<T> mass_matrix() const {
    std::vector<Composite> beyond;
    for (const Body& body : bodies) beyond.push_back(composite(body));
    for (std::size_t i = bodies.size(); i-- > 1;)
      add_at(beyond[static_cast<std::size_t>(bodies[i].parent)], beyond[i], bodies[i].arm);
    Matrix<T> H = Matrix<T>::Constant(n(), n(), T(0));
    for (std::size_t i = 1; i < bodies.size(); ++i)
      for (int k = bodies[i].first; k < bodies[i].first + bodies[i].dof; ++k) {
        const Line& unit = lines[static_cast<std::size_t>(k)];
        const Composite& all = beyond[i];
        Load<T> load{unit.linear * all.mass + cross(unit.angular, all.moment),
                     all.tensor * unit.angular + cross(all.moment, unit.linear)};
        for (std::size_t b = i; b != 0; b = static_cast<std::size_t>(bodies[b].parent)) {
          const Body& body = bodies[b];
          for (int l = body.first; l < body.first + body.dof; ++l) {
            const Line& line = lines[static_cast<std::size_t>(l)];
            H(k, l) = dot3(line.angular, load.couple) + dot3(line.linear, load.force);
            if (l != k) H(l, k) = H(k, l);
          }
          load.couple += cross(body.arm, load.force);
        }
      }
    for (const auto& [k, r] : armature) H(k, k) += r;
    return H;
  }

  /// The magnitudes of the terms of H_kk, with every lever arm taken along the tree.
  Eigen::VectorXd diagonal_size() const {
    Eigen::VectorXd size = Eigen::VectorXd::Zero(n());
    for (std::size_t b = 1; b < bodies.size(); ++b) {
      const double mass = to_double(bodies[b].mass), tensor = rounded3(bodies[b].tensor).norm();
      double arm = length(bodies[b].centre);
      for (std::size_t i = b; i != 0; i = static_cast<std::size_t>(bodies[i].parent)) {
        for (int k = bodies[i].first; k < bodies[i].first + bodies[i].dof; ++k) {
          const Line& line = lines[static_cast<std::size_t>(k)];
          const double w = length(line.angular), v = length(line.linear) + w * arm;
          size(k) += mass * v * v + tensor * w * w;
        }
        arm += length(bodies[i].arm);
      }
    }
    for (const auto& [k, r] : armature) size(k) += to_double(r);
    return size;
  }

  /// x^T H x: twice the kinetic energy of the velocities x, as a sum over the bodies and the armature.
  T energy(const Vector<T>& x) const {
    T sum(0);
    for_each_acceleration(x, [&](const Body& body, const Vector3<T>& linear, const Vector3<T>& angular) {
      const Vector3<T> at_centre = linear + cross(angular, body.centre);
      sum += body.mass * dot3(at_centre, at_centre) + dot3(angular, Vector3<T>(body.tensor * angular));
    });
    for (const auto& [k, r] : armature) sum += r * x(k) * x(k);
    return sum;
  }

  /// Calls use(body, linear, angular) with every body's acceleration J x, the base's first: of its origin, and angular.
  template <class Use>
  void for_each_acceleration(const Vector<T>& x, Use&& use) const {
    const Vector3<T> zero(T(0), T(0), T(0));
    std::vector<Load<T>> a(bodies.size(), Load<T>{zero, zero});  // force is linear, couple angular
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Body& body = bodies[i];
      if (i != 0) {
        const auto& of_parent = a[static_cast<std::size_t>(body.parent)];
        a[i] = {of_parent.force + cross(of_parent.couple, body.arm), of_parent.couple};
        for (int k = body.first; k < body.first + body.dof; ++k) {
          const Line& line = lines[static_cast<std::size_t>(k)];
          a[i].force += line.linear * x(k);
          a[i].couple += line.angular * x(k);
        }
      }
      use(body, a[i].force, a[i].couple);
    }
  }

  /// The generalized forces of loads on the bodies, which are added up on the way to the base.
  Vector<T> project(std::vector<Load<T>>& load) const {
    Vector<T> result(n());
    for (std::size_t i = bodies.size(); i-- > 1;) {
      const Body& body = bodies[i];
      for (int k = body.first; k < body.first + body.dof; ++k) {
        const Line& line = lines[static_cast<std::size_t>(k)];
        result(k) = dot3(line.angular, load[i].couple) + dot3(line.linear, load[i].force);
      }
      auto& below = load[static_cast<std::size_t>(body.parent)];
      below.force += load[i].force;
      below.couple += load[i].couple + cross(body.arm, load[i].force);
    }
    return result;
  }

 private:
  /// All bodies beyond a joint as one: its mass, first moment and tensor about the origin of the joint's body.
  struct Composite {
    T mass;
    Vector3<T> moment;
    Matrix3<T> tensor;
  };

  static Composite composite(const Body& body) {
    const Matrix3<T> c = cross_matrix(body.centre);
    return {body.mass, body.centre * body.mass, body.tensor - c * c * body.mass};
  }

  /// Adds what stands about a point that is at `arm`.
  static void add_at(Composite& sum, const Composite& other, const Vector3<T>& arm) {
    const Matrix3<T> a = cross_matrix(arm), h = cross_matrix(other.moment);
    sum.mass += other.mass;
    sum.moment += other.moment + arm * other.mass;
    sum.tensor += other.tensor - a * a * other.mass - a * h - h * a;
  }

  void add_lines(const Input<T>& in, const Placed<T>& placed, const std::vector<Pose<Jet<T>>>& world,
                 std::size_t i) {
    const BodyIn<T>& body = in.bodies[i];
    const Matrix3<T> joint_axes = value(world[static_cast<std::size_t>(body.parent)]).R * placed.joint[i].R;
    auto line = static_cast<std::size_t>(body.first);
    for (const UnitVelocity<T>& unit : unit_velocities(body))
      lines[line++] = {joint_axes * unit.angular, joint_axes * unit.linear};
  }

  /// project(), of magnitudes.
  Eigen::VectorXd project_sizes(std::vector<LoadSize>& size) const {
    Eigen::VectorXd result(n());
    for (std::size_t i = bodies.size(); i-- > 1;) {
      const Body& body = bodies[i];
      for (int k = body.first; k < body.first + body.dof; ++k) {
        const Line& line = lines[static_cast<std::size_t>(k)];
        result(k) = length(line.angular) * size[i].couple + length(line.linear) * size[i].force;
      }
      auto& below = size[static_cast<std::size_t>(body.parent)];
      below.force += size[i].force;
      below.couple += size[i].couple + length(body.arm) * size[i].force;
    }
    return result;
  }
};

/// The words of residuals (kintree/problems/description.hpp). The input and the tree must outlive them.
template <class T>
struct TreeWords {
  using Vector = oracle::Vector<T>;
  const Input<T>& in;
  const TreeMechanics<T>& tree;

  const Vector& C() const { return tree.C; }
  const Vector& qdd() const { return in.qdd; }
  const Vector& tau() const { return in.tau; }
  Vector times_H(const Vector& x) const { return tree.times_H(x); }
};

/// The residual of a problem that has one.
template <class T>
Vector<T> residual(const TreeWords<T>& words, Problem problem, const Vector<T>& x) {
  return described(problem, [&](auto description) -> Vector<T> {
    if constexpr (requires { description.residual(words, x); }) return description.residual(words, x);
    return {};
  });
}

}  // namespace kintree::oracle
