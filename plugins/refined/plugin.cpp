#include "refined/refined.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Refined,
               {.name = "refined",
                .citation = "Jain 1991, eqs. (22), (45), (46), refined by Higham, ASNA, alg. 12.1",
                .claims = {{kintree::Problem::forward_dynamics, kintree::Verdict::A, "O(N)"}}})
