#include "pv_osim/pv_osim.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::PvOsim,
               {.name = "pv_osim",
                .citation = "Sathya, Decre & Swevers 2024 (PV-OSIM), after Popov & Vereshchagin",
                .claims = {{kintree::Problem::inverse_osim,
                            kintree::Verdict::B,
                            "O(n + m^2 d)",
                            {{"thin", kintree::Verdict::C}}}}})
