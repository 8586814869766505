#include "suite/cases/seeds.hpp"

#include "kintree/model/error.hpp"

namespace kintree::suite {

std::vector<SeededCase> seeds_of_size(const std::vector<Source>& sources, std::uint64_t seed,
                                      int degrees_of_freedom, int count) {
  constexpr std::size_t patience = 10000;
  std::vector<SeededCase> found;
  std::size_t drawn = 0, last = 0;
  for (; found.size() < static_cast<std::size_t>(count) && drawn - last < patience; ++drawn) {
    const Source& source = sources[drawn % sources.size()];
    if (Layout(source.draw(seed + drawn).model).n != degrees_of_freedom) continue;
    found.push_back({&source, seed + drawn});
    last = drawn;
  }
  if (found.size() < static_cast<std::size_t>(count))
    throw InputError("of " + std::to_string(drawn) + " cases only " + std::to_string(found.size()) +
                     " have " + std::to_string(degrees_of_freedom) + " degrees of freedom");
  return found;
}

}  // namespace kintree::suite
