#include "rnea/rnea.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(
    kintree::Rnea,
    {.name = "rnea",
     .citation = "Luh, Walker & Paul 1980; Jain 1991, eq. (17); Featherstone, RBDA 2008, table 5.1",
     .claims = {{.problem = kintree::Problem::inverse_dynamics,
                 .promise = kintree::Verdict::A,
                 .cost = "O(N)",
                 .less = {{"far_origin", kintree::Verdict::C},
                          {"fast", kintree::Verdict::D},
                          {"thin", kintree::Verdict::D}},
                 .growth = {.chain = 1, .N = 1, .d = 0}},
                {.problem = kintree::Problem::bias_force,
                 .promise = kintree::Verdict::A,
                 .cost = "O(N)",
                 .less = {{"far_origin", kintree::Verdict::C},
                          {"fast", kintree::Verdict::D},
                          {"thin", kintree::Verdict::D}},
                 .growth = {.chain = 1, .N = 1, .d = 0}}}})
