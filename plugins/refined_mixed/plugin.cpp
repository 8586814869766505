#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"
#include "kintree/plugin/register.hpp"
#include "refined/claims.hpp"
#include "refined/refined.hpp"

namespace kintree {

template <class S>
using RefinedMixed = Refined<S, DivideAndConquerMixed<S>>;

}  // namespace kintree

KINTREE_PLUGIN(
    kintree::RefinedMixed,
    {.name = "refined_mixed",
     .citation = "Higham, ASNA, ch. 12, around Featherstone 1999, parts 1 and 2, in the mixed form",
     .claims = kintree::refined_claims("O(N)", {.chain = 1, .N = 1, .d = 0}, kintree::Verdict::D,
                                       kintree::Verdict::D, kintree::Verdict::B)})
