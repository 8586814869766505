#pragma once

#include <string>
#include <vector>

#include "kintree/data/model.hpp"

namespace kintree {

/// Throws InputError `<element>: <reason>` unless the model is a regularly numbered tree of bodies with
/// distinct non-empty names, finite numbers, axes of a length from 2^-500 to 2^500 (of the kinds that have
/// one; not parallel in a universal joint), masses that are not negative, and positive semidefinite inertias.
/// The inertial of the base is checked like the others. Returns warnings for what is legal but physically
/// odd: principal moments that violate the triangle inequality, and inertia without mass.
///
/// Semidefiniteness is decided in exact arithmetic, for I + 3 u max|I_ij| 1: if the six numbers of a tensor
/// are the rounded entries of a semidefinite one, the two differ entrywise by at most u |I_ij|, so that their
/// eigenvalues differ by at most 3 u max|I_ij| (Weyl). The limit is thus relative to the tensor's own scale.
/// The triangle inequality is the same question about tr(I) 1 - 2 I, which rounding moves by at most 7 u
/// max|I_ij|.
std::vector<std::string> validate(const Model& model);

/// Throws InputError `<element>: <reason>` unless every vector has the length that the (valid) model
/// requires, every number is finite, every quaternion has a length from 2^-500 to 2^500, and the
/// end-effectors are on bodies of the model.
void validate(const Model& model, const State& state);

/// The name of a moving joint that carries no inertia at all, so that H is singular in every state; an empty
/// string if there is none.
std::string joint_without_inertia(const Model& model);

}  // namespace kintree
