#include "symmetric/symmetric.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(
    kintree::Symmetric,
    {.name = "symmetric",
     .citation = "Walker & Orin 1982, method 2; Jain 1991, sec. 3, symmetry based method",
     .claims = {
         {kintree::Problem::mass_matrix, kintree::Verdict::A, "O(N^2)", {{"thin", kintree::Verdict::B}}}}})
