// The figures of a report as files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kintree::report {

struct Figure {
  std::string name;   ///< of its files: "figure_error_against_n_mass_matrix"
  std::string title;  ///< what it shows
  std::string svg, pdf;
};

struct Figures {
  std::vector<Figure> files;
  std::string missing;  ///< why there are none, as one line; else empty
};

/// The figures of these charts (ChartData::json()), drawn by the programs node and rsvg-convert from the specifications that the
/// page uses. `date` (UTC, ISO 8601) is the date of the PDF files: equal charts give equal bytes. `program` is the JavaScript that
/// node runs.
Figures draw_figures(const std::string& charts, const std::string& date, std::string_view program);

}  // namespace kintree::report
