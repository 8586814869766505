#include "path_jacobian/path_jacobian.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::PathJacobian, {.name = "path_jacobian",
                                       .citation = "Featherstone, RBDA 2008, sec. 4.5",
                                       .claims = {{.problem = kintree::Problem::jacobian,
                                                   .promise = kintree::Verdict::A,
                                                   .cost = "O(m d)",
                                                   .growth = {.chain = 1, .N = 1, .d = 1, .m = 1}}},
                                       .domain = {.armature = true}})
