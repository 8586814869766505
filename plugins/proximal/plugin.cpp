#include "proximal/proximal.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Proximal, {.name = "proximal",
                                   .citation = "Carpentier, Budhiraja & Mansard 2021",
                                   .claims = {{.problem = kintree::Problem::constrained_forward_dynamics,
                                               .promise = kintree::Verdict::D,
                                               .cost = "O((n + r)^3)"},
                                              {.problem = kintree::Problem::contact_impulse,
                                               .promise = kintree::Verdict::D,
                                               .cost = "O((n + r)^3)"}},
                                   .domain = {.armature = true},
                                   .approximates = true})
