// The power of the suite by mutants, as tools/mutate counted it: small mistakes put into a plugin's source,
// one at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kintree {

struct MutantScore {
  struct Survivor {
    std::string file;
    std::size_t line = 0;
    std::string before, after;  ///< the code there
  };

  std::string plugin;
  std::string commit, date;      ///< of the count
  std::size_t mutants = 0;       ///< that compile and are not equivalent to the plugin
  std::size_t killed = 0;        ///< seen by `kintree verify`, by a crash or a hang too
  std::size_t by_unit_test = 0;  ///< seen by nothing but the plugin's unit tests
  std::size_t equivalent = 0, stillborn = 0;
  std::string typical_against;                ///< partner and robot of a typical library's test
  std::optional<std::size_t> typical_killed;  ///< seen by that test; nothing if none of its robots is in the
                                              ///< plugin's domain
  std::vector<Survivor> survivors;
};

}  // namespace kintree
