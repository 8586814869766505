// Derivatives and the Coriolis matrix by sweeps with a mistake, in the axes of the base and in 50 digits [Singh, Russell & Wensing 2022].
// The Coriolis matrix is that of Echeandia & Wensing 2021.
#include <Eigen/Geometry>
#include <Eigen/LU>

#include "kintree/oracle/dynamics.hpp"
#include "suite/vectors/links.hpp"
#include "suite/vectors/mistakes.hpp"

namespace kintree::suite::mistakes {
namespace {

using oracle::Exact;

enum class Fault {
  body_velocity_in_Psi_dot,
  body_velocity_in_both,
  gravity_missing,
  turned_force_missing,
  joint_velocity_missing,
  forces_about_the_base,
  forces_in_the_axes_of_the_base,
  momentum_term_reversed,
  factor_of_B
};

/// [f] with [f] m = m x* f.
template <class T>
Matrix6<T> force_matrix(const Vector6<T>& f) {
  Matrix6<T> result;
  for (int k = 0; k < 6; ++k) result.col(k) = -cross_matrix(column(unit_motion<T>(k))).transpose() * f;
  return result;
}

/// A joint with its body, in the axes of the base. A universal joint is two, the first with a body of no mass.
template <class T>
struct WorldJoint {
  int parent = -1;  ///< place in the list, or -1
  Eigen::Index first = 0;
  Columns<T> S, Psi_dot, Psi_ddot, S_dot;
  Vector6<T> v, a, f, f_ext;
  Matrix6<T> I, B;
  Vector6<T> by_axes_alone(const Vector6<T>& S_k) const;  ///< see below
  Eigen::Matrix<T, 3, 1> origin;
};

/// The change of f_ext under a displacement along S_k if only its point moves: components in the axes of the base, about the
/// body's origin, stay.
template <class T>
Vector6<T> WorldJoint<T>::by_axes_alone(const Vector6<T>& S_k) const {
  const Eigen::Matrix<T, 3, 1> w = S_k.template head<3>(), u = S_k.template tail<3>();
  const Eigen::Matrix<T, 3, 1> moved = u + w.cross(origin), force = f_ext.template tail<3>();
  Vector6<T> result = Vector6<T>::Zero();
  result.template head<3>() = moved.cross(force);
  return result;
}

template <class T>
class Sweeps {
 public:
  oracle::Matrix<T> by_q, by_v, C;

  Sweeps(const Case& c, const Coordinates<T>& qdd, Fault fault) : fault_(fault) {
    const auto n = static_cast<Eigen::Index>(c.state.v.size());
    by_q = by_v = C = oracle::Matrix<T>::Zero(n, n);
    outward(c, qdd);
    inward();
  }

 private:
  static std::size_t index(int j) { return static_cast<std::size_t>(j); }

  void outward(const Case& c, const Coordinates<T>& qdd) {
    const std::vector<Link<T>> links = links_of<T>(c, false);
    const Coordinates<T> rate = widened<T>(c.state.v);
    const std::vector<Matrix6<T>> X = transforms_from_base(links);
    std::vector<int> place(links.size(), -1);  // of the last joint of a body
    Vector6<T> minus_gravity = Vector6<T>::Zero();
    for (int k = 0; k < 3; ++k) minus_gravity(3 + k) = -c.model.gravity[static_cast<std::size_t>(k)];
    for (std::size_t i = 1; i < links.size(); ++i) {
      const Link<T>& link = links[i];
      const Matrix6<T> to_base = inverse_transform(X[i]);
      const Columns<T> S = to_base * link.S;
      const bool is_two = c.model.bodies[i].joint.kind == JointKind::universal;
      int parent = place[index(link.parent)];
      for (Eigen::Index k = 0; k < (is_two ? 2 : 1); ++k) {
        WorldJoint<T> joint;
        joint.parent = parent;
        joint.first = link.first + k;
        joint.S = is_two ? Columns<T>(S.col(k)) : S;
        const bool has_body = !is_two || k == 1;
        joint.I = has_body ? Matrix6<T>(X[i].transpose() * link.I * X[i]) : Matrix6<T>(Matrix6<T>::Zero());
        joint.f_ext = has_body ? Vector6<T>(X[i].transpose() * link.f_ext) : Vector6<T>(Vector6<T>::Zero());
        joint.origin = PoseInBase<T>(to_base).p;
        move(joint, rate.segment(joint.first, joint.S.cols()), qdd.segment(joint.first, joint.S.cols()),
             minus_gravity);
        parent = static_cast<int>(joints_.size());
        joints_.push_back(std::move(joint));
      }
      place[i] = parent;
    }
  }

  void move(WorldJoint<T>& j, const Coordinates<T>& rate, const Coordinates<T>& qdd,
            const Vector6<T>& minus_gravity) const {
    const bool is_first = j.parent < 0;
    const Vector6<T> v_p = is_first ? Vector6<T>(Vector6<T>::Zero()) : joints_[index(j.parent)].v;
    const Vector6<T> a_p = is_first ? minus_gravity : joints_[index(j.parent)].a;
    const Vector6<T> S_rate = j.S * rate;
    j.v = v_p + S_rate;
    j.a = a_p + j.S * qdd + cross_matrix(j.v) * S_rate;
    const bool in_both = fault_ == Fault::body_velocity_in_both;
    const Matrix6<T> of_parent = cross_matrix(v_p), of_body = cross_matrix(j.v);
    j.Psi_dot = (in_both || fault_ == Fault::body_velocity_in_Psi_dot ? of_body : of_parent) * j.S;
    const Vector6<T> turned_by = fault_ == Fault::gravity_missing ? Vector6<T>(a_p - minus_gravity) : a_p;
    j.Psi_ddot = cross_matrix(turned_by) * j.S + (in_both ? of_body : of_parent) * j.Psi_dot;
    j.S_dot = (fault_ == Fault::joint_velocity_missing ? of_parent : of_body) * j.S;
    const Vector6<T> momentum = j.I * j.v;
    const T sign(fault_ == Fault::momentum_term_reversed ? -1 : 1);
    j.B = (-of_body.transpose() * j.I - j.I * of_body + sign * force_matrix(momentum)) / T(2);
    j.f = j.I * j.a - of_body.transpose() * momentum - j.f_ext;
  }

  void inward() {
    for (int at = static_cast<int>(joints_.size()) - 1; at >= 0; --at) {
      const WorldJoint<T>& j = joints_[index(at)];
      rows_and_columns(at);
      forces_that_stay(at);
      if (j.parent < 0) continue;
      WorldJoint<T>& parent = joints_[index(j.parent)];
      parent.I += j.I, parent.B += j.B, parent.f += j.f;
    }
  }

  /// The entries of joint `at` and the joints that support it; its inertia, B and f are those of the subtree.
  void rows_and_columns(int at) {
    const WorldJoint<T>& j = joints_[index(at)];
    const bool is_wrong = fault_ == Fault::factor_of_B;
    const T of_derivatives(is_wrong ? 1 : 2), of_C(is_wrong ? 2 : 1);
    const Columns<T> F_q = j.I * j.Psi_ddot + of_derivatives * j.B * j.Psi_dot,
                     F_v = j.I * (j.Psi_dot + j.S_dot) + of_derivatives * j.B * j.S,
                     F_C = j.I * j.S_dot + of_C * j.B * j.S, I_S = j.I * j.S, Bt_S = j.B.transpose() * j.S;
    Columns<T> turned = force_matrix(j.f) * j.S;
    if (fault_ == Fault::turned_force_missing) turned.setZero();
    const auto block = [&](oracle::Matrix<T>& M, const WorldJoint<T>& rows, const WorldJoint<T>& columns) {
      return M.block(rows.first, columns.first, rows.S.cols(), columns.S.cols());
    };
    for (int above = at; above >= 0; above = joints_[index(above)].parent) {
      const WorldJoint<T>& i = joints_[index(above)];
      block(by_q, i, j) = i.S.transpose() * (above == at ? F_q : Columns<T>(F_q + turned));
      block(by_v, i, j) = i.S.transpose() * F_v;
      block(C, i, j) = i.S.transpose() * F_C;
      if (above == at) continue;
      block(by_q, j, i) = I_S.transpose() * i.Psi_ddot + of_derivatives * Bt_S.transpose() * i.Psi_dot;
      block(by_v, j, i) = I_S.transpose() * (i.Psi_dot + i.S_dot) + of_derivatives * Bt_S.transpose() * i.S;
      block(C, j, i) = I_S.transpose() * i.S_dot + of_C * Bt_S.transpose() * i.S;
    }
  }

  /// Adds the terms of an external force that stays in the base as the body moves.
  void forces_that_stay(int body) {
    if (fault_ != Fault::forces_about_the_base && fault_ != Fault::forces_in_the_axes_of_the_base) return;
    const WorldJoint<T>& b = joints_[index(body)];
    for (int column = body; column >= 0; column = joints_[index(column)].parent) {
      const WorldJoint<T>& j = joints_[index(column)];
      for (Eigen::Index k = 0; k < j.S.cols(); ++k) {
        const Vector6<T> S_k = j.S.col(k);
        Vector6<T> change = force_matrix(b.f_ext) * S_k;
        if (fault_ == Fault::forces_in_the_axes_of_the_base) change -= b.by_axes_alone(S_k);
        for (int row = body; row >= 0; row = joints_[index(row)].parent) {
          const WorldJoint<T>& i = joints_[index(row)];
          by_q.col(j.first + k).segment(i.first, i.S.cols()) += i.S.transpose() * change;
        }
      }
    }
  }

  Fault fault_;
  std::vector<WorldJoint<T>> joints_;
};

template <class T>
std::optional<Values> answer(Fault fault, const Case& c, Problem problem) {
  if (problem == Problem::inverse_dynamics_derivatives) {
    const Sweeps<T> sweeps(c, widened<T>(c.state.qdd), fault);
    return side_by_side<T>({sweeps.by_q, sweeps.by_v});
  }
  if (problem == Problem::coriolis_matrix)
    return side_by_side<T>(
        {Sweeps<T>(c, Coordinates<T>::Zero(static_cast<Eigen::Index>(c.state.v.size())), fault).C});
  if (problem != Problem::forward_dynamics_derivatives) return computed<T>(c, problem);
  const auto d =
      oracle::evaluate<T>(c.model, c.state, {Problem::forward_dynamics, Problem::mass_matrix_inverse}, false);
  if (d.singular_at != 0) return {};
  const Sweeps<T> sweeps(c, d.of(Problem::forward_dynamics), fault);
  const oracle::Matrix<T>& inverse = d.of(Problem::mass_matrix_inverse);
  return side_by_side<T>({-inverse * sweeps.by_q, -inverse * sweeps.by_v, inverse});
}

struct SweepMistake {
  Fault fault;
  const char* name;
  const char* description;
  bool changes_C;  ///< the Coriolis matrix too
};
constexpr std::array<SweepMistake, 9> sweep_mistakes{
    {{Fault::body_velocity_in_Psi_dot, "body_velocity_in_place_of_the_parents",
      "the axes of a joint are turned by the velocity of its body in place of the parent's", false},
     {Fault::body_velocity_in_both, "body_velocity_in_both_rates",
      "the axes of a joint are turned by the velocity of its body in place of the parent's, in both "
      "rates",
      false},
     {Fault::gravity_missing, "gravity_missing_in_the_turned_axes",
      "gravity is missing in the acceleration that turns the axes of joints", false},
     {Fault::turned_force_missing, "turned_force_missing",
      "the force of a subtree is not turned with the joint that carries it", false},
     {Fault::joint_velocity_missing, "joint_velocity_missing_in_the_rate_of_axes",
      "a joint's own velocity is missing in the rate of its axes, which only joints of several degrees of "
      "freedom show",
      true},
     {Fault::forces_about_the_base, "external_forces_fixed_in_the_base",
      "external forces are held fixed in the base, about its origin, as the bodies move", false},
     {Fault::forces_in_the_axes_of_the_base, "external_forces_fixed_in_base_axes",
      "external forces are held fixed in the axes of the base, about the bodies' origins", false},
     {Fault::momentum_term_reversed, "momentum_term_reversed",
      "the momentum's term of the velocity products, m x* (I v), has the wrong sign", true},
     {Fault::factor_of_B, "factor_of_velocity_products",
      "the velocity products B are taken once where they count twice, or twice where they count once",
      true}}};

}  // namespace

std::vector<ComputedMistake> mistakes_of_sweeps() {
  std::vector<ComputedMistake> list;
  for (const SweepMistake& of : sweep_mistakes) {
    list.push_back({of.name, of.description,
                    [fault = of.fault](const Case& c, Problem problem, double) {
                      return answer<Exact>(fault, c, problem);
                    },
                    [fault = of.fault](const Case& c, Problem problem, double) {
                      return answer<double>(fault, c, problem);
                    }});
    list.back().changed = {Problem::inverse_dynamics_derivatives, Problem::forward_dynamics_derivatives};
    if (of.changes_C) list.back().changed.insert(Problem::coriolis_matrix);
  }
  return list;
}

}  // namespace kintree::suite::mistakes
