#include "aba/aba.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Aba, {.name = "aba",
                              .citation = "Featherstone 1983; Jain 1991, eqs. (45), (46), (60)",
                              .claims = {{.problem = kintree::Problem::forward_dynamics,
                                          .promise = kintree::Verdict::A,
                                          .cost = "O(N)",
                                          .less = {{"coincident_axes", kintree::Verdict::B},
                                                   {"far_origin", kintree::Verdict::C},
                                                   {"fast", kintree::Verdict::C},
                                                   {"mass_ratio", kintree::Verdict::B},
                                                   {"massless", kintree::Verdict::B},
                                                   {"thin", kintree::Verdict::D},
                                                   {"tiny_bodies", kintree::Verdict::B},
                                                   {"worst", kintree::Verdict::B}},
                                          .growth = {.chain = 1, .N = 1, .d = 0}}},
                              .domain = {.armature = true}})
