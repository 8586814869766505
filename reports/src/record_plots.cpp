#include "record_plots.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace kintree::report {
namespace {

constexpr int error_height = 380, strip_height = 54;

/// A pixel of a strip, whose height is 1.
constexpr double strip_pixel = 1.0 / strip_height;

/// Marks of a panel, so that the size of the page does not grow with the number of records.
constexpr std::size_t marks_of_panel = 1500, least_marks_of_plugin = 80;

/// The limit of the error, on the scale of alpha.
double limit_of_alpha(const Record& r) {
  const double scale = r.alpha > 0 && r.error > 0 && std::isfinite(r.alpha) && std::isfinite(r.error)
                           ? r.error / r.alpha
                           : r.sigma;
  return scale > 0 ? r.limit / scale : std::numeric_limits<double>::quiet_NaN();
}

bool shows_limit(double limit) {
  return std::isfinite(limit) && limit > 0;
}

bool shows_sigma(const Record& r) {
  return std::isfinite(r.sigma) && r.sigma > 0;
}

std::string rings_of_failures(const std::string& block) {
  return ", $" + block + " with points pt 6 ps 1.1 lw 1.6 lc " + colour(fail_colour) + " notitle";
}

}  // namespace

void RecordRanges::include(const Record& r) {
  plugins.emplace(r.plugin, 0);
  if (r.standing == Standing::unsupported) return;
  with_an_answer[r.problem].insert(r.plugin);
  n.include(r.degrees_of_freedom);
  error.include(r.error);
  if (shows_sigma(r)) error.include(r.sigma);
  alpha.include(r.alpha);
  if (const double limit = limit_of_alpha(r); shows_limit(limit)) alpha.include(limit);
}

void RecordRanges::close() {
  n.close(0.06);
  error.close();
  alpha.close();
  std::size_t number = 0;
  for (auto& [name, index] : plugins) index = number++;
}

ProblemPanels::ProblemPanels(Problem problem, const RecordRanges& ranges)
    : problem_(problem),
      ranges_(&ranges),
      marks_of_plugin_(
          std::max(least_marks_of_plugin, marks_of_panel / ranges.with_an_answer.at(problem).size())),
      error_x_((ranges.n.to() - ranges.n.from()) / (width - 70)),
      error_y_((ranges.error.to() - ranges.error.from()) / (error_height - 60)),
      alpha_x_((ranges.alpha.to() - ranges.alpha.from()) / (width - 30)),
      failed_(2 * error_x_, 2 * error_y_, marks_of_panel / 4),
      sigmas_(2 * error_x_, 2 * error_y_, marks_of_panel / 2),
      failed_in_strip_(2 * alpha_x_, 2 * strip_pixel, marks_of_panel / 4) {
  std::size_t row = 0;
  for (const std::string& plugin : ranges.with_an_answer.at(problem)) {
    clouds_.emplace(number(plugin), Cloud(2 * error_x_, 2 * error_y_, marks_of_plugin_));
    strips_.emplace(number(plugin), Strip{.row = row++,
                                          .cloud = Cloud(2 * alpha_x_, 2 * strip_pixel, marks_of_plugin_),
                                          .limits = {},
                                          .places = {}});
  }
}

void ProblemPanels::add(const Record& r) {
  const std::size_t plugin = number(r.plugin);

  // Plugins stand side by side, a pixel apart.
  const double n = ranges_->n.place(r.degrees_of_freedom), error = ranges_->error.place(r.error);
  const double middle = static_cast<double>(ranges_->plugins.size() - 1) / 2;
  const double at = n + (static_cast<double>(plugin) - middle) * error_x_;
  clouds_.at(plugin).add(at, error);
  if (!r.passed) failed_.add(at, error);
  if (shows_sigma(r)) {
    const double sigma = ranges_->error.place(r.sigma);
    sigmas_.add(n, sigma);
    auto& [places_of_n, places_of_sigma] = sigma_of_n_[std::lround(n * 8)];
    places_of_n.add(n);
    places_of_sigma.add(sigma);
  }

  Strip& strip = strips_.at(plugin);
  strip.spread = std::fmod(strip.spread + 0.6180339887498949, 1.0);
  const double alpha = ranges_->alpha.place(r.alpha);
  const double height = static_cast<double>(strip.row) + 0.40 + 0.30 * strip.spread;
  strip.cloud.add(alpha, height);
  strip.places.add(alpha);
  if (!r.passed) failed_in_strip_.add(alpha, height);
  if (const double limit = limit_of_alpha(r); shows_limit(limit))
    strip.limits.insert(std::lround(ranges_->alpha.place(limit) / alpha_x_));
}

Drawing ProblemPanels::error() const {
  const Axis &x = ranges_->n, &y = ranges_->error;
  std::ostringstream s;
  s << frame(x, y, x.counts()) << "set yrange [" << y.from() << ":" << y.to() << "]\nset ytics "
    << y.powers(6) << " textcolor " << colour(ink)
    << "\nset lmargin 6\nset rmargin 1\nset tmargin 1\nset bmargin 3\nset xlabel 'n' offset 0,0.4 textcolor "
    << colour(ink) << "\n";
  std::ostringstream plots;
  plots << "plot NaN notitle";
  if (!sigmas_.empty()) {
    s << sigmas_.block("sigma") << "$median << EOD\n";
    for (const auto& [bin, places] : sigma_of_n_)
      s << places.first.median() << " " << places.second.median() << "\n";
    s << "EOD\n";
    plots << ", $sigma with points pt 7 ps 0.3 lc " << colour(faint) << " notitle";
  }
  for (const auto& [plugin_name, plugin] : ranges_->plugins) {
    const auto found = clouds_.find(plugin);
    if (found == clouds_.end()) continue;
    const Cloud& cloud = found->second;
    const std::string block = "plugin" + std::to_string(plugin);
    s << cloud.block(block);
    plots << ", $" << block << " with points pt " << point_type(plugin) << " ps 0.45 lc "
          << colour(plugin_colour(plugin)) << " title " << quoted(plugin_name);
  }
  if (!failed_.empty()) {
    s << failed_.block("failed");
    plots << rings_of_failures("failed");
  }
  if (!sigmas_.empty()) plots << ", $median with lines lw 2.2 lc " << colour(grey) << " title 'σ, median'";
  s << plots.str() << "\n";
  return {s.str(), width, error_height, "Error against n, " + std::string(name(problem_))};
}

Drawing ProblemPanels::alpha() const {
  const Axis& x = ranges_->alpha;
  const int rows = static_cast<int>(strips_.size());
  std::ostringstream s, plots, medians;
  s << frame(x, Axis(), x.powers(8)) << "set yrange [" << rows
    << ":0]\nunset ytics\nset lmargin 1.5\nset rmargin 1.5\n"
    << "set tmargin 0.5\nset bmargin 3\nset xlabel 'α' offset 0,0.4 textcolor " << colour(ink) << "\n";
  plots << "plot NaN notitle";
  for (const auto& [plugin_name, plugin] : ranges_->plugins) {
    const auto found = strips_.find(plugin);
    if (found == strips_.end()) continue;
    const Strip& strip = found->second;
    const auto row = static_cast<double>(strip.row);
    const std::string number = std::to_string(plugin);
    s << strip.cloud.block("strip" + number) << "$limits" << number << " << EOD\n";
    for (const long limit : strip.limits)  // ticks, separated by blank lines
      s << static_cast<double>(limit) * alpha_x_ << " " << row + 0.76 << "\n"
        << static_cast<double>(limit) * alpha_x_ << " " << row + 0.90 << "\n\n";
    s << "EOD\nset label " << quoted(plugin_name) << " at graph 0, first " << row + 0.2 << " front textcolor "
      << colour(ink) << "\n";
    const double median = strip.places.median();
    medians << median << " " << row + 0.34 << "\n" << median << " " << row + 0.76 << "\n\n";
    if (!strip.limits.empty())
      plots << ", $limits" << number << " with lines lw 1 lc " << colour(grey) << " notitle";
    plots << ", $strip" << number << " with points pt " << point_type(plugin) << " ps 0.45 lc "
          << colour(plugin_colour(plugin)) << " notitle";
  }
  s << "$medians << EOD\n" << medians.str() << "EOD\n";
  if (!failed_in_strip_.empty()) {
    s << failed_in_strip_.block("failed");
    plots << rings_of_failures("failed");
  }
  plots << ", $medians with lines lw 2.2 lc " << colour(ink) << " notitle";
  for (int i = 0; i < rows; ++i)
    s << "set arrow from graph 0, first " << i << " to graph 1, first " << i << " nohead lt 1 lw 0.6 lc "
      << colour(faint) << "\n";
  s << plots.str() << "\n";
  return {s.str(), width, 62 + strip_height * rows, "Alpha by plugin, " + std::string(name(problem_)), false};
}

}  // namespace kintree::report
