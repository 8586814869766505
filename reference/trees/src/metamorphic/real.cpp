#include "real.hpp"

#include <algorithm>

namespace kintree::metamorphic {

double rounded(const Real& x) {
  return static_cast<double>(x);
}
Triple rounded(const Vector& x) {
  return {rounded(x[0]), rounded(x[1]), rounded(x[2])};
}
std::vector<std::vector<double>> rounded(const Matrix& M) {
  std::vector<std::vector<double>> rows;
  for (const Vector& row : M) rows.push_back({rounded(row[0]), rounded(row[1]), rounded(row[2])});
  return rows;
}
Vector widened(const double* x) {
  return {x[0], x[1], x[2]};
}

Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator-(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector times(const Real& s, const Vector& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
Real dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector normalized(const Vector& a) {
  return times(1 / sqrt(dot(a, a)), a);
}
Matrix transposed(const Matrix& M) {
  Matrix T;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) T[i][j] = M[j][i];
  return T;
}
Vector operator*(const Matrix& M, const Vector& a) {
  return {dot(M[0], a), dot(M[1], a), dot(M[2], a)};
}
Matrix operator*(const Matrix& A, const Matrix& B) {
  const Matrix columns = transposed(B);
  Matrix C;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) C[i][j] = dot(A[i], columns[j]);
  return C;
}
Matrix inverse(const Matrix& M) {
  const Vector x = cross(M[1], M[2]), y = cross(M[2], M[0]), z = cross(M[0], M[1]);
  const Real factor = 1 / dot(M[0], x);
  return transposed({times(factor, x), times(factor, y), times(factor, z)});
}

Matrix rotation(const double* q) {
  const Real w = q[0], x = q[1], y = q[2], z = q[3], two = 2 / (w * w + x * x + y * y + z * z);
  return {{{1 - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
           {two * (x * y + w * z), 1 - two * (x * x + z * z), two * (y * z - w * x)},
           {two * (x * z - w * y), two * (y * z + w * x), 1 - two * (x * x + y * y)}}};
}

Frame frame(const Placement& placement) {
  if (has_quaternion(placement))
    return {rotation(placement.quaternion.data()), widened(placement.xyz.data())};
  const Real r = placement.rpy[0], p = placement.rpy[1], y = placement.rpy[2];
  const Real sr = sin(r), cr = cos(r), sp = sin(p), cp = cos(p), sy = sin(y), cy = cos(y);
  return {{{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
            {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
            {-sp, cp * sr, cp * cr}}},
          widened(placement.xyz.data())};
}

Placement placement(const Frame& f) {
  const Matrix& R = f.R;
  const Real pitch = atan2(-R[2][0], Real(sqrt(R[0][0] * R[0][0] + R[1][0] * R[1][0])));
  return {rounded(f.p), {rounded(atan2(R[2][1], R[2][2])), rounded(pitch), rounded(atan2(R[1][0], R[0][0]))}};
}

Frame operator*(const Frame& a, const Frame& b) {
  return {a.R * b.R, a.p + a.R * b.p};
}
Frame inverse(const Frame& f) {
  const Matrix T = transposed(f.R);
  return {T, times(-1, T * f.p)};
}

Matrix random_rotation(Generator& generator) {
  return rotation(random_quaternion(generator).data());
}

void turn(const Matrix& R, double* x) {
  const Triple turned = rounded(R * widened(x));
  std::copy(turned.begin(), turned.end(), x);
}

}  // namespace kintree::metamorphic
