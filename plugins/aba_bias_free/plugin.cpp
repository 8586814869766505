#include "aba_bias_free/aba_bias_free.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::AbaBiasFree, {.name = "aba_bias_free",
                                      .citation = "Rodriguez 1987; Jain 1991, eqs. (22), (43), (45), (46)",
                                      .claims = {{.problem = kintree::Problem::forward_dynamics,
                                                  .promise = kintree::Verdict::B,
                                                  .cost = "O(N)",
                                                  .less = {{"far_origin", kintree::Verdict::C},
                                                           {"fast", kintree::Verdict::C},
                                                           {"thin", kintree::Verdict::D}},
                                                  .growth = {.chain = 1, .N = 1, .d = 0}}},
                                      .domain = {.armature = true}})
