#include "ldlt/ldlt.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Ldlt,
               {.name = "ldlt",
                .citation = "Eigen 3.4, SimplicialLDLT in natural order; Featherstone 2005, sec. 2",
                .claims = {{.problem = kintree::Problem::factorization,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^3): D1, D2 of n(n-1)/2, n(n^2-1)/6"}},
                .domain = {.armature = true},
                .factor_form = kintree::FactorForm::LDLt})
