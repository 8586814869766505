#include "idsva_so/idsva_so.hpp"

#include "idsva_so/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::IdsvaSo,
               {.name = "idsva_so",
                .citation = "Singh, Russell & Wensing 2023 (IDSVA-SO)",
                .claims = {{.problem = kintree::Problem::inverse_dynamics_second_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n d^2)",
                            .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                            kintree::idsva_so_cost}}},
                .domain = {.armature = true}})
