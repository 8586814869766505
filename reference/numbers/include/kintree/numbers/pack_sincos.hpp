// Sine and cosine of a Pack.
#pragma once

#include <array>
#include <tuple>
#include <utility>

#include "kintree/numbers/pack.hpp"
#include "kintree/numbers/scalar.hpp"

namespace kintree {

/// pi/2 is the sum of `part`, of which a product of all but the last with a whole number up to limit / (pi/2)
/// is exact: Cody & Waite, Software Manual for the Elementary Functions, 1980. For |r| <= pi/4 sin r = r +
/// r^3 S(r^2) and cos r = 1 - r^2/2 + r^4 C(r^2).
template <class T>
struct SineTable;

/// fdlibm (Sun Microsystems 1993): e_rem_pio2.c, k_sin.c, k_cos.c.
template <>
struct SineTable<double> {
  static constexpr double limit = 1e5, to_whole = 0x1.8p52;
  static constexpr std::array part{1.57079632673412561417e+00, 6.07710050630396597660e-11,
                                   2.02226624879595063154e-21};
  static constexpr std::array S{-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  static constexpr std::array C{4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                2.08757232129817482790e-09, -1.13596475577881948265e-11};
};

/// Cephes (Moshier 1992): sinf.c.
template <>
struct SineTable<float> {
  static constexpr float limit = 1e4F, to_whole = 0x1.8p23F;
  static constexpr std::array part{0x1.9200000000000p+0F, 0x1.fb40000000000p-12F, 0x1.4440000000000p-24F,
                                   0x1.68c2340000000p-39F};
  static constexpr std::array S{-1.6666654611e-1F, 8.3321608736e-3F, -1.9515295891e-4F};
  static constexpr std::array C{4.166664568298827e-2F, -1.388731625493765e-3F, 2.443315711809948e-5F};
};

/// The sine and cosine given, those of the C library in the lanes beyond the limit.
template <class T, int W>
[[gnu::noinline, gnu::cold]] std::pair<Pack<T, W>, Pack<T, W>> by_library_beyond(Mask<T, W> within,
                                                                                 Pack<T, W> angle,
                                                                                 Pack<T, W> sine,
                                                                                 Pack<T, W> cosine) {
  for (std::size_t lane = 0; lane < W; ++lane)
    if (!within[lane]) {
      T one_sine, one_cosine;
      sincos(angle[lane], one_sine, one_cosine);
      sine.vector[lane] = one_sine;
      cosine.vector[lane] = one_cosine;
    }
  return {sine, cosine};
}

/// Wrong by less than 0.95 units in the last place where |angle| is no more than the limit. Lanes beyond it,
/// and those without a number, are those of the C library.
template <class T, int W>
void sincos(const Pack<T, W>& angle, Pack<T, W>& sine, Pack<T, W>& cosine) {
  using Table = SineTable<T>;
  using Bits = typename Mask<T, W>::Bits;
  using V = typename Pack<T, W>::Vector;
  const V x = angle.vector;

  // x - k pi/2 = r + tail. The rounding error of each difference is computed as in Knuth, TAOCP 2, sec.
  // 4.2.2.
  const V shifted = x * T(0.63661977236758134308) + Table::to_whole, k = shifted - Table::to_whole;
  V d = x - k * Table::part[0], lost{};
  for (std::size_t i = 1; i + 1 < Table::part.size(); ++i) {
    const V a = d, b = k * Table::part[i];
    d = a - b;
    const V back = a - d;
    lost = lost + ((back - b) + (a - (d + back)));
  }
  const V small = lost - k * Table::part.back();
  const V r = d + small, tail = (d - r) + small;

  const V z = r * r;
  const auto polynomial = [&z](const auto& c) {
    V sum = c.back() - V{};
    for (std::size_t i = c.size() - 1; i-- > 0;) sum = sum * z + c[i];
    return sum;
  };
  const V half = z * T(0.5), most = T(1) - half;
  const V s = r + (z * (r * polynomial(Table::S) - T(0.5) * tail) + tail);
  const V c = most + (((T(1) - most) - half) + (z * (z * polynomial(Table::C)) - r * tail));

  const Bits quadrant = reinterpret_cast<Bits>(shifted), odd = -(quadrant & 1);
  constexpr int to_sign = 8 * sizeof(T) - 2;
  const Bits s_bits = reinterpret_cast<Bits>(s), c_bits = reinterpret_cast<Bits>(c);
  const Bits sine_bits = ((c_bits & odd) | (s_bits & ~odd)) ^ ((quadrant & 2) << to_sign);
  const Bits cosine_bits = ((s_bits & odd) | (c_bits & ~odd)) ^ (((quadrant + 1) & 2) << to_sign);
  sine.vector = reinterpret_cast<V>(sine_bits);
  cosine.vector = reinterpret_cast<V>(cosine_bits);

  const Mask<T, W> within(Bits((x <= Table::limit) & (x >= -Table::limit)));
  if (!in_all_lanes(within)) std::tie(sine, cosine) = by_library_beyond(within, angle, sine, cosine);
}

}  // namespace kintree
