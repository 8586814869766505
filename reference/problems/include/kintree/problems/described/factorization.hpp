#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct Factorization {
  static constexpr ProblemInfo info{.name = "factorization",
                                    .title = "Factorization of the mass matrix",
                                    .definition = "L, D and x with H = L^T D L or L D L^T, and H x = tau",
                                    .place = 2,
                                    .reads = {quantity::q, quantity::H, quantity::tau},
                                    .returns = {quantity::L, quantity::D, quantity::x},
                                    .solves_with = SolvesWith::H};
};

}  // namespace kintree::problems
