#include "kintree/trees/random.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>

namespace kintree {

namespace {

// Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
std::uint64_t splitmix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// Uniform on the unit sphere: a uniform point of the cube that is in the ball and not close to its centre,
// projected onto the sphere.
template <std::size_t dimension>
std::array<double, dimension> unit_vector(Generator& generator) {
  for (;;) {
    std::array<double, dimension> x{};
    double square = 0;
    for (double& component : x) {
      component = uniform(generator, -1, 1);
      square += component * component;
    }
    if (square > 1 || square < 0x1p-10) continue;
    const double length = std::sqrt(square);
    for (double& component : x) component /= length;
    return x;
  }
}

}  // namespace

Generator make_generator(std::initializer_list<std::uint64_t> words) {
  std::uint64_t state = 0;
  for (const std::uint64_t w : words) state = splitmix64(state ^ w);
  return Generator(state);
}

std::uint64_t word(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

double uniform(Generator& generator, double low, double high) {
  return boost::random::uniform_real_distribution<double>(low, high)(generator);
}

int uniform_integer(Generator& generator, int low, int high) {
  return boost::random::uniform_int_distribution<int>(low, high)(generator);
}

bool one_in(Generator& generator, int count) {
  return uniform_integer(generator, 1, count) == 1;
}

double log_uniform(Generator& generator, int low, int high) {
  const int exponent = uniform_integer(generator, low, high - 1);
  for (;;) {  // the significand has density 1/x on [1, 2)
    const double significand = uniform(generator, 1, 2);
    if (uniform(generator, 0, 1) * significand < 1) return std::ldexp(significand, exponent);
  }
}

Triple random_direction(Generator& generator) {
  return unit_vector<3>(generator);
}

std::array<double, 4> random_quaternion(Generator& generator) {
  return unit_vector<4>(generator);
}

}  // namespace kintree
