#include "efpa/efpa.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Efpa,
               {.name = "efpa",
                .citation = "Wensing, Featherstone & Orin 2012, Table I",
                .claims = {{.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N + md + m^2)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 1, .m = 2, .laden = 2}}},
                .domain = {.armature = true}})
