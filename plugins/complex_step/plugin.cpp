#include "complex_step/complex_step.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::ComplexStep,
               {.name = "complex_step",
                .citation = "Martins, Sturdza & Alonso 2003, applied to rnea_points and aba",
                .claims = {{.problem = kintree::Problem::inverse_dynamics_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n N)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D}}},
                           {.problem = kintree::Problem::forward_dynamics_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n N)",
                            .less = {{"far_origin", kintree::Verdict::D},
                                     {"fast", kintree::Verdict::D},
                                     {"mass_ratio", kintree::Verdict::D},
                                     {"thin", kintree::Verdict::D},
                                     {"tiny_bodies", kintree::Verdict::D}}}},
                .domain = {.armature = true},
                .approximates = true})
