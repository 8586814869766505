// Reordered sparse Cholesky factorization of H and the solution of H x = b: R H R = G G^T by Eigen's
// SimplicialLLT in natural order, where R reverses a regular numbering, so that L^T = R G R and H = L^T L.
// Featherstone 2005, sec. 3.
//
//   R      reverses the order of the coordinates: column c, from 0, of R H R is coordinate n - c of H
//   A~, G  the permuted matrix and its Cholesky factor
#pragma once

#include "kernels/simplicial.hpp"

namespace kintree {

template <class S>
class ReorderedCholesky final : public Solves<S, problems::Factorization> {
 public:
  explicit ReorderedCholesky(const Model& model)
      : cholesky_(pattern(Layout(model).expanded_parent)), x_(static_cast<std::size_t>(cholesky_.A.cols())) {}

  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> result) override {
    const int n = in.H.rows;
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) {
        result.L(i, j) = S{};
        result.D(i, j) = S(i == j ? 1 : 0);
      }
      result.x(i) = in.tau(i);
      x_[static_cast<std::size_t>(n - i)] = in.tau(i);  // R b
    }
    for (int c = 0; c < n; ++c)
      for (Entry a(cholesky_.A, c); a; ++a) a.valueRef() = in.H(n - row(a), n - c);  // A~ = R H R, sec. 3
    const Status status = cholesky_.factor();                                        // A~ = G G^T, sec. 3
    if (status.code != Status::ok) return Status::breakdown_at(n + 1 - status.coordinate);

    for (int c = 0; c < n; ++c)
      for (Entry g(cholesky_.G(), c); g; ++g) result.L(n - c, n - row(g)) = g.value();  // L^T = R G R, sec. 3
    cholesky_.solve({x_.data(), n});                                                    // G^-T G^-1 R b
    for (int i = 1; i <= n; ++i) result.x(i) = x_[static_cast<std::size_t>(n - i)];     // x = R (...)
    return status;
  }

  /// The entries of G.
  long nonzeros() const { return static_cast<long>(cholesky_.G().nonZeros()); }

 private:
  using Matrix = typename Simplicial<NaturalLlt<S>>::Matrix;
  using Entry = typename Matrix::InnerIterator;
  static int row(const Entry& entry) { return static_cast<int>(entry.row()); }

  /// The upper triangle of R H R: nothing between branches, eq. (6).
  static Matrix pattern(const std::vector<int>& lambda) {
    const int n = static_cast<int>(lambda.size()) - 1;
    std::vector<Eigen::Triplet<S>> entries;
    for (int i = 1; i <= n; ++i)
      for (int j = i; j != 0; j = lambda[static_cast<std::size_t>(j)])
        entries.emplace_back(n - i, n - j, S(1));
    Matrix A(n, n);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
  }

  Simplicial<NaturalLlt<S>> cholesky_;
  std::vector<S> x_;
};

}  // namespace kintree
