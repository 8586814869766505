#include "crba/crba.hpp"

#include "crba/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(
    kintree::Crba,
    {.name = "crba",
     .citation = "Walker & Orin 1982, method 3; Featherstone 2005, sec. 5, and RBDA 2008, table 6.2; "
                 "Jain 1991, eq. (28)",
     .claims = {{.problem = kintree::Problem::mass_matrix,
                 .promise = kintree::Verdict::A,
                 .cost = "D0(rx+ra) + D1 vx, eq. (14)",
                 .less = {{"far_origin", kintree::Verdict::B},
                          {"long_chain", kintree::Verdict::B},
                          {"thin", kintree::Verdict::B}},
                 .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::crba_cost},
                 .growth = {.chain = 2, .N = 1, .d = 1}}},
     .domain = {.armature = true}})
