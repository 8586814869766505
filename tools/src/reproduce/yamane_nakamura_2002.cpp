// Yamane & Nakamura 2002: their algorithm against the unit-vector method, in counted operations. The
// unit-vector method is the mass matrix column by column (Walker & Orin 1982, method 1), C, and a dense
// solution.
#include <spdlog/fmt/fmt.h>

#include "kintree/algebra/counted.hpp"
#include "ltdl/ltdl.hpp"
#include "reproduce.hpp"

namespace kintree::tools {
namespace {

double cost_of(const Laboratory& lab, const char* plugin, const Case& c) {
  return static_cast<double>(lab.count(plugin, Problem::forward_dynamics, c).operations().total());
}

double dense_solution(int n) {
  const std::vector<int> lambda = chain_parents(n);
  std::vector<Counted> H(static_cast<std::size_t>(n * n)), x(static_cast<std::size_t>(n));
  const VectorView<const int> dense{lambda.data() + 1, n};
  const Counting counting;
  factor_ltdl<Counted>({H.data(), n, n}, dense);
  solve_ltdl<Counted>({H.data(), n, n}, dense, {x.data(), n});
  return static_cast<double>(counting.total().total());
}

double unit_vector_method(const Laboratory& lab, const Case& c) {
  return static_cast<double>(lab.count("unit_vector", Problem::mass_matrix, c).operations().total() +
                             lab.count("rnea", Problem::inverse_dynamics, c).operations().total()) +
         dense_solution(Layout(c.model).n);
}

struct Lines {
  std::vector<double> n, plain, split, unit_vector;

  /// The first n from which on the line stays below the unit-vector method; 0 if there is none.
  int crossover(const std::vector<double>& line) const {
    int above = 0;
    for (std::size_t i = n.size(); i-- > 0 && line[i] < unit_vector[i];) above = static_cast<int>(n[i]);
    return above;
  }
};

Lines ask(Laboratory& lab, const char* figure, const char* title,
          const std::vector<std::vector<int>>& trees) {
  Lines lines;
  for (const std::vector<int>& parent : trees) {
    const Case c = tree(parent, {JointKind::spherical});
    lines.n.push_back(Layout(c.model).n);
    lines.plain.push_back(cost_of(lab, "yamane_nakamura", c));
    lines.split.push_back(cost_of(lab, "yamane_nakamura_split", c));
    lines.unit_vector.push_back(unit_vector_method(lab, c));
  }
  if (std::none_of(lab.curves.begin(), lab.curves.end(), [&](const Curve& c) { return c.figure == figure; }))
    for (const auto& [name, y] : {std::pair("as given", &lines.plain),
                                  {"with splitting", &lines.split},
                                  {"unit-vector method", &lines.unit_vector}})
      lab.curves.push_back({figure, title, "n", "operations", name, lines.n, *y});
  return lines;
}

Lines serial(Laboratory& lab) {
  std::vector<std::vector<int>> chains;
  for (int joints = 2; joints <= 16; ++joints) chains.push_back(chain_parents(joints));
  return ask(lab, "Yamane & Nakamura 2002, Fig. 6", "Forward dynamics of serial chains of spherical joints",
             chains);
}

Lines branched(Laboratory& lab) {
  std::vector<std::vector<int>> stars;
  for (int ends = 2; ends <= 12; ++ends) {
    stars.push_back({0, 0});
    stars.back().resize(static_cast<std::size_t>(ends) + 2, 1);
  }
  return ask(lab, "Yamane & Nakamura 2002, Fig. 7",
             "Forward dynamics of end links on one link, spherical joints", stars);
}

Measured crossing(const Claimed& claimed, const Lines& lines, const std::vector<double>& line) {
  const int n = lines.crossover(line);
  return holds(std::to_string(n) == claimed.theirs, n == 0 ? "never" : fmt::format("from {} DoF on", n));
}

}  // namespace

Measurements_of yamane_nakamura_2002() {
  return {
      {"serial_order",
       [](auto& c, auto& lab) {
         const Lines lines = serial(lab);
         return order(c, growth(lines.n, lines.plain));
       }},
      {"serial_crossover",
       [](auto& c, auto& lab) {
         const Lines lines = serial(lab);
         return crossing(c, lines, lines.plain);
       }},
      {"split_order",
       [](auto& c, auto& lab) {
         const Lines lines = branched(lab);
         return order(c, growth(lines.n, lines.split));
       }},
      {"split_crossover",
       [](auto& c, auto& lab) {
         const Lines lines = branched(lab);
         return crossing(c, lines, lines.split);
       }},
      {"unsplit",
       [](auto&, auto& lab) {
         const Lines lines = branched(lab);
         const Exponent plain = growth(lines.n, lines.plain), unit = growth(lines.n, lines.unit_vector),
                        split = growth(lines.n, lines.split);
         return holds(
             plain.k > split.k + split.half_width && unit.k > split.k + split.half_width,
             fmt::format("orders of n up to 39: {} without splitting, {} the unit-vector method, {} with",
                         plain.text(), unit.text(), split.text()));
       }},
  };
}

}  // namespace kintree::tools
