#include "conjugate_gradient/conjugate_gradient.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::ConjugateGradient,
               {.name = "conjugate_gradient",
                .citation = "Walker & Orin 1982, method 4; Jain 1991, sec. 4, eq. (30) with Lambda = 1",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N^2)",
                            .less = {{"far_origin", kintree::Verdict::D},
                                     {"fast", kintree::Verdict::C},
                                     {"mass_ratio", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D},
                                     {"tiny_bodies", kintree::Verdict::D}}}},
                .domain = {.armature = true},
                .has_pivots = false})
