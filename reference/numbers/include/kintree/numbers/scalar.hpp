// The operations that an algorithm may use on its scalar, besides + - * /. A new scalar (a pack, a counter)
// overloads sincos and is_positive next to its own type, where argument-dependent lookup finds them. S{} is
// zero.
#pragma once

#include <cmath>

namespace kintree {

inline void sincos(double x, double& sine, double& cosine) {
  sine = std::sin(x);
  cosine = std::cos(x);
}

inline void sincos(float x, float& sine, float& cosine) {
  sine = std::sin(x);
  cosine = std::cos(x);
}

/// True if the pivot is positive; false for NaN. It is the only test of a value that an algorithm may use. A
/// pack returns a mask (numbers/pivots.hpp).
inline bool is_positive(double x) {
  return x > 0;
}
inline bool is_positive(float x) {
  return x > 0;
}

/// A part of an algorithm with a name, from here to the end of the scope, under which the counting scalar
/// counts (counted.hpp). It does nothing for any other scalar. If phases are nested, the innermost one
/// counts.
template <class S>
class Phase {
 public:
  explicit Phase(const char* /*name*/) {}
};

}  // namespace kintree
