// gnuplot, as a program that draws SVG in the page's colours.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kintree::report {

struct Drawing {
  std::string script;  ///< of gnuplot, from axes to plot command
  int width, height;   ///< [pixels]
  std::string label;   ///< says what is drawn, to who cannot see it
  bool legend = true;  ///< whether the marks need one
};

/// The drawings as SVG elements, all by one process. InputError if gnuplot is not there, or fails.
std::vector<std::string> run_gnuplot(const std::vector<Drawing>& drawings);

/// A drawing as files of their own, with a legend.
struct DrawnFiles {
  std::string svg, pdf;
};

/// The same drawings on white paper. `date` (UTC, ISO 8601) is that of the PDF files: the same drawings give the same bytes.
std::vector<DrawnFiles> draw_files(const std::vector<Drawing>& drawings, const std::string& date);

/// Number k stands for the class k<k> of the page's style sheet.
enum Colour { ink = 1, faint = 2, grey = 3, fail_colour = 4, edge_colour = 5, first_plugin = 10 };

/// A colour in a script.
std::string colour(int k);

int plugin_colour(std::size_t plugin);

/// One of gnuplot's point types: circle, square, triangle, diamond, triangle down, pentagon, ring. A plugin differs
/// from others in shape as well as in colour.
int point_type(std::size_t plugin);

/// A text in a script.
std::string quoted(const std::string& text);

}  // namespace kintree::report
