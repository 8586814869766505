// Between the frame that a caller gives a floating base and its frame F_i (kernels/screw_frames.hpp), in a
// phase of its own, since papers do not count it.
#pragma once

#include "kintree/spatial/spatial.hpp"

namespace kintree {

/// X m: 24m + 18a.
template <class S>
Motion<S> converted(const Transform<S>& X, const Motion<S>& m) {
  const Phase<S> phase("conversion");
  return X * m;
}

/// X^T f: 24m + 18a.
template <class S>
Force<S> converted(const Transform<S>& X, const Force<S>& f) {
  const Phase<S> phase("conversion");
  return transpose_times(X, f);
}

/// The six numbers of a free joint's coordinates.
template <class Vector, class S>
Vector six(const S* x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

}  // namespace kintree
