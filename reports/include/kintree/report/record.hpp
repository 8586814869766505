// The record of one plugin's answer to one problem of one case, and of the run. Tables, plots and the page show
// only rows like these.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "kintree/model/case_id.hpp"
#include "kintree/model/finding.hpp"
#include "kintree/model/verdict.hpp"
#include "kintree/problems/problem.hpp"
#include "kintree/report/fields.hpp"

namespace kintree::report {

struct Record : Accuracy {
  CaseId id;                   ///< with plugin and problem unique within a run
  int bodies = 0;              ///< N
  int degrees_of_freedom = 0;  ///< n
  int depth = 0;               ///< bodies on the longest path from the base
  /// kappa of the mass matrix, scaled to unit diagonal: infinite where that is singular, NaN where it was not formed.
  double condition = std::numeric_limits<double>::quiet_NaN();
  std::string tree;  ///< tree_text() of the model

  std::string plugin;
  Problem problem{};
  Verdict promise = Verdict::A;  ///< the worst verdict with which the plugin passes

  ResultStatus standing = ResultStatus::judged;
  FieldCheck right = FieldCheck::not_asked;
  std::optional<Verdict> verdict;  ///< none where the question was not put
  bool passed = false;             ///< as good as promised, or unsupported
  Reason reason = Reason::none;    ///< why it is unsupported, has failed, or has got less than B
  std::string detail;  ///< what the reason leaves open, in words: which joint, how many operations

  std::string
      worst;  ///< the joint or entry that contributes most to the error, its number, and the exact one
  std::string command;  ///< repeats this record

  void fail(Reason why, std::string more = {}) {
    passed = false;
    reason = why;
    detail = std::move(more);
  }

  friend bool operator==(const Record&, const Record&) = default;
};

/// A requested answer without a verdict is wrong.
inline Verdict verdict_of(const Record& record) {
  return record.verdict.value_or(Verdict::F);
}

/// True if the record has an error that can be compared. An algorithm that broke down within its promise has none.
inline bool has_error(const Record& record) {
  return record.standing == ResultStatus::judged ||
         (record.standing == ResultStatus::breakdown && !record.passed);
}

/// Its reason and detail, for readers: "outside the domain: joint kind spherical".
inline std::string explanation(const Record& record) {
  return explanation(record.reason, record.detail);
}

/// NaN is worse than infinity, infinity worse than any number.
inline bool worse(double a, double b) {
  if (std::isnan(b)) return false;
  return std::isnan(a) || a > b;
}

/// One run of the suite.
struct Run {
  std::int64_t id = 0;   ///< its number in the store
  std::string started;   ///< UTC, ISO 8601
  std::string finished;  ///< empty while it is under way, or if it was killed
  std::string command;
  std::string version;             ///< of Kintree
  std::string commit;              ///< of the sources, "-dirty" appended if they were changed
  std::string build;               ///< compiler, build type, flags
  std::string machine;             ///< processor, cores, operating system
  std::int64_t cases = 0;          ///< whose records were added
  std::int64_t first_case = 0;     ///< index in the plan of its first case: not 0 in parts of a campaign
  std::int64_t planned_cases = 0;  ///< of a part of a campaign; 0: all of the plan

  friend bool operator==(const Run&, const Run&) = default;
};

template <>
struct Fields<CaseId> {
  static constexpr std::tuple list{KINTREE_FIELDS(CaseId, family, joints, transformation, seed, format)};
};

template <>
struct Fields<Record> {
  static constexpr std::string_view table = "records";
  static constexpr std::tuple list{
      DerivedField{"case", +[](const Record& r) { return r.id.name(); }}, Field{"", &Record::id},
      KINTREE_FIELDS(Record, bodies, degrees_of_freedom, depth, condition, tree, plugin, problem, promise,
                     standing, right, verdict, passed, reason, detail, error, sigma, alpha, limit,
                     backward_error, certified_digits, worst, command)};
};

template <>
struct Fields<Run> {
  static constexpr std::string_view table = "runs";
  static constexpr std::tuple list{KINTREE_FIELDS(Run, started, finished, command, version, commit, build,
                                                  machine, cases, first_case, planned_cases)};
};

}  // namespace kintree::report
