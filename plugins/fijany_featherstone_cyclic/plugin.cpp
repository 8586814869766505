#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::FijanyFeatherstoneCyclic,
               {.name = "fijany_featherstone_cyclic",
                .citation = "Fijany & Featherstone 2013",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N); parallel O(log N) on a main chain with short side branches",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::C},
                                     {"mass_ratio", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::C}},
                            .growth = {.chain = 1, .N = 1, .d = 0}},
                           {.problem = kintree::Problem::mass_matrix_inverse,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N) for a column",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"mass_ratio", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::C}},
                            .growth = {.chain = 2, .N = 2, .d = 0}},
                           {.problem = kintree::Problem::inverse_osim,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N) for a column",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"mass_ratio", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::C}},
                            .growth = {.chain = 1, .N = 1, .d = 0, .m = 1}}}})
