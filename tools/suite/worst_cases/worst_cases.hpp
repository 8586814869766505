// The known worst cases of a plugin, plugins/<name>/worst.json: written by `kintree search --out`, read by
// `kintree verify`.
//
//   {"plugin": "aba", "cases": [
//     {"problem": "forward_dynamics", "aim": "alpha", "value": 592.2, "alpha": 592.2, "error": 1.3e-12, "sigma": 2.1e-15,
//      "command": "kintree search ...", "model": {...}, "state": {...}}, ...]}
//
// Of each problem and aim there is one case at most ("against" names the other plugin of the aim ratio). Model and state are those
// of model_as_json() and state_as_json(). Case k of the file is the case worst-k.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suite/cases/plan.hpp"
#include "suite/worst_cases/hunts.hpp"

namespace kintree::suite {

struct WorstCase {
  Problem problem;
  Aim aim;
  std::string against;  ///< of the aim ratio
  Score score;          ///< when it was found
  std::string command;  ///< that found it
  Case c;
};

struct WorstCases {
  std::string plugin;
  std::vector<WorstCase> cases;
};

/// InputError, naming the file, the case and the reason, if it is not such a file, or of another plugin than the one named.
WorstCases read_worst_cases(const std::filesystem::path& file, const std::string& plugin = {});
/// As a whole or not at all. InputError, naming the file, if it cannot be written.
void write_worst_cases(const std::filesystem::path& file, const WorstCases& worst);

/// Puts finds into the file, which is created if needed. A find replaces one of the same problem and aim that
/// has a lesser value. Returns the number of finds that were written. Throws InputError if the file is of
/// another plugin, or if a find is beyond the ranges of SearchSpace, because a plugin's promise for its worst
/// cases is one for moderate numbers.
int keep_worst(const std::filesystem::path& file, const std::vector<Hunt>& hunts);

/// The cases of the folders' files <plugin>/worst.json, each for its plugin and its problem.
Plan known_worst_cases(const Request& requested, const std::vector<std::filesystem::path>& folders);
/// The cases of this file from number `first` on, at most so many, for all plugins of the request and the
/// problem of each case. Throws InputError if no plugin solves the problem of any of them.
Plan worst_cases_of(const std::filesystem::path& file, const Request& requested, std::uint64_t first,
                    int count);

}  // namespace kintree::suite
