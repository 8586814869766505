#include "forward_mode/forward_mode.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::ForwardMode,
               {.name = "forward_mode",
                .citation = "Griewank & Walther 2008, ch. 3, applied to rnea_points and aba",
                .claims = {{.problem = kintree::Problem::inverse_dynamics_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n N)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 2}},
                           {.problem = kintree::Problem::forward_dynamics_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n N)",
                            .less = {{"far_origin", kintree::Verdict::D},
                                     {"fast", kintree::Verdict::D},
                                     {"mass_ratio", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D},
                                     {"tiny_bodies", kintree::Verdict::D}},
                            .growth = {.chain = 2}}},
                .domain = {.armature = true}})
