#include "coordinate_partitioning/coordinate_partitioning.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::CoordinatePartitioning,
               {.name = "coordinate_partitioning",
                .citation = "Wehage & Haug 1982",
                .claims = {{.problem = kintree::Problem::constrained_forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^3 + n r (n + r))",
                            .less = {{"thin", kintree::Verdict::D}}},
                           {.problem = kintree::Problem::contact_impulse,
                            .promise = kintree::Verdict::B,
                            .cost = "O(n^3 + n r (n + r))",
                            .less = {{"thin", kintree::Verdict::D}}}},
                .domain = {.armature = true}})
