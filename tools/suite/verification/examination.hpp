// One case, asked of every plugin and judged by one oracle.
#pragma once

#include <string>
#include <vector>

#include "kintree/data/finding.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

/// What came of asking one plugin for one problem.
struct Finding {
  const Plugin* plugin;
  Problem problem;
  Verdict promise;
  Standing standing = Standing::judged;
  Right right = Right::not_asked;
  Reason reason = Reason::none;
  std::string detail = {};           ///< what the reason leaves open
  bool passed = true;                ///< as good as promised, or unsupported
  oracle::Judgement judgement = {};  ///< its verdict means nothing where the finding is `unsupported`

  void fail(Reason why, std::string more = {}) {
    passed = false;
    reason = why;
    detail = std::move(more);
  }
};

struct Examination {
  bool dense;  ///< whether every problem is answered, in time that grows with n^3
  oracle::Oracle exact;
  std::vector<Finding> findings;  ///< by plugin, then by problem

  /// Null if that was not asked.
  const Finding* of(const Plugin* plugin, Problem problem) const;
};

/// A finding for every problem that is asked for and that the plugin claims.
Examination examine(const Case& c, const Request& asked);

}  // namespace kintree::suite
