#include "fijany_featherstone/fijany_featherstone.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::FijanyFeatherstone,
               {.name = "fijany_featherstone",
                .citation = "Fijany & Featherstone 2013",
                .claims = {{kintree::Problem::forward_dynamics, kintree::Verdict::B, "O(N)"},
                           {kintree::Problem::mass_matrix_inverse, kintree::Verdict::B, "O(N) for a column"},
                           {kintree::Problem::inverse_osim, kintree::Verdict::B, "O(N) for a column"}}})
