#include "rnea_points/rnea_points.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::RneaPoints,
               {.name = "rnea_points",
                .citation = "Luh, Walker & Paul 1980; Jain 1991, eq. (17); Featherstone, RBDA 2008, sec. 5.4",
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
                                     {"mass_ratio", kintree::Verdict::B},
                                     {"tiny_bodies", kintree::Verdict::B},
                                     {"fast", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0}}},
                .domain = {.armature = true}})
