// The operations of the products of the derivatives of forward dynamics.
#pragma once

#include <cstdint>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

/// Two products of n x n matrices.
inline std::vector<PhaseCost> idsva_inverse_cost(const Model& model,
                                                 const std::vector<EndEffector>& /*none*/) {
  const std::int64_t n = Layout(model).n;
  return {{"products", 2 * n * n * n * Operations{1, 1}}};
}

}  // namespace kintree
