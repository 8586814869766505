#include "carpentier_inverse/carpentier_inverse.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CarpentierInverse,
               {.name = "carpentier_inverse",
                .citation = "Carpentier 2018, algorithm 1",
                .claims = {{.problem = kintree::Problem::mass_matrix_inverse,
                            .promise = kintree::Verdict::B,
                            .cost = "not given; O(n^2)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 2, .N = 2, .d = 1}}},
                .domain = {.armature = true}})
