#include "preconditioned_cg/preconditioned_cg.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::PreconditionedCg,
               {.name = "preconditioned_cg",
                .citation = "Fijany & Scheid 1989; Jain 1991, sec. 4, eq. (30) with Lambda = H R H*",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::B,
                            .cost = "O(N^2)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::C},
                                     {"thin", kintree::Verdict::D}}}},
                .domain = {.armature = true}})
