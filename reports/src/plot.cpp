#include "plot.hpp"

#include <algorithm>
#include <array>
#include <boost/process.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <sstream>

#include "kintree/data/error.hpp"
#include "text.hpp"

namespace kintree::report {
namespace {

// --- colours: gnuplot is given rgb(0,0,k), which as_page_svg() turns into the class k<k> of the style sheet
// ---

enum Colour { ink = 1, faint = 2, grey = 3, fail_colour = 4, edge_colour = 5, first_plugin = 10 };

std::string colour(int k) {
  std::ostringstream text;
  text << "rgb \"#0000" << std::hex << (k < 16 ? "0" : "") << k << "\"";
  return text.str();
}

int plugin_colour(std::size_t plugin) {
  return first_plugin + static_cast<int>(plugin % plugin_colours);
}

/// gnuplot's point types: circle, square, triangle, diamond, triangle down, pentagon, ring. A plugin differs
/// in shape as well as in colour.
int point_type(std::size_t plugin) {
  constexpr std::array<int, plugin_colours> types{7, 9, 5, 13, 11, 15, 6};
  return types[(plugin + plugin / plugin_colours) % types.size()];
}

// --- from gnuplot's SVG to the page's ---

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, done)) {
    result.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  text = result.append(text, done);
}

/// Attribute(s) NAME="rgb(0,0,k)" to class="k<k>".
void colours_to_classes(std::string& text) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find("rgb("); at != std::string::npos; at = text.find("rgb(", done)) {
    const std::size_t end = text.find(')', at);
    const std::size_t name = text.rfind(' ', text.find_last_of('=', at));
    if (end == std::string::npos || name == std::string::npos || name < done) break;
    const int k = std::atoi(text.c_str() + text.rfind(',', end) + 1);
    result.append(text, done, name + 1 - done).append("class=\"k").append(std::to_string(k)).append("\"");
    done = end + 2;
  }
  text = result.append(text, done);
}

/// Drops every <g ...> that is closed with nothing in it.
void drop_empty_groups(std::string& text) {
  std::istringstream lines(text);
  std::string result, line, held;
  const auto opens = [](const std::string& s) {
    return s.starts_with("<g ") && s.find("</g>") == std::string::npos;
  };
  while (std::getline(lines, line)) {
    if (!held.empty()) {
      const bool closed = line == "</g>";
      if (!closed) result += held;
      held.clear();
      if (closed) continue;
    }
    if (opens(line))
      held = line + "\n";
    else
      result += line + "\n";
  }
  text = result + held;
}

std::string as_page_svg(std::string text, int width, int height, const std::string& label) {
  const std::size_t body = text.find("</defs>"), end = text.rfind("</svg>");
  if (body == std::string::npos || end == std::string::npos)
    throw InputError("gnuplot: its output is not the expected SVG");
  text = text.substr(body + 7, end - body - 7);
  // The group that was opened before <defs> ends just before </svg>.
  if (const std::size_t last = text.rfind("</g>"); last != std::string::npos) text.erase(last, 4);
  colours_to_classes(text);
  for (const char* noise : {" font-family=\"Arial\"", " font-size=\"12.00\"", " stroke-linecap=\"butt\"",
                            " stroke-linejoin=\"miter\"", " color=\"black\"", " color=\"white\"", "\t"})
    replace_all(text, noise, "");
  replace_all(text, "xlink:href='#gpPt", "href='#mark");
  for (std::size_t at = text.find("<title>"); at != std::string::npos; at = text.find("<title>"))
    text.erase(at, text.find("</title>", at) + 8 - at);
  for (std::size_t at = text.find(" id=\"gnuplot"); at != std::string::npos; at = text.find(" id=\"gnuplot"))
    text.erase(at, text.find('"', at + 5) + 1 - at);
  drop_empty_groups(text);
  return "<svg class=\"plot\" viewBox=\"0 0 " + std::to_string(width) + " " + std::to_string(height) +
         "\" role=\"img\" aria-label=\"" + html(label) + "\">\n" + text + "</svg>\n";
}

// --- gnuplot ---

/// A folder of this process alone, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "kintree-plots-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw InputError(name + ": cannot be created");
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

struct Drawing {
  std::string script;
  int width, height;
  std::string label;
};

/// All drawings by one gnuplot process.
std::vector<std::string> run_gnuplot(const std::vector<Drawing>& drawings) {
  namespace process = boost::process;
  const auto program = process::search_path("gnuplot");
  if (program.empty())
    throw InputError("gnuplot: not found; plots need it (Debian: apt-get install gnuplot-nox)");

  const ScratchFolder folder;
  const auto file = [](std::size_t i) { return "panel" + std::to_string(i) + ".svg"; };
  const std::string script = folder.path() / "script", complaints = folder.path() / "complaints";
  {
    std::ofstream stream(script, std::ios::binary);
    stream << "set encoding utf8\n";
    for (std::size_t i = 0; i < drawings.size(); ++i)
      stream << "reset\nset terminal svg size " << drawings[i].width << "," << drawings[i].height
             << " font 'Arial,12' noenhanced\nset output '" << file(i) << "'\n"
             << drawings[i].script << "unset output\n";
    if (!stream.flush()) throw InputError(script + ": cannot be written");
  }
  // -d: nobody's private settings.
  process::child child(program, "-d", process::std_in<script, process::std_out> process::null,
                       process::std_err > complaints, process::start_dir = folder.path().string());
  child.wait();
  std::vector<std::string> result;
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    std::string svg = contents(folder.path() / file(i));
    if (child.exit_code() != 0 || svg.find("</svg>") == std::string::npos) {
      std::istringstream words(contents(complaints));
      std::string reason, word;
      while (words >> word && reason.size() < 300) reason.append(" ").append(word);
      throw InputError("gnuplot: failed:" + reason);
    }
    result.push_back(as_page_svg(std::move(svg), drawings[i].width, drawings[i].height, drawings[i].label));
  }
  return result;
}

// --- axes ---

/// A logarithmic axis with a lane below for zero and a lane above for what is not finite.
class Axis {
 public:
  void include(double value) {
    if (!std::isfinite(value)) {
      has_infinite_ = true;
    } else if (value <= 0) {
      has_zero_ = true;
    } else {
      low_ = std::min(low_, std::log10(value));
      high_ = std::max(high_, std::log10(value));
    }
  }

  /// After the last include(): the range to whole decades, or `margin` decades beyond the values.
  void close(std::optional<double> margin = std::nullopt) {
    if (low_ > high_) low_ = high_ = 0;
    low_ = margin ? low_ - *margin : std::floor(low_);
    high_ = margin ? high_ + *margin : std::ceil(high_);
    if (high_ - low_ < 1e-9) high_ += 1;
    lane_ = (high_ - low_) / 14;
  }

  double place(double value) const {
    if (!std::isfinite(value)) return high_ + lane_;
    return value <= 0 ? low_ - lane_ : std::log10(value);
  }

  double from() const { return has_zero_ ? low_ - 2 * lane_ : low_ - lane_ / 4; }
  double to() const { return has_infinite_ ? high_ + 2 * lane_ : high_ + lane_ / 4; }

  /// The edges between lanes and scale.
  std::vector<double> edges() const {
    std::vector<double> edges;
    if (has_zero_) edges.push_back(low_ - lane_ / 2);
    if (has_infinite_) edges.push_back(high_ + lane_ / 2);
    return edges;
  }

  double decades() const { return high_ - low_; }

  std::string powers(int most) const {
    const int first = static_cast<int>(std::ceil(low_)), last = static_cast<int>(std::floor(high_));
    const int step = std::max(1, (last - first + most - 1) / most);
    std::vector<std::pair<std::string, double>> tics;
    for (int e = first; e <= last; ++e)
      if (e % step == 0) tics.emplace_back(power_of_ten(e), e);
    return with_lanes(tics);
  }

  std::string counts() const {
    std::vector<std::pair<std::string, double>> tics;
    const bool wide = high_ - low_ > 2.2;
    for (int e = 0; e < 9; ++e)
      for (const int m : {1, 2, 3, 5}) {
        if (m == (wide ? 2 : 3) || (wide && m == 5)) continue;
        const int value = m * static_cast<int>(std::lround(std::pow(10, e)));
        if (std::log10(value) >= low_ && std::log10(value) <= high_)
          tics.emplace_back(std::to_string(value), std::log10(value));
      }
    return with_lanes(tics);
  }

 private:
  std::string with_lanes(std::vector<std::pair<std::string, double>> tics) const {
    if (has_zero_) tics.emplace_back("0", low_ - lane_);
    if (has_infinite_) tics.emplace_back("∞", high_ + lane_);
    std::ostringstream text;
    for (std::size_t i = 0; i < tics.size(); ++i)
      text << (i == 0 ? "" : ", ") << "'" << tics[i].first << "' " << tics[i].second;
    return "(" + text.str() + ")";
  }

  double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity();
  double lane_ = 0;
  bool has_zero_ = false, has_infinite_ = false;
};

/// Points of one mark, each about two pixels of the plot at most once.
class Cloud {
 public:
  Cloud(double cell_x, double cell_y) : cell_x_(cell_x), cell_y_(cell_y) {}
  void add(double x, double y) {
    if (cells_.emplace(std::lround(x / cell_x_), std::lround(y / cell_y_)).second)
      text_ << x << " " << y << "\n";
  }
  bool empty() const { return cells_.empty(); }
  std::string block(const std::string& name) const {
    return "$" + name + " << EOD\n" + text_.str() + "EOD\n";
  }

 private:
  double cell_x_, cell_y_;
  std::set<std::pair<long, long>> cells_;
  std::ostringstream text_;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::string frame(const Axis& x, const Axis& y_or_rows, const std::string& x_tics) {
  std::ostringstream s;
  s << "set border 0\nset tics scale 0\nset xrange [" << x.from() << ":" << x.to() << "]\n"
    << "set xtics " << x_tics << " textcolor " << colour(ink) << "\n"
    << "set grid xtics ytics lt 1 lw 0.6 lc " << colour(faint) << "\n";
  for (const double edge : x.edges())
    s << "set arrow from " << edge << ", graph 0 to " << edge << ", graph 1 nohead lt 1 lw 1 lc "
      << colour(edge_colour) << "\n";
  for (const double edge : y_or_rows.edges())
    s << "set arrow from graph 0, first " << edge << " to graph 1, first " << edge << " nohead lt 1 lw 1 lc "
      << colour(edge_colour) << "\n";
  return s.str();
}

using ByProblem = std::map<std::string, std::vector<const Record*>>;
using Indices = std::map<std::string, std::size_t>;

constexpr int width = 560;

// --- error against n ---

Drawing error_panel(const std::string& problem, const std::vector<const Record*>& records,
                    const Indices& plugins, const Axis& x, const Axis& y) {
  constexpr int height = 380;
  const double pixel_x = (x.to() - x.from()) / (width - 70), pixel_y = (y.to() - y.from()) / (height - 60);
  std::map<std::size_t, Cloud> clouds;
  Cloud failed(2 * pixel_x, 2 * pixel_y), sigmas(2 * pixel_x, 2 * pixel_y);
  std::map<long, std::pair<std::vector<double>, std::vector<double>>> bins;  // of n: places of n, sigmas
  for (const Record* r : records) {
    const std::size_t plugin = plugins.at(r->plugin);
    // Plugins stand side by side, a pixel apart.
    const double offset =
        (static_cast<double>(plugin) - static_cast<double>(plugins.size() - 1) / 2) * pixel_x;
    const double at = x.place(r->degrees_of_freedom) + offset;
    clouds.try_emplace(plugin, 2 * pixel_x, 2 * pixel_y).first->second.add(at, y.place(r->error));
    if (!r->passed) failed.add(at, y.place(r->error));
    if (!std::isfinite(r->sigma) || r->sigma <= 0) continue;
    sigmas.add(x.place(r->degrees_of_freedom), y.place(r->sigma));
    auto& bin = bins[std::lround(x.place(r->degrees_of_freedom) * 8)];
    bin.first.push_back(x.place(r->degrees_of_freedom));
    bin.second.push_back(y.place(r->sigma));
  }
  std::ostringstream s;
  s << frame(x, y, x.counts()) << "set yrange [" << y.from() << ":" << y.to() << "]\nset ytics "
    << y.powers(6) << " textcolor " << colour(ink)
    << "\nset lmargin 6\nset rmargin 1\nset tmargin 1\nset bmargin 3\nset xlabel 'n' offset 0,0.4 textcolor "
    << colour(ink) << "\n";
  std::ostringstream plots;
  plots << "plot NaN notitle";
  if (!sigmas.empty()) {
    s << sigmas.block("sigma") << "$median << EOD\n";
    for (const auto& [key, bin] : bins) s << median(bin.first) << " " << median(bin.second) << "\n";
    s << "EOD\n";
    plots << ", $sigma with points pt 7 ps 0.3 lc " << colour(faint) << " notitle";
  }
  for (const auto& [plugin, cloud] : clouds) {
    const std::string block = "plugin" + std::to_string(plugin);
    s << cloud.block(block);
    plots << ", $" << block << " with points pt " << point_type(plugin) << " ps 0.45 lc "
          << colour(plugin_colour(plugin)) << " notitle";
  }
  if (!failed.empty()) {
    s << failed.block("failed");
    plots << ", $failed with points pt 6 ps 1.1 lw 1.6 lc " << colour(fail_colour) << " notitle";
  }
  if (!sigmas.empty()) plots << ", $median with lines lw 2.2 lc " << colour(grey) << " notitle";
  s << plots.str() << "\n";
  return {s.str(), width, height, "Error against n, " + problem};
}

// --- alpha, a strip per plugin ---

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

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x20) result.append(c == '\'' ? 2 : 1, c);
  return result + "'";
}

Drawing alpha_panel(const std::string& problem, const std::vector<const Record*>& records,
                    const Indices& plugins, const Axis& x) {
  std::map<std::size_t, std::vector<const Record*>> strips;
  for (const Record* r : records) strips[plugins.at(r->plugin)].push_back(r);
  const int rows = static_cast<int>(strips.size());
  const int height = 62 + 54 * rows;
  const double pixel_x = (x.to() - x.from()) / (width - 30), pixel_y = 1.0 / 54;

  std::ostringstream s, plots;
  s << frame(x, Axis(), x.powers(8)) << "set yrange [" << rows
    << ":0]\nunset ytics\nset lmargin 1.5\nset rmargin 1.5\n"
    << "set tmargin 0.5\nset bmargin 3\nset xlabel 'α' offset 0,0.4 textcolor " << colour(ink) << "\n";
  plots << "plot NaN notitle";
  Cloud failed(2 * pixel_x, 2 * pixel_y);
  std::ostringstream medians;
  double row = 0;
  for (const auto& [plugin, strip] : strips) {
    Cloud cloud(2 * pixel_x, 2 * pixel_y);
    std::set<long> limits;
    std::vector<double> places;
    double spread = 0.5;  // golden-ratio sequence: even at every length
    for (const Record* r : strip) {
      spread = std::fmod(spread + 0.6180339887498949, 1.0);
      const double at = x.place(r->alpha), y = row + 0.40 + 0.30 * spread;
      cloud.add(at, y);
      places.push_back(at);
      if (!r->passed) failed.add(at, y);
      if (const double limit = limit_of_alpha(*r); shows_limit(limit))
        limits.insert(std::lround(x.place(limit) / pixel_x));
    }
    const std::string number = std::to_string(plugin), name = strip.front()->plugin;
    s << cloud.block("strip" + number) << "$limits" << number << " << EOD\n";
    for (const long limit : limits)  // ticks, parted by blank lines
      s << static_cast<double>(limit) * pixel_x << " " << row + 0.76 << "\n"
        << static_cast<double>(limit) * pixel_x << " " << row + 0.90 << "\n\n";
    s << "EOD\nset label " << quoted(name) << " at graph 0, first " << row + 0.2 << " front textcolor "
      << colour(ink) << "\n";
    medians << median(places) << " " << row + 0.34 << "\n" << median(places) << " " << row + 0.76 << "\n\n";
    if (!limits.empty())
      plots << ", $limits" << number << " with lines lw 1 lc " << colour(grey) << " notitle";
    plots << ", $strip" << number << " with points pt " << point_type(plugin) << " ps 0.45 lc "
          << colour(plugin_colour(plugin)) << " notitle";
    row += 1;
  }
  s << "$medians << EOD\n" << medians.str() << "EOD\n";
  if (!failed.empty()) {
    s << failed.block("failed");
    plots << ", $failed with points pt 6 ps 1.1 lw 1.6 lc " << colour(fail_colour) << " notitle";
  }
  plots << ", $medians with lines lw 2.2 lc " << colour(ink) << " notitle";
  for (int i = 0; i < rows; ++i)
    s << "set arrow from graph 0, first " << i << " to graph 1, first " << i << " nohead lt 1 lw 0.6 lc "
      << colour(faint) << "\n";
  s << plots.str() << "\n";
  return {s.str(), width, height, "Alpha by plugin, " + problem};
}

// --- power: the share flagged against the size of the error ---

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
          << colour(plugin_colour(i)) << " notitle";
  }
  s << plots.str() << "\n";
  return {s.str(), width, height, "Share of planted errors that are flagged, against their size"};
}

// --- figures of the papers ---

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
          << colour(plugin_colour(i)) << " notitle";
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

}  // namespace

Plots draw(const std::vector<Record>& records, const Summary& summary, const Measurements& measurements) {
  Indices plugins;
  for (const std::string& plugin : summary.plugins) plugins.emplace(plugin, plugins.size());
  ByProblem judged;
  Axis n, error, alpha;
  for (const Record& r : records) {
    if (unsupported(r)) continue;
    judged[r.problem].push_back(&r);
    n.include(r.degrees_of_freedom);
    error.include(r.error);
    if (r.sigma > 0 && std::isfinite(r.sigma)) error.include(r.sigma);
    alpha.include(r.alpha);
    if (const double limit = limit_of_alpha(r); shows_limit(limit)) alpha.include(limit);
  }
  if (judged.empty() && measurements.power.empty() && measurements.curves.empty()) return {};
  n.close(0.06);
  error.close();
  alpha.close();

  std::vector<Drawing> drawings;
  std::vector<std::string> problems;
  for (const std::string& problem : summary.problems)
    if (const auto found = judged.find(problem); found != judged.end()) {
      problems.push_back(problem);
      drawings.push_back(error_panel(problem, found->second, plugins, n, error));
      drawings.push_back(alpha_panel(problem, found->second, plugins, alpha));
    }
  if (!measurements.power.empty()) drawings.push_back(power_panel(measurements.power));
  const auto figures = by_figure(measurements.curves);
  for (const auto& figure : figures) drawings.push_back(curve_panel(figure));
  std::vector<std::string> svg = run_gnuplot(drawings);
  Plots plots;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    plots.error.push_back({problems[i], std::move(svg[2 * i])});
    plots.alpha.push_back({problems[i], std::move(svg[2 * i + 1])});
  }
  for (auto figure = figures.rbegin(); figure != figures.rend(); ++figure) {
    plots.curves.insert(plots.curves.begin(), Panel{figure->front()->figure, std::move(svg.back())});
    svg.pop_back();
  }
  if (!measurements.power.empty()) plots.power = std::move(svg.back());
  return plots;
}

std::string marks() {
  // gnuplot's own shapes, under the names that as_page_svg() gives them.
  return R"(<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>
<rect id="mark4" fill="currentColor" x="-.9" y="-.9" width="1.8" height="1.8"/>
<circle id="mark5" fill="none" stroke="currentColor" stroke-width=".35" r="1"/>
<circle id="mark6" fill="currentColor" r="1"/>
<path id="mark8" fill="currentColor" d="M0,-1.3L-1.2,.8L1.2,.8z"/>
<path id="mark10" fill="currentColor" d="M0,1.3L-1.2,-.8L1.2,-.8z"/>
<path id="mark12" fill="currentColor" d="M0,-1.3L1.2,0L0,1.3L-1.2,0z"/>
<path id="mark14" fill="currentColor" d="M0,-1.2L1.14,-.37L.71,.97L-.71,.97L-1.14,-.37z"/>
</defs></svg>
)";
}

std::string legend_mark(std::size_t plugin) {
  return "<svg class=\"plot key\" viewBox=\"-2 -2 4 4\" aria-hidden=\"true\"><use href=\"#mark" +
         std::to_string(point_type(plugin) - 1) + "\" class=\"k" + std::to_string(plugin_colour(plugin)) +
         "\"/></svg>";
}

}  // namespace kintree::report
