#include "kintree/report/tree_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <vector>

#include "data/tree_drawing.hpp"

namespace kintree::report {
namespace {

/// In the order of the enumerators.
constexpr std::array letters{'x', 'r', 'p', 'h', 'c', 'u', 'l', 's', 'f'};
static_assert(letters.size() == joint_kinds.size());

struct DrawnTree {
  std::vector<int> parent{0};  ///< from 1; the base is 0
  std::string letter{' '};

  int bodies() const { return static_cast<int>(parent.size()) - 1; }
};

/// A tree without bodies if the text is no tree.
DrawnTree read(const std::string& text) {
  DrawnTree tree;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    int parent = 0;
    const char* const end = word.data() + word.size();
    const auto [letter, error] = std::from_chars(word.data(), end, parent);
    const bool known = error == std::errc() && end - letter == 1 && parent >= 0 && parent <= tree.bodies() &&
                       std::find(letters.begin(), letters.end(), *letter) != letters.end();
    if (!known) return {};
    tree.parent.push_back(parent);
    tree.letter.push_back(*letter);
  }
  return tree;
}

/// The places of the bodies. The column is the depth. Leaves are one row below the other, other bodies in the middle of their
/// children.
struct DrawnPlaces {
  std::vector<int> column;
  std::vector<double> row;
  int columns = 0, rows = 0;

  explicit DrawnPlaces(const DrawnTree& tree) : column(tree.parent.size(), 0), row(tree.parent.size(), 0) {
    std::vector<std::vector<int>> children(tree.parent.size());
    for (int i = 1; i <= tree.bodies(); ++i) {
      const int p = tree.parent[at(i)];
      children[at(p)].push_back(i);
      column[at(i)] = column[at(p)] + 1;
      columns = std::max(columns, column[at(i)]);
    }
    place(0, children);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void place(int i,
             const std::vector<std::vector<int>>& children) {  // NOLINT(misc-no-recursion): 64 deep at most
    const std::vector<int>& own = children[at(i)];
    if (own.empty()) {
      row[at(i)] = rows++;
      return;
    }
    for (const int child : own) place(child, children);
    row[at(i)] = (row[at(own.front())] + row[at(own.back())]) / 2;
  }
};

}  // namespace

std::string tree_text(const Model& model) {
  if (model.body_count() > largest_tree_with_a_text) return {};
  std::ostringstream text;
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    text << (i > 1 ? " " : "") << model.bodies[i].parent
         << letters[static_cast<std::size_t>(model.bodies[i].joint.kind)];
  return text.str();
}

std::string tree_drawing(const std::string& text) {
  const DrawnTree tree = read(text);
  if (tree.bodies() == 0) return {};
  const DrawnPlaces places(tree);
  constexpr int step = 18, radius = 7;
  const auto x = [&](std::size_t i) { return step * places.column[i] + step / 2; };
  const auto y = [&](std::size_t i) { return step * places.row[i] + step / 2.0; };

  std::ostringstream links, bodies, xs, ys;
  links << "M" << x(0) << "," << y(0) - radius << "v" << 2 * radius;
  for (std::size_t i = 1; i < tree.parent.size(); ++i) {
    const auto p = static_cast<std::size_t>(tree.parent[i]);
    links << "M" << x(p) << "," << y(p) << "L" << x(i) << "," << y(i);
    bodies << "M" << x(i) - radius << "," << y(i) << "a7,7 0 1,0 14,0a7,7 0 1,0 -14,0";
    xs << (i > 1 ? " " : "") << x(i);
    ys << (i > 1 ? " " : "") << y(i) + 3.5;
  }
  std::ostringstream svg;
  const int width = step * (places.columns + 1), height = step * places.rows;
  svg << "<svg class=\"tree\" width=\"" << width << "\" height=\"" << height << "\" viewBox=\"0 0 " << width
      << " " << height << "\" role=\"img\" aria-label=\"Its tree of " << tree.bodies()
      << (tree.bodies() == 1 ? " body" : " bodies") << "\"><path class=\"links\" d=\"" << links.str()
      << "\"/><path class=\"bodies\" d=\"" << bodies.str() << "\"/><text x=\"" << xs.str() << "\" y=\""
      << ys.str() << "\">" << tree.letter.substr(1) << "</text></svg>";
  return svg.str();
}

}  // namespace kintree::report
