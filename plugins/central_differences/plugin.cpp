#include "central_differences/central_differences.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CentralDifferences,
               {.name = "central_differences",
                .citation = "Nocedal & Wright 2006, sec. 8.1, applied to rnea_points and aba",
                .claims = {{.problem = kintree::Problem::inverse_dynamics_derivatives,
                            .promise = kintree::Verdict::D,
                            .cost = "O(n N)"},
                           {.problem = kintree::Problem::forward_dynamics_derivatives,
                            .promise = kintree::Verdict::D,
                            .cost = "O(n N)"}},
                .domain = {.armature = true},
                .approximates = true})
