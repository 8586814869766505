// All shapes of small trees, enumerated.
#pragma once

#include <cstdint>
#include <vector>

namespace kintree {

/// Every rooted tree of the base and this number of bodies once, as arrays of parents, numbered depth first.
/// The path comes first, the star last [Beyer & Hedetniemi, Constant time generation of rooted trees, SIAM J.
/// Comput. 9 (1980) 706-712].
std::vector<std::vector<int>> rooted_trees(int bodies);

inline constexpr int most_counted_bodies = 8;

/// The shape number `seed` of those with 1 to min(max_bodies, most_counted_bodies) bodies, the small ones
/// first: seed 1 is the first, and the first follows the last. With `forest`, any number of bodies may be on
/// the base (485 shapes of up to 8 bodies); otherwise only body 1 is (200 shapes).
std::vector<int> small_shape(std::uint64_t seed, int max_bodies, bool forest);

}  // namespace kintree
