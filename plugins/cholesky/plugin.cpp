#include "cholesky/cholesky.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Cholesky, {.name = "cholesky",
                                   .citation = "Eigen 3.4, LLT; Featherstone 2005, sec. 2",
                                   .claims = {{.problem = kintree::Problem::factorization,
                                               .promise = kintree::Verdict::B,
                                               .cost = "O(n^3): n^3/3 flops"}},
                                   .domain = {.armature = true},
                                   .factor_form = kintree::FactorForm::LDLt})
