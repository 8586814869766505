#include "dense_osim/dense_osim.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::DenseOsim, {.name = "dense_osim",
                                    .citation = "Khatib 1987, in Wensing, Featherstone & Orin 2012, sec. III",
                                    .claims = {{kintree::Problem::inverse_osim,
                                                kintree::Verdict::B,
                                                "O(n^3 + m n^2 + m^2 n)",
                                                {{"thin", kintree::Verdict::C}}}}})
