// Dense Cholesky factorization H = L L^T and the solution of H x = b, by Eigen: the standard factorization to
// which Featherstone 2005, sec. 2, compares his own.
#pragma once

#include <Eigen/Cholesky>

#include "kintree/numbers/eigen_number.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class Cholesky final : public Solves<S, problems::Factorization> {
 public:
  explicit Cholesky(const Model&) {}

  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> result) override {
    const int n = in.H.rows;
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) {
        result.L(i, j) = j > i ? S{} : in.H(i, j);
        result.D(i, j) = S(i == j ? 1 : 0);
      }
      result.x(i) = in.tau(i);
    }
    Eigen::Map<Matrix> L(result.L.data, n, n);
    Eigen::Map<Vector> x(result.x.data, n);
    // H = L L^T, as Eigen::LLT does it, but without the norm that it takes for an estimate of the condition.
    const auto stopped_at = Eigen::internal::llt_inplace<S, Eigen::Lower>::blocked(L);
    L.template triangularView<Eigen::Lower>().solveInPlace(x);
    L.transpose().template triangularView<Eigen::Upper>().solveInPlace(x);  // x = L^-T L^-1 b
    for (int k = 1; k <= n; ++k)
      if (k == stopped_at + 1 || !is_positive(L(k - 1, k - 1))) return Status::breakdown_at(k);
    return {};
  }

 private:
  using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
};

}  // namespace kintree
