#include "coriolis/coriolis.hpp"

#include "coriolis/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(
    kintree::Coriolis,
    {.name = "coriolis",
     .citation = "Echeandia & Wensing 2021, Algorithm 1",
     .claims = {{.problem = kintree::Problem::coriolis_matrix,
                 .promise = kintree::Verdict::B,
                 .cost = "O(N d)",
                 .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::coriolis_cost},
                 .growth = {.chain = 2, .N = 1, .d = 1}},
                {.problem = kintree::Problem::mass_matrix_rate,
                 .promise = kintree::Verdict::B,
                 .cost = "O(N d)",
                 .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::mass_matrix_rate_cost},
                 .growth = {.chain = 2, .N = 1, .d = 1}}},
     .domain = {.armature = true}})
