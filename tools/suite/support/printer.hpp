// Numbers, vectors and matrices as JSON.
#pragma once

#include <Eigen/Core>

#include "kintree/oracle/interval.hpp"
#include "suite/support/text.hpp"

namespace kintree::suite {

using Json = nlohmann::ordered_json;

/// Prints numbers as double, or as decimal strings with so many significant digits. An enclosure is printed
/// with as many digits as it proves, and as 0 in double if it contains 0.
struct Printer {
  int digits = 0;

  Json operator()(double x) const { return number(x); }
  template <class R>
  Json operator()(const R& x) const {
    if (digits == 0) return number(static_cast<double>(x));
    return x == 0 ? std::string("0") : x.str(digits, std::ios_base::fmtflags());
  }
  Json operator()(const oracle::Interval& x) const {
    if (digits != 0) return oracle::decimal(x, digits);
    return number(zero_in(x) ? 0 : static_cast<double>(x));
  }
  template <class V>
  Json vector(const V& values) const {
    Json list = Json::array();
    for (Eigen::Index i = 0; i < values.size(); ++i) list.push_back((*this)(values(i)));
    return list;
  }
  template <class M>
  Json matrix(const M& m) const {
    Json rows = Json::array();
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
      Json row = Json::array();
      for (Eigen::Index j = 0; j < m.cols(); ++j) row.push_back((*this)(m(i, j)));
      rows.push_back(std::move(row));
    }
    return rows;
  }
  template <class S>
  Json list(const std::vector<S>& values) const {
    Json out = Json::array();
    for (const S& x : values) out.push_back((*this)(x));
    return out;
  }
  template <class S>
  Json rows(const std::vector<S>& values, int columns) const {
    Json out = Json::array();
    for (std::size_t i = 0; i < values.size(); i += static_cast<std::size_t>(columns))
      out.push_back(list(std::vector<S>(values.begin() + static_cast<std::ptrdiff_t>(i),
                                        values.begin() + static_cast<std::ptrdiff_t>(i) + columns)));
    return out;
  }
};

}  // namespace kintree::suite
