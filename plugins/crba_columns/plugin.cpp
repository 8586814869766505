#include "crba_columns/crba_columns.hpp"

#include "kintree/plugin/register.hpp"
#ifdef KINTREE_PACKS
#include "crba_columns/lanes.hpp"
#include "kintree/plugin/lanes.hpp"

KINTREE_LANES(kintree::CrbaInLanes)
#endif

KINTREE_PLUGIN(kintree::CrbaColumns,
               {.name = "crba_columns",
                .citation = "Walker & Orin 1982, method 3; Featherstone 2005, sec. 5; Jain 1991, eq. (28)",
                .claims = {{.problem = kintree::Problem::mass_matrix,
                            .promise = kintree::Verdict::A,
                            .cost = "D0(32m+43a) + D1(20m+12a), eqs. (20), (21)",
                            .less = {{"far_origin", kintree::Verdict::B},
                                     {"long_chain", kintree::Verdict::B},
                                     {"thin", kintree::Verdict::B}},
                            .growth = {.chain = 2, .N = 1, .d = 1},
                            .path_rows = true}},
                .domain = {.armature = true}})
