// What an algorithm may ask of its scalar beyond + - * /. A new scalar (a pack, a counter) overloads these
// two beside its own type, where argument-dependent lookup finds them. S{} is zero.
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

/// The only question an algorithm may ask about a value: is this pivot positive? False for NaN. A pack answers
/// with a mask (algebra/pivots.hpp).
inline bool is_positive(double x) {
  return x > 0;
}
inline bool is_positive(float x) {
  return x > 0;
}

/// A part of an algorithm with a name, from here to the end of the scope, under which the counting scalar
/// counts (counted.hpp); nothing for any other scalar. Of nested phases the innermost counts.
template <class S>
class Phase {
 public:
  explicit Phase(const char* /*name*/) {}
};

}  // namespace kintree
