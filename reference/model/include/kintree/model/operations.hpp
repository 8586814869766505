// Counts of arithmetic operations, in the form in which the papers state them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kintree {

/// Negations, copies and comparisons are not counted.
struct Operations {
  std::int64_t multiplications = 0;
  std::int64_t additions = 0;  ///< and subtractions
  std::int64_t divisions = 0;
  std::int64_t square_roots = 0;
  std::int64_t transcendental = 0;  ///< calls; the sine and cosine of one angle are one call.

  /// The m of the papers: divisions and square roots count as multiplications.
  std::int64_t m() const { return multiplications + divisions + square_roots; }
  std::int64_t a() const { return additions; }
  std::int64_t total() const { return m() + a(); }

  Operations& operator+=(const Operations& other) {
    multiplications += other.multiplications;
    additions += other.additions;
    divisions += other.divisions;
    square_roots += other.square_roots;
    transcendental += other.transcendental;
    return *this;
  }
  friend Operations operator+(Operations a, const Operations& b) { return a += b; }
  friend Operations operator*(std::int64_t k, const Operations& a) {
    return {k * a.multiplications, k * a.additions, k * a.divisions, k * a.square_roots,
            k * a.transcendental};
  }
  friend bool operator==(const Operations&, const Operations&) = default;
};

/// The cost of one phase of an algorithm. The phase without a name contains the operations of no other phase.
struct PhaseCost {
  std::string phase;
  Operations operations;

  friend bool operator==(const PhaseCost&, const PhaseCost&) = default;
};

inline Operations total(const std::vector<PhaseCost>& phases) {
  Operations sum;
  for (const PhaseCost& p : phases) sum += p.operations;
  return sum;
}

/// "1258m + 1039a", "15a".
inline std::string m_and_a(const Operations& operations) {
  const std::string a = std::to_string(operations.a()) + "a";
  return operations.m() == 0 ? a : std::to_string(operations.m()) + "m + " + a;
}

}  // namespace kintree
