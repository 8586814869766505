#include "idsva_kkt/idsva_kkt.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::IdsvaKkt,
               {.name = "idsva_kkt",
                .citation = "Carpentier, Budhiraja & Mansard 2021; Singh, Russell & Wensing 2022",
                .claims = {{.problem = kintree::Problem::constrained_forward_dynamics_derivatives,
                            .promise = kintree::Verdict::B,
                            .cost = "O((n + r)^3)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}}}},
                .domain = {.armature = true}})
