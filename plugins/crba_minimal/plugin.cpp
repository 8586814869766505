#include "crba_minimal/crba_minimal.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CrbaMinimal,
               {.name = "crba_minimal",
                .citation = "Featherstone 2005, sec. 5; regrouped inertias after Gautier & Khalil 1990",
                .claims = {{.problem = kintree::Problem::mass_matrix,
                            .promise = kintree::Verdict::A,
                            .cost = "below eq. (21) of Featherstone 2005",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"long_chain", kintree::Verdict::B},
                                     {"thin", kintree::Verdict::B},
                                     {"wide_star", kintree::Verdict::C},
                                     {"worst", kintree::Verdict::C}},
                            .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                            kintree::crba_minimal_cost},
                            .growth = {.N = 1}}},
                .domain = {.armature = true}})
