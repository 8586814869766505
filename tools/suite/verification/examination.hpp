// One case, with the answers of every plugin, judged by one oracle.
#pragma once

#include <string>
#include <vector>

#include "kintree/data/finding.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/report/record.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

/// The record of one plugin's answer to one problem, and the judgement from which its numbers come.
struct Finding : report::Record {
  const Plugin* asked = nullptr;
  oracle::Judgement judgement = {};  ///< its verdict means nothing where the finding is `unsupported`

  void fail(Reason why, std::string more = {}) {
    passed = false;
    reason = why;
    detail = std::move(more);
  }
};

struct Examination {
  bool dense;  ///< true if every problem is answered, in time that grows with n^3
  oracle::Oracle exact;
  std::vector<Finding> findings;  ///< by plugin, then by problem

  /// Returns the finding, or null if there was no such request.
  const Finding* of(const Plugin* plugin, Problem problem) const;
};

/// Returns the finding on one answer. The answer is computed once, and checks that need other answers are
/// left out. The plugin must claim the problem.
Finding examine_once(const Case& c, const Plugin& plugin, Problem problem);

/// Returns a finding for every requested problem that the plugin claims.
Examination examine(const Case& c, const Request& asked);

}  // namespace kintree::suite
