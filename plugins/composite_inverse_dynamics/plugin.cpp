#include "composite_inverse_dynamics/composite_inverse_dynamics.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CompositeInverseDynamics,
               {.name = "composite_inverse_dynamics",
                .citation = "Jain 1991, lemma 3.2 and eq. (29)",
                .claims = {{kintree::Problem::inverse_dynamics,
                            kintree::Verdict::A,
                            "O(N)",
                            {{"far_origin", kintree::Verdict::C}, {"fast", kintree::Verdict::C}}}}})
