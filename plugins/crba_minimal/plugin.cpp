#include "crba_minimal/crba_minimal.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CrbaMinimal,
               {.name = "crba_minimal",
                .citation = "Featherstone 2005, sec. 5; regrouped inertias after Gautier & Khalil 1990",
                .claims = {{kintree::Problem::mass_matrix,
                            kintree::Verdict::A,
                            "below eq. (21) of Featherstone 2005",
                            {{"far_origin", kintree::Verdict::B},
                             {"long_chain", kintree::Verdict::B},
                             {"thin", kintree::Verdict::B}},
                            kintree::CostFormula{kintree::CostFormula::equal, kintree::crba_minimal_cost}}}})
