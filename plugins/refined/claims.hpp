// What every algorithm claims that is refined by one step.
#pragma once

#include "kintree/plugin/plugin.hpp"

namespace kintree {

/// The cost in words and the growth are those of the algorithm inside.
inline std::vector<Claim> refined_claims(std::string cost, const Growth& growth) {
  return {{.problem = Problem::forward_dynamics,
           .promise = Verdict::A,
           .cost = std::move(cost),
           .less = {{"far_origin", Verdict::C},
                    {"fast", Verdict::C},
                    {"mass_ratio", Verdict::C},
                    {"thin", Verdict::C}},
           .growth = growth}};
}

}  // namespace kintree
