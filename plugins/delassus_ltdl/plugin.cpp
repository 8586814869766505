#include "delassus_ltdl/delassus_ltdl.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DelassusLtdl, {.name = "delassus_ltdl",
                                       .citation = "Featherstone, RBDA 2008, chs. 6, 8",
                                       .claims = {{.problem = kintree::Problem::constrained_forward_dynamics,
                                                   .promise = kintree::Verdict::B,
                                                   .cost = "O(N d^2 + r n d + n r^2 + r^3)",
                                                   .less = {{"thin", kintree::Verdict::D}}},
                                                  {.problem = kintree::Problem::contact_impulse,
                                                   .promise = kintree::Verdict::B,
                                                   .cost = "O(N d^2 + r n d + n r^2 + r^3)",
                                                   .less = {{"thin", kintree::Verdict::D}}}},
                                       .domain = {.armature = true}})
