// Test vectors: tiny robots, each made for one thing, with proved answers, and with the wrong answers that
// slips give. The format: testdata/vectors/schema.json.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kintree/model/finding.hpp"
#include "kintree/model/problem_set.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"
#include "suite/verification/fitted_mistake.hpp"

namespace kintree::suite {

// --- made ---

/// The names of the files of testdata/vectors, without .json, in a fixed order.
std::vector<std::string> vector_groups();
/// The text of one of them. Every call gives the same bytes.
std::string vector_file(const std::string& group);

// --- read ---

struct TestVector {
  struct Wrong {
    std::vector<std::string> slips;
    std::vector<double> values;  ///< as Answer::exact; empty if there is no answer
  };
  struct Answer {
    Problem problem;
    std::vector<double> exact;      ///< its outputs one after the other, row by row, rounded
    std::vector<double> tolerance;  ///< of each
    std::vector<Wrong> wrong;
  };
  std::string id, what;
  std::vector<std::string> flags;
  std::string urdf;
  bool floating_base = false;
  bool has_followers = false;  ///< joints follow others, which models and the line protocol cannot express
  Case c;                      ///< empty where joints follow others
  std::vector<Answer> answers;
};

struct VectorFiles {
  std::map<std::string, std::string> flags, slips;  ///< name and meaning
  std::vector<TestVector> vectors;
};

/// All *.json files of a folder but its schema, or one file. Throws InputError that names file, vector and
/// element.
VectorFiles read_vectors(const std::filesystem::path& path);

/// Adds those of the text of a file, called `name` in messages.
void parse_vectors(std::string_view text, const std::string& name, VectorFiles& files);

// --- asked ---

/// The result of one answer.
struct VectorOutcome {
  const TestVector* vector = nullptr;
  Problem problem{};
  enum Result { right, wrong, refused, unsupported } result = right;
  std::string detail = {};                ///< the reason, if rejected or unsupported
  std::vector<double> values = {};        ///< of an answer, right or wrong, as Answer::exact
  std::set<std::string> looks_like = {};  ///< the slips that give this wrong answer
  double loss = 0;                        ///< relative, that the plugin's promise allows beyond verdict B
};

/// Calls the plugin for every answer to the problems that it solves. An answer is right if the judge gives
/// verdict A or B, or C if the plugin promises no more. An answer with fewer digits that looks like no slip
/// is unsupported, if the plugin promises D and can be checked in the field.
std::vector<VectorOutcome> ask_vectors(const Plugin& plugin, const VectorFiles& files,
                                       const ProblemSet& problems);

/// A set of slips, one or two, with which an implementation would have given all of these answers, the right
/// ones included.
using MistakeSet = std::vector<std::string>;

/// Returns the smallest sets that explain the outcomes, all of the same size. There is none if no outcome is
/// wrong, or if no one or two slips explain the outcomes. A pair explains an answer that both slips change if
/// both together, computed, give it.
std::vector<MistakeSet> explanations(const std::vector<VectorOutcome>& outcomes);

/// Returns the mistakes with computed answers that explain all outcomes, each alone. There is none if no
/// outcome is wrong.
std::vector<FittedMistake> fitted_mistakes(const std::vector<VectorOutcome>& outcomes);

/// Outcomes of one plugin for readers, and as JSON.
std::string to_string(const std::string& plugin, const std::vector<VectorOutcome>& outcomes,
                      const VectorFiles& files);
nlohmann::ordered_json as_json(const std::string& plugin, const std::vector<VectorOutcome>& outcomes);

}  // namespace kintree::suite
