#include "sfa/sfa.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Sfa, {.name = "sfa",
                              .citation = "Featherstone 2010; Wensing, Featherstone & Orin 2012, sec. V-B",
                              .claims = {{kintree::Problem::inverse_osim,
                                          kintree::Verdict::B,
                                          "O(n d^2 + m d^2 + m^2 d)",
                                          {{"thin", kintree::Verdict::C}}}}})
