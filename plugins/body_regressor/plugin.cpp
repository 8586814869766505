#include "body_regressor/body_regressor.hpp"

#include "body_regressor/cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::BodyRegressor,
               {.name = "body_regressor",
                .citation = "Atkeson, An & Hollerbach 1986",
                .claims = {{.problem = kintree::Problem::regressor,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N d)",
                            .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                            kintree::body_regressor_cost},
                            .growth = {.chain = 2, .N = 1, .d = 1}}},
                .domain = {.armature = true}})
