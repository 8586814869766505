#include "baraff/baraff.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Baraff, {.name = "baraff",
                                 .citation = "Baraff 1996, sec. 7",
                                 .claims = {{.problem = kintree::Problem::forward_dynamics,
                                             .promise = kintree::Verdict::C,
                                             .cost = "O(N)",
                                             .less = {{"far_origin", kintree::Verdict::D},
                                                      {"mass_ratio", kintree::Verdict::D},
                                                      {"thin", kintree::Verdict::D},
                                                      {"tiny_bodies", kintree::Verdict::D}},
                                             .growth = {.chain = 1, .N = 1, .d = 0}}},
                                 .domain = {.massless_bodies = false}})
