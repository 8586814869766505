#include "pv_osimr/pv_osimr.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::PvOsimr, {.name = "pv_osimr",
                                  .citation = "Sathya, Decre & Swevers 2024, PV-OSIMr",
                                  .claims = {{kintree::Problem::inverse_osim,
                                              kintree::Verdict::B,
                                              "O(n + m^2)",
                                              {{"thin", kintree::Verdict::C}}}}})
