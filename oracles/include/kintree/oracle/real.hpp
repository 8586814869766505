// The oracle's own scalars.
#pragma once

#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/mpfr.hpp>

#include <Eigen/Core>

namespace kintree::oracle {

/// MPFR with a precision chosen at run time, one for the whole process.
using Real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<0>,
                                           boost::multiprecision::et_off>;

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

/// Rounded; a type that knows better has a function of this name of its own.
template <class T>
double to_double(const T& x) {
  return static_cast<double>(x);
}

}  // namespace kintree::oracle
