// Sparse factorization H = L^T D L of a matrix with branch-induced sparsity, without fill-in, and the solution of H x = b with the
// factors.  Featherstone 2005, sec. 2 and Appendix.  A square H is also
// factored in path rows: kernels/path_triangle.hpp.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/path_triangle.hpp"
#include "kintree/model/model.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class LtdlPathRows final : public Solves<S, problems::Factorization> {
 public:
  explicit LtdlPathRows(const Model& model)
      : layout_(Layout(model).expanded_parent),
        triangle_(layout_.n()),
        numbers_(static_cast<std::size_t>(layout_.size())) {}

  StatusOf<S> factorization_in_path_rows(
      const Input<S, problems::Factorization, Storage::path_rows>& in,
      Output<S, problems::Factorization, Storage::path_rows> result) override {
    std::copy_n(in.H.data, in.H.layout->size(), result.L.data);
    const StatusOf<S> status = factor_and_solve(result.L, in.tau, result.x);
    std::copy_n(triangle_.D().data, layout_.n(), result.D.data);
    return status;
  }

  StatusOf<S> factorization(const Input<S, problems::Factorization>& in,
                            Output<S, problems::Factorization> result) override {
    const PathRows<S> rows{numbers_.data(), &layout_};
    gather_lower(in.H, rows);
    const StatusOf<S> status = factor_and_solve(rows, in.tau, result.x);
    clear(result.D);
    for (int k = 1; k <= layout_.n(); ++k) result.D(k, k) = triangle_.D()(k);
    expand_lower<S>(rows, result.L);
    return status;
  }

 private:
  StatusOf<S> factor_and_solve(PathRows<S> rows, VectorView<const S> b, VectorView<S> x) {
    std::copy_n(b.data, layout_.n(), x.data);
    const StatusOf<S> status = triangle_.factor(rows);
    triangle_.solve(rows, x);
    return status;
  }

  PathRowLayout layout_;
  PathTriangle<S> triangle_;
  std::vector<S> numbers_;  ///< of the rows of a dense H
};

}  // namespace kintree
