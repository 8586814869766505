#include "delassus/delassus.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Delassus, {.name = "delassus",
                                   .citation = "Featherstone, RBDA 2008, ch. 8",
                                   .claims = {{.problem = kintree::Problem::constrained_forward_dynamics,
                                               .promise = kintree::Verdict::B,
                                               .cost = "O(N r + n r^2 + r^3)",
                                               .less = {{"thin", kintree::Verdict::D}}},
                                              {.problem = kintree::Problem::contact_impulse,
                                               .promise = kintree::Verdict::B,
                                               .cost = "O(N r + n r^2 + r^3)",
                                               .less = {{"thin", kintree::Verdict::D}}}},
                                   .domain = {.armature = true}})
