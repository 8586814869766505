#include "crba_ltdl/crba_ltdl.hpp"

#include "kernels/sparse_cost.hpp"
#include "kintree/plugin/register.hpp"
#ifdef KINTREE_PACKS
#include "crba_ltdl/lanes.hpp"
#include "kintree/plugin/lanes.hpp"

KINTREE_LANES(kintree::CrbaLtdlInLanes)
#endif

KINTREE_PLUGIN(kintree::CrbaLtdl,
               {.name = "crba_ltdl",
                .citation = "Featherstone 2005, eq. (1) and sec. 6",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N) + O(D1) + D1 div + D2 (m+a) + n div + 2 D1 (m+a)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::D}},
                            .formula = kintree::CostFormula{kintree::CostFormula::equal, kintree::ltdl_cost},
                            .growth = {.chain = 3, .N = 1, .d = 2}}},
                .domain = {.armature = true}})
