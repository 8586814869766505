#include "idsva_inverse/idsva_inverse.hpp"

#include "idsva_inverse/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::IdsvaInverse,
               {.name = "idsva_inverse",
                .citation = "Carpentier & Mansard 2018",
                .claims = {{.problem = kintree::Problem::forward_dynamics_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^3)",
                            .less = {{"far_origin", kintree::Verdict::D},
                                     {"mass_ratio", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D},
                                     {"tiny_bodies", kintree::Verdict::D}},
                            .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                            kintree::idsva_inverse_cost},
                            .growth = {.chain = 3, .N = 3, .d = 1}}},
                .domain = {.armature = true}})
