// The elements of the mixed form, joined and parted. The symbols and [1]: divide_and_conquer_mixed.hpp.
// After Featherstone 1999, part 1; numbering of the equations: README.md.
#pragma once

#include "divide_and_conquer_mixed/inverse.hpp"

namespace kintree {

template <class S>
struct MixedElement {
  Block<S> M, E, G, R;
  Force<S> z, f_2;
  Motion<S> b, a_1;
};

/// M, E and G of C, the element A on the base side with B beyond it. False if R does not exist.
template <class S>
Truth<S> join(const MixedElement<S>& A, const MixedElement<S>& B, MixedElement<S>& C) {
  const Truth<S> regular = invert(identity<S>() + A.G * B.M, C.R);       // [7]
  C.M = A.M + symmetric(transpose(A.E) * (symmetric(B.M * C.R) * A.E));  // [8]
  C.E = B.E * (C.R * A.E);                                               // [9]
  C.G = B.G + symmetric(B.E * (symmetric(C.R * A.G) * transpose(B.E)));  // [10]
  return regular;
}

/// z and b of C, joined before.
template <class S>
void join_bias(const MixedElement<S>& A, const MixedElement<S>& B, MixedElement<S>& C) {
  const Motion<S> d = times<Motion>(C.R, A.b - times<Motion>(A.G, B.z));  // [11]
  C.z = A.z + times<Force>(transpose(A.E), times<Force>(B.M, d) + B.z);   // [12]
  C.b = B.b + times<Motion>(B.E, d);                                      // [13]
}

/// a_1 and f_2 of A and B from those of C.
template <class S>
void part(const MixedElement<S>& C, MixedElement<S>& A, MixedElement<S>& B) {
  const Force<S> beyond = times<Force>(transpose(B.E), C.f_2) - B.z;
  A.a_1 = C.a_1;
  B.a_1 = times<Motion>(C.R, times<Motion>(A.E, C.a_1) + times<Motion>(A.G, beyond) + A.b);  // [14]
  A.f_2 = beyond - times<Force>(B.M, B.a_1);                                                 // [15]
  B.f_2 = C.f_2;
}

}  // namespace kintree
