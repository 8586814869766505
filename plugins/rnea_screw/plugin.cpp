#include "rnea_screw/rnea_screw.hpp"

#include "kintree/plugin/register.hpp"
#include "rnea_screw/cost.hpp"

KINTREE_PLUGIN(kintree::RneaScrew,
               {.name = "rnea_screw",
                .citation = "after Balafoutis, Patel & Misra 1988; Featherstone 2005, sec. 6",
                .claims = {{.problem = kintree::Problem::inverse_dynamics,
                            .promise = kintree::Verdict::A,
                            .cost = "(93n - 69)m + (81n - 66)a, n revolutes in a chain",
                            .less = {{"far_origin", kintree::Verdict::D},
                                     {"fast", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D},
                                     {"worst", kintree::Verdict::C}},
                            .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                            kintree::rnea_screw_cost},
                            .growth = {.chain = 1, .N = 1, .d = 0}}},
                .domain = {.armature = true}})
