#include "ltl_path_rows/ltl_path_rows.hpp"

#include "kernels/sparse_cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::LtlPathRows,
               {.name = "ltl_path_rows",
                .citation = "Featherstone 2005, sec. 2 and Appendix",
                .claims = {{.problem = kintree::Problem::factorization,
                            .promise = kintree::Verdict::B,
                            .cost = "n sqrt + D1 div + D2 (m+a); solve 2n div + 2 D1 (m+a)",
                            .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::ltl_cost},
                            .growth = {.chain = 3, .N = 1, .d = 2},
                            .path_rows = true}},
                .domain = {.armature = true}})
