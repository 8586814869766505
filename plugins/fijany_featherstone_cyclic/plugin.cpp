#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"

#include "fijany_featherstone/claims.hpp"
#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::FijanyFeatherstoneCyclic,
               {.name = "fijany_featherstone_cyclic",
                .citation = "Fijany & Featherstone 2013",
                .claims = kintree::constraint_force_claims(
                    "O(N); parallel O(log N) on a main chain with short side branches")})
