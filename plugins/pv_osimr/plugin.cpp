#include "pv_osimr/pv_osimr.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::PvOsimr, {.name = "pv_osimr",
                                  .citation = "Sathya, Decre & Swevers 2024, PV-OSIMr",
                                  .claims = {{.problem = kintree::Problem::inverse_osim,
                                              .promise = kintree::Verdict::C,
                                              .cost = "O(n + m^2)",
                                              .less = {{"thin", kintree::Verdict::D}},
                                              .growth = {.chain = 1, .N = 1, .d = 0, .m = 2, .laden = 2}}},
                                  .domain = {.armature = true}})
