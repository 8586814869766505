#include "aba/aba.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Aba, {.name = "aba",
                              .citation = "Featherstone 1983; Jain 1991, eqs. (45), (46), (60)",
                              .claims = {{kintree::Problem::forward_dynamics,
                                          kintree::Verdict::A,
                                          "O(N)",
                                          {{"far_origin", kintree::Verdict::C},
                                           {"fast", kintree::Verdict::C},
                                           {"mass_ratio", kintree::Verdict::C},
                                           {"thin", kintree::Verdict::C}}}}})
