// The words of definitions (kintree/problems/description.hpp) on a tree of any size, where a matrix means its product with a vector: with w
// if it has n columns, and with w (x) u if it has n^2. Derivatives of dual numbers along w are such products. Time grows with the number of
// bodies, but for solutions with H.
#pragma once

#include "mechanics/dense_elimination.hpp"
#include "mechanics/derivatives.hpp"
#include "mechanics/once.hpp"
#include "mechanics/tree_mechanics.hpp"

namespace kintree::oracle {

template <class T>
class TreeProducts {
 public:
  using Matrix = oracle::Matrix<T>;  ///< one column

  /// All must outlive it. `w`, `u`: n numbers each.
  TreeProducts(const Input<T>& in, const TreeMechanics<T>& tree, const Vector<T>& w, const Vector<T>& u)
      : in_(in), tree_(tree), w_(w), u_(u) {}

  const Vector<T>& qdd() const { return in_.qdd; }
  const Vector<T>& tau() const { return in_.tau; }
  const Vector<T>& C() const { return tree_.C; }
  Matrix identity() const { return w_; }
  Matrix H() const { return tree_.times_H(w_); }
  Matrix H_dot() const {
    const TreeMechanics<Dual<T>> later(along(in_, in_.v, zeros<T>(in_.n)));
    return derivatives(later.times_H(constant(w_)));
  }
  Matrix dtau_dq(const Matrix& qdd) const {
    return derivatives(forces(along(in_, w_, zeros<T>(in_.n)), qdd));
  }
  Matrix dtau_dv(const Matrix& qdd) const {
    return derivatives(forces(along(in_, zeros<T>(in_.n), w_), qdd));
  }
  Matrix coriolis() const;
  std::vector<Matrix> second_derivatives() const;

  /// The coordinate from 1 at which H is singular, or 0. It takes n^3 operations, as a solution does once.
  int singular_at() const { return by_H().singular_at; }
  Matrix solve_H(const Matrix& b) const { return by_H().solve(b); }
  /// X H^-1 X^T of the identity.
  Matrix inverse_H_between(const Matrix& w) const { return solve_H(w); }

 private:
  template <class A>
  static Vector<Dual<A>> constant(const Vector<A>& x) {
    return Vector<Dual<A>>(x.template cast<Dual<A>>());
  }
  /// H qdd + C of a displaced tree, at constant accelerations.
  template <class D>
  static Vector<D> forces(const Input<D>& in, const auto& qdd) {
    const TreeMechanics<D> tree(in);
    return tree.C + tree.times_H(Vector<D>(qdd.template cast<D>()));
  }
  const DenseElimination<T>& by_H() const {
    return by_H_.get([&] { return DenseElimination<T>(tree_.mass_matrix()); });
  }

  const Input<T>& in_;
  const TreeMechanics<T>& tree_;
  const Vector<T>&w_, &u_;
  Once<DenseElimination<T>> by_H_;
};

/// The sum over the bodies of d_i x . m d/dt (d x w) at their centres of mass and of the turning, tr(d_i R Sigma (d/dt (d R w))^T).
template <class T>
oracle::Matrix<T> TreeProducts<T>::coriolis() const {
  const TreeMechanics<Dual<T>> later(along(in_, in_.v, zeros<T>(in_.n)));
  const auto part = [](const Vector3<Dual<T>>& a, T Dual<T>::*which) {
    return Vector3<T>(a(0).*which, a(1).*which, a(2).*which);
  };
  std::vector<Vector3<T>> omega;
  tree_.for_each_acceleration(
      in_.v, [&](const auto&, const Vector3<T>&, const Vector3<T>& angular) { omega.push_back(angular); });
  std::vector<Load<T>> load;
  later.for_each_acceleration(constant(w_), [&](const auto& moving, const Vector3<Dual<T>>& linear,
                                                const Vector3<Dual<T>>& angular) {
    const auto& body = tree_.bodies[load.size()];
    const Vector3<T> force = part(linear + cross(angular, moving.centre), &Dual<T>::e) * body.mass;
    const Matrix3<T> turning = cross_matrix(part(angular, &Dual<T>::e)) +
                               cross_matrix(part(angular, &Dual<T>::x)) * cross_matrix(omega[load.size()]);
    Matrix3<T> Sigma = -body.tensor;
    const T half_trace = -(Sigma(0, 0) + Sigma(1, 1) + Sigma(2, 2)) / T(2);
    for (int i = 0; i < 3; ++i) Sigma(i, i) += half_trace;
    const Matrix3<T> M = Sigma * turning.transpose();
    const Vector3<T> couple(M(1, 2) - M(2, 1), M(2, 0) - M(0, 2), M(0, 1) - M(1, 0));
    load.push_back({force, couple + cross(body.centre, force)});
  });
  return tree_.project(load);
}

/// In the order of the outputs: by q and q, v and v, q and v of H qdd + C, and by q of H. The first moves along w, the second along u.
template <class T>
std::vector<oracle::Matrix<T>> TreeProducts<T>::second_derivatives() const {
  const Vector<T> none = zeros<T>(in_.n);
  const auto by = [&](const Vector<T>& dq, const Vector<T>& dv, const Vector<T>& dq_next,
                      const Vector<T>& dv_next) -> Matrix {
    const Input<Dual<T>> moved = along(in_, dq, dv);
    return derivatives(derivatives(forces(along(moved, constant(dq_next), constant(dv_next)), in_.qdd)));
  };
  const TreeMechanics<Dual<T>> moved(along(in_, w_, none));
  return {by(w_, none, u_, none), by(none, w_, none, u_), by(w_, none, none, u_),
          derivatives(moved.times_H(constant(u_)))};
}

/// The products of the outputs of a problem whose definition needs these words alone.
template <class T>
std::vector<Matrix<T>> products(const TreeProducts<T>& words, Problem problem) {
  return described(problem, [&](auto description) -> std::vector<Matrix<T>> {
    if constexpr (description.info.checked_by_products) return description.answer(words);
    return {};
  });
}

}  // namespace kintree::oracle
