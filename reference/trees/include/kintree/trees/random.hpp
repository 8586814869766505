// Random numbers that are the same on every machine: a generator that the C++ standard fixes to the bit, and
// distributions that use no function of libm but the square root. (The distributions of std:: differ between
// standard libraries.)
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "kintree/model/model.hpp"

namespace kintree {

using Generator = std::mt19937_64;

/// A generator whose seed is a list of words, mixed by splitmix64: lists that differ in any word give
/// unrelated streams.
Generator make_generator(std::initializer_list<std::uint64_t> words);

/// A text as a word for make_generator (FNV-1a).
std::uint64_t word(std::string_view text);

/// Uniform in [low, high); low < high.
double uniform(Generator& generator, double low, double high);

/// Uniform in low..high, both inclusive.
int uniform_integer(Generator& generator, int low, int high);

/// True with probability 1/count.
bool one_in(Generator& generator, int count);

/// A number whose log2 is uniform in [low, high).
double log_uniform(Generator& generator, int low, int high);

/// Uniform on the unit sphere, rounded.
Triple random_direction(Generator& generator);

/// Uniform on the unit sphere of quaternions w, x, y, z, rounded.
std::array<double, 4> random_quaternion(Generator& generator);

template <class T>
const T& pick(Generator& generator, const std::vector<T>& items) {
  return items[static_cast<std::size_t>(uniform_integer(generator, 0, static_cast<int>(items.size()) - 1))];
}

template <class T>
void shuffle(Generator& generator, std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1],
              items[static_cast<std::size_t>(uniform_integer(generator, 0, static_cast<int>(i) - 1))]);
}

}  // namespace kintree
