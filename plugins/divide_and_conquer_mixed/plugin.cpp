#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DivideAndConquerMixed,
               {.name = "divide_and_conquer_mixed",
                .citation = "after Featherstone 1999, parts 1 and 2, in a form without inverse inertias",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N); parallel O(log N) on a chain, O(log^2 N) on a tree",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::C},
                                     {"mass_ratio", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::C},
                                     {"wide_star", kintree::Verdict::C}},
                            .growth = {.chain = 1, .N = 1, .d = 0}}}})
