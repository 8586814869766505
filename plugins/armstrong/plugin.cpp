#include "armstrong/armstrong.hpp"

#include "kintree/plugin/register.hpp"

KINTREE_PLUGIN(kintree::Armstrong,
               {.name = "armstrong",
                .citation = "Armstrong 1979; Jain 1991, eqs. (47) to (49)",
                .claims = {{.problem = kintree::Problem::forward_dynamics,
                            .promise = kintree::Verdict::A,
                            .cost = "O(N)",
                            .less = {{"far_origin", kintree::Verdict::C},
                                     {"fast", kintree::Verdict::B},
                                     {"mass_ratio", kintree::Verdict::B},
                                     {"thin", kintree::Verdict::D},
                                     {"tiny_bodies", kintree::Verdict::B}},
                            .growth = {.chain = 1, .N = 1, .d = 0}}},
                .domain = {.shape = kintree::Domain::any_tree, .joints = {kintree::JointKind::spherical}}})
