#pragma once

#include <string>
#include <vector>

#include "kintree/data/model.hpp"

namespace kintree {

/// Throws InputError, naming the element, unless the model is a regularly numbered tree of bodies with
/// distinct non-empty names, finite numbers, non-zero axes (of the kinds that have one; not parallel in a
/// universal joint), masses >= 0 and positive semidefinite inertias. The base's inertial is checked like the
/// others. Returns warnings: what is legal but physically odd (a violated triangle inequality of the
/// principal moments, inertia without mass).
///
/// Positive semidefinite is decided in exact arithmetic, on I + 3 u max|I_ij| 1: a tensor whose six numbers
/// are the rounded entries of a semidefinite one differs from it entrywise by at most u |I_ij|, so its
/// eigenvalues by at most 3 u max|I_ij| (Weyl). The limit thus is relative to the tensor's own scale. The
/// triangle inequality is the same question about tr(I) 1 - 2 I, which rounding moves by at most 7 u
/// max|I_ij|.
std::vector<std::string> validate(const Model& model);

/// Throws InputError unless every vector has the length that the (valid) model asks for, every number is
/// finite, no quaternion is zero and the end-effectors sit on bodies of the model.
void validate(const Model& model, const State& state);

/// The name of a moving joint beyond which there is no inertia at all (so H is singular in every state), or
/// an empty string.
std::string joint_without_inertia(const Model& model);

}  // namespace kintree
