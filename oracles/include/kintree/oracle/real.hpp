// The oracle's own scalars.
#pragma once

#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/mpfr.hpp>

#include <Eigen/Core>

namespace kintree::oracle {

/// MPFR with a precision that is chosen at run time, one for the whole process: for solve() and for tests,
/// which use one thread. Oracles compute with the types of fixed.hpp.
using Real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<0>,
                                           boost::multiprecision::et_off>;

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

/// Rounds to the nearest double. A type that rounds by other means has a function of this name of its own.
template <class T>
double to_double(const T& x) {
  return static_cast<double>(x);
}

}  // namespace kintree::oracle
