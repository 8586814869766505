#include "crba_ltdl/crba_ltdl.hpp"
#include "kintree/plugin/register.hpp"
#include "refined/claims.hpp"
#include "refined/refined.hpp"

namespace kintree {

template <class S>
using RefinedCrbaLtdl = Refined<S, CrbaLtdl<S>>;

}  // namespace kintree

KINTREE_PLUGIN(kintree::RefinedCrbaLtdl,
               {.name = "refined_crba_ltdl",
                .citation = "Higham, ASNA, ch. 12, around Featherstone 2005, eq. (1) and sec. 6",
                .claims = kintree::refined_claims("O(N) + O(D1) + D1 div + D2 (m+a) + 2 (n div + 2 D1 (m+a))",
                                                  {.chain = 3, .N = 1, .d = 2}, kintree::Verdict::C,
                                                  kintree::Verdict::B),
                .domain = {.armature = true}})
