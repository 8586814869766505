#include "kkt/kkt.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Kkt, {.name = "kkt",
                              .citation = "Featherstone, RBDA 2008, ch. 8",
                              .claims = {{.problem = kintree::Problem::constrained_forward_dynamics,
                                          .promise = kintree::Verdict::B,
                                          .cost = "O((n + r)^3)",
                                          .less = {{"thin", kintree::Verdict::D}}},
                                         {.problem = kintree::Problem::contact_impulse,
                                          .promise = kintree::Verdict::B,
                                          .cost = "O((n + r)^3)",
                                          .less = {{"thin", kintree::Verdict::D}}}},
                              .domain = {.armature = true}})
