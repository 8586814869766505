#include "efpa/efpa.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Efpa, {.name = "efpa",
                               .citation = "Wensing, Featherstone & Orin 2012, Table I",
                               .claims = {{kintree::Problem::inverse_osim,
                                           kintree::Verdict::B,
                                           "O(N + md + m^2)",
                                           {{"thin", kintree::Verdict::C}}}}})
