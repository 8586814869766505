#include "rnea/rnea.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Rnea,
               {.name = "rnea",
                .citation = "Luh, Walker & Paul 1980; Jain 1991, eq. (17); Featherstone, RBDA 2008, sec. 5.3",
                .claims = {{kintree::Problem::inverse_dynamics,
                            kintree::Verdict::A,
                            "O(N)",
                            {{"far_origin", kintree::Verdict::C}, {"fast", kintree::Verdict::C}}}}})
