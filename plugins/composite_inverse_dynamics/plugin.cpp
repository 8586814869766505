#include "composite_inverse_dynamics/composite_inverse_dynamics.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CompositeInverseDynamics, {.name = "composite_inverse_dynamics",
                                                   .citation = "Jain 1991, lemma 3.2 and eq. (29)",
                                                   .claims = {{.problem = kintree::Problem::inverse_dynamics,
                                                               .promise = kintree::Verdict::A,
                                                               .cost = "O(N)",
                                                               .less = {{"far_origin", kintree::Verdict::C},
                                                                        {"fast", kintree::Verdict::D},
                                                                        {"thin", kintree::Verdict::D}},
                                                               .growth = {.chain = 1, .N = 1, .d = 0}}},
                                                   .domain = {.armature = true}})
