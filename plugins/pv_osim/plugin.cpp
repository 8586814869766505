#include "pv_osim/pv_osim.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::PvOsim,
               {.name = "pv_osim",
                .citation = "Sathya, Decre & Swevers 2024 (PV-OSIM), after Popov & Vereshchagin",
                .claims = {{.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n + m^2 d)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 1, .m = 2, .laden = 3}}},
                .domain = {.armature = true}})
