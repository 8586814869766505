#include "crba_screw/crba_screw.hpp"

#include "crba_screw/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(
    kintree::CrbaScrew,
    {.name = "crba_screw",
     .citation = "Featherstone 2005, sec. 5, eq. (21); McMillan & Orin 1995",
     .claims = {{.problem = kintree::Problem::mass_matrix,
                 .promise = kintree::Verdict::A,
                 .cost = "D0a(32m+43a) + D1a(20m+12a) + D0b(47m+58a) + D1b(24m+18a) - D0c(18m+21a) - "
                         "D1c(12m+8a), eq. (21)",
                 .less = {{"far_origin", kintree::Verdict::C},
                          {"long_chain", kintree::Verdict::B},
                          {"mass_ratio", kintree::Verdict::B},
                          {"thin", kintree::Verdict::B},
                          {"worst", kintree::Verdict::C}},
                 .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::crba_screw_cost},
                 .growth = {.chain = 2, .N = 1, .d = 1}}},
     .domain = {.armature = true}})
