#include "denoc/denoc.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Denoc,
               {.name = "denoc",
                .citation = "Saha 1997, 1999",
                .claims = {{.problem = kintree::Problem::factorization,
                            .promise = kintree::Verdict::B,
                            .cost = "not given; O(n d)",
                            .less = {{"far_origin", kintree::Verdict::D}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 2, .N = 1, .d = 1}},
                           {.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0}}},
                .factors_the_model = true})
