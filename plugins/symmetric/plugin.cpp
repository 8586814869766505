#include "symmetric/symmetric.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Symmetric,
               {.name = "symmetric",
                .citation = "Walker & Orin 1982, method 2; Jain 1991, sec. 3, symmetry based method",
                .claims = {{.problem = kintree::Problem::mass_matrix,
                            .promise = kintree::Verdict::A,
                            .cost = "O(N^2)",
                            .less = {{"far_origin", kintree::Verdict::B}, {"thin", kintree::Verdict::B}},
                            .growth = {.chain = 2}}},
                .domain = {.armature = true}})
