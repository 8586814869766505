// The plots of the records: error against n, and alpha by plugin.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "axis.hpp"
#include "cloud.hpp"
#include "gnuplot.hpp"
#include "kintree/report/record.hpp"

namespace kintree::report {

inline constexpr int width = 560;  ///< of every plot [pixels]

/// What the axes have to hold.
class RecordRanges {
 public:
  void include(const Record& record);
  /// After the last record.
  void close();

  Axis n, error, alpha;
  std::map<std::string, std::size_t> plugins;               ///< by name, numbered in the order of their names
  std::map<Problem, std::set<std::string>> with_an_answer;  ///< the plugins of each problem
};

/// The two panels of one problem.
class ProblemPanels {
 public:
  /// `ranges` are closed, and outlive this.
  ProblemPanels(Problem problem, const RecordRanges& ranges);
  void add(const Record& record);
  Drawing error() const;
  Drawing alpha() const;

 private:
  struct Strip {
    std::size_t row;
    double spread = 0.5;  ///< a golden-ratio sequence: even at every length
    Cloud cloud;
    std::set<long> limits;  ///< in pixels
    Places places;
  };

  std::size_t number(const std::string& plugin) const { return ranges_->plugins.at(plugin); }

  Problem problem_;
  const RecordRanges* ranges_;
  std::size_t marks_of_plugin_;          // at most, in one panel
  double error_x_, error_y_, alpha_x_;   // a pixel, in places on the axes
  std::map<std::size_t, Cloud> clouds_;  // by plugin
  Cloud failed_, sigmas_, failed_in_strip_;
  std::map<long, std::pair<Places, Places>> sigma_of_n_;  // in bins of n: places of n, places of sigma
  std::map<std::size_t, Strip> strips_;                   // by plugin
};

}  // namespace kintree::report
