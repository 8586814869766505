#include "plot.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "axis.hpp"
#include "gnuplot.hpp"
#include "record_plots.hpp"

namespace kintree::report {
namespace {

constexpr int ring = 5;  // of Mark::shape
constexpr std::string_view quoted_beside = ", quoted";

bool is_quoted(const Curve& curve) {
  return curve.name.ends_with(quoted_beside);
}

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

/// The points of each line, $curve0, $curve1, ...
void add_points(std::ostream& s, const std::vector<const Curve*>& curves,
                const std::function<std::pair<double, double>(std::size_t i, double x, double y)>& place) {
  for (std::size_t i = 0; i < curves.size(); ++i) {
    s << "$curve" << i << " << EOD\n";
    for (std::size_t k = 0; k < curves[i]->x.size() && k < curves[i]->y.size(); ++k) {
      const auto [x, y] = place(i, curves[i]->x[k], curves[i]->y[k]);
      s << x << " " << y << "\n";
    }
    s << "EOD\n";
  }
}

/// Bars of one figure, side by side for each example; what is quoted is a ring at its height.
Drawing bar_panel(const std::vector<const Curve*>& curves) {
  constexpr int height = 340;
  const std::vector<std::string> examples = examples_of(*curves.front());
  const std::vector<Mark> marks = marks_of(curves);
  std::map<int, double> place_of;  // by colour, in the order of the bars
  for (const Mark& mark : marks) place_of.try_emplace(mark.colour, static_cast<double>(place_of.size()));
  const auto bars = static_cast<double>(place_of.size());
  std::ostringstream s;
  s << "set border 0\nset tics scale 0\nset xrange [0.5:" << static_cast<double>(examples.size()) + 0.5
    << "]\nset xtics (";
  for (std::size_t i = 0; i < examples.size(); ++i)
    s << (i == 0 ? "" : ", ") << quoted(examples[i]) << " " << i + 1;
  s << ") " << (examples.size() > 3 ? "rotate by -25 " : "") << "textcolor " << colour(ink)
    << "\nset grid ytics lt 1 lw 0.6 lc " << colour(faint) << "\nset yrange [0:*]\nset ytics textcolor "
    << colour(ink) << "\nset lmargin 11\nset rmargin 4\nset tmargin 1\nset bmargin "
    << (examples.size() > 3 ? 7 : 3) << "\nset ylabel " << quoted(curves.front()->y_name)
    << " offset 1.2,0 textcolor " << colour(ink) << "\n";
  add_points(s, curves, [&](std::size_t i, double x, double y) {
    return std::pair(x + (place_of.at(marks[i].colour) - (bars - 1) / 2) * 0.8 / bars, y);
  });
  // A third of the width of the figure is bars.
  const int thickness = std::max(3, static_cast<int>(200 / (bars * static_cast<double>(examples.size()))));
  s << "plot NaN notitle";
  for (std::size_t i = 0; i < curves.size(); ++i)
    s << ", $curve" << i
      << (is_quoted(*curves[i]) ? " with points pt " + std::to_string(ring + 1) + " ps 0.9"
                                : " with impulses lw " + std::to_string(thickness))
      << " lc " << colour(marks[i].colour) << " title " << quoted(curves[i]->name);
  s << "\n";
  return {s.str(), width, height, curves.front()->figure};
}

/// Lines of one figure, both axes logarithmic.
Drawing curve_panel(const std::vector<const Curve*>& curves) {
  if (!examples_of(*curves.front()).empty()) return bar_panel(curves);
  constexpr int height = 340;
  const std::vector<Mark> marks = marks_of(curves);
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
  add_points(s, curves,
             [&](std::size_t, double at, double value) { return std::pair(x.place(at), y.place(value)); });
  for (std::size_t i = 0; i < curves.size(); ++i)
    plots << ", $curve" << i
          << (is_quoted(*curves[i]) ? " with points ps 1 pt " : " with linespoints ps 0.5 lw 1.4 pt ")
          << marks[i].shape + 1 << " lc " << colour(marks[i].colour) << " title " << quoted(curves[i]->name);
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

std::vector<std::string> examples_of(const Curve& curve) {
  constexpr std::string_view between = " | ";
  std::vector<std::string> names;
  if (curve.x_name.find(between) == std::string::npos) return names;
  for (std::size_t from = 0; from <= curve.x_name.size();) {
    const std::size_t to = std::min(curve.x_name.find(between, from), curve.x_name.size());
    names.push_back(curve.x_name.substr(from, to - from));
    from = to + between.size();
  }
  return names;
}

std::vector<Mark> marks_of(const std::vector<const Curve*>& figure) {
  std::map<std::string, std::size_t> own;  // by name, the number among those that are not quoted
  for (const Curve* curve : figure)
    if (!is_quoted(*curve)) own.try_emplace(curve->name, own.size());
  std::vector<Mark> marks;
  std::size_t others = own.size();
  for (const Curve* curve : figure) {
    const std::size_t ending = is_quoted(*curve) ? quoted_beside.size() : 0;
    const auto beside = own.find(curve->name.substr(0, curve->name.size() - ending));
    marks.push_back(mark_of(beside == own.end() ? others++ : beside->second));
    if (ending > 0) marks.back().shape = ring;
  }
  return marks;
}

Mark mark_of(std::size_t curve) {
  // The page has gnuplot's own shapes, under the names that as_page_svg() gives them.
  return {point_type(curve) - 1, plugin_colour(curve)};
}

}  // namespace kintree::report
