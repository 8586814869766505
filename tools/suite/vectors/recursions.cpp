// Recursions over the bodies with a mistake in a quantity that is passed along the tree, or without a term. They are
// Newton-Euler [RBDA, table 5.1], composite rigid bodies [RBDA, table 6.2] and articulated bodies [RBDA,
// table 7.1], each in its textbook form, in 50 digits.
#include <Eigen/LU>
#include <array>
#include <bitset>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/fixed.hpp"
#include "suite/vectors/links.hpp"
#include "suite/vectors/mistakes.hpp"

namespace kintree::suite::mistakes {
namespace {

using oracle::Exact;

/// The quantities that bodies pass to each other.
enum Passed { velocities, accelerations, forces, inertias, passed_count };
using PassedSet = std::bitset<passed_count>;
constexpr std::array<const char*, passed_count> passed_names{"velocities", "accelerations", "forces",
                                                             "inertias"};

struct Recursion {
  enum Kind { newton_euler, composite_bodies, articulated_bodies } kind;
  PassedSet passed;  ///< the quantities that the mistake affects; none of a term that is wrong everywhere
  enum Fault {
    previous,
    previous_on_base_too,
    last_child,
    forces_by_X,            ///< instead of its transpose
    no_joint_bias,          ///< c_J, of joints whose axes move in the body
    no_v_cross_S,           ///< v x S q-dot
    v_cross_S_reversed,     ///< S q-dot x v
    no_v_cross_I_v,         ///< v x* I v
    v_cross_I_v_reversed,   ///< -v x* I v
    v_cross_I_v_of_motion,  ///< v x I v
    own_inertia,            ///< of the body where that of the subtree is needed
  } fault;
  bool is_fused;  ///< bodies on fixed joints are merged into their parents

  /// The body that is taken for the parent.
  int parent(Passed what, int body, int right) const {
    if (!passed[what] || fault == last_child) return right;
    return right == 0 && fault == previous ? 0 : body - 1;
  }
  template <class V>
  void pass(Passed what, V& to, const V& value) const {
    if (fault == own_inertia && what == inertias) return;
    if (passed[what] && fault == last_child)
      to = value;
    else
      to += value;
  }
};

template <class T>
class Runs {
 public:
  Runs(const Recursion& recursion, const Case& c)
      : recursion_(recursion),
        links_(links_of<T>(c, recursion.is_fused)),
        v_(widened<T>(c.state.v)),
        armature_(v_.size()),
        minus_gravity_(Vector6<T>::Zero()) {
    Eigen::Index coordinate = 0;
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
      for (int k = 0; k < info(c.model.bodies[i].joint.kind).velocities; ++k)
        armature_(coordinate++) = T(c.model.bodies[i].joint.armature[static_cast<std::size_t>(k)]);
    for (int k = 0; k < 3; ++k) minus_gravity_(3 + k) = -c.model.gravity[static_cast<std::size_t>(k)];
    if (recursion.fault == Recursion::no_joint_bias)
      for (Link<T>& link : links_) link.c_J.setZero();
  }

  Eigen::Index n() const { return v_.size(); }

  /// tau at these accelerations; or the part of it that is linear in them.
  Coordinates<T> newton_euler(const Coordinates<T>& qdd, bool is_linear_part) const {
    const std::vector<Vector6<T>> v = this->v(is_linear_part);
    std::vector<Vector6<T>> a(links_.size(), Vector6<T>::Zero()), f = a;
    if (!is_linear_part) a[0] = minus_gravity_;
    for (int i = 1; i < size(); ++i) {
      const Link<T>& link = at(i);
      const int above = recursion_.parent(accelerations, i, link.parent);
      a[index(i)] = link.X * a[index(above)] + link.S * link.part(qdd);
      f[index(i)] = link.I * a[index(i)];
      if (is_linear_part) continue;
      const Vector6<T> bias = bias_acceleration(link, v[index(i)]);
      a[index(i)] += bias;
      f[index(i)] += link.I * bias + bias_force(link, v[index(i)]);
    }
    Coordinates<T> tau(n());
    for (int i = size() - 1; i > 0; --i) {
      const Link<T>& link = at(i);
      tau.segment(link.first, link.S.cols()) = link.S.transpose() * f[index(i)];
      if (const int above = recursion_.parent(forces, i, link.parent); above > 0)
        recursion_.pass(forces, f[index(above)], Vector6<T>(to_parent(link) * f[index(i)]));
    }
    tau += armature_.cwiseProduct(qdd);
    return tau;
  }

  oracle::Matrix<T> newton_euler_columns() const {
    oracle::Matrix<T> H(n(), n());
    for (Eigen::Index k = 0; k < n(); ++k) H.col(k) = newton_euler(Coordinates<T>::Unit(n(), k), true);
    return H;
  }

  oracle::Matrix<T> composite_bodies() const {
    std::vector<Matrix6<T>> I(links_.size());
    for (int i = 1; i < size(); ++i) I[index(i)] = at(i).I;
    oracle::Matrix<T> H = oracle::Matrix<T>::Zero(n(), n());
    for (int i = size() - 1; i > 0; --i) {
      const Link<T>& link = at(i);
      if (const int above = recursion_.parent(inertias, i, link.parent); above > 0)
        recursion_.pass(inertias, I[index(above)], Matrix6<T>(to_parent(link) * I[index(i)] * link.X));
      Columns<T> F = I[index(i)] * link.S;
      H.block(link.first, link.first, link.S.cols(), link.S.cols()) = link.S.transpose() * F;
      for (int j = i;;) {
        F = (to_parent(at(j)) * F).eval();
        j = recursion_.parent(forces, j, at(j).parent);
        if (j <= 0) break;
        const auto block = (F.transpose() * at(j).S).eval();
        H.block(link.first, at(j).first, block.rows(), block.cols()) = block;
        H.block(at(j).first, link.first, block.cols(), block.rows()) = block.transpose();
      }
    }
    H.diagonal() += armature_;
    return H;
  }

  Coordinates<T> articulated_bodies(const Coordinates<T>& tau) const {
    const std::vector<Vector6<T>> v = this->v(false);
    std::vector<Matrix6<T>> I(links_.size());
    std::vector<Vector6<T>> p(links_.size()), c(links_.size()), a(links_.size());
    for (int i = 1; i < size(); ++i) {
      I[index(i)] = at(i).I;
      c[index(i)] = bias_acceleration(at(i), v[index(i)]);
      p[index(i)] = bias_force(at(i), v[index(i)]);
    }
    I[0].setZero(), p[0].setZero();
    std::vector<Columns<T>> U(links_.size());
    std::vector<oracle::Matrix<T>> D_inverse(links_.size());
    std::vector<Coordinates<T>> u(links_.size());
    for (int i = size() - 1; i > 0; --i) {
      const Link<T>& link = at(i);
      U[index(i)] = I[index(i)] * link.S;
      u[index(i)] = link.part(tau) - link.S.transpose() * p[index(i)];
      D_inverse[index(i)] = oracle::Matrix<T>(link.S.transpose() * U[index(i)]);
      D_inverse[index(i)].diagonal() += link.part(armature_);
      if (link.S.cols() > 0) D_inverse[index(i)] = oracle::Matrix<T>(D_inverse[index(i)].inverse());
      const Matrix6<T> Ia = I[index(i)] - U[index(i)] * D_inverse[index(i)] * U[index(i)].transpose();
      const Vector6<T> pa =
          p[index(i)] + Ia * c[index(i)] + U[index(i)] * (D_inverse[index(i)] * u[index(i)]);
      if (const int above = recursion_.parent(inertias, i, link.parent); above > 0)
        recursion_.pass(inertias, I[index(above)], Matrix6<T>(to_parent(link) * Ia * link.X));
      if (const int above = recursion_.parent(forces, i, link.parent); above > 0)
        recursion_.pass(forces, p[index(above)], Vector6<T>(to_parent(link) * pa));
    }
    a[0] = minus_gravity_;
    Coordinates<T> qdd(n());
    for (int i = 1; i < size(); ++i) {
      const Link<T>& link = at(i);
      const int above = recursion_.parent(accelerations, i, link.parent);
      a[index(i)] = link.X * a[index(above)] + c[index(i)];
      const Coordinates<T> own = D_inverse[index(i)] * (u[index(i)] - U[index(i)].transpose() * a[index(i)]);
      qdd.segment(link.first, link.S.cols()) = own;
      a[index(i)] += link.S * own;
    }
    return qdd;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  /// The matrix that moves a force to the parent.
  Matrix6<T> to_parent(const Link<T>& link) const {
    return recursion_.fault == Recursion::forces_by_X ? link.X : Matrix6<T>(link.X.transpose());
  }
  int size() const { return static_cast<int>(links_.size()); }
  const Link<T>& at(int i) const { return links_[index(i)]; }

  std::vector<Vector6<T>> v(bool at_rest) const {
    std::vector<Vector6<T>> v(links_.size(), Vector6<T>::Zero());
    for (int i = 1; i < size() && !at_rest; ++i)
      v[index(i)] =
          at(i).X * v[index(recursion_.parent(velocities, i, at(i).parent))] + at(i).S * at(i).part(v_);
    return v;
  }
  Vector6<T> bias_acceleration(const Link<T>& link, const Vector6<T>& v) const {
    const Vector6<T> v_cross_S = cross_matrix(v) * Vector6<T>(link.S * link.part(v_));
    if (recursion_.fault == Recursion::no_v_cross_S) return link.c_J;
    if (recursion_.fault == Recursion::v_cross_S_reversed) return link.c_J - v_cross_S;
    return link.c_J + v_cross_S;
  }
  Vector6<T> bias_force(const Link<T>& link, const Vector6<T>& v) const {
    const Vector6<T> momentum = link.I * v;
    if (recursion_.fault == Recursion::no_v_cross_I_v) return -link.f_ext;
    if (recursion_.fault == Recursion::v_cross_I_v_of_motion) return cross_matrix(v) * momentum - link.f_ext;
    const Vector6<T> v_cross_I_v = -cross_matrix(v).transpose() * momentum;
    return (recursion_.fault == Recursion::v_cross_I_v_reversed ? Vector6<T>(-v_cross_I_v) : v_cross_I_v) -
           link.f_ext;
  }

  const Recursion& recursion_;
  std::vector<Link<T>> links_;
  Coordinates<T> v_, armature_;
  Vector6<T> minus_gravity_;
};

/// Returns the answer of the recursion, perhaps not finite. Nothing of other problems.
template <class T>
std::optional<Values> answer(const Recursion& recursion, const Case& c, Problem problem) {
  const Runs<T> runs(recursion, c);
  Values result;
  const bool by_columns = recursion.kind == Recursion::newton_euler;
  const Coordinates<T> zero = Coordinates<T>::Zero(runs.n());
  if (recursion.kind == Recursion::articulated_bodies) {
    if (problem != Problem::forward_dynamics) return computed<T>(c, problem);
    result = rounded(runs.articulated_bodies(widened<T>(c.state.tau)));
  } else if (problem == Problem::mass_matrix) {
    result = rounded(by_columns ? runs.newton_euler_columns() : runs.composite_bodies());
  } else if (by_columns && problem == Problem::inverse_dynamics) {
    result = rounded(runs.newton_euler(widened<T>(c.state.qdd), false));
  } else if (by_columns && problem == Problem::forward_dynamics) {
    const Coordinates<T> b = widened<T>(c.state.tau) - runs.newton_euler(zero, false);
    result = rounded(Coordinates<T>(runs.newton_euler_columns().lu().solve(b)));
  } else if (problem == Problem::inverse_dynamics) {
    return computed<T>(c, problem);
  } else if (problem == Problem::forward_dynamics) {
    const Coordinates<T> C = oracle::evaluate<T>(c.model, c.state, {Problem::inverse_dynamics}).C;
    result = rounded(Coordinates<T>(runs.composite_bodies().lu().solve(widened<T>(c.state.tau) - C)));
  } else {
    return {};
  }
  return result;
}

/// The set that a recursion of each kind passes.
constexpr std::array<unsigned long, 3> passed_by{0b0111, 0b1100, 0b1111};

ProblemSet changed_by(Recursion::Kind kind) {
  if (kind == Recursion::articulated_bodies) return {Problem::forward_dynamics};
  if (kind == Recursion::composite_bodies) return {Problem::mass_matrix, Problem::forward_dynamics};
  return {Problem::mass_matrix, Problem::inverse_dynamics, Problem::forward_dynamics};
}

std::string described(const Recursion& recursion) {
  std::string what;
  for (std::size_t k = 0; k < passed_count; ++k)
    if (recursion.passed[k]) what += (what.empty() ? "" : " and ") + std::string(passed_names[k]);
  if (recursion.fault == Recursion::last_child)
    return "the " + what + " that a child passes to its parent replace what is there, instead of being added";
  if (recursion.passed == passed_by[recursion.kind])
    return "the body numbered before is taken for the parent";
  return "the body numbered before is taken for the parent, as " + what + " are passed along the tree";
}

/// A recursion in 50 digits and, to skip mistakes that are far off, in double.
ComputedMistake mistake(std::string name, const Recursion& recursion, std::string description) {
  ComputedMistake result{
      std::move(name), std::move(description),
      [recursion](const Case& c, Problem problem, double) { return answer<Exact>(recursion, c, problem); },
      [recursion](const Case& c, Problem problem, double) { return answer<double>(recursion, c, problem); }};
  result.changed = changed_by(recursion.kind);
  return result;
}

struct WrongTerm {
  Recursion::Fault fault;
  const char *name, *description;
};
constexpr std::array<WrongTerm, 8> wrong_terms{
    {{Recursion::forces_by_X, "force_not_transposed",
      "forces are moved to the parent by X of motions, and not by its transpose"},
     {Recursion::no_joint_bias, "joint_bias_missing",
      "the acceleration c_J of joints whose axes move is missing"},
     {Recursion::no_v_cross_S, "joint_velocity_product_missing", "the acceleration v x S q-dot is missing"},
     {Recursion::v_cross_S_reversed, "joint_velocity_product_reversed",
      "the acceleration v x S q-dot has the opposite sign"},
     {Recursion::no_v_cross_I_v, "gyroscopic_force_missing", "the force v x* I v is missing"},
     {Recursion::v_cross_I_v_reversed, "gyroscopic_force_reversed",
      "the force v x* I v has the opposite sign"},
     {Recursion::v_cross_I_v_of_motion, "gyroscopic_force_by_motion_cross",
      "the cross product of motions is taken for that of forces, in v x* I v"},
     {Recursion::own_inertia, "inertias_not_accumulated",
      "the inertia of a body is taken for that of its subtree"}}};

/// True if the recursion has the term.
bool has_term(Recursion::Kind kind, Recursion::Fault fault) {
  if (fault == Recursion::forces_by_X) return true;
  return (fault == Recursion::own_inertia) == (kind == Recursion::composite_bodies);
}

}  // namespace

std::vector<ComputedMistake> mistakes_of_recursions() {
  constexpr std::array kinds{Recursion::newton_euler, Recursion::composite_bodies,
                             Recursion::articulated_bodies};
  std::vector<ComputedMistake> result;
  for (unsigned long passed = 1; passed < 1U << passed_count; ++passed)
    for (const auto kind : kinds)
      for (const auto fault : {Recursion::previous, Recursion::previous_on_base_too, Recursion::last_child})
        for (const bool is_fused : {false, true}) {
          const Recursion recursion{kind, PassedSet(passed), fault, is_fused};
          if ((passed & ~passed_by[kind]) != 0) continue;
          if (fault == Recursion::last_child && (passed & 0b0011) != 0) continue;
          result.push_back(
              mistake(fault == Recursion::last_child ? "last_child_replaces" : "parent_is_previous_body",
                      recursion, described(recursion)));
        }
  for (const WrongTerm& term : wrong_terms)
    for (const auto kind : kinds)
      for (const bool is_fused : {false, true})
        if (has_term(kind, term.fault))
          result.push_back(mistake(term.name, {kind, {}, term.fault, is_fused}, term.description));
  return result;
}

}  // namespace kintree::suite::mistakes
