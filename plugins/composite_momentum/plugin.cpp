#include "composite_momentum/composite_momentum.hpp"

#include "composite_momentum/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CompositeMomentum,
               {.name = "composite_momentum",
                .citation = "Wensing & Orin 2016",
                .claims = {{.problem = kintree::Problem::centroidal_momentum,
                            .promise = kintree::Verdict::C,
                            .cost = "O(N d)",
                            .less = {{"thin", kintree::Verdict::D}},
                            .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                            kintree::composite_momentum_cost},
                            .growth = {.chain = 2, .N = 1, .d = 1}}},
                .domain = {.armature = true}})
