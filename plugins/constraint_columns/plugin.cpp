#include "constraint_columns/constraint_columns.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::ConstraintColumns, {.name = "constraint_columns",
                                            .citation = "Featherstone, RBDA 2008, ch. 8",
                                            .claims = {{.problem = kintree::Problem::constraint_jacobian,
                                                        .promise = kintree::Verdict::A,
                                                        .cost = "O(N + r d)",
                                                        .less = {{"gears", kintree::Verdict::B},
                                                                 {"loops", kintree::Verdict::B},
                                                                 {"mechanisms", kintree::Verdict::B}}}},
                                            .domain = {.armature = true}})
