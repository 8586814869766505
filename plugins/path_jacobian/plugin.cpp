#include "path_jacobian/path_jacobian.hpp"

#include "kintree/plugin/register.hpp"
#include "path_jacobian/cost.hpp"

KINTREE_PLUGIN(kintree::PathJacobian,
               {.name = "path_jacobian",
                .citation = "Featherstone, RBDA 2008, sec. 4.5",
                .claims = {{.problem = kintree::Problem::jacobian,
                            .promise = kintree::Verdict::A,
                            .cost = "O(m d)",
                            .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                            kintree::path_jacobian_cost},
                            .growth = {.chain = 1, .N = 1, .d = 1, .m = 1}}},
                .domain = {.armature = true}})
