#include "idsva_so/idsva_so.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::IdsvaSo,
               {.name = "idsva_so",
                .citation = "Singh, Russell & Wensing 2023 (IDSVA-SO)",
                .claims = {{.problem = kintree::Problem::inverse_dynamics_second_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n d^2)"}},
                .domain = {.armature = true}})
