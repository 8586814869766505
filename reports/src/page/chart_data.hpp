// The data of the charts of the page (reports/page/charts.js), in bounded memory for any number of records.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/algorithms.hpp"
#include "data/places.hpp"
#include "kintree/report/claims.hpp"
#include "kintree/report/record.hpp"
#include "kintree/report/suite_quality.hpp"
#include "kintree/report/timing.hpp"

namespace kintree::report {

/// The records of one plugin and problem. Among those with nearly equal n and error, only that of largest alpha is kept.
class ChartPoints {
 public:
  struct Point {
    Record record;  ///< of largest alpha
    std::int64_t count = 0, failed = 0;
  };
  using Cell = std::pair<long, long>;

  void add(const Record& record);
  const std::map<Cell, Point>& points() const { return points_; }

 private:
  Cell cell(const Record& record) const;
  void put(Point&& point);

  double width_ = 1.0 / 16, height_ = 1.0 / 8;  ///< of a cell, in decades
  std::map<Cell, Point> points_;
};

/// The chart of accuracy against operations alone, as such an object.
std::string choice_json(const AlgorithmsByProblem& algorithms);

/// Records are added in the order of the store: all of one case stand together.
class ChartData {
 public:
  void add(const Record& record);

  /// One JSON object, without the end of any markup, so that a page can contain it.
  std::string json(const std::vector<Curve>& curves, const std::vector<PowerCurve>& power,
                   const std::vector<Timing>& timings = {}, const AlgorithmsByProblem& algorithms = {});

 private:
  struct OfPlugin {
    ChartPoints points;
    Places alphas;
    std::map<long, std::pair<Places, Places>> error_of_n;  ///< in bins of n: places of n, places of the error
    /// Cases whose error is at most so many steps above that of the best plugin.
    std::map<long, std::int64_t> behind_the_best;
  };
  struct OfProblem {
    std::map<std::string, OfPlugin> plugins;
    std::map<long, std::pair<Places, Places>> sigma_of_n;
    std::int64_t compared = 0;  ///< cases that several plugins answered
  };
  struct OfCase {
    int requested = 0;
    std::map<std::string, double> errors;  ///< of the plugins whose answer is right and finite
  };

  void close_case();

  std::map<Problem, OfProblem> problems_;
  std::optional<CaseId> case_;
  std::map<Problem, OfCase> case_by_problem_;
};

}  // namespace kintree::report
