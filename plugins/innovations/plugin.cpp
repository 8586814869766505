#include "innovations/innovations.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Innovations,
               {.name = "innovations",
                .citation = "Jain 1991, sec. 4 and lemmas 6.2, 6.3, 6.4",
                .claims = {{.problem = kintree::Problem::factorization,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^2)",
                            .less = {{"far_origin", kintree::Verdict::D}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 2}},
                           {.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^2)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 2}},
                           {.problem = kintree::Problem::mass_matrix_inverse,
                            .promise = kintree::Verdict::B,
                            .cost = "not given; O(n^2 d)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 3, .N = 2, .d = 1}}},
                .domain = {.armature = true},
                .factors_the_model = true})
