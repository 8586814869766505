#include "rjk/rjk.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Rjk,
               {.name = "rjk",
                .citation = "Rodriguez, Jain & Kreutz-Delgado 1992; Featherstone 2010, Table 4",
                .claims = {{.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::C,
                            .cost = "O(N + d m^2)",
                            .less = {{"coincident_axes", kintree::Verdict::D}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 1, .m = 2, .laden = 3}}},
                .domain = {.armature = true}})
