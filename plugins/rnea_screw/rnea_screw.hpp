// Inverse dynamics at the cost of Balafoutis, Patel & Misra 1988, 93m + 81a for a revolute joint: the
// recursive Newton-Euler algorithm with angular motion as a tensor, augmented links, and modified
// Denavit-Hartenberg frames. Their text is not at hand: this is derived here from its title and its count.
//
//   w, w-dot   angular velocity and acceleration of link i
//   a          classical acceleration of the origin of F_i, less gravity's
//   Omega      w-dot~ + w~ w~
//   M, u, Pi   mass, first moment and second moments of the augmented link
//   f          (n, f): couple and force through the joint, but for M a of the links beyond it
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/armature.hpp"
#include "rnea_screw/augmented_tree.hpp"

namespace kintree {

template <class S>
class RneaScrew final : public Solves<S, problems::InverseDynamics> {
 public:
  explicit RneaScrew(const Model& model) : tree_(model), armature_(model) {}

  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    dynamics(in, tau);
    armature_.add_forces(in.qdd, tau);
    return {};
  }

 private:
  void dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) {
    const Phase<S> phase("dynamics");
    tree_.place(in.q);
    for (int i = 1; i <= tree_.N; ++i) {
      const int first = tree_.link[i].first;
      move(tree_.link[i], in.v.from(first), in.qdd.from(first));
    }
    subtract_external_forces(tree_.carried, in.f_ext, [this](int i) -> Force<S>& { return tree_.link[i].f; });
    for (int i = tree_.N; i >= 1; --i) pass(tree_.link[i], tau.from(tree_.link[i].first));
  }

  using Body = AugmentedLink<S>;

  /// w, w-dot, a, and the forces of the link itself.
  void move(Body& l, const S* rate, const S* acceleration) {
    const Body& parent = tree_.link[l.parent];
    switch (l.link) {
      case Link::root:
        return move_root(l, rate[0], acceleration[0]);
      case Link::floating:
        move_base(l, rate, acceleration);
        break;
      case Link::general:
        move_on_any_joint(l, parent, rate, acceleration);
        break;
      default:
        move_on_revolute(l, parent, rate[0], acceleration[0]);
    }
    l.Omega = angular_tensor(l.w, l.dw);  // Omega = w-dot~ + w~ w~
    l.f.f = l.Omega * l.u;                // f = Omega u, and M a
    if (l.link == Link::floating || l.link == Link::general) l.f.f += l.a * l.M;
    l.f.n = moment(l.Omega, l.Pi) + cross(l.u, l.a);  // n = the vector of Omega Pi, and u x a
  }

  /// E^T (a_p + Omega_p r), and w = E^T w_p + z q-dot, w-dot = E^T w-dot_p + E^T w_p x z q-dot + z q-ddot.
  static void move_on_revolute(Body& l, const Body& parent, const S& rate, const S& acceleration) {
    l.a = l.link == Link::privileged ? parent.a : parent.a + parent.Omega * l.r;
    l.w = parent.w, l.dw = parent.dw;
    for (Vec3<S>* x : {&l.a, &l.w, &l.dw}) {
      if (l.link == Link::non_dh) {
        *x = transpose_times(l.E, *x);
        continue;
      }
      if (l.link == Link::dh) turn_back(x->y, x->z, l.alpha);
      turn_back(x->x, x->y, l.theta);
    }
    l.dw = {l.dw.x + l.w.y * rate, l.dw.y - l.w.x * rate, l.dw.z + acceleration};
    l.w.z = l.w.z + rate;
  }

  static void move_root(Body& l, const S& rate, const S& acceleration) {
    l.a = l.minus_gravity;
    turn_back(l.a.x, l.a.y, l.theta);
    l.w = {{}, {}, rate}, l.dw = {{}, {}, acceleration};
    l.Omega = angular_tensor_about_z(rate, acceleration);
    l.f = {{{}, {}, l.I_zz * acceleration + (l.u.x * l.a.y - l.u.y * l.a.x)}, {}};  // only n_z is needed
  }

  void move_base(Body& l, const S* rate, const S* acceleration) const {
    Motion<S> A = six<Motion<S>>(acceleration);
    {
      const Phase<S> phase("gravity");
      A.v = A.v - transpose_times(l.X.R, tree_.gravity);
    }
    const Motion<S> V = converted(l.to_frame, six<Motion<S>>(rate));
    A = converted(l.to_frame, A);
    l.w = V.w, l.dw = A.w;
    l.a = A.v + cross(V.w, V.v);
  }

  /// With w' = E^T w_p and V_J = S q-dot = (w_J, v_J): + w' x w_J, and (w' + w) x v_J.
  static void move_on_any_joint(Body& l, const Body& parent, const S* rate, const S* acceleration) {
    const Motion<S> V_J = l.subspace.times(rate),
                    A_J = l.subspace.times(acceleration) + l.joint.velocity_product(l.subspace, rate);
    const Vec3<S> before = transpose_times(l.X.R, parent.w);
    l.w = before + V_J.w;
    l.dw = transpose_times(l.X.R, parent.dw) + A_J.w + cross(before, V_J.w);
    l.a = transpose_times(l.X.R, parent.a + parent.Omega * l.X.r) + A_J.v + cross(before + l.w, V_J.v);
  }

  /// tau = S^T f; E f and E n + r x E f to the parent.
  void pass(const Body& l, S* tau) {
    Force<S> f = l.f;
    if (l.link == Link::floating) {
      f = converted(l.to_frame, f);
      tau[0] = f.n.x, tau[1] = f.n.y, tau[2] = f.n.z, tau[3] = f.f.x, tau[4] = f.f.y, tau[5] = f.f.z;
      return;
    }
    if (l.link == Link::general)
      l.subspace.transpose_times(f, tau);
    else
      tau[0] = f.n.z;
    if (l.parent == 0) return;
    if (l.link == Link::general) {
      f = transpose_times(l.X, f);
    } else if (l.link == Link::non_dh) {
      f = to_parent(l.E, l.r, f);
    } else {
      turn<Z>(f, l.theta);
      if (l.link == Link::dh) {
        turn<X>(f, l.alpha);
        f.n += cross(l.r, f.f);
      }
    }
    tree_.link[l.parent].f += f;
  }

  AugmentedTree<S> tree_;
  Armature<S> armature_;
};

}  // namespace kintree
