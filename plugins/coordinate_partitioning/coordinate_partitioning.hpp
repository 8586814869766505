// Forward dynamics of a tree with constraints by elimination of dependent coordinates.  Wehage & Haug 1982. The README gives the equations
// in square brackets.
//
//   P          with P K = [1 R]: ones in the columns of the dependent coordinates d, R in those of the independent y
//   G          q-ddot = G y-ddot + g. Its rows of y are unit rows, and its rows of d are -R
//   H_y        G^T H G, positive definite where no motion that the constraints allow is without inertia
//
// H itself is not inverted, and may be singular.
#pragma once

#include <utility>
#include <vector>

#include "crba_columns/crba_columns.hpp"
#include "kernels/constraints.hpp"
#include "kernels/rounding.hpp"
#include "kintree/numbers/pivots.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

template <class S>
class CoordinatePartitioning final
    : public Solves<S, problems::ConstrainedForwardDynamics, problems::ContactImpulse> {
 public:
  explicit CoordinatePartitioning(const Model& model)
      : crba_(model),
        rnea_(model),
        tree_(model),
        constraints_(model),
        n_(tree_.n),
        rows_(constraints_.rows),
        H_(area(n_, n_)),
        PK_(area(rows_, n_)),
        P_(area(rows_, rows_)),
        HG_(area(n_, n_)),
        H_y_(area(n_, n_)),
        f_(area(n_, 1)),
        a_(area(rows_, 1)),
        g_d_(area(rows_, 1)),
        y_motion_(area(n_, 1)),
        squares_(area(rows_, 1)),
        columns_(area(n_, 1)),
        d_(area(rows_, 1)),
        y_(area(n_, 1)) {}

  Status constrained_forward_dynamics(const Input<S, problems::ConstrainedForwardDynamics>& in,
                                      Output<S, problems::ConstrainedForwardDynamics> out) override {
    form(in.q, in.v);
    rnea_.bias_force({in.q, in.v, in.f_ext}, f());
    for (int i = 1; i <= n_; ++i) f()(i) = in.tau(i) - f()(i);
    for (int r = 1; r <= rows_; ++r) a()(r) = in.gamma(r) - a()(r);
    return solve(out.constrained_qdd, out.lambda);
  }

  /// The same system, with the change of the velocities and the impulses in the place of accelerations and forces.
  Status contact_impulse(const Input<S, problems::ContactImpulse>& in,
                         Output<S, problems::ContactImpulse> out) override {
    form(in.q, in.v);
    for (int i = 1; i <= n_; ++i) f()(i) = S{};
    for (int r = 1; r <= rows_; ++r) {
      S K_v{};
      for (int j = 1; j <= n_; ++j) K_v = K_v + PK()(r, j) * in.v(j);
      a()(r) = -K_v - in.restitution(1) * K_v;
    }
    const Status status = solve(out.v_after, out.impulse);
    for (int i = 1; i <= n_; ++i) out.v_after(i) = in.v(i) + out.v_after(i);
    return status;
  }

 private:
  /// H, K in the place of P K, and K-dot q-dot in that of a.
  void form(VectorView<const S> q, VectorView<const S> v) {
    tree_.set_positions(q);
    crba_.mass_matrix(q, H());
    constraints_.compute(tree_, v, PK(), a());
  }

  /// x and lambda with H x = f + K^T lambda and K x = a.
  Status solve(VectorView<S> x, VectorView<S> lambda) {
    if (const Status status = partition(); status.code != Status::ok) return status;
    reduce();
    const Status status = solve_reduced();
    for (int k = 1; k <= free_; ++k) x(y(k)) = y_motion()(k);
    for (int r = 1; r <= rows_; ++r) {
      x(d(r)) = g_d()(r);
      for (int k = 1; k <= free_; ++k) x(d(r)) = x(d(r)) - PK()(r, y(k)) * y_motion()(k);  // [2]
    }
    for (int s = 1; s <= rows_; ++s) lambda(s) = S{};
    for (int r = 1; r <= rows_; ++r) {
      S load = -f()(d(r));
      for (int j = 1; j <= n_; ++j) load = load + H()(d(r), j) * x(j);
      for (int s = 1; s <= rows_; ++s) lambda(s) = lambda(s) + P()(r, s) * load;  // [5]
    }
    return status;
  }

  /// P K from K by Gauss-Jordan elimination. Each row makes that coordinate dependent which moves it most at the inertia H_jj.
  Status partition() {
    for (int j = 1; j <= n_; ++j) {
      columns()(j) = S{};
      for (int r = 1; r <= rows_; ++r) columns()(j) = columns()(j) + PK()(r, j) * PK()(r, j);
    }
    for (int r = 1; r <= rows_; ++r) {
      for (int s = 1; s <= rows_; ++s) P()(r, s) = S(r == s ? 1 : 0);
      squares()(r) = S{};
      for (int j = 1; j <= n_; ++j) squares()(r) = squares()(r) + PK()(r, j) * PK()(r, j);
    }
    for (int j = 1; j <= n_; ++j) y(j) = j;
    free_ = n_;
    for (int r = 1; r <= rows_; ++r) {
      int chosen = 0;
      for (int k = 1; k <= free_; ++k)
        if (moves(r, y(k)) && (chosen == 0 || moves_more(r, k, chosen))) chosen = k;
      if (chosen == 0) return Status::dependent_at(r);
      d(r) = std::exchange(y(chosen), y(free_--));
      const S pivot = PK()(r, d(r));
      for (int j = 1; j <= n_; ++j) PK()(r, j) = PK()(r, j) / pivot;
      for (int s = 1; s <= rows_; ++s) P()(r, s) = P()(r, s) / pivot;
      for (int t = 1; t <= rows_; ++t) {
        if (t == r) continue;
        const S l = PK()(t, d(r));
        for (int j = 1; j <= n_; ++j) PK()(t, j) = PK()(t, j) - l * PK()(r, j);
        for (int s = 1; s <= rows_; ++s) P()(t, s) = P()(t, s) - l * P()(r, s);  // [1]
      }
    }
    for (int r = 1; r <= rows_; ++r)
      for (int k = 1; k <= free_; ++k)
        if (!moves(r, y(k))) PK()(r, y(k)) = S{};
    return {};
  }
  /// True if K_rj^2 / H_jj is larger for the first of two coordinates y. If both have no inertia, the parts of their columns of K are
  /// compared.
  bool moves_more(int r, int k, int other) {
    const bool has_inertia = is_positive(H()(y(k), y(k))) || is_positive(H()(y(other), y(other)));
    const auto scale = [&](int i) -> S { return has_inertia ? H()(y(i), y(i)) : columns()(y(i)); };
    return is_positive(square(r, k) * scale(other) - square(r, other) * scale(k));
  }
  S square(int r, int k) { return PK()(r, y(k)) * PK()(r, y(k)); }
  /// True if coordinate j moves row r of P K: its entry is more than a rounding of rows of K.
  bool moves(int r, int j) {
    S terms{};
    for (int t = 1; t <= rows_; ++t) terms = terms + P()(r, t) * P()(r, t) * squares()(t);
    return exceeds_rounding(PK()(r, j) * PK()(r, j), terms);
  }
  /// True if x^2, of a sum x, is more than that of n^2 roundings of its terms: n in the elimination, and as many in each of its numbers.
  bool exceeds_rounding(const S& square_of_sum, const S& squares_of_terms) const {
    const S least = S(n_ * n_) * unit_in_the_last_place<S>();
    return is_positive(square_of_sum) && is_positive(square_of_sum - least * least * squares_of_terms);
  }

  /// H_y and, in y_motion, G^T (f - H g).
  void reduce() {
    for (int r = 1; r <= rows_; ++r) {
      g_d()(r) = S{};
      for (int s = 1; s <= rows_; ++s)
        g_d()(r) = g_d()(r) + P()(r, s) * a()(s);  // g of the dependent coordinates
    }
    const auto of_G = [this](auto&& entry, int k) {  // entry(i) G_ik, summed over i
      S sum = entry(y(k));
      for (int r = 1; r <= rows_; ++r) sum = sum - PK()(r, y(k)) * entry(d(r));
      return sum;
    };
    for (int i = 1; i <= n_; ++i)
      for (int k = 1; k <= free_; ++k) HG()(i, k) = of_G([&](int j) -> S { return H()(i, j); }, k);
    for (int k = 1; k <= free_; ++k)
      for (int l = 1; l <= k; ++l) H_y()(k, l) = of_G([&](int i) -> S { return HG()(i, l); }, k);  // [3]
    for (int k = 1; k <= free_; ++k) {
      y_motion()(k) = of_G([&](int i) -> S { return f()(i); }, k);
      for (int r = 1; r <= rows_; ++r) y_motion()(k) = y_motion()(k) - HG()(d(r), k) * g_d()(r);  // [4]
    }
  }

  /// y_motion <- H_y^-1 y_motion by L D L^T.
  Status solve_reduced() {
    Pivots<S> pivots;
    for (int k = 1; k <= free_; ++k) {
      pivots.check(has_inertia(k), y(k));
      for (int i = k + 1; i <= free_; ++i) {
        const S l = H_y()(i, k) / H_y()(k, k);
        for (int j = k + 1; j <= i; ++j) H_y()(i, j) = H_y()(i, j) - l * H_y()(j, k);
        y_motion()(i) = y_motion()(i) - l * y_motion()(k);
      }
    }
    for (int i = free_; i >= 1; --i) {
      for (int j = i + 1; j <= free_; ++j) y_motion()(i) = y_motion()(i) - H_y()(j, i) * y_motion()(j);
      y_motion()(i) = y_motion()(i) / H_y()(i, i);
    }
    return pivots.status();
  }

  /// True if a pivot of H_y is positive. Its terms are G_ik^2 H_ii at most.
  bool has_inertia(int k) {
    S terms = H()(y(k), y(k));
    for (int r = 1; r <= rows_; ++r) terms = terms + square(r, k) * H()(d(r), d(r));
    return is_positive(H_y()(k, k)) && exceeds_rounding(H_y()(k, k) * H_y()(k, k), terms * terms);
  }

  int& d(int r) { return d_[static_cast<std::size_t>(r) - 1]; }
  int& y(int k) { return y_[static_cast<std::size_t>(k) - 1]; }
  static std::size_t area(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
  VectorView<S> f() { return {f_.data(), n_}; }
  VectorView<S> a() { return {a_.data(), rows_}; }
  VectorView<S> g_d() { return {g_d_.data(), rows_}; }
  VectorView<S> y_motion() { return {y_motion_.data(), n_}; }
  VectorView<S> squares() { return {squares_.data(), rows_}; }
  VectorView<S> columns() { return {columns_.data(), n_}; }
  MatrixView<S> H() { return {H_.data(), n_, n_}; }
  MatrixView<S> PK() { return {PK_.data(), rows_, n_}; }
  MatrixView<S> P() { return {P_.data(), rows_, rows_}; }
  MatrixView<S> HG() { return {HG_.data(), n_, n_}; }
  MatrixView<S> H_y() { return {H_y_.data(), n_, n_}; }

  CrbaColumns<S> crba_;
  RneaPoints<S> rnea_;
  Tree<S> tree_;
  Constraints<S> constraints_;
  int n_, rows_, free_ = 0;  ///< free_: independent coordinates
  std::vector<S> H_, PK_, P_, HG_, H_y_;
  std::vector<S> f_, a_, g_d_, y_motion_, squares_,
      columns_;  ///< right sides, g of d, y-ddot, |K_r|^2, |K e_j|^2
  std::vector<int> d_, y_;
};

}  // namespace kintree
