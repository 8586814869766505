#include "yamane_nakamura_split/yamane_nakamura_split.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::YamaneNakamuraSplit, {.name = "yamane_nakamura_split",
                                              .citation = "Yamane & Nakamura 2002, with link splitting",
                                              .claims = {{kintree::Problem::forward_dynamics,
                                                          kintree::Verdict::B,
                                                          "O(N)",
                                                          {{"far_origin", kintree::Verdict::C},
                                                           {"fast", kintree::Verdict::C},
                                                           {"mass_ratio", kintree::Verdict::C},
                                                           {"shapes", kintree::Verdict::C},
                                                           {"thin", kintree::Verdict::C}}}},
                                              .domain = {.massless_bodies = false}})
