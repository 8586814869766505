#include "divide_and_conquer/divide_and_conquer.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DivideAndConquer,
               {.name = "divide_and_conquer",
                .citation = "after Featherstone 1999, parts 1 and 2",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::C,
                            .cost = "O(N) and parallel O(log N) where few handles stay open",
                            .less = {{"far_origin", kintree::Verdict::D},
                                     {"fast", kintree::Verdict::D},
                                     {"mass_ratio", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D},
                                     {"tiny_bodies", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0, .star = 3}}},
                .domain = {.massless_bodies = false}})
