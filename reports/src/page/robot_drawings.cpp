#include "page/robot_drawings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>

#include "data/typography.hpp"

namespace kintree::report {
namespace {

std::string opened(const char* style, double width, double height, const std::string& label) {
  const std::string w = exact(width), h = exact(height);
  return "<svg class=\"" + std::string(style) + "\" width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " +
         w + " " + h + "\" role=\"img\" aria-label=\"" + html(label) + "\">";
}

/// The width of a text in a font of 12 pixels, as far as its number of letters tells.
double width_of(std::string_view text) {
  return 6.7 * static_cast<double>(
                   std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string tenths(double x) {
  return exact(std::round(10 * x) / 10);
}

/// The bodies depth first, with the base, children in their order.
std::vector<std::size_t> depth_first(const std::vector<RobotBody>& bodies) {
  std::vector<std::vector<std::size_t>> children(bodies.size());
  for (std::size_t i = bodies.size(); i-- > 1;)
    children[static_cast<std::size_t>(bodies[i].parent)].push_back(i);  // the last child first
  std::vector<std::size_t> order, pending{0};
  while (!pending.empty()) {
    order.push_back(pending.back());
    pending.pop_back();
    const std::vector<std::size_t>& own = children[order.back()];
    pending.insert(pending.end(), own.begin(), own.end());
  }
  return order;
}

}  // namespace

std::string tree_list(const std::vector<RobotBody>& bodies) {
  constexpr double line = 19, step = 15, first = 10;
  std::vector<double> x(bodies.size(), first), y(bodies.size());
  double largest = 0;
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    x[i] = x[static_cast<std::size_t>(bodies[i].parent)] + step;
    largest = std::max(largest, bodies[i].mass);
  }
  std::ostringstream links, rows;
  double width = 0;
  for (std::size_t k = 0; const std::size_t i : depth_first(bodies)) {
    const RobotBody& body = bodies[i];
    y[i] = line * (static_cast<double>(k++) + 0.5);
    const auto parent = static_cast<std::size_t>(body.parent);
    if (i > 0) links << "M" << x[parent] << "," << y[parent] << "V" << y[i] << "H" << x[i];
    const bool has_mass = i > 0 && body.mass > 0;
    const double radius = has_mass ? 2.5 + 6 * std::sqrt(body.mass / largest) : 2.5;
    std::string about =
        i == 0 ? (body.name == "base" ? "" : "base")
               : (body.kind == JointKind::fixed ? "fixed"
                                                : body.joint + ", " + std::string(info(body.kind).name)) +
                     (body.mass > 0 ? ", " + exact(body.mass) + " kg" : "");
    for (std::size_t c = 0; c < body.armature.size(); ++c)
      about += (c == 0 ? ", armature " : " ") + exact(body.armature[c]);
    rows << "<circle class=\"" << (has_mass ? "mass" : "massless") << "\" cx=\"" << x[i] << "\" cy=\"" << y[i]
         << "\" r=\"" << tenths(radius) << "\"/><text x=\"" << x[i] + 13 << "\" y=\"" << y[i] + 4 << "\">"
         << html(body.name) << " <tspan class=\"about\">" << html(about) << "</tspan></text>";
    width = std::max(width, x[i] + 22 + width_of(body.name) + width_of(about));
  }
  const double height = line * static_cast<double>(bodies.size());
  return opened("drawn", std::ceil(width), height, "The tree of the links") + "<path class=\"links\" d=\"" +
         links.str() + "\"/>" + rows.str() + "</svg>";
}

Sparsity sparsity_of(const std::vector<int>& expanded_parent) {
  const std::size_t n = expanded_parent.size() - 1;
  Sparsity result{std::vector(n, std::vector<bool>(n))};
  std::size_t count = 0;
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = i; j > 0; j = static_cast<std::size_t>(expanded_parent[j])) {
      result.is_nonzero[i - 1][j - 1] = result.is_nonzero[j - 1][i - 1] = true;
      count += i == j ? 1 : 2;
    }
  result.share = static_cast<double>(count) / static_cast<double>(n * n);
  return result;
}

std::string sparsity_drawing(const Sparsity& sparsity, const std::vector<std::string>& coordinates) {
  const std::size_t n = sparsity.is_nonzero.size();
  const double cell = std::clamp(std::floor(360.0 / static_cast<double>(n)), 2.0, 16.0);
  const bool labelled = cell >= 8;
  double left = 1;
  if (labelled)
    for (const std::string& name : coordinates) left = std::max(left, 8 + 0.85 * width_of(name));
  std::ostringstream cells, labels;
  for (std::size_t i = 0; i < n; ++i) {
    const double y = cell * static_cast<double>(i) + 1;
    for (std::size_t j = 0; j < n; ++j) {
      if (!sparsity.is_nonzero[i][j]) continue;
      std::size_t end = j;
      while (end < n && sparsity.is_nonzero[i][end]) ++end;
      cells << "M" << left + cell * static_cast<double>(j) << "," << y << "h"
            << cell * static_cast<double>(end - j) << "v" << cell << "h"
            << -cell * static_cast<double>(end - j) << "z";
      j = end;
    }
    if (labelled)
      labels << "<text class=\"small\" style=\"font-size:" << std::min(cell - 0.5, 10.5) << "px\" x=\""
             << left - 5 << "\" y=\"" << y + cell / 2 + 3.5 << "\">" << html(coordinates[i]) << "</text>";
  }
  const double side = cell * static_cast<double>(n);
  return opened("drawn", std::ceil(left + side + 1), side + 2, "The entries of H that are not zero") +
         "<path class=\"cells\" d=\"" + cells.str() + "\"/><rect class=\"frame\" x=\"" + exact(left) +
         "\" y=\"1\" width=\"" + exact(side) + "\" height=\"" + exact(side) + "\"/>" + labels.str() +
         "</svg>";
}

namespace {

struct Box {
  double left, top, right, bottom;

  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// A linear scale from values to pixels.
struct Scale {
  double low, high, from, to;

  double operator()(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

/// Places for labels that meet nothing that is drawn already.
class Labels {
 public:
  explicit Labels(const Box& inside) : inside_(inside) {}

  void occupy(double x, double y) { taken_.push_back({x - 5, y - 5, x + 5, y + 5}); }
  /// The place of a text beside (x, y), or nothing where there is no room.
  std::optional<std::pair<double, double>> place(double x, double y, const std::string& text) {
    const double width = width_of(text);
    const std::array<std::pair<double, double>, 6> offsets{
        {{8, 4}, {-8 - width, 4}, {-width / 2, -9}, {-width / 2, 17}, {6, -7}, {6, 15}}};
    for (const auto& [dx, dy] : offsets) {
      const Box box{x + dx, y + dy - 11, x + dx + width, y + dy + 2};
      const bool is_inside = box.left > inside_.left && box.right < inside_.right && box.top > inside_.top &&
                             box.bottom < inside_.bottom;
      if (!is_inside || std::any_of(taken_.begin(), taken_.end(), [&](const Box& t) { return t.meets(box); }))
        continue;
      taken_.push_back(box);
      return std::pair(x + dx, y + dy);
    }
    return std::nullopt;
  }

 private:
  Box inside_;
  std::vector<Box> taken_;
};

struct Point {
  const RobotAlgorithm* algorithm;
  double digits;
  bool in_float;
};

/// The lines of both axes, with their labels.
std::string axes(const Scale& x, const Scale& y) {
  std::ostringstream lines, labels;
  const double decades = x.high - x.low;
  for (int exponent = 0; exponent < 12; ++exponent)
    for (const int digit : {1, 2, 5}) {
      const double value = std::log10(digit) + exponent;
      if (value < x.low || value > x.high || (decades > 2 && digit != 1)) continue;
      lines << "M" << tenths(x(value)) << "," << y.to << "V" << y.from;
      labels << "<text class=\"tic\" x=\"" << tenths(x(value)) << "\" y=\"" << y.from + 16 << "\">"
             << grouped(static_cast<std::int64_t>(std::llround(std::pow(10, exponent))) * digit) << "</text>";
    }
  const int step = y.high - y.low > 8 ? 2 : 1;
  for (int digits = static_cast<int>(std::ceil(y.low / step)) * step; digits <= y.high; digits += step) {
    lines << "M" << x.from << "," << tenths(y(digits)) << "H" << x.to;
    labels << "<text class=\"small\" x=\"" << x.from - 7 << "\" y=\"" << tenths(y(digits) + 4) << "\">"
           << digits << "</text>";
  }
  labels << "<text class=\"tic\" x=\"" << (x.from + x.to) / 2 << "\" y=\"" << y.from + 34
         << "\">operations of one answer</text><text class=\"tic\" transform=\"translate(14,"
         << (y.from + y.to) / 2 << ") rotate(-90)\">digits kept in the worst state</text>";
  return "<path class=\"grid\" d=\"" + lines.str() + "\"/>" + labels.str();
}

}  // namespace

std::string digits_plot(const std::vector<RobotAlgorithm>& algorithms) {
  std::vector<Point> points;
  std::size_t in_double = 0;
  for (const RobotAlgorithm& a : algorithms) {
    if (!a.operations || *a.operations == 0) continue;
    if (!std::isnan(a.in_double.fewest)) points.push_back({&a, a.in_double.fewest, false}), ++in_double;
    if (!std::isnan(a.in_float.fewest)) points.push_back({&a, a.in_float.fewest, true});
  }
  if (in_double < 2) return {};
  const auto place = [](const Point& p) { return std::log10(static_cast<double>(*p.algorithm->operations)); };
  double low = place(points.front()), high = low, least = points.front().digits, most = least;
  for (const Point& p : points) {
    low = std::min(low, place(p)), high = std::max(high, place(p));
    least = std::min(least, p.digits), most = std::max(most, p.digits);
  }
  const double margin = std::max(0.06 * (high - low), 0.05);
  constexpr double width = 700, height = 330;
  const Scale x{low - margin, high + margin, 46, width - 8},
      y{std::floor(least) - 0.5, std::ceil(most) + 0.5, height - 42, 6};
  Labels labels({x.from, y.to, x.to, y.from});
  std::ostringstream marks, names;
  for (const Point& p : points) {
    const double px = x(place(p)), py = y(p.digits);
    labels.occupy(px, py);
    marks << "<circle class=\"" << (p.in_float ? "float" : "double") << "\" cx=\"" << tenths(px) << "\" cy=\""
          << tenths(py) << "\" r=\"4\"><title>" << html(p.algorithm->plugin)
          << (p.in_float ? " in float" : "") << ": " << *p.algorithm->operations << " operations, "
          << in_tenths(p.digits) << " digits</title></circle>";
  }
  for (const Point& p : points)
    if (const auto at =
            p.in_float ? std::nullopt : labels.place(x(place(p)), y(p.digits), p.algorithm->plugin))
      names << "<text x=\"" << tenths(at->first) << "\" y=\"" << tenths(at->second) << "\">"
            << html(p.algorithm->plugin) << "</text>";
  return opened("drawn", width, height, "Digits against operations") + axes(x, y) + marks.str() +
         names.str() + "</svg>";
}

}  // namespace kintree::report
