// Yamane & Nakamura 2002: their algorithm against the unit-vector method, in counted operations. The
// unit-vector method is the mass matrix column by column, at rest (Walker & Orin 1982, method 1), C, and a
// dense solution; the joints' positions are set once.
#include <spdlog/fmt/fmt.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>

#include "kernels/path_triangle.hpp"
#include "kintree/oracle/limits.hpp"
#include "suite/papers/featherstone_2005.hpp"
#include "suite/papers/papers.hpp"
#include "suite/papers/reproduce.hpp"
#include "suite/papers/yamane_nakamura_2002.hpp"
#include "yamane_nakamura_split/split.hpp"

namespace kintree::suite {
namespace {

double cost_of(const ClaimContext& context, const char* plugin, const Case& c) {
  return static_cast<double>(context.count(plugin, Problem::forward_dynamics, c).operations().total());
}

double dense_solution(int n) {
  const std::vector<int> lambda = chain_parents(n);
  return static_cast<double>(
      (featherstone::factorize_ltdl(lambda) + featherstone::solve_by_ltdl(lambda)).total());
}

double unit_vector_method(const ClaimContext& context, const Case& c) {
  return static_cast<double>(
             context.count("unit_vector", Problem::mass_matrix, c).operations().total() +
             context.count("rnea_points", Problem::inverse_dynamics, c, {"joints"}).operations().total()) +
         dense_solution(Layout(c.model).n);
}

struct Lines {
  std::vector<double> n, plain, split, unit_vector;

  /// The n above which the line stays below the unit-vector method, linearly between two trees; the first n
  /// if it is below there too. Nothing if it is above on the last.
  std::optional<double> crossover(const std::vector<double>& line) const {
    const auto excess = [&](std::size_t i) { return line[i] - unit_vector[i]; };
    std::size_t below = n.size();
    while (below > 0 && excess(below - 1) < 0) --below;
    if (below == n.size()) return std::nullopt;
    if (below == 0) return n.front();
    const double before = excess(below - 1), after = excess(below);
    return n[below - 1] + (n[below] - n[below - 1]) * before / (before - after);
  }
};

Lines ask(ClaimContext& context, const char* figure, const char* title,
          const std::vector<std::vector<int>>& trees) {
  Lines lines;
  for (const std::vector<int>& parent : trees) {
    const Case c = tree(parent, {JointKind::spherical});
    lines.n.push_back(Layout(c.model).n);
    lines.plain.push_back(cost_of(context, "yamane_nakamura", c));
    lines.split.push_back(cost_of(context, "yamane_nakamura_split", c));
    lines.unit_vector.push_back(unit_vector_method(context, c));
  }
  if (std::none_of(context.curves.begin(), context.curves.end(),
                   [&](const report::Curve& c) { return c.figure == figure; }))
    for (const auto& [name, y] : {std::pair("as given", &lines.plain),
                                  {"with splitting", &lines.split},
                                  {"unit-vector method", &lines.unit_vector}})
      context.curves.push_back({figure, title, "n", "operations", name, lines.n, *y});
  return lines;
}

/// Serial chains of 2 to 16 spherical joints.
std::vector<std::vector<int>> serial_trees() {
  std::vector<std::vector<int>> trees;
  for (int joints = 2; joints <= 16; ++joints) trees.push_back(chain_parents(joints));
  return trees;
}

/// A star: so many end links on one link, whose parent is the base.
std::vector<int> star(int ends) {
  std::vector<int> parent{0, 0};
  parent.resize(static_cast<std::size_t>(ends) + 2, 1);
  return parent;
}

/// 2 to 12 end links.
std::vector<std::vector<int>> branched_trees() {
  std::vector<std::vector<int>> trees;
  for (int ends = 2; ends <= 12; ++ends) trees.push_back(star(ends));
  return trees;
}

Lines serial(ClaimContext& context) {
  return ask(context, "Yamane & Nakamura 2002, Fig. 6",
             "Forward dynamics of serial chains of spherical joints", serial_trees());
}

Lines branched(ClaimContext& context) {
  return ask(context, "Yamane & Nakamura 2002, Fig. 7",
             "Forward dynamics of end links on one link, spherical joints", branched_trees());
}

/// The resolution of the figures, which have a tree for every third DoF.
constexpr double a_joint = 3;

Measurement crossing(const PaperClaim& claimed, const Lines& lines, const std::vector<double>& line) {
  const std::optional<double> n = lines.crossover(line);
  return holds(n && std::abs(*n - std::stod(claimed.theirs)) <= a_joint,
               n ? fmt::format("{:.1f} DoF", *n) : "never");
}

// --- what the text says ---

Measurement unsplit_same(const PaperClaim&, ClaimContext& context) {
  const Lines lines = branched(context);
  bool same = true;
  for (std::size_t i = 0; i < lines.n.size(); ++i)
    same = same && almost_the_same(lines.plain[i], lines.unit_vector[i]);
  return holds(same, fmt::format("{:.2f} of the unit-vector method for {:.0f} DoF, {:.2f} for {:.0f}",
                                 lines.plain.front() / lines.unit_vector.front(), lines.n.front(),
                                 lines.plain.back() / lines.unit_vector.back(), lines.n.back()));
}

Measurement worst_order(const PaperClaim& claimed, ClaimContext& context) {
  std::vector<double> N, cost;
  for (const int ends : {16, 32, 64, 128}) {
    N.push_back(ends + 1);
    cost.push_back(cost_of(context, "yamane_nakamura", tree(star(ends), {JointKind::revolute})));
  }
  return order(claimed, growth(N, cost));
}

/// Measured on random trees and on stars.
Measurement joints_double(const PaperClaim&, ClaimContext&) {
  double most = 0;
  int trees = 0;
  const auto ask = [&](const Model& model) {
    most = std::max(most, static_cast<double>(Split(model).parts.body_count()) / model.body_count());
    ++trees;
  };
  for (std::uint64_t seed = 1; seed <= 1000; ++seed)
    ask(random_case(moderate_families[seed % moderate_families.size()].family, 30, seed).model);
  for (const int ends : {3, 30, 300}) ask(tree(star(ends), {JointKind::spherical}).model);
  return holds(most > 1 && most <= 2, fmt::format("{:.2f} times at most, {} trees", most, trees));
}

/// A link with n joints, one of which leads to the base, in n - 2 parts with at most three joints each.
Measurement split_parts(const PaperClaim&, ClaimContext&) {
  int agreed = 0, links = 0, parts = 0;
  for (int n = 4; n <= 40; ++n, ++links) {
    const Split split(tree(star(n - 1), {JointKind::spherical}).model);
    std::vector<int> joints(split.parts.bodies.size());
    int most = 0;
    for (int i = 1; i <= split.parts.body_count(); ++i) {
      ++joints[static_cast<std::size_t>(i)];
      const int parent = split.parts.bodies[static_cast<std::size_t>(i)].parent;
      if (parent != 0) ++joints[static_cast<std::size_t>(parent)];
    }
    for (const int count : joints) most = std::max(most, count);
    parts += split.parts.body_count();
    if (std::pair(split.count[1], most) == std::pair(n - 2, 3)) ++agreed;
  }
  return on_all(agreed, links, fmt::format("links, {} parts in all", parts));
}

Measurement links_alone(const PaperClaim&, ClaimContext& context) {
  std::vector<double> theirs, unit;
  for (const JointKind kind : {JointKind::revolute, JointKind::universal, JointKind::spherical}) {
    const Case c = tree(chain_parents(10), {kind});
    theirs.push_back(cost_of(context, "yamane_nakamura", c));
    unit.push_back(unit_vector_method(context, c));
  }
  return holds(almost_the_same(theirs[2], theirs[0]) && !almost_the_same(unit[2], unit[0]),
               fmt::format("{:.0f}, {:.0f}, {:.0f} operations on revolute, universal, spherical joints; "
                           "unit-vector method {:.0f}, {:.0f}, {:.0f}",
                           theirs[0], theirs[1], theirs[2], unit[0], unit[1], unit[2]));
}

Measurement few_links(const PaperClaim&, ClaimContext& context) {
  const double spherical =
                   cost_of(context, "yamane_nakamura", tree(chain_parents(10), {JointKind::spherical})),
               revolute = cost_of(context, "yamane_nakamura", tree(chain_parents(30), {JointKind::revolute}));
  return holds(spherical < revolute, fmt::format("{:.0f} and {:.0f} operations", spherical, revolute));
}

// --- in time ---

/// A tree, and the workspace that computes answers for it in double.
struct TreeWorkspace {
  Case c;
  std::vector<double> qdd, H, x;
  std::vector<Force<double>> f_ext;

  explicit TreeWorkspace(const std::vector<int>& parent)
      : c(tree(parent, {JointKind::spherical})),
        qdd(c.state.v.size()),
        H(qdd.size() * qdd.size()),
        x(qdd),
        f_ext(c.model.bodies.size()) {}

  int n() const { return static_cast<int>(qdd.size()); }
  Input<double, problems::ForwardDynamics> input() const {
    return {{c.state.q.data(), static_cast<int>(c.state.q.size())},
            {c.state.v.data(), n()},
            {c.state.tau.data(), n()},
            f_ext.data()};
  }
};

/// True if each number of both agrees to half of the digits of the largest.
bool have_half_of_the_digits(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(b[i]));
    difference = std::isfinite(a[i] - b[i]) ? std::max(difference, std::abs(a[i] - b[i]))
                                            : std::numeric_limits<double>::infinity();
  }
  return difference <= oracle::limits::half_of_the_digits(oracle::limits::u_double) * largest;
}

/// Seconds of one call, the least of many, repeated until a batch of them takes a tenth of a millisecond.
template <class Call>
double seconds(Call&& call) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  for (int calls = 1, batches = 0; batches < 20;) {
    const auto start = Clock::now();
    for (int k = 0; k < calls; ++k) call();
    const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    if (elapsed < 1e-4) {
      calls *= 2;
      continue;
    }
    least = std::min(least, elapsed / calls);
    ++batches;
  }
  return least;
}

void time_figure(const ClaimContext& context, const char* figure, const std::vector<std::vector<int>>& trees,
                 std::vector<report::Curve>& curves) {
  const std::size_t first = curves.size();
  for (const char* name : {"as given", "with splitting", "unit-vector method"})
    curves.push_back({figure, "Forward dynamics, on this machine", "n", "µs", name, {}, {}});
  for (const std::vector<int>& parent : trees) {
    TreeWorkspace t(parent);
    const auto prepared = [&](const char* plugin) {
      return context.plugin(plugin).prepare(t.c.model, {}, Scalar::double_precision);
    };
    const auto plain = prepared("yamane_nakamura"), split = prepared("yamane_nakamura_split"),
               columns = prepared("unit_vector"), bias = prepared("rnea");
    const Input<double, problems::ForwardDynamics> in = t.input();
    const auto forward_dynamics = [&](SolverBase& solver) {
      method<double, problems::ForwardDynamics>(solver).forward_dynamics(in, {t.qdd.data(), t.n()});
    };
    const std::vector<double> zero(t.qdd.size());
    const VectorView<double> x{t.x.data(), t.n()};
    const MatrixView<double> H{t.H.data(), t.n(), t.n()};
    const PathRowLayout dense = full_triangle(t.n());
    std::vector<double> numbers(static_cast<std::size_t>(dense.size()));
    const PathRows<double> rows{numbers.data(), &dense};
    PathTriangle<double> triangle(t.n());
    const auto by_columns = [&] {
      method<double, problems::MassMatrix>(*columns).mass_matrix(in.q, H);
      method<double, problems::InverseDynamics>(*bias).inverse_dynamics(
          {in.q, in.v, {zero.data(), t.n()}, in.f_ext}, x);
      for (int i = 1; i <= x.size; ++i) x(i) = in.tau(i) - x(i);
      gather_lower<double>(H, rows);
      triangle.factor(rows);
      triangle.solve(rows, x);
    };
    by_columns();
    for (const auto& solver : {&plain, &split}) {
      forward_dynamics(**solver);
      if (!have_half_of_the_digits(t.qdd, t.x))
        throw std::logic_error(std::string(figure) +
                               ": the algorithms that are timed have different answers");
    }
    const std::array<double, 3> taken{seconds([&] { forward_dynamics(*plain); }),
                                      seconds([&] { forward_dynamics(*split); }), seconds(by_columns)};
    auto curve = curves.begin() + static_cast<std::ptrdiff_t>(first);
    for (const double time : taken) {
      curve->x.push_back(t.n());
      curve->y.push_back(1e6 * time);
      ++curve;
    }
  }
}

}  // namespace

PaperMeasurements yamane_nakamura_2002() {
  PaperMeasurements measurements{
      {"serial_order",
       [](auto& c, auto& context) {
         const Lines lines = serial(context);
         return order(c, growth(lines.n, lines.plain));
       }},
      {"serial_crossover",
       [](auto& c, auto& context) {
         const Lines lines = serial(context);
         return crossing(c, lines, lines.plain);
       }},
      {"split_order",
       [](auto& c, auto& context) {
         const Lines lines = branched(context);
         return order(c, growth(lines.n, lines.split));
       }},
      {"split_crossover",
       [](auto& c, auto& context) {
         const Lines lines = branched(context);
         return crossing(c, lines, lines.split);
       }},
      {"unsplit_same", unsplit_same},
      {"worst_order", worst_order},
      {"joints_double", joints_double},
      {"split_parts", split_parts},
      {"links_alone", links_alone},
      {"few_links", few_links},
      {"unsplit",
       [](auto&, auto& context) {
         const Lines lines = branched(context);
         const Exponent plain = growth(lines.n, lines.plain), unit = growth(lines.n, lines.unit_vector),
                        split = growth(lines.n, lines.split);
         return holds(
             std::min(plain.k, unit.k) > split.k + split.half_width,
             fmt::format("orders of n up to 39: {} without splitting, {} the unit-vector method, {} with",
                         plain.text(), unit.text(), split.text()));
       }},
  };
  measurements.merge(yamane_nakamura_simulations());
  return measurements;
}

std::vector<report::Curve> yamane_nakamura_times(const std::vector<const Plugin*>& plugins) {
  const ClaimContext context(plugins);
  std::vector<report::Curve> curves;
  time_figure(context, "Yamane & Nakamura 2002, Fig. 6, in time", serial_trees(), curves);
  time_figure(context, "Yamane & Nakamura 2002, Fig. 7, in time", branched_trees(), curves);
  return curves;
}

}  // namespace kintree::suite
