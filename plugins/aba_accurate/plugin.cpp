#include "aba_accurate/aba_accurate.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::AbaAccurate,
               {.name = "aba_accurate",
                .citation = "after Jain 1991, eqs. (45), (46), (60), with factors as in Bierman 1977, ch. VI",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::C}},
                            .growth = {.chain = 1, .N = 1, .d = 0}}}})
