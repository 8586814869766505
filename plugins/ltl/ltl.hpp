// Sparse factorization H = L^T L of a matrix with branch-induced sparsity, in place and without fill-in, and the solution of
// H x = b with its factor.  Featherstone 2005, sec. 2 and Appendix.
//
//   lambda   expanded parent array of sec. 2, with eq. (2). It need not come from a tree: lambda(i) = i - 1
//            makes the algorithm dense.
//   H        the matrix, then L; the paper's n is H.rows
#pragma once

#include <cmath>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/numbers/pivots.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

/// H becomes L. Only the lower triangle is used.
template <class S>
StatusOf<S> factor_ltl(MatrixView<S> H, VectorView<const int> lambda) {
  using std::sqrt;
  const Phase<S> phase("factorization");
  Pivots<S> pivots;
  for (int k = H.rows; k >= 1; --k) {
    pivots.check(is_positive(H(k, k)), k);
    H(k, k) = sqrt(H(k, k));                                                     // sec. 2, step 1
    for (int j = lambda(k); j != 0; j = lambda(j)) H(k, j) = H(k, j) / H(k, k);  // sec. 2, step 2
    for (int i = lambda(k); i != 0; i = lambda(i))
      for (int j = i; j != 0; j = lambda(j)) H(i, j) = H(i, j) - H(k, i) * H(k, j);  // sec. 2, step 3
  }
  return pivots.status();
}

/// x <- H^-1 x = L^-1 L^-T x.
template <class S>
void solve_ltl(MatrixView<const S> L, VectorView<const int> lambda, VectorView<S> x) {
  const Phase<S> phase("solution");
  for (int i = L.rows; i >= 1; --i) {
    x(i) = x(i) / L(i, i);
    for (int j = lambda(i); j != 0; j = lambda(j)) x(j) = x(j) - L(i, j) * x(i);
  }  // Appendix, x = L^-T x
  for (int i = 1; i <= L.rows; ++i) {
    for (int j = lambda(i); j != 0; j = lambda(j)) x(i) = x(i) - L(i, j) * x(j);
    x(i) = x(i) / L(i, i);
  }  // Appendix, x = L^-1 x
}

template <class S>
class Ltl final : public Solves<S, problems::Factorization> {
 public:
  explicit Ltl(const Model& model) : lambda_(Layout(model).expanded_parent) {}

  /// H becomes L in out.L; b is in.tau.
  StatusOf<S> factorization(const Input<S, problems::Factorization>& in,
                            Output<S, problems::Factorization> out) override {
    const int n = in.H.rows;
    const VectorView<const int> lambda{lambda_.data() + 1, n};  // entry 0 is unused
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) {
        out.L(i, j) = j <= i ? in.H(i, j) : S{};
        out.D(i, j) = S(i == j ? 1 : 0);
      }
      out.x(i) = in.tau(i);
    }
    const StatusOf<S> status = factor_ltl(out.L, lambda);
    solve_ltl<S>(out.L, lambda, out.x);
    return status;
  }

 private:
  std::vector<int> lambda_;
};

}  // namespace kintree
