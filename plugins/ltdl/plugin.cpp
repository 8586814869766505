#include "ltdl/ltdl.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Ltdl, {.name = "ltdl",
                               .citation = "Featherstone 2005, sec. 2 and Appendix",
                               .claims = {{kintree::Problem::factorization, kintree::Verdict::B,
                                           "D1 div + D2 (m+a); solve n div + 2 D1 (m+a)"}}})
