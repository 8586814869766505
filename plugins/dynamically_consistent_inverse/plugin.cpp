#include "dynamically_consistent_inverse/dynamically_consistent_inverse.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DynamicallyConsistentInverse,
               {.name = "dynamically_consistent_inverse",
                .citation = "Khatib 1987; Wensing, Featherstone & Orin 2012, sec. VI",
                .claims = {{.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N m + m^2)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0, .m = 2, .laden = 2}},
                           {.problem = kintree::Problem::dynamically_consistent_inverse,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N m + m^3)",
                            .less = {{"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0, .m = 3}}},
                .domain = {.armature = true}})
