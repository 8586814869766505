#include "dense_osim/dense_osim.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DenseOsim,
               {.name = "dense_osim",
                .citation = "Khatib 1987, in Wensing, Featherstone & Orin 2012, sec. III",
                .claims = {{.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^3 + m n^2 + m^2 n)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 3, .N = 3, .d = 0, .m = 2, .laden = 3}}},
                .domain = {.armature = true}})
