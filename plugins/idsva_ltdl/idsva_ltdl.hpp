// The derivatives of forward dynamics from those of inverse dynamics, by sparse solutions. Carpentier & Mansard 2018; Featherstone 2005.
// The total derivative of tau = ID(q, v, qdd) is zero if tau stays. So, at the accelerations of forward dynamics,
//   H d qdd / dq = -d tau / dq,   H d qdd / dv = -d tau / dv,   H d qdd / d tau = 1,   with H = L^T D L.
#pragma once

#include <vector>

#include "crba_ltdl/crba_ltdl.hpp"
#include "idsva/idsva.hpp"

namespace kintree {

template <class S>
class IdsvaLtdl final : public Solves<S, problems::ForwardDynamicsDerivatives> {
  using Problem = problems::ForwardDynamicsDerivatives;

 public:
  explicit IdsvaLtdl(const Model& model)
      : dynamics_(model),
        idsva_(model),
        qdd_(static_cast<std::size_t>(dynamics_.L().layout->n())),
        factor_(qdd_.size() + 1),
        nearest_(qdd_.size() * qdd_.size()) {
    const PathRowLayout& tree = *dynamics_.L().layout;
    for (int i = 1; i <= tree.n(); ++i) {
      std::vector<char> related(qdd_.size() + 1);
      for (int j = i; j != 0; j = tree.lambda(j)) related[at(j)] = 1;
      for (int k = i + 1; k <= tree.n(); ++k)
        if (tree.lambda(k) >= i) related[at(k)] = related[at(tree.lambda(k))];
      for (int k = 1, near = 0; k <= tree.n(); ++k) nearest(i, k) = near = related[at(k)] != 0 ? k : near;
    }
  }

  StatusOf<S> forward_dynamics_derivatives(const Input<S, Problem>& in, Output<S, Problem> out) override {
    const VectorView<S> qdd{qdd_.data(), static_cast<int>(qdd_.size())};
    const StatusOf<S> status = dynamics_.forward_dynamics({in.q, in.v, in.tau, in.f_ext}, qdd);
    idsva_.inverse_dynamics_derivatives({in.q, in.v, qdd, in.f_ext}, {out.dqdd_dq, out.dqdd_dv});
    clear(out.dqdd_dtau);
    for (int i = 1; i <= qdd.size; ++i) out.dqdd_dtau(i, i) = S(1);
    const Phase<S> phase("solutions");
    solve(out.dqdd_dq, S(-1), Part::all);
    solve(out.dqdd_dv, S(-1), Part::all);
    solve(out.dqdd_dtau, S(1), Part::upper);
    for (int i = 1; i <= qdd.size; ++i)
      for (int k = 1; k < i; ++k) out.dqdd_dtau(i, k) = out.dqdd_dtau(k, i);
    return status;
  }

 private:
  /// The part of the solution that is computed: H^-1 is symmetric.
  enum class Part { all, upper };

  /// X <- sign H^-1 X, a few columns at a time: their numbers of a row are in registers.
  void solve(MatrixView<S> X, const S& sign, Part part) {
    for (int i = 1; i <= X.rows; ++i) factor_[at(i)] = sign / dynamics_.D()(i);
    in_pieces<8>(1, X.columns + 1, [&](int k, auto count) {
      solve_columns<count>(X, k, part == Part::all ? X.rows : k + count - 1);
    });
  }

  /// Columns k to k + count - 1 of it, down to row `end`.
  template <int count>
  [[gnu::noinline]] void solve_columns(MatrixView<S> X, int k, int end) {
    constexpr int width = std::min(count, widest_piece<S>), pieces = count / width;
    const PathRows<const S> L = dynamics_.L();
    const auto ancestors = [&](int i, const auto& visit) {  // j and L_ij
      const S* L_ij = L.row(i) + L.layout->depth(i) - 1;
      for (int j = L.layout->lambda(i); j != 0; j = L.layout->lambda(j))
        visit(&X(j, k), spread<width>(*--L_ij));
    };
    OfRun<Piece<S, width>, pieces> x;
    for (int i = end; i >= 1; --i) {
      if (nearest(i, k + count - 1) < k) continue;  // zeros in all of these columns
      unrolled<pieces>([&](auto c) { x[c] = load<width>(&X(i, k) + c * width); });
      ancestors(i, [&](S* x_j, const auto& L_ij) {
        unrolled<pieces>([&](auto c) { store(load<width>(x_j + c * width) - L_ij * x[c], x_j + c * width); });
      });  // Featherstone, Appendix, x = L^-T x
    }
    for (int i = 1; i <= end; ++i) {
      const auto factor = spread<width>(factor_[at(i)]);
      unrolled<pieces>(
          [&](auto c) { x[c] = load<width>(&X(i, k) + c * width) * factor; });  // Appendix, x = D^-1 x
      ancestors(i, [&](const S* x_j, const auto& L_ij) {
        unrolled<pieces>([&](auto c) { x[c] = x[c] - L_ij * load<width>(x_j + c * width); });
      });  // Appendix, x = L^-1 x
      unrolled<pieces>([&](auto c) { store(x[c], &X(i, k) + c * width); });
    }
  }

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  /// The last of the coordinates 1 to k that supports i or that i supports, or 0.
  int& nearest(int i, int k) { return nearest_[at(i - 1) * qdd_.size() + at(k - 1)]; }

  CrbaLtdl<S> dynamics_;
  Idsva<S> idsva_;
  std::vector<S> qdd_, factor_;
  std::vector<int> nearest_;
};

}  // namespace kintree
