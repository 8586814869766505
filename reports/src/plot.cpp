#include "plot.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "axis.hpp"
#include "gnuplot.hpp"
#include "record_plots.hpp"

namespace kintree::report {
namespace {

Drawing power_panel(const std::vector<PowerCurve>& curves) {
  constexpr int height = 380;
  Axis x;
  for (const PowerCurve& curve : curves)
    for (const double error : curve.errors) x.include(error);
  x.close(0.2);
  std::ostringstream s, plots;
  s << frame(x, Axis(), x.powers(8))
    << "set yrange [-0.03:1.03]\nset ytics ('none' 0, '1/2' 0.5, 'all' 1) textcolor " << colour(ink)
    << "\nset lmargin 6\nset rmargin 1\nset tmargin 1\nset bmargin 3\nset xlabel 'relative error planted' "
       "offset 0,0.4 textcolor "
    << colour(ink) << "\n";
  plots << "plot NaN notitle";
  for (std::size_t i = 0; i < curves.size(); ++i) {
    s << "$curve" << i << " << EOD\n";
    for (std::size_t k = 0; k < curves[i].errors.size() && k < curves[i].flagged.size(); ++k)
      s << x.place(curves[i].errors[k]) << " " << curves[i].flagged[k] << "\n";
    s << "EOD\n";
    plots << ", $curve" << i << " with linespoints pt " << point_type(i) << " ps 0.45 lw 1.4 lc "
          << colour(plugin_colour(i)) << " title " << quoted(curves[i].plugin + ": " + curves[i].planted);
  }
  s << plots.str() << "\n";
  return {s.str(), width, height, "Share of the planted errors that are flagged, against their size"};
}

/// Lines of one figure, both axes logarithmic.
Drawing curve_panel(const std::vector<const Curve*>& curves) {
  constexpr int height = 340;
  Axis x, y;
  for (const Curve* curve : curves) {
    for (const double value : curve->x) x.include(value);
    for (const double value : curve->y) y.include(value);
  }
  x.close(0.05);
  y.close(0.1);
  std::ostringstream s, plots;
  s << frame(x, y, x.counts()) << "set yrange [" << y.from() << ":" << y.to() << "]\nset ytics "
    << (y.decades() < 2 ? y.counts() : y.powers(6)) << " textcolor " << colour(ink)
    << "\nset lmargin 9\nset rmargin 1\nset tmargin 1\nset bmargin 3\nset xlabel "
    << quoted(curves.front()->x_name) << " offset 0,0.4 textcolor " << colour(ink) << "\nset ylabel "
    << quoted(curves.front()->y_name) << " offset 1.2,0 textcolor " << colour(ink) << "\n";
  plots << "plot NaN notitle";
  for (std::size_t i = 0; i < curves.size(); ++i) {
    s << "$curve" << i << " << EOD\n";
    for (std::size_t k = 0; k < curves[i]->x.size() && k < curves[i]->y.size(); ++k)
      s << x.place(curves[i]->x[k]) << " " << y.place(curves[i]->y[k]) << "\n";
    s << "EOD\n";
    plots << ", $curve" << i << " with linespoints pt " << point_type(i) << " ps 0.5 lw 1.4 lc "
          << colour(plugin_colour(i)) << " title " << quoted(curves[i]->name);
  }
  s << plots.str() << "\n";
  return {s.str(), width, height, curves.front()->figure};
}

/// By figure, in order of appearance.
std::vector<std::vector<const Curve*>> by_figure(const std::vector<Curve>& curves) {
  std::vector<std::vector<const Curve*>> figures;
  for (const Curve& curve : curves) {
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [&](const auto& f) { return f.front()->figure == curve.figure; });
    if (found != figures.end())
      found->push_back(&curve);
    else
      figures.push_back({&curve});
  }
  return figures;
}

/// Letters and digits in lower case, all else as underscores.
std::string file_name(const std::string& title) {
  std::string result;
  for (const char c : title) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  return result;
}

}  // namespace

Plots draw(const Records& records, const std::vector<PowerCurve>& power, const std::vector<Curve>& curves,
           const std::string& date) {
  RecordRanges ranges;
  records([&](const Record& record) { ranges.include(record); });
  ranges.close();
  std::map<Problem, ProblemPanels> panels;
  for (const auto& [problem, plugins] : ranges.with_an_answer) panels.try_emplace(problem, problem, ranges);
  if (!panels.empty())
    records([&](const Record& record) {
      if (record.standing != Standing::unsupported) panels.at(record.problem).add(record);
    });
  const auto figures = by_figure(curves);
  if (panels.empty() && power.empty() && figures.empty()) return {};

  std::vector<Drawing> drawings;
  for (const auto& [problem, of_problem] : panels) {
    drawings.push_back(of_problem.error());
    drawings.push_back(of_problem.alpha());
  }
  if (!power.empty()) drawings.push_back(power_panel(power));
  for (const auto& figure : figures) drawings.push_back(curve_panel(figure));
  const std::vector<std::string> drawn = run_gnuplot(drawings);
  std::vector<DrawnFiles> files = draw_files(drawings, date);

  auto svg = drawn.begin();
  Plots plots;
  for (const auto& [problem, of_problem] : panels) {
    plots.error.push_back({std::string(name(problem)), *svg++});
    plots.alpha.push_back({std::string(name(problem)), *svg++});
  }
  if (!power.empty()) plots.power = *svg++;
  for (const auto& figure : figures) plots.curves.push_back({figure.front()->figure, *svg++});
  for (std::size_t i = 0; i < drawings.size(); ++i)
    plots.files.push_back({"figure_" + file_name(drawings[i].label), drawings[i].label,
                           std::move(files[i].svg), std::move(files[i].pdf)});
  return plots;
}

Mark mark_of(std::size_t curve) {
  // The page has gnuplot's own shapes, under the names that as_page_svg() gives them.
  return {point_type(curve) - 1, plugin_colour(curve)};
}

}  // namespace kintree::report
