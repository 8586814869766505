#include "reordered_cholesky/reordered_cholesky.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::ReorderedCholesky,
               {.name = "reordered_cholesky",
                .citation = "Featherstone 2005, sec. 3; Eigen 3.4, SimplicialLLT",
                .claims = {{.problem = kintree::Problem::factorization,
                            .promise = kintree::Verdict::B,
                            .cost = "n sqrt + D1 div + D2 (m+a); solve 2n div + 2 D1 (m+a)"}},
                .domain = {.armature = true}})
