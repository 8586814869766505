#include "body_regressor/body_regressor.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::BodyRegressor, {.name = "body_regressor",
                                        .citation = "Atkeson, An & Hollerbach 1986",
                                        .claims = {{.problem = kintree::Problem::regressor,
                                                    .promise = kintree::Verdict::B,
                                                    .cost = "O(N d)",
                                                    .growth = {.chain = 2, .N = 1, .d = 1}}},
                                        .domain = {.armature = true}})
