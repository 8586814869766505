// Dense Cholesky factorization H = L L^T and the solution of H x = b, by Eigen: the standard factorization to
// which Featherstone 2005, sec. 2, compares his own.
#pragma once

#include <Eigen/Cholesky>
#include <boost/multiprecision/eigen.hpp>

#include "kintree/algebra/multiprecision.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class Cholesky final : public Solver<S> {
 public:
  explicit Cholesky(const Model&) {}

  Status factorization(const FactorizationInput<S>& in, Factorization<S> result) override {
    const int n = in.H.rows;
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) {
        result.L(i, j) = j > i ? S{} : in.H(i, j);
        result.D(i, j) = S(i == j ? 1 : 0);
      }
      result.x(i) = in.b(i);
    }
    Eigen::Map<Matrix> L(result.L.data, n, n);
    Eigen::Map<Vector> x(result.x.data, n);
    Eigen::Ref<Matrix> in_place(L);
    const Eigen::LLT<Eigen::Ref<Matrix>> llt(in_place);  // H = L L^T
    L.template triangularView<Eigen::Lower>().solveInPlace(x);
    L.transpose().template triangularView<Eigen::Upper>().solveInPlace(x);  // x = L^-T L^-1 b
    return breakdown(in.H, result.L, llt.info() == Eigen::Success);
  }

 private:
  using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

  /// Eigen says that a pivot H_kk - sum L_kj^2 was not positive, but not which one. When it stops, row k
  /// of L is complete.
  static Status breakdown(MatrixView<const S> H, MatrixView<const S> L, bool sound) {
    for (int k = 1; k <= H.rows; ++k) {
      if (!is_positive(L(k, k))) return Status::breakdown_at(k);
      if (sound) continue;
      S pivot = H(k, k);
      for (int j = 1; j < k; ++j) pivot = pivot - L(k, j) * L(k, j);
      if (!is_positive(pivot)) return Status::breakdown_at(k);
    }
    return sound ? Status{} : Status::breakdown_at(H.rows);
  }
};

}  // namespace kintree
