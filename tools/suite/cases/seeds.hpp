// Seeds whose cases have a wanted number of degrees of freedom.
#pragma once

#include <cstdint>
#include <vector>

#include "suite/cases/sources.hpp"

namespace kintree::suite {

/// A case that a source draws.
struct SeededCase {
  const Source* source;
  std::uint64_t seed;
};

/// The first `count` cases of so many degrees of freedom, seeds counting on from the first, sources in turns.
/// Throws InputError if they are too rare.
std::vector<SeededCase> seeds_of_size(const std::vector<Source>& sources, std::uint64_t seed,
                                      int degrees_of_freedom, int count);

}  // namespace kintree::suite
