#include "idsva/idsva.hpp"

#include "idsva/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Idsva,
               {.name = "idsva",
                .citation = "Singh, Russell & Wensing 2022",
                .claims = {{.problem = kintree::Problem::inverse_dynamics_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N d)",
                            .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::idsva_cost},
                            .growth = {.chain = 2, .N = 1, .d = 1}}},
                .domain = {.armature = true}})
