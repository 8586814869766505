#include "yamane_nakamura_split/yamane_nakamura_split.hpp"

#include "kintree/plugin/register.hpp"
#include "yamane_nakamura/claims.hpp"

KINTREE_PLUGIN(kintree::YamaneNakamuraSplit, {.name = "yamane_nakamura_split",
                                              .citation = "Yamane & Nakamura 2002, with link splitting",
                                              .claims = kintree::clique_elimination_claims("O(N)", 1),
                                              .domain = {.massless_bodies = false}})
