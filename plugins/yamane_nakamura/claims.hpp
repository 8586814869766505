// What the elimination of constraint forces claims, with links split or not.
#pragma once

#include "kintree/plugin/plugin.hpp"

namespace kintree {

inline std::vector<Claim> clique_elimination_claims(std::string cost) {
  return {{.problem = Problem::forward_dynamics,
           .promise = Verdict::C,
           .cost = std::move(cost),
           .less = {{"far_origin", Verdict::D}, {"mass_ratio", Verdict::D}, {"thin", Verdict::D}},
           .growth = {.chain = 1, .N = 1, .d = 0}}};
}

}  // namespace kintree
