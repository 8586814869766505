// Rotations and poses in 50 decimal digits, for the transformations whose image has rounded numbers: each is
// computed here and rounded once.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/trees/random.hpp"

namespace kintree::metamorphic {

using Real = boost::multiprecision::cpp_bin_float_50;
using Vector = std::array<Real, 3>;
using Matrix = std::array<Vector, 3>;  ///< by rows

/// The pose of a frame in another: x = p + R x', R a rotation.
struct Frame {
  Matrix R{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector p{};
};

// The nearest doubles.
double rounded(const Real& x);
Triple rounded(const Vector& x);
std::vector<std::vector<double>> rounded(const Matrix& M);

/// Three doubles, exactly.
Vector widened(const double* x);

Vector operator+(const Vector& a, const Vector& b);
Vector operator-(const Vector& a, const Vector& b);
Vector times(const Real& s, const Vector& a);
Real dot(const Vector& a, const Vector& b);
Vector cross(const Vector& a, const Vector& b);
Vector normalized(const Vector& a);
Vector operator*(const Matrix& M, const Vector& a);
Matrix operator*(const Matrix& A, const Matrix& B);
Matrix transposed(const Matrix& M);
/// The inverse of a regular matrix, by its adjugate.
Matrix inverse(const Matrix& M);

/// The rotation of a quaternion w, x, y, z of any length but zero.
Matrix rotation(const double* q);
/// The rotation of a quaternion that is uniform on the sphere.
Matrix random_rotation(Generator& generator);

/// R = Rz(yaw) Ry(pitch) Rx(roll), and its inverse with |pitch| <= pi/2, rounded.
Frame frame(const Placement& placement);
Placement placement(const Frame& f);
Frame operator*(const Frame& a, const Frame& b);
Frame inverse(const Frame& f);

/// Replaces three doubles x by R x, rounded.
void turn(const Matrix& R, double* x);

}  // namespace kintree::metamorphic
