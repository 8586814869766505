// One case, with the answers of every plugin, judged by one oracle.
#pragma once

#include <string>
#include <vector>

#include "kintree/oracle/oracle.hpp"
#include "kintree/report/record.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/request.hpp"
#include "suite/field/proof.hpp"

namespace kintree::suite {

struct Examination {
  bool dense;  ///< true if every problem is answered, in time that grows with n^3
  oracle::Oracle exact;
  Proof proof;                          ///< the twin of the case, in which formulas are proved
  std::vector<report::Record> records;  ///< by plugin, then by problem; without a command

  /// Returns the record, or null if there was no such request.
  const report::Record* of(const std::string& plugin, Problem problem) const;
};

/// Returns the record of one answer. The answer is computed once, and checks that need other answers are
/// left out. The plugin must claim the problem.
report::Record examine_once(const Case& c, const Plugin& plugin, Problem problem);

/// Returns a record for every requested problem that the plugin claims.
Examination examine(const Case& c, const Request& requested);

}  // namespace kintree::suite
