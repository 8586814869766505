// The claims of every algorithm that is refined by one step.
#pragma once

#include "kintree/plugin/plugin.hpp"

namespace kintree {

/// The cost in words and the growth are those of the algorithm inside. So are the promises on far
/// origins, for large mass ratios and for tiny bodies. There the algorithm inside may lose so many digits
/// that a step cannot improve its answer.
inline std::vector<Claim> refined_claims(std::string cost, const Growth& growth, Verdict far_origin,
                                         Verdict mass_ratio, Verdict promise = Verdict::A) {
  return {{.problem = Problem::forward_dynamics,
           .promise = promise,
           .cost = std::move(cost),
           .less = {{"far_origin", far_origin},
                    {"fast", Verdict::C},
                    {"mass_ratio", mass_ratio},
                    {"thin", Verdict::D},
                    {"tiny_bodies", mass_ratio}},
           .growth = growth,
           .by_refinement = true}};
}

}  // namespace kintree
