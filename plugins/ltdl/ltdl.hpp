// Sparse factorization H = L^T D L of a matrix with branch-induced sparsity, in place and without fill-in, and the solution of
// H x = b with its factors.  Featherstone 2005, sec. 2 and Appendix.
//
//   lambda   expanded parent array of sec. 2, with eq. (2). It need not come from a tree: lambda(i) = i - 1
//            makes the algorithm dense.
//   A        H, then D on the diagonal and L below it. The diagonal of L is 1 and is not stored.
#pragma once

#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/numbers/pivots.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

/// H becomes D and L. Only the lower triangle is used.
template <class S>
StatusOf<S> factor_ltdl(MatrixView<S> A, VectorView<const int> lambda) {
  const Phase<S> phase("factorization");
  Pivots<S> pivots;
  for (int k = A.rows; k >= 1; --k) {
    pivots.check(is_positive(A(k, k)), k);
    for (int i = lambda(k); i != 0; i = lambda(i)) {
      const S a = A(k, i) / A(k, k);
      for (int j = i; j != 0; j = lambda(j)) A(i, j) = A(i, j) - A(k, j) * a;
      A(k, i) = a;
    }
  }  // Appendix, LTDL factorization, whose n is A.rows
  return pivots.status();
}

/// x <- H^-1 x = L^-1 D^-1 L^-T x.
template <class S>
void solve_ltdl(MatrixView<const S> A, VectorView<const int> lambda, VectorView<S> x) {
  const Phase<S> phase("solution");
  for (int i = A.rows; i >= 1; --i)
    for (int j = lambda(i); j != 0; j = lambda(j)) x(j) = x(j) - A(i, j) * x(i);  // Appendix, x = L^-T x
  for (int i = 1; i <= A.rows; ++i) x(i) = x(i) / A(i, i);                        // x = D^-1 x
  for (int i = 1; i <= A.rows; ++i)
    for (int j = lambda(i); j != 0; j = lambda(j)) x(i) = x(i) - A(i, j) * x(j);  // Appendix, x = L^-1 x
}

template <class S>
class Ltdl final : public Solves<S, problems::Factorization> {
 public:
  explicit Ltdl(const Model& model) : lambda_(Layout(model).expanded_parent) {}

  /// A is out.L until D is copied from its diagonal; b is in.tau.
  StatusOf<S> factorization(const Input<S, problems::Factorization>& in,
                            Output<S, problems::Factorization> out) override {
    const int n = in.H.rows;
    const VectorView<const int> lambda{lambda_.data() + 1, n};  // entry 0 is unused
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) out.L(i, j) = j <= i ? in.H(i, j) : S{};
      out.x(i) = in.tau(i);
    }
    const StatusOf<S> status = factor_ltdl(out.L, lambda);
    solve_ltdl<S>(out.L, lambda, out.x);
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) out.D(i, j) = i == j ? out.L(i, i) : S{};
      out.L(i, i) = S(1);
    }
    return status;
  }

 private:
  std::vector<int> lambda_;
};

}  // namespace kintree
