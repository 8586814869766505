#include "yamane_nakamura_split/yamane_nakamura_split.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::YamaneNakamuraSplit, {.name = "yamane_nakamura_split",
                                              .citation = "Yamane & Nakamura 2002, with link splitting",
                                              .claims = {{.problem = kintree::Problem::forward_dynamics,
                                                          .promise = kintree::Verdict::B,
                                                          .cost = "O(N)",
                                                          .less = {{"far_origin", kintree::Verdict::C},
                                                                   {"fast", kintree::Verdict::C},
                                                                   {"mass_ratio", kintree::Verdict::C},
                                                                   {"shapes", kintree::Verdict::C},
                                                                   {"thin", kintree::Verdict::C}},
                                                          .growth = {.chain = 1, .N = 1, .d = 0}}},
                                              .domain = {.massless_bodies = false}})
