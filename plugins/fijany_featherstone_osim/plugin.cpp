#include "fijany_featherstone_osim/fijany_featherstone_osim.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::FijanyFeatherstoneOsim,
               {.name = "fijany_featherstone_osim",
                .citation = "Fijany & Featherstone 2013",
                .claims = {
                    {.problem = kintree::Problem::inverse_osim,
                     .promise = kintree::Verdict::D,
                     .cost = "O(N) for a column; parallel O(log N) on a main chain with short side branches",
                     .growth = {.chain = 1, .N = 1, .d = 0, .m = 1, .laden = 2}}}})
