// The arithmetic of dual numbers x + e epsilon, epsilon^2 = 0, over another arithmetic of Number. Each
// computed number carries its derivative in e. Over themselves they carry second derivatives.
#pragma once

#include <cstddef>
#include <deque>

#include "kintree/numbers/number.hpp"

namespace kintree {

/// The memory of the numbers. A Number of this arithmetic belongs to the object and is valid until it is dropped. One thread uses it at a time.
class DualNumbers {
 public:
  /// The base arithmetic must outlive it.
  explicit DualNumbers(const Arithmetic& base);
  DualNumbers(const DualNumbers&) = delete;
  DualNumbers& operator=(const DualNumbers&) = delete;

  /// The table of its operations, valid while it lives.
  const Arithmetic& arithmetic() const { return arithmetic_; }

  /// From numbers of the base.
  Number dual(Number value, Number derivative);
  /// The parts, numbers of the base.
  static Number value(Number dual);
  static Number derivative(Number dual);

  /// Keeps all numbers made until now for as long as the object lives, such as those made by `prepare`.
  void keep() { kept_ = pairs_.size(); }
  /// Drops all numbers made since the last `keep`.
  void drop() { pairs_.resize(kept_); }

 private:
  struct Pair {
    Number value, derivative;
  };
  struct Table;

  const Arithmetic& base_;
  std::deque<Pair> pairs_;
  std::size_t kept_ = 0;
  Arithmetic arithmetic_;
};

}  // namespace kintree
