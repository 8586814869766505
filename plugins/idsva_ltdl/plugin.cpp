#include "idsva_ltdl/idsva_ltdl.hpp"

#include "idsva_ltdl/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::IdsvaLtdl, {.name = "idsva_ltdl",
                                    .citation = "Carpentier & Mansard 2018; Featherstone 2005",
                                    .claims = {{.problem = kintree::Problem::forward_dynamics_derivatives,
                                                .promise = kintree::Verdict::B,
                                                .cost = "O(n^2 d)",
                                                .less = {{"far_origin", kintree::Verdict::D},
                                                         {"mass_ratio", kintree::Verdict::D},
                                                         {"thin", kintree::Verdict::D},
                                                         {"tiny_bodies", kintree::Verdict::D}},
                                                .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                                                kintree::idsva_ltdl_cost},
                                                .growth = {.chain = 3, .N = 2, .d = 1}}},
                                    .domain = {.armature = true}})
