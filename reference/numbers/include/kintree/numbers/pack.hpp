// Several states at once: a number of each, in a register. A Pack is a scalar of the algorithms as double is.
// It is made of the vector types that GCC and clang have for every instruction set.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace kintree {

/// The bytes of a register of the instruction set that is compiled for.
#if defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

/// True if every bit of a vector is set. Halves are joined, which takes as many steps as the logarithm of its
/// length.
template <class Bits>
bool all_set(const Bits& bits) {
  if constexpr (sizeof(Bits) > sizeof(std::uint64_t)) {
    struct {
      std::uint64_t low [[gnu::vector_size(sizeof(Bits) / 2)]], high [[gnu::vector_size(sizeof(Bits) / 2)]];
    } halves;
    std::memcpy(&halves, &bits, sizeof bits);
    return all_set(halves.low & halves.high);
  } else {
    std::uint64_t word;
    std::memcpy(&word, &bits, sizeof word);
    return ~word == 0;
  }
}

/// The result of is_positive for a Pack: in each lane all bits are set, or none.
template <class T, int W>
struct Mask {
  using Integer = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  using Bits [[gnu::vector_size(W * sizeof(T))]] = Integer;

  Bits bits;

  explicit Mask(bool all) : bits(Bits{} - Integer(all)) {}
  explicit Mask(Bits given) : bits(given) {}
  bool operator[](std::size_t lane) const { return bits[lane] != 0; }
  friend Mask operator&(Mask a, Mask b) { return Mask(a.bits & b.bits); }
  friend Mask operator|(Mask a, Mask b) { return Mask(a.bits | b.bits); }
  friend bool in_all_lanes(Mask mask) { return all_set(mask.bits); }
};

/// W numbers of type T, double or float; W is a power of two. S{} is zero in every lane. Sine and cosine:
/// numbers/pack_sincos.hpp.
template <class T, int W>
struct Pack {
  static constexpr std::size_t lanes = W;
  using Vector [[gnu::vector_size(W * sizeof(T))]] = T;

  Vector vector{};

  Pack() = default;
  explicit Pack(double x) : vector(static_cast<T>(x) - Vector{}) {}
  explicit Pack(Vector given) : vector(given) {}
  /// The same number in every lane.
  static Pack filled(T x) { return Pack(x - Vector{}); }
  /// Loads numbers that are adjacent in memory.
  static Pack load(const T* from) {
    Pack pack;
    std::memcpy(&pack.vector, from, sizeof pack.vector);
    return pack;
  }
  void store(T* to) const { std::memcpy(to, &vector, sizeof vector); }
  T operator[](std::size_t lane) const { return vector[lane]; }

  friend Pack operator+(Pack a, Pack b) { return Pack(a.vector + b.vector); }
  friend Pack operator-(Pack a, Pack b) { return Pack(a.vector - b.vector); }
  friend Pack operator*(Pack a, Pack b) { return Pack(a.vector * b.vector); }
  friend Pack operator/(Pack a, Pack b) { return Pack(a.vector / b.vector); }
  friend Pack operator-(Pack a) { return Pack(-a.vector); }
  friend Mask<T, W> is_positive(Pack a) { return Mask<T, W>(a.vector > T(0)); }
  /// a in the lanes of the mask, b in the others.
  friend Pack choose(Mask<T, W> mask, Pack a, Pack b) { return Pack(mask.bits ? a.vector : b.vector); }
  friend Pack sqrt(Pack a) {
    for (std::size_t lane = 0; lane < lanes; ++lane) a.vector[lane] = std::sqrt(a.vector[lane]);
    return a;
  }
};

/// A pack with as many numbers as a register holds.
template <class T>
inline constexpr int native_lanes = register_bytes / static_cast<int>(sizeof(T));
template <class T>
using NativePack = Pack<T, native_lanes<T>>;

}  // namespace kintree
