#pragma once

#include <string>
#include <vector>

#include "kintree/data/model.hpp"

namespace kintree {

/// Throws InputError, naming the element, unless the model is a regularly numbered tree of bodies with distinct names, finite
/// numbers, non-zero axes, masses >= 0 and positive semidefinite inertias. Returns warnings: what is legal but physically odd
/// (a violated triangle inequality of the principal moments, inertia without mass).
///
/// Positive semidefinite is decided in exact arithmetic, on I + 3 u max|I_ij| 1: a tensor whose six numbers are the rounded
/// entries of a semidefinite one differs from it entrywise by at most u |I_ij|, so its eigenvalues by at most
/// 3 u max|I_ij| (Weyl). The limit thus is relative to the tensor's own scale.
std::vector<std::string> validate(const Model& model);

/// Throws InputError unless every vector has the length that the model asks for, every number is finite, no quaternion is
/// zero and the end-effectors sit on bodies of the model.
void validate(const Model& model, const State& state);

/// The name of a moving joint beyond which there is no inertia at all (so H is singular in every state), or an empty string.
std::string joint_without_inertia(const Model& model);

}  // namespace kintree
