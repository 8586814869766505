// The claims of the elimination of constraint forces, with links split or not.
#pragma once

#include "kintree/plugin/plugin.hpp"

namespace kintree {

/// on_a_star: the order of N there.
inline std::vector<Claim> clique_elimination_claims(std::string cost, int on_a_star) {
  return {{.problem = Problem::forward_dynamics,
           .promise = Verdict::C,
           .cost = std::move(cost),
           .less = {{"far_origin", Verdict::D},
                    {"mass_ratio", Verdict::D},
                    {"thin", Verdict::D},
                    {"tiny_bodies", Verdict::D}},
           .growth = {.chain = 1, .N = 1, .d = 0, .star = on_a_star}}};
}

}  // namespace kintree
