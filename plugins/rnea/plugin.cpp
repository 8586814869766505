#include "rnea/rnea.hpp"

#include "kintree/plugin/register.hpp"
#include "rnea/cost.hpp"

KINTREE_PLUGIN(
    kintree::Rnea,
    {.name = "rnea",
     .citation = "Luh, Walker & Paul 1980; Jain 1991, eq. (17); Featherstone, RBDA 2008, table 5.1",
     .claims = {{.problem = kintree::Problem::inverse_dynamics,
                 .promise = kintree::Verdict::A,
                 .cost = "(174n - 24)m + (158n - 24)a, n revolutes in a chain",
                 .less = {{"far_origin", kintree::Verdict::C},
                          {"fast", kintree::Verdict::D},
                          {"thin", kintree::Verdict::D}},
                 .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::rnea_cost},
                 .growth = {.chain = 1, .N = 1, .d = 0}},
                {.problem = kintree::Problem::bias_force,
                 .promise = kintree::Verdict::A,
                 .cost = "(174n - 24)m + (158n - 24)a, n revolutes in a chain",
                 .less = {{"far_origin", kintree::Verdict::C},
                          {"mass_ratio", kintree::Verdict::B},
                          {"tiny_bodies", kintree::Verdict::B},
                          {"fast", kintree::Verdict::D},
                          {"thin", kintree::Verdict::D}},
                 .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::rnea_cost},
                 .growth = {.chain = 1, .N = 1, .d = 0}}},
     .domain = {.armature = true}})
