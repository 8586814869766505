#include "yamane_nakamura/yamane_nakamura.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(
    kintree::YamaneNakamura,
    {.name = "yamane_nakamura",
     .citation = "Yamane & Nakamura 2002, without link splitting",
     .claims = {{.problem = kintree::Problem::forward_dynamics,
                 .promise = kintree::Verdict::B,
                 .cost = "O(N) for a bounded number of children; O(n_b^2) for each of n_b joints on a body",
                 .less = {{"far_origin", kintree::Verdict::C},
                          {"fast", kintree::Verdict::C},
                          {"mass_ratio", kintree::Verdict::C},
                          {"shapes", kintree::Verdict::C},
                          {"thin", kintree::Verdict::C}},
                 .growth = {.chain = 1, .N = 1, .d = 0}}},
     .domain = {.massless_bodies = false}})
