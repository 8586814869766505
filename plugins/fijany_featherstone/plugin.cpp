#include "fijany_featherstone/fijany_featherstone.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::FijanyFeatherstone, {.name = "fijany_featherstone",
                                             .citation = "Fijany & Featherstone 2013",
                                             .claims = {{kintree::Problem::forward_dynamics,
                                                         kintree::Verdict::B,
                                                         "O(N)",
                                                         {{"far_origin", kintree::Verdict::C},
                                                          {"fast", kintree::Verdict::C},
                                                          {"mass_ratio", kintree::Verdict::C},
                                                          {"thin", kintree::Verdict::C}}},
                                                        {kintree::Problem::mass_matrix_inverse,
                                                         kintree::Verdict::B,
                                                         "O(N) for a column",
                                                         {{"far_origin", kintree::Verdict::C},
                                                          {"mass_ratio", kintree::Verdict::C},
                                                          {"thin", kintree::Verdict::C}}},
                                                        {kintree::Problem::inverse_osim,
                                                         kintree::Verdict::B,
                                                         "O(N) for a column",
                                                         {{"far_origin", kintree::Verdict::C},
                                                          {"mass_ratio", kintree::Verdict::C},
                                                          {"thin", kintree::Verdict::C}}}}})
