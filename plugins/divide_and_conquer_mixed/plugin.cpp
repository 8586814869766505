#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DivideAndConquerMixed,
               {.name = "divide_and_conquer_mixed",
                .citation = "after Featherstone 1999, parts 1 and 2, in a form without inverse inertias",
                .claims = {{kintree::Problem::forward_dynamics,
                            kintree::Verdict::B,
                            "O(N); parallel O(log N) on a chain, O(log^2 N) on a tree",
                            {{"far_origin", kintree::Verdict::C},
                             {"fast", kintree::Verdict::C},
                             {"mass_ratio", kintree::Verdict::C},
                             {"thin", kintree::Verdict::C},
                             {"wide_star", kintree::Verdict::C}}}}})
