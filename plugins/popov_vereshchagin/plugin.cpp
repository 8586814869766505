#include "popov_vereshchagin/popov_vereshchagin.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::PopovVereshchagin,
               {.name = "popov_vereshchagin",
                .citation = "Vereshchagin 1974; Sathya & Carpentier 2024",
                .claims = {{.problem = kintree::Problem::constrained_forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N + r^2 d + r^3)",
                            .less = {{"thin", kintree::Verdict::D}}},
                           {.problem = kintree::Problem::contact_impulse,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N + r^2 d + r^3)",
                            .less = {{"thin", kintree::Verdict::D}}}},
                .domain = {.armature = true}})
