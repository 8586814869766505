// The results of a run, counted by plugin and problem. Its size does not grow with the number of cases.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kintree/model/finding.hpp"
#include "kintree/report/record.hpp"

namespace kintree::suite {

/// The number of reasons for not calling a plugin that are counted separately. All others are counted
/// together.
inline constexpr std::size_t most_reasons = 40;

class Summary {
 public:
  struct Row {
    std::string plugin;
    Problem problem{};
    std::set<Verdict> promises;  ///< on some families a plugin promises less than on others
    std::size_t cases = 0;       ///< those that were unsupported included
    std::size_t unsupported = 0, failed = 0;
    std::size_t excused =
        0;  ///< cases of a worse verdict than promised, where the bound of B allows any error
    std::size_t proved = 0;  ///< cases in which the algorithm is equal to the exact answer in the field
    std::map<Verdict, std::size_t> verdicts;
    std::map<std::string, std::size_t> reasons;         ///< for which cases were unsupported
    std::map<Harm, std::size_t, std::greater<>> harms;  ///< of the failures, the worst first
    double worst_alpha = -1;                            ///< the largest error / sigma; -1 if there was none
    std::string worst_case;                             ///< its name

    std::size_t judged() const { return cases - unsupported; }
    std::size_t verdict(Verdict verdict) const;
  };

  void add(const report::Record& record);

  /// In the order in which plugins and problems first appeared.
  const std::vector<Row>& rows() const { return rows_; }
  std::size_t verdicts() const;

 private:
  Row& row_of(const report::Record& record);

  std::vector<Row> rows_;
  std::map<std::pair<std::string, Problem>, std::size_t> index_;
};

}  // namespace kintree::suite
