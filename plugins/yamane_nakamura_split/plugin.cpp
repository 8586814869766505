#include "yamane_nakamura_split/yamane_nakamura_split.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::YamaneNakamuraSplit,
               {.name = "yamane_nakamura_split",
                .citation = "Yamane & Nakamura 2002, with link splitting",
                .claims = {{kintree::Problem::forward_dynamics, kintree::Verdict::B, "O(N)"}},
                .domain = {.massless_bodies = false}})
