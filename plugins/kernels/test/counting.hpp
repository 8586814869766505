// Random input of the counting scalar, and the cost of a call.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "kernels/reduced.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "kintree/spatial/spatial.hpp"
#include "kintree/trees/random.hpp"

namespace kintree::test {

template <class Call>
Operations cost_of(Call&& call) {
  Counting counting;
  call();
  return counting.total();
}

inline bool costs(const Operations& operations, int m, int a) {
  if (operations.m() == m && operations.a() == a) return true;
  BOOST_TEST_MESSAGE("costs " << m_and_a(operations) << ", not " << m << "m + " << a << "a");
  return false;
}

/// Random numbers in +-1.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : generator_(make_generator({word("counting"), seed})) {}

  double number() { return uniform(generator_, -1, 1); }
  Counted scalar() { return Counted(number()); }
  Vec3<Counted> vector() { return {scalar(), scalar(), scalar()}; }
  Mat3<Counted> matrix() { return {vector(), vector(), vector()}; }
  Sym3<Counted> symmetric() { return {scalar(), scalar(), scalar(), scalar(), scalar(), scalar()}; }
  Force<Counted> force() { return {vector(), vector()}; }
  Motion<Counted> motion() { return {vector(), vector()}; }
  ArticulatedInertia<Counted> inertia() { return {symmetric(), matrix(), symmetric()}; }
  /// Sine and cosine of an angle; steep ones are over 45 degrees.
  std::pair<Counted, Counted> angle(bool steep) {
    const double t =
        0.75 * number() + (steep ? 1.5707963267948966 : 0) + (number() > 0 ? 3.1415926535897931 : 0);
    return {Counted(std::sin(t)), Counted(std::cos(t))};
  }

 private:
  Generator generator_;
};

inline ConstantTurn<Counted> constant_turn(const std::pair<Counted, Counted>& angle) {
  const auto& [s, c] = angle;
  return {{s, c}, std::abs(s.value) > std::abs(c.value)};
}

/// The pose of a screw about axis 0, 1 or 2.
inline Transform<Counted> screw_pose(int axis, const std::pair<Counted, Counted>& angle, const Counted& d) {
  const auto& [s, c] = angle;
  const Counted one(1), zero;
  if (axis == 0) return {{{one, zero, zero}, {zero, c, s}, {zero, -s, c}}, {d, zero, zero}};
  if (axis == 1) return {{{c, zero, -s}, {zero, one, zero}, {s, zero, c}}, {zero, d, zero}};
  return {{{c, s, zero}, {-s, c, zero}, {zero, zero, one}}, {zero, zero, d}};
}

inline std::vector<double> numbers(const Vec3<Counted>& v) {
  return {v.x.value, v.y.value, v.z.value};
}
inline std::vector<double> numbers(const Sym3<Counted>& A) {
  return {A.xx.value, A.xy.value, A.xz.value, A.yy.value, A.yz.value, A.zz.value};
}
template <class... Parts>
std::vector<double> joined(const Parts&... parts) {
  std::vector<double> all;
  (all.insert(all.end(), parts.begin(), parts.end()), ...);
  return all;
}
inline std::vector<double> numbers(const Mat3<Counted>& A) {
  return joined(numbers(A.x), numbers(A.y), numbers(A.z));
}
inline std::vector<double> numbers(const Force<Counted>& f) {
  return joined(numbers(f.n), numbers(f.f));
}
inline std::vector<double> numbers(const Motion<Counted>& m) {
  return joined(numbers(m.w), numbers(m.v));
}
inline std::vector<double> numbers(const ArticulatedInertia<Counted>& A) {
  return joined(numbers(A.I), numbers(A.H), numbers(A.M));
}

/// Equal but for roundings of numbers of size one.
template <class T>
bool close(const T& a, const T& b, double tolerance = 1e-13) {
  const std::vector<double> x = numbers(a), y = numbers(b);
  for (std::size_t k = 0; k < x.size(); ++k)
    if (!(std::abs(x[k] - y[k]) <= tolerance)) return false;
  return x.size() == y.size();
}

}  // namespace kintree::test
