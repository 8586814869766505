#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kintree/model/model.hpp"

namespace kintree {

/// The lines of a file where a body's link and joint begin, or 0.
struct BodyLines {
  std::size_t link = 0, joint = 0;
};

/// Throws InputError `<element>: <reason>` if the model is not valid. A valid model is a regularly numbered
/// tree of bodies with distinct non-empty names and finite numbers. Axes, in the kinds that have one, have a
/// length from 2^-500 to 2^500, and are not parallel in a universal joint. Masses are not negative, and
/// inertias are positive semidefinite.
/// The inertial of the base is checked like the others. Returns warnings for what is legal but physically
/// odd: principal moments that violate the triangle inequality, inertia without mass, and a lowest principal
/// moment that is negative, but by no more than rounding. `lines` is empty or has an entry for each body; then
/// messages begin with the line.
///
/// The lowest principal moment may be as low as -e (6 max|I_ij| + 7 m |c|^2), where e is the relative
/// rounding of the numbers and c the centre of mass. This is for tensors that were taken from the link's
/// origin to c, I_xx = J_xx - m (c_y^2 + c_z^2). An entry on the diagonal has the rounding of J, which is at
/// most |I| + m |c|^2, three roundings of the product and one of the difference: e (2 |I_xx| + 4 m |c|^2). An
/// entry beside it has one fewer, of |c_x c_y| <= |c|^2 / 2: e (2 |I_xy| + 1.5 m |c|^2). Eigenvalues move by
/// at most the largest sum of a row (Weyl; a norm is at most the largest row sum). e is u, the rounding to
/// double. If the tensor's numbers have d = 6 to 16 significant digits, half a unit of the last of d digits
/// is added, since a file may be written with d digits. The digits are those of the shortest decimal that is
/// the same double, and d is that of the longest number. 6 is the default of printf and of C++ streams. Fewer
/// digits are taken as typed by hand, and exact. There is a warning beyond 3 u max|I_ij|, which is all that
/// rounding a semidefinite tensor to double can cost. The triangle inequality is the same condition for tr(I)
/// 1 - 2 I, which moves by at most 7/3 as much. Rounding every entry of I by r changes the sum of a row of I
/// by at most 3 r, and that of tr(I) 1 - 2 I by (3 + 4) r. All signs are decided in exact arithmetic.
std::vector<std::string> validate(const Model& model, const std::vector<BodyLines>& lines = {});

/// Throws InputError `<element>: <reason>` if the state is not valid. Every vector must have the length that
/// the (valid) model requires, and every number must be finite. Every quaternion must have a length from
/// 2^-500 to 2^500, and the end-effectors must be on bodies of the model.
void validate(const Model& model, const State& state);

/// The name of a moving joint that carries no inertia at all, so that H is singular in every state; an empty
/// string if there is none.
std::string joint_without_inertia(const Model& model);

}  // namespace kintree
