#include "aba_minimal/aba_minimal.hpp"

#include "aba_minimal/cost.hpp"
#include "kintree/plugin/register.hpp"
#ifdef KINTREE_PACKS
#include "aba_minimal/lanes.hpp"
#include "kintree/plugin/lanes.hpp"

KINTREE_LANES(kintree::AbaMinimalInLanes)
#endif

KINTREE_PLUGIN(kintree::AbaMinimal,
               {.name = "aba_minimal",
                .citation = "Featherstone 1983; McMillan & Orin 1995; Featherstone 2005, sec. 6",
                .claims = {
                    {.problem = kintree::Problem::forward_dynamics,
                     .promise = kintree::Verdict::B,
                     .cost = "(224n - 30)m + (205n - 37)a, n revolutes on a floating base",
                     .less = {{"far_origin", kintree::Verdict::D},
                              {"fast", kintree::Verdict::C},
                              {"thin", kintree::Verdict::D}},
                     .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::aba_minimal_cost},
                     .growth = {.chain = 1, .N = 1, .d = 0}}}})
