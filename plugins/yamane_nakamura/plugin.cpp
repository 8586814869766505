#include "yamane_nakamura/yamane_nakamura.hpp"

#include "kintree/plugin/register.hpp"
#include "yamane_nakamura/claims.hpp"

KINTREE_PLUGIN(kintree::YamaneNakamura,
               {.name = "yamane_nakamura",
                .citation = "Yamane & Nakamura 2002, without link splitting",
                .claims = kintree::clique_elimination_claims(
                    "O(N) for a bounded number of children; O(n_b^2) for each of n_b joints on a body", 3),
                .domain = {.massless_bodies = false}})
