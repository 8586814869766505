// Libraries that others wrote, checked beside the plugins: where each comes from, what programs against it alone show, and its
// answers to the test vectors. Their answers to random trees are records.
#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "kintree/report/fields.hpp"

namespace kintree::report {

struct Library {
  /// A fault that a short program against the library alone shows.
  struct Finding {
    std::string title;
    std::string source;      ///< of the program, in the repository
    std::string text;        ///< lines that begin with "asked: ", "came: " or "exact: "
    bool reproduced = true;  ///< in this version

    friend bool operator==(const Finding&, const Finding&) = default;
  };

  std::string name;          ///< of the adapter: tools/peers --peer NAME
  std::string plugin;        ///< its name in records; empty if it was not checked
  std::string origin;        ///< the package that it comes from, with the version
  std::string options;       ///< that choose it in the command that repeats a record
  std::string missing;       ///< why it was not checked; empty if it was
  std::string outcome;       ///< of an earlier check, where it is missing
  std::string closed_forms;  ///< the result of the tests of the adapter's conversions
  bool reads_urdf = false;   ///< it gets the text of a URDF file instead of a tree
  std::vector<Finding> findings;

  friend bool operator==(const Library&, const Library&) = default;
};

/// The answers of a plugin to the test vectors that have one result, for one reason.
struct VectorResult {
  std::string plugin;
  std::string result;  ///< "right", "fewer digits", "wrong", "refused", "unsupported", "not checked"
  std::int64_t answers = 0;
  std::string reason;  ///< the known mistakes that give wrong answers, or why there is none
  /// The largest difference from the exact answer, relative to its largest entry. NaN where there is no answer.
  double difference = std::numeric_limits<double>::quiet_NaN();
  std::string example;  ///< the answer with this difference
  std::string about;    ///< what most of these vectors were made for

  friend bool operator==(const VectorResult&, const VectorResult&) = default;
};

/// The libraries in a file that tools/peers wrote. InputError, naming the file, if it is none.
std::vector<Library> read_libraries(const std::filesystem::path& file);

template <>
struct Fields<Library::Finding> {
  static constexpr std::tuple list{KINTREE_FIELDS(Library::Finding, title, source, text, reproduced)};
};

template <>
struct Fields<Library> {
  static constexpr std::string_view table = "libraries";
  static constexpr std::tuple list{KINTREE_FIELDS(Library, name, plugin, origin, options, missing, outcome,
                                                  closed_forms, reads_urdf, findings)};
};

template <>
struct Fields<VectorResult> {
  static constexpr std::string_view table = "vector_results";
  static constexpr std::tuple list{
      KINTREE_FIELDS(VectorResult, plugin, result, answers, reason, difference, example, about)};
};

}  // namespace kintree::report
