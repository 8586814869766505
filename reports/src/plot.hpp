// Plots, drawn by gnuplot as SVG that takes its colours from the page's style sheet.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "kintree/report/measurements.hpp"
#include "kintree/report/record.hpp"
#include "summary.hpp"

namespace kintree::report {

struct Panel {
  std::string problem;
  std::string svg;
};

struct Plots {
  std::vector<Panel> error;   ///< against n, a panel per problem
  std::vector<Panel> alpha;   ///< a strip per plugin, a panel per problem
  std::string power;          ///< planted errors: the share flagged against their size
  std::vector<Panel> curves;  ///< a panel per figure of the papers, by its name
};

/// Every record that was judged is in both plots: zero, and what is not finite, have lanes of their own at
/// the edges.
Plots draw(const std::vector<Record>& records, const Summary& summary, const Measurements& measurements);

/// The marks that the panels refer to; stands once in a page, before them.
std::string marks();

/// The mark and colour of a plugin, or of a curve of `power`, as inline SVG.
std::string legend_mark(std::size_t plugin);

/// The colours that the page must define as --plugin-0, --plugin-1, ...
inline constexpr std::size_t plugin_colours = 7;

}  // namespace kintree::report
