#include "dynamically_consistent_inverse/dynamically_consistent_inverse.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DynamicallyConsistentInverse,
               {.name = "dynamically_consistent_inverse",
                .citation = "Khatib 1987; Featherstone 2010; Wensing, Featherstone & Orin 2012, sec. VI",
                .claims = {{kintree::Problem::inverse_osim,
                            kintree::Verdict::B,
                            "O(N m + m^2)",
                            {{"thin", kintree::Verdict::C}}}}})
