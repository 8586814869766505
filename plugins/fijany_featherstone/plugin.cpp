#include "fijany_featherstone/fijany_featherstone.hpp"

#include "fijany_featherstone/claims.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::FijanyFeatherstone, {.name = "fijany_featherstone",
                                             .citation = "Fijany & Featherstone 2013",
                                             .claims = kintree::constraint_force_claims("O(N)")})
