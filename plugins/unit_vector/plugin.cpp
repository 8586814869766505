#include "unit_vector/unit_vector.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::UnitVector,
               {.name = "unit_vector",
                .citation = "Walker & Orin 1982, method 1; Jain 1991, sec. 3, eq. (23)",
                .claims = {{.problem = kintree::Problem::mass_matrix,
                            .promise = kintree::Verdict::A,
                            .cost = "O(N^2)",
                            .less = {{"far_origin", kintree::Verdict::B}, {"thin", kintree::Verdict::B}},
                            .growth = {.chain = 2, .N = 2, .d = 0}}},
                .domain = {.armature = true}})
