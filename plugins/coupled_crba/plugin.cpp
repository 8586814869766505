#include "coupled_crba/coupled_crba.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CoupledCrba, {.name = "coupled_crba",
                                      .citation = "Featherstone, RBDA 2008, ch. 8",
                                      .claims = {{.problem = kintree::Problem::coupled_dynamics,
                                                  .promise = kintree::Verdict::B,
                                                  .cost = "O(N d + n c), c couplings",
                                                  .less = {{"far_origin", kintree::Verdict::C},
                                                           {"fast", kintree::Verdict::D},
                                                           {"gears", kintree::Verdict::D},
                                                           {"thin", kintree::Verdict::D}}}},
                                      .domain = {.armature = true}})
