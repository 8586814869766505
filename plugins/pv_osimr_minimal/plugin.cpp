#include "pv_osimr_minimal/pv_osimr_minimal.hpp"

#include "kintree/plugin/register.hpp"
#ifdef KINTREE_PACKS
#include "kintree/plugin/lanes.hpp"

KINTREE_LANES(kintree::PvOsimrMinimal)
#endif

KINTREE_PLUGIN(kintree::PvOsimrMinimal,
               {.name = "pv_osimr_minimal",
                .citation = "Sathya, Decre & Swevers 2024, PV-OSIMr; McMillan & Orin 1995",
                .claims = {{.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::C,
                            .cost = "O(n + m^2)",
                            .less = {{"far_origin", kintree::Verdict::D}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0, .m = 2, .laden = 2}}}})
