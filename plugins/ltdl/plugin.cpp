#include "ltdl/ltdl.hpp"

#include "kernels/sparse_cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Ltdl,
               {.name = "ltdl",
                .citation = "Featherstone 2005, sec. 2 and Appendix",
                .claims = {{.problem = kintree::Problem::factorization,
                            .promise = kintree::Verdict::B,
                            .cost = "D1 div + D2 (m+a); solve n div + 2 D1 (m+a)",
                            .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::ltdl_cost},
                            .growth = {.chain = 3, .N = 1, .d = 2}}},
                .domain = {.armature = true}})
