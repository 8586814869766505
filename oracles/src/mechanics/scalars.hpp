// The scalars in which the mechanics are evaluated, and the unit roundoff of each.
#pragma once

#include <qd/dd_real.h>

#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/interval.hpp"
#include "mechanics/words.hpp"

namespace kintree::oracle {

/// Boost's numeric_limits of MPFR numbers computes it at its first call, without a lock, and marks it as
/// computed too early.
template <class T>
T epsilon() {
  static const T once = std::numeric_limits<T>::epsilon();
  return once;
}
template <>
inline dd_real epsilon<dd_real>() {
  return dd_real(0x1p-104);
}
template <>
inline Real epsilon<Real>() {
  return pow(Real(10), -static_cast<int>(Real::default_precision()));
}
/// Their bounds hold the rounding errors.
template <>
inline Interval epsilon<Interval>() {
  return Interval(0);
}

// Compiled in units of their own (CMakeLists.txt).
extern template void add_answers(const Words<Real>&, const ProblemSet&, bool, Dynamics<Real>&);
extern template void add_answers(const Words<Interval>&, const ProblemSet&, bool, Dynamics<Interval>&);
extern template void add_answers(const Words<Exact>&, const ProblemSet&, bool, Dynamics<Exact>&);
extern template void add_answers(const Words<Check>&, const ProblemSet&, bool, Dynamics<Check>&);
extern template void add_answers(const Words<dd_real>&, const ProblemSet&, bool, Dynamics<dd_real>&);
extern template void add_answers(const Words<double>&, const ProblemSet&, bool, Dynamics<double>&);
extern template void add_answers(const Words<Field>&, const ProblemSet&, bool, Dynamics<Field>&);
extern template void add_answers(const Words<Degree>&, const ProblemSet&, bool, Dynamics<Degree>&);
extern template Dynamics<Real> dynamics(const Input<Real>&, const ProblemSet&, const Real&, bool);
extern template Dynamics<Interval> dynamics(const Input<Interval>&, const ProblemSet&, const Interval&, bool);
extern template Dynamics<Exact> dynamics(const Input<Exact>&, const ProblemSet&, const Exact&, bool);
extern template Dynamics<Check> dynamics(const Input<Check>&, const ProblemSet&, const Check&, bool);
extern template Dynamics<dd_real> dynamics(const Input<dd_real>&, const ProblemSet&, const dd_real&, bool);
extern template Dynamics<double> dynamics(const Input<double>&, const ProblemSet&, const double&, bool);

}  // namespace kintree::oracle
