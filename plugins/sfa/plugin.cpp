#include "sfa/sfa.hpp"

#include "kintree/plugin/register.hpp"
#include "sfa/cost.hpp"

KINTREE_PLUGIN(kintree::Sfa,
               {.name = "sfa",
                .citation = "Featherstone 2010; Wensing, Featherstone & Orin 2012, sec. V-B and VI",
                .claims = {{.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n d^2 + m d^2 + m^2 d)",
                            .less = {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::D}},
                            .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::sfa_cost},
                            .growth = {.chain = 3, .N = 1, .d = 2, .m = 2, .laden = 3}},
                           {.problem = kintree::Problem::dynamically_consistent_inverse,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n d^2 + m n d + m^2 d + m^3)",
                            .less = {{"thin", kintree::Verdict::D}},
                            .formula = kintree::CostFormula{kintree::CostFormula::equal,
                                                            kintree::sfa_J_bar_cost},
                            .growth = {.chain = 3, .N = 1, .d = 2, .m = 3}}},
                .domain = {.armature = true}})
