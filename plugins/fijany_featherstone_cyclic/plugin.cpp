#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::FijanyFeatherstoneCyclic,
               {.name = "fijany_featherstone_cyclic",
                .citation = "Fijany & Featherstone 2013",
                .claims = {{kintree::Problem::forward_dynamics,
                            kintree::Verdict::B,
                            "O(N); parallel O(log N) on a main chain with short side branches",
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
