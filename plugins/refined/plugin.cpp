#include "refined/refined.hpp"

#include "aba/aba.hpp"
#include "kintree/plugin/register.hpp"

namespace kintree {

template <class S>
using RefinedAba = Refined<S, Aba<S>>;

}  // namespace kintree

KINTREE_PLUGIN(kintree::RefinedAba, {.name = "refined",
                                     .citation = "Higham, ASNA, alg. 12.1, around Jain 1991, eqs. (45), (46)",
                                     .claims = {{.problem = kintree::Problem::forward_dynamics,
                                                 .promise = kintree::Verdict::A,
                                                 .cost = "O(N)",
                                                 .less = {{"far_origin", kintree::Verdict::C},
                                                          {"fast", kintree::Verdict::C},
                                                          {"mass_ratio", kintree::Verdict::C},
                                                          {"thin", kintree::Verdict::C}},
                                                 .growth = {.chain = 1, .N = 1, .d = 0}}}})
