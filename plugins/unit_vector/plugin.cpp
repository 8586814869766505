#include "unit_vector/unit_vector.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::UnitVector, {.name = "unit_vector",
                                     .citation = "Walker & Orin 1982, method 1; Jain 1991, sec. 3, eq. (23)",
                                     .claims = {{kintree::Problem::mass_matrix,
                                                 kintree::Verdict::A,
                                                 "O(N^2)",
                                                 {{"thin", kintree::Verdict::B}}}}})
