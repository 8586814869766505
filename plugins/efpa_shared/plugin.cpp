#include "efpa_shared/efpa_shared.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::EfpaShared,
               {.name = "efpa_shared",
                .citation = "Wensing, Featherstone & Orin 2012, secs. V-C and VI (named there as open)",
                .claims = {{kintree::Problem::inverse_osim,
                            kintree::Verdict::B,
                            "O(N + m^2)",
                            {{"thin", kintree::Verdict::C}}}}})
