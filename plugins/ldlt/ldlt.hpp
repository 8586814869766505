// Dense H = L D L^T without pivoting and the solution of H x = b, by Eigen: the standard factorization to
// which Featherstone 2005, sec. 2, compares his own.
//
// Eigen's dense LDLT permutes H, so that its L is not a triangle of H's own coordinates. This is its
// SimplicialLDLT, in natural order on a full pattern [Davis, Direct Methods for Sparse Linear Systems, 2006,
// sec. 4.7].
#pragma once

#include "kernels/simplicial.hpp"

namespace kintree {

template <class S>
class Ldlt final : public Solves<S, problems::Factorization> {
 public:
  explicit Ldlt(const Model& model) : ldlt_(full_triangle(Layout(model).n)) {}

  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> result) override {
    const int n = in.H.rows;
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) {
        result.L(i, j) = S(i == j ? 1 : 0);
        result.D(i, j) = S{};
      }
      result.x(i) = in.tau(i);
    }
    for (int j = 0; j < n; ++j)
      for (typename Matrix::InnerIterator h(ldlt_.A, j); h; ++h)
        h.valueRef() = in.H(j + 1, static_cast<int>(h.row()) + 1);
    const Status status = ldlt_.factor();  // H = L D L^T
    if (status.code != Status::ok) return status;

    for (int j = 0; j < n; ++j) {
      result.D(j + 1, j + 1) = ldlt_.pivot(j);
      for (typename Matrix::InnerIterator l(ldlt_.G(), j); l; ++l)
        result.L(static_cast<int>(l.row()) + 1, j + 1) = l.value();
    }
    ldlt_.solve({result.x.data, n});  // x = L^-T D^-1 L^-1 b
    return status;
  }

 private:
  using Matrix = typename Simplicial<NaturalLdlt<S>>::Matrix;

  static Matrix full_triangle(int n) {
    Matrix A(n, n);
    A.reserve(Eigen::VectorXi::LinSpaced(n, 1, n));
    for (int j = 0; j < n; ++j)
      for (int i = 0; i <= j; ++i) A.insert(i, j) = S(1);
    return A;
  }

  Simplicial<NaturalLdlt<S>> ldlt_;
};

}  // namespace kintree
