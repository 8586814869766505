// The cases of a run, as a function of their index. A case is drawn only when it is requested, and is not
// kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kintree/model/case_id.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/request.hpp"
#include "suite/cases/sources.hpp"

namespace kintree::suite {

/// One case, and the request that is made for it. It refers to the plan, which must outlive it.
struct Task {
  CaseId id;
  const Source* source;
  const Request* request;

  Case draw() const;
  /// The command that repeats the case with all plugins: "kintree verify --family chain --bodies 30 --seed 7 --trees 1".
  std::string command() const;
};

class Plan {
 public:
  std::size_t size() const { return size_; }
  /// Index < size().
  Task at(std::size_t index) const;

  /// Adds `count` cases: sources in turns, seeds counting on from the first.
  void add(std::vector<Source> sources, std::uint64_t first_seed, std::size_t count, const Request& request);
  /// Adds the cases of another plan.
  void add(Plan more);

 private:
  struct Stretch {
    std::size_t begin;  ///< index of its first case
    std::vector<Source> sources;
    std::uint64_t first_seed;
    std::shared_ptr<const Request> request;
  };
  std::vector<Stretch> stretches_;
  std::size_t size_ = 0;
};

/// The cases of testdata/found.json, which once revealed something that others do not.
Plan found_cases(const Request& request);

/// Returns as many cases as were chosen (one, if one state was chosen). Every plugin whose domain leaves
/// joint kinds out gets as many more random trees within its domain, unless joint kinds, a model or named
/// trees were chosen. References get these as well. Throws InputError as CaseChoice::sources() does.
Plan drawn_cases(const CaseChoice& choice, const Request& request);
/// The number of cases that were chosen.
std::size_t number_drawn(const CaseChoice& choice);
/// The last seed from which it draws.
std::uint64_t last_seed(const CaseChoice& choice);

/// The cases that `kintree report` verifies: random trees of every family in turns, then states of each of
/// the papers' trees and robots, in turns.
struct ReportChoice {
  int trees = 336;  ///< random trees, all families together
  int states = 10;  ///< of each of the papers' trees and robots
  int bodies = 30;  ///< of a random tree, at most
  std::uint64_t seed = 1;
};
Plan report_cases(const ReportChoice& choice, const Request& request);

}  // namespace kintree::suite
