#include "forward_mode_constrained/forward_mode_constrained.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::ForwardModeConstrained,
               {.name = "forward_mode_constrained",
                .citation = "Griewank & Walther 2008, ch. 3, applied to delassus",
                .claims = {{.problem = kintree::Problem::constrained_forward_dynamics_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n (N r + n r^2 + r^3))",
                            .less = {{"thin", kintree::Verdict::D}}}},
                .domain = {.armature = true}})
