#include "fijany_featherstone_product/fijany_featherstone_product.hpp"

#include "fijany_featherstone/claims.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::FijanyFeatherstoneProduct, {.name = "fijany_featherstone_product",
                                                    .citation = "Fijany & Featherstone 2013",
                                                    .claims = kintree::constraint_force_claims("O(N)")})
