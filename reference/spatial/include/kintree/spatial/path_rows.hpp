// The lower triangle of a matrix with branch-induced sparsity, without its zeros. Row k contains the entries
// of the ancestors of coordinate k, the nearest to the base first, and at its end the diagonal entry. The
// entries of an ancestor and of all coordinates above it are the first of the row.  Featherstone 2005, sec.
// 2, eqs. (2) and (6).
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "kintree/spatial/views.hpp"

namespace kintree {

/// The places of the rows, by an expanded parent array. The array need not come from a tree: lambda(i) = i -
/// 1 makes the triangle full.
class PathRowLayout {
 public:
  /// `lambda`: entries 1..n, 0 <= lambda(k) < k.
  explicit PathRowLayout(std::vector<int> lambda)
      : lambda_(std::move(lambda)),
        depth_(lambda_.size()),
        run_(lambda_.size(), 1),
        depth_first_(lambda_.size() - 1),
        begin_(lambda_.size()) {
    std::vector<int> children(lambda_.size()), subtree(lambda_.size(), 1), place(lambda_.size());
    for (int k = n(); k >= 1; --k) {
      ++children[at(this->lambda(k))];
      subtree[at(this->lambda(k))] += subtree[at(k)];
    }
    for (int k = 1; k <= n(); ++k) {
      const int p = this->lambda(k);
      depth_[at(k)] = depth(p) + 1;
      if (p > 0 && p == k - 1 && children[at(p)] == 1) run_[at(k)] = run(p) + 1;
      depth_first_[at(place[at(p)])] = k;
      place[at(k)] = place[at(p)] + 1;
      place[at(p)] += subtree[at(k)];
      begin_[at(k)] = size_;
      size_ += depth(k);
    }
  }

  int n() const { return static_cast<int>(lambda_.size()) - 1; }
  int lambda(int k) const { return lambda_[at(k)]; }
  /// The length of row k: the number of coordinates on the path from the base to k, k included.
  int depth(int k) const { return depth_[at(k)]; }
  /// The number of coordinates k, k - 1, ... each of which is the only child of the next.
  int run(int k) const { return run_[at(k)]; }
  /// All coordinates, each followed by those that it supports: 1, 2, ... if they are numbered so.
  const std::vector<int>& depth_first() const { return depth_first_; }
  std::ptrdiff_t begin(int k) const { return begin_[at(k)]; }  ///< of row k
  std::ptrdiff_t size() const { return size_; }                ///< of all rows

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }

  std::vector<int> lambda_, depth_, run_, depth_first_;
  std::vector<std::ptrdiff_t> begin_;
  std::ptrdiff_t size_ = 0;
};

/// The numbers of all rows, row after row.
template <class S>
struct PathRows {
  S* data = nullptr;
  const PathRowLayout* layout = nullptr;

  /// Its entries by the depth of the ancestors, from 0; the last is the one on the diagonal.
  S* row(int k) const { return data + layout->begin(k); }
  S& diagonal(int k) const { return row(k)[layout->depth(k) - 1]; }
  operator PathRows<const S>() const { return {data, layout}; }
};

/// Calls visit(k, j, entry) for all entries of row k.
template <class S, class Visit>
void for_each_entry_of_row(int k, PathRows<S> rows, const Visit& visit) {
  const PathRowLayout& layout = *rows.layout;
  S* entry = rows.row(k) + layout.depth(k);
  for (int j = k; j != 0; j = layout.lambda(j)) visit(k, j, *--entry);
}

/// Calls visit(k, j, entry) for all entries on and below the diagonal.
template <class S, class Visit>
void for_each_entry(PathRows<S> rows, const Visit& visit) {
  for (int k = 1; k <= rows.layout->n(); ++k) for_each_entry_of_row(k, rows, visit);
}

/// The same for rows first..end - 1 of one run. The entries of one ancestor are visited one after the other,
/// since above the diagonal of A they are adjacent.
template <class S, class Visit>
void for_each_entry_of_run(int first, int end, PathRows<S> rows, const Visit& visit) {
  const PathRowLayout& layout = *rows.layout;
  int depth = layout.depth(first);
  for (int k = first; k < end; ++k)
    for (int j = first; j <= k; ++j) visit(k, j, rows.row(k)[depth - 1 + j - first]);
  for (int j = layout.lambda(first); j != 0; j = layout.lambda(j)) {
    --depth;
    for (int k = first; k < end; ++k) visit(k, j, rows.row(k)[depth - 1]);
  }
}

/// A <- 0.
template <class S>
void clear(MatrixView<S> A) {
  std::fill_n(A.data, static_cast<std::ptrdiff_t>(A.rows) * A.columns, S{});
}

/// A <- the whole matrix, zeros and both triangles.
template <class S>
void expand_symmetric(PathRows<const S> rows, MatrixView<S> A) {
  const PathRowLayout& layout = *rows.layout;
  const std::ptrdiff_t n = layout.n();
  if (layout.size() < n * (n + 1) / 2) clear(A);
  const auto set = [&A](int k, int j, const S& entry) { A(k, j) = A(j, k) = entry; };
  for (int k = 1; k <= n;) {
    int end = k + 1;  // k..end-1 share the ancestors of k; at most eight coordinates
    while (end <= n && end < k + 8 && layout.run(end) > 1) ++end;
    if (end < k + 4)
      for_each_entry_of_row(k++, rows, set);
    else
      for_each_entry_of_run(std::exchange(k, end), end, rows, set);
  }
}

/// A <- the triangle, and zeros.
template <class S>
void expand_lower(PathRows<const S> rows, MatrixView<S> A) {
  clear(A);
  for_each_entry(rows, [&A](int k, int j, const S& entry) { A(k, j) = entry; });
}

/// rows <- the entries of A on their places.
template <class S>
void gather_lower(MatrixView<const S> A, PathRows<S> rows) {
  for_each_entry(rows, [&A](int k, int j, S& entry) { entry = A(k, j); });
}

}  // namespace kintree
