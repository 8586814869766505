// Featherstone 2005, in parts: its claims about the factorizations, about accuracy, and about its two
// examples.
#pragma once

#include <vector>

#include "suite/papers/reproduce.hpp"

namespace kintree::suite::featherstone {

/// Expanded parent array; entry 0 is unused.
using Lambda = std::vector<int>;

inline VectorView<const int> view(const Lambda& lambda) {
  return {lambda.data() + 1, static_cast<int>(lambda.size()) - 1};
}

/// Throws CountRefused where a factorization that was counted has not ended well.
inline void require_ok(const Status& status) {
  if (status.code != Status::ok) throw CountRefused("the factorization breaks down");
}

/// The cost of the factorization H = L^T D L, and of the solution with its factors, as plugin ltdl computes
/// them.
Operations factorize_ltdl(const Lambda& lambda);
Operations solve_by_ltdl(const Lambda& lambda);

/// The balanced binary tree of 2^m - 1 nodes.
Lambda balanced(int m);

/// The cost of the kernels, and the savings on branched trees.
PaperMeasurements factorizations();
/// Bounds, unit costs, and remarks in the text.
PaperMeasurements details();
/// Less, and not by a factor of two.
inline bool slightly_less(double a, double b) {
  return a < b && b < 2 * a;
}
/// The errors of LTL and LTDL compared with those of the dense Cholesky factorization.
PaperMeasurements accuracies();
/// The zeros of H and of its factors.
PaperMeasurements sparsity();
/// Section 6: the humanoid and the chain of as many bodies.
PaperMeasurements humanoid_and_chain();

}  // namespace kintree::suite::featherstone
