#include "ltl/ltl.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Ltl, {.name = "ltl",
                              .citation = "Featherstone 2005, sec. 2 and Appendix",
                              .claims = {{kintree::Problem::factorization, kintree::Verdict::B,
                                          "n sqrt + D1 div + D2 (m+a); solve 2n div + 2 D1 (m+a)"}}})
