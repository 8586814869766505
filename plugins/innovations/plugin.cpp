#include "innovations/innovations.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Innovations,
               {.name = "innovations",
                .citation = "Jain 1991, sec. 4 and lemmas 6.2, 6.3, 6.4",
                .claims = {{kintree::Problem::factorization,
                            kintree::Verdict::B,
                            "O(n^2)",
                            {{"far_origin", kintree::Verdict::C}, {"thin", kintree::Verdict::C}}},
                           {kintree::Problem::forward_dynamics,
                            kintree::Verdict::B,
                            "O(n^2)",
                            {{"far_origin", kintree::Verdict::C},
                             {"fast", kintree::Verdict::C},
                             {"thin", kintree::Verdict::C}}},
                           {kintree::Problem::mass_matrix_inverse,
                            kintree::Verdict::B,
                            "not given; O(n^2 d)",
                            {{"thin", kintree::Verdict::C}}}},
                .factors_the_model = true})
