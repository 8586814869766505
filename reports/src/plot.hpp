// The plots of the page.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "kintree/report/claims.hpp"
#include "kintree/report/record.hpp"
#include "kintree/report/suite_quality.hpp"

namespace kintree::report {

struct Panel {
  std::string title;  ///< a problem, or a figure of a paper
  std::string svg;
};

/// A figure as files for a paper.
struct Figure {
  std::string name;   ///< of its files: "figure_error_against_n_mass_matrix"
  std::string title;  ///< says what is drawn
  std::string svg, pdf;
};

struct Plots {
  std::vector<Panel> error;   ///< against n, a panel for each problem
  std::vector<Panel> alpha;   ///< a strip for each plugin, a panel for each problem
  std::string power;          ///< the share of planted errors that is flagged, against their size
  std::vector<Panel> curves;  ///< a panel for each figure of the papers
  std::vector<Figure> files;  ///< the same
};

/// Hands every record to what it is given, in one order, each time that it is called.
using Records = std::function<void(const std::function<void(const Record&)>&)>;

/// Every record that was judged is in both plots: zero, and what is not finite, have lanes of their own at the edges.
/// Goes through the records twice: for the ranges of the axes, and for the marks.
/// `date` is that of the PDF files.
Plots draw(const Records& records, const std::vector<PowerCurve>& power, const std::vector<Curve>& curves,
           const std::string& date);

/// The mark of a plugin, or of a curve: the element #mark<shape> of the page in the colour of its class k<colour>.
struct Mark {
  int shape, colour;
};
Mark mark_of(std::size_t curve);
/// Those of the lines of one figure: what is quoted is a ring in the colour of the curve that it is quoted beside.
std::vector<Mark> marks_of(const std::vector<const Curve*>& figure);

/// The names of the examples that x counts, where a figure has bars; else none.
std::vector<std::string> examples_of(const Curve& curve);

/// The colours that the page must define as --plugin-0, --plugin-1, ...
inline constexpr std::size_t plugin_colours = 7;

}  // namespace kintree::report
