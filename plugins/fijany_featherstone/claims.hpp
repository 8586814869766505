// The claims of both forms of the constraint-force algorithm.
#pragma once

#include "kintree/plugin/plugin.hpp"

namespace kintree {

inline std::vector<Claim> constraint_force_claims(std::string cost_of_forward_dynamics) {
  const std::vector<std::pair<std::string, Verdict>> less{
      {"far_origin", Verdict::D}, {"mass_ratio", Verdict::D}, {"thin", Verdict::D}, {"tiny_bodies", Verdict::D}};
  return {{.problem = Problem::forward_dynamics,
           .promise = Verdict::C,
           .cost = std::move(cost_of_forward_dynamics),
           .less = less,
           .growth = {.chain = 1, .N = 1, .d = 0}},
          {.problem = Problem::mass_matrix_inverse,
           .promise = Verdict::C,
           .cost = "O(N) for a column",
           .less = less,
           .growth = {.chain = 2, .N = 2, .d = 0}},
          {.problem = Problem::inverse_osim,
           .promise = Verdict::C,
           .cost = "O(N) for a column",
           .less = less,
           .growth = {.chain = 1, .N = 1, .d = 0, .m = 1, .laden = 2}}};
}

}  // namespace kintree
