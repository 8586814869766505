#include "nested_forward_mode/nested_forward_mode.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::NestedForwardMode,
               {.name = "nested_forward_mode",
                .citation = "Griewank & Walther 2008, ch. 3 and 10, applied to rnea_points",
                .claims = {{.problem = kintree::Problem::inverse_dynamics_second_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^2 N)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D}}}},
                .domain = {.armature = true}})
