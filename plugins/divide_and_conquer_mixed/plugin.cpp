#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DivideAndConquerMixed,
               {.name = "divide_and_conquer_mixed",
                .citation = "after Featherstone 1999, parts 1 and 2, in a form without inverse inertias",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::C,
                            .cost = "O(N); parallel O(log N) on a chain, O(log^2 N) on a tree",
                            .less = {{"far_origin", kintree::Verdict::D},
                                     {"mass_ratio", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D},
                                     {"tiny_bodies", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0}}}})
