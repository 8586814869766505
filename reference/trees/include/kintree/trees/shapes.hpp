// Every shape of small trees, counted through.
#pragma once

#include <cstdint>
#include <vector>

namespace kintree {

/// Every rooted tree of the base and so many bodies once, as parents, numbered depth-first: the paths come
/// first, the star last [Beyer & Hedetniemi, Constant time generation of rooted trees, SIAM J. Comput. 9
/// (1980) 706-712].
std::vector<std::vector<int>> rooted_trees(int bodies);

inline constexpr int most_counted_bodies = 8;

/// The shapes of 1 to most_counted_bodies bodies, but no more than max_bodies, the small ones first: seed 1
/// is the first one, and after the last comes the first again. With `forest` any number of bodies may hang on
/// the base (485 shapes up to 8 bodies), without, one alone does (200).
std::vector<int> small_shape(std::uint64_t seed, int max_bodies, bool forest);

}  // namespace kintree
