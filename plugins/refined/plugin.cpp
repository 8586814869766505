#include "refined/refined.hpp"

#include "aba/aba.hpp"
#include "kintree/plugin/register.hpp"
#include "refined/claims.hpp"

namespace kintree {

template <class S>
using RefinedAba = Refined<S, Aba<S>>;

}  // namespace kintree

KINTREE_PLUGIN(kintree::RefinedAba,
               {.name = "refined",
                .citation = "Higham, ASNA, ch. 12, around Jain 1991, eqs. (45), (46)",
                .claims = kintree::refined_claims("O(N)", {.chain = 1, .N = 1, .d = 0}, kintree::Verdict::C,
                                                  kintree::Verdict::B),
                .domain = {.armature = true}})
