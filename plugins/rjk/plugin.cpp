#include "rjk/rjk.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Rjk, {.name = "rjk",
                              .citation = "Rodriguez, Jain & Kreutz-Delgado 1992; Featherstone 2010, Table 4",
                              .claims = {{kintree::Problem::inverse_osim,
                                          kintree::Verdict::B,
                                          "O(N + d m^2)",
                                          {{"thin", kintree::Verdict::C}}}}})
