#include "efpa_shared/efpa_shared.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::EfpaShared,
               {.name = "efpa_shared",
                .citation = "Wensing, Featherstone & Orin 2012, secs. V-C and VI (named there as open)",
                .claims = {{.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::C,
                            .cost = "O(N + m^2)",
                            .less = {{"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0, .m = 2, .laden = 2}}},
                .domain = {.armature = true}})
