#include "forward_mode_rates/forward_mode_rates.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::ForwardModeRates,
               {.name = "forward_mode_rates",
                .citation = "Griewank & Walther 2008, ch. 3, applied to carpentier_inverse, efpa and "
                            "dynamically_consistent_inverse",
                .claims = {{.problem = kintree::Problem::mass_matrix_inverse_rate,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^2)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 2, .N = 2, .d = 1}},
                           {.problem = kintree::Problem::inverse_osim_rate,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N + md + m^2)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 1, .m = 2, .laden = 2}},
                           {.problem = kintree::Problem::dynamically_consistent_inverse_rate,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N m + m^3)",
                            .less = {{"thin", kintree::Verdict::D}},
                            .growth = {.chain = 1, .N = 1, .d = 0, .m = 3}}},
                .domain = {.armature = true}})
