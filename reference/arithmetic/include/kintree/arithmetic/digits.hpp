// The arithmetic of many digits: MPFR numbers of one precision, kept in an arena.
#pragma once

#include <mpfr.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "kintree/numbers/number.hpp"

namespace kintree {

/// An arithmetic with a number of decimal digits, and the memory of its numbers. It has no settings of the
/// process or the thread. Objects with different digits can be used at the same time, and one object by one
/// thread at a time. A Number of this arithmetic belongs to the object and is valid until it is dropped.
class Digits {
 public:
  /// `limit` is the most memory that the numbers may take, in bytes; an operation beyond it throws
  /// std::bad_alloc.
  explicit Digits(unsigned digits, std::size_t limit = std::size_t{4} << 30);
  ~Digits();
  Digits(const Digits&) = delete;
  Digits& operator=(const Digits&) = delete;

  unsigned digits() const { return digits_; }
  /// The table of its operations, valid while the object exists.
  const Arithmetic& arithmetic() const { return arithmetic_; }

  /// Keeps all numbers made until now for as long as the object lives, such as those made by `prepare`.
  void keep();
  /// Drops all numbers made since the last `keep`, in time independent of their count.
  void drop();
  /// Bytes that are in use by numbers.
  std::size_t used() const;

  /// Sets `x`, rounded to its own precision if that is lower.
  static void read(Number number, mpfr_t x);
  /// A number of a library's type that wraps an mpfr_t: Boost.Multiprecision's, with mpfr_float_backend.
  template <class T>
  static T read(Number number) {
    T x;
    read(number, x.backend().data());
    return x;
  }

  template <class T>
  static std::vector<T> read_all(const std::vector<Number>& numbers) {
    std::vector<T> result;
    result.reserve(numbers.size());
    for (const Number& x : numbers) result.push_back(read<T>(x));
    return result;
  }
  /// Rounded to the nearest.
  static double to_double(Number number);
  /// A number of another object, in this one's digits and memory.
  Number copy(Number number);

  /// A new number; the caller sets its value, correctly rounded, with MPFR.
  struct Entry;
  Entry* allocate();

 private:
  struct Place {
    std::size_t block = 0, bytes = 0;
  };

  unsigned digits_;
  mpfr_prec_t precision_;
  std::size_t entry_size_, entries_per_block_, limit_;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  Place next_, kept_;
  Arithmetic arithmetic_;
};

}  // namespace kintree
