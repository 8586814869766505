#include "ltdl_path_rows/ltdl_path_rows.hpp"

#include "kernels/sparse_cost.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::LtdlPathRows,
               {.name = "ltdl_path_rows",
                .citation = "Featherstone 2005, sec. 2 and Appendix",
                .claims = {{.problem = kintree::Problem::factorization,
                            .promise = kintree::Verdict::B,
                            .cost = "D1 div + D2 (m+a); solve n div + 2 D1 (m+a)",
                            .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::ltdl_cost},
                            .growth = {.chain = 3, .N = 1, .d = 2},
                            .path_rows = true}},
                .domain = {.armature = true}})
