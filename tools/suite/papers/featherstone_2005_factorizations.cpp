// Featherstone 2005: the sparse factorizations, and the savings on branched trees.
#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <functional>
#include <span>

#include "kernels/sparse_cost.hpp"
#include "kernels/sparse_triangle.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "ltdl/ltdl.hpp"
#include "ltl/ltl.hpp"
#include "suite/papers/featherstone_2005.hpp"

namespace kintree::suite::featherstone {
namespace {

/// The unit matrix, which is positive definite, and its own factor; and vectors to solve for.
struct FactoredSystem {
  explicit FactoredSystem(const Lambda& lambda)
      : lambda(view(lambda)),
        n(this->lambda.size),
        numbers(std::size_t(n) * std::size_t(n)),
        x(std::size_t(n)),
        y(x) {
    for (int i = 1; i <= n; ++i) matrix()(i, i) = Counted(1);
  }
  MatrixView<Counted> matrix() { return {numbers.data(), n, n}; }
  MatrixView<const Counted> L() const { return {numbers.data(), n, n}; }
  VectorView<Counted> in() { return {x.data(), n}; }
  VectorView<Counted> out() { return {y.data(), n}; }
  void factor() { require_ok(factor_ltdl(matrix(), lambda)); }
  void solve() { solve_ltdl(L(), lambda, in()); }

  VectorView<const int> lambda;
  int n;
  std::vector<Counted> numbers, x, y;
};

template <class Work>
Operations counted(const Lambda& lambda, Work&& work) {
  FactoredSystem on(lambda);
  const Counting counting;
  std::invoke(work, on);
  return counting.total();
}

/// A kernel on random trees, against its formula in n, D1 and D2.
template <class Expected, class... Work>
MeasureClaim on_random_trees(Expected expected, Work... work) {
  return [=](const PaperClaim&, ClaimContext&) {
    int agreed = 0, trees = 0;
    std::int64_t sum = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed, ++trees) {
      const Lambda lambda = Layout(random_case(Family::complete, 40, seed).model).expanded_parent;
      const Operations formula = expected(Sparsity(lambda));
      sum += formula.total();
      if (((counted(lambda, work) == formula) && ...)) ++agreed;
    }
    return on_all(agreed, trees, fmt::format("trees, with {} operations in all", sum));
  };
}

// --- Table 2 and Fig. 5 ---

Lambda side_branches(int length, int main_chain) {
  Lambda parent{0};
  int last = 0;
  for (int k = 0; k < main_chain; ++k) {
    parent.push_back(last);
    last = static_cast<int>(parent.size()) - 1;
    for (int l = 0, on = last; l < length; ++l, on = static_cast<int>(parent.size()) - 1)
      parent.push_back(on);
  }
  return parent;
}

/// The nodes are numbered row by row. The parent of a node is its neighbour above, and in the first row the
/// one to the left. So the path from the root has as many joints as any shortest path.
Lambda grid(int m) {
  Lambda parent{0};
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < m; ++column) {
      const int i = row * m + column + 1;
      parent.push_back(row > 0 ? i - m : i - 1);
    }
  return parent;
}

struct TableFamily {
  const char* title;
  Lambda (*parents)(int m);
  double (*D1)(double m);
  double (*D2)(double m);
  std::vector<int> sizes;  ///< m
};

double balanced_D1(double m) {
  double sum = 0;
  for (int i = 1; i < m; ++i) sum += i * std::pow(2.0, i);
  return sum;
}
double balanced_D2(double m) {
  double sum = 0;
  for (int i = 1; i < m; ++i) sum += i * (i + 1) * std::pow(2.0, i - 1);
  return sum;
}

const TableFamily unbranched{"unbranched",
                             chain_parents,
                             [](double n) { return (n * n - n) / 2; },
                             [](double n) { return (n * n * n - n) / 6; },
                             {2, 4, 8, 16, 32, 64, 128, 256}};
const TableFamily short_sides{"short side branches",
                              [](int m) { return side_branches(1, m); },
                              [](double m) { return m * m; },
                              [](double m) { return (2 * m * m * m + 3 * m * m + m) / 6; },
                              {1, 2, 4, 8, 16, 32, 64, 128}};
const TableFamily binary{"balanced tree", balanced, balanced_D1, balanced_D2, {1, 2, 3, 4, 5, 6, 7, 8}};
const TableFamily square{"square grid",
                         grid,
                         [](double m) { return m * m * m - m * m; },
                         [](double m) { return (7 * m * m * m * m - 6 * m * m * m - m * m) / 12; },
                         {2, 3, 4, 6, 8, 10, 12, 14, 16}};

/// The count of a factorization, divisions too, against D1 + 2 D2 of the table; leaves the figure's curve
/// behind, and the printed one, which is that formula.
MeasureClaim table_2(const TableFamily& family) {
  return [&family](const PaperClaim&, ClaimContext& context) {
    report::Curve curve{"Featherstone 2005, Fig. 5",
                        "LTDL factorization of H: operations against n",
                        "n",
                        "operations",
                        family.title,
                        {},
                        {}};
    report::Curve quoted = curve;
    quoted.name += ", quoted";
    int agreed = 0;
    for (const int m : family.sizes) {
      const Lambda lambda = family.parents(m);
      const double theirs = family.D1(m) + 2 * family.D2(m);
      const auto ours = static_cast<double>(factorize_ltdl(lambda).total());
      if (ours == theirs) ++agreed;
      curve.x.push_back(static_cast<double>(lambda.size() - 1));
      curve.y.push_back(ours);
      quoted.x.push_back(curve.x.back());
      quoted.y.push_back(theirs);
    }
    context.curves.push_back(curve);
    context.curves.push_back(quoted);
    return on_all(agreed, static_cast<int>(family.sizes.size()),
                  fmt::format("sizes up to n = {}", curve.x.back()));
  };
}

double cost_of(const Lambda& lambda) {
  return static_cast<double>(factorize_ltdl(lambda).total());
}

MeasureClaim order_of(const TableFamily& family) {
  return [&family](const PaperClaim& claimed, ClaimContext&) {
    std::vector<double> n, cost;
    for (const int m : std::span(family.sizes).last(4)) {
      const Lambda lambda = family.parents(m);
      n.push_back(static_cast<double>(lambda.size() - 1));
      cost.push_back(cost_of(lambda));
    }
    return order(claimed, fit_exponent(n, cost));
  };
}

Measurement balanced_order(const PaperClaim&, ClaimContext&) {
  // D1/n and D2/n of n = 2^m - 1 against m: exponents 1 and 2. Differences, for the lower orders.
  std::vector<double> depth, D1, D2;
  for (const int m : {6, 8, 10, 12, 14, 16}) {
    const Lambda lambda = balanced(m);
    const Sparsity s(lambda);
    depth.push_back(m);
    D1.push_back(static_cast<double>(s.D1) / static_cast<double>(s.n));
    D2.push_back(static_cast<double>(s.D2) / static_cast<double>(s.n));
  }
  const Exponent one = growth(depth, D1), two = growth(depth, D2);
  return holds(std::round(one.k) == 1 && std::round(two.k) == 2,
               fmt::format("D1/n ~ (log n)^{}, D2/n ~ (log n)^{}", one.text(), two.text()));
}

/// A sum of a tree against that of the chain of as many bodies. For n = 2^k x bodies the distance to the
/// limit falls by half from one to the next: extrapolated once (Richardson).
template <class Sum>
MeasureClaim limit_of(Sum sum, int branch, int denominator) {
  return [=](const PaperClaim& claimed, ClaimContext&) {
    const auto ratio = [&](int main_chain) {
      const Sparsity s(side_branches(branch, main_chain)), dense(chain_parents(static_cast<int>(s.n)));
      return static_cast<double>(std::invoke(sum, s)) / static_cast<double>(std::invoke(sum, dense));
    };
    const double near = ratio(1000), limit = 2 * ratio(2000) - near;
    return holds(
        std::round(limit * denominator * 1e4) == 1e4 && claimed.theirs == fmt::format("1/{}", denominator),
        fmt::format("{:.6f}", limit));
  };
}

/// The limit of D2, and that of the cost of LTDL, D1 + 2 D2.
Measurement side_branches_quarter(const PaperClaim& claimed, ClaimContext& context) {
  const auto cost = [](const Sparsity& s) { return s.D1 + 2 * s.D2; };
  Measurement of_D2 = limit_of(&Sparsity::D2, 1, 4)(claimed, context),
              of_cost = limit_of(cost, 1, 4)(claimed, context);
  of_D2.ours += ", " + of_cost.ours;
  of_cost.ours = of_D2.ours;
  return of_D2.outcome == Measurement::agrees ? of_cost : of_D2;
}

/// Every tree of the m x m grid whose paths to its corner are of minimal length. A bit of `choice` selects
/// the parent of each node that is not on the two edges: the node above or the one to the left.
Lambda minimal_grid(int m, unsigned choice) {
  Lambda parent = grid(m);
  for (int row = 1; row < m; ++row)
    for (int column = 1; column < m; ++column, choice >>= 1)
      if ((choice & 1U) != 0) parent[static_cast<std::size_t>(row * m + column + 1)] = row * m + column;
  return parent;
}

Measurement grid_any(const PaperClaim&, ClaimContext&) {
  int agreed = 0, trees = 0;
  double sum = 0;
  for (int m = 2; m <= 5; ++m)
    for (unsigned choice = 0; choice < 1U << ((m - 1) * (m - 1)); ++choice, ++trees) {
      const Lambda lambda = minimal_grid(m, choice);
      const Sparsity s(lambda);
      const std::pair of_table(square.D1(m), square.D2(m));
      const bool sums = std::pair(static_cast<double>(s.D1), static_cast<double>(s.D2)) == of_table;
      // The largest grid has too many trees to factor for each.
      const double cost = m == 5 ? 0 : cost_of(lambda);
      sum += cost;
      if (sums && (m == 5 || cost == of_table.first + 2 * of_table.second)) ++agreed;
    }
  return on_all(
      agreed, trees,
      fmt::format("trees, which are all of up to 5 x 5 nodes; {:.0f} operations for those of 4 x 4", sum));
}

Measurement grid_D1_order(const PaperClaim& claimed, ClaimContext&) {
  std::vector<double> n, D1;
  for (const int m : {8, 16, 32, 64}) {
    const Sparsity s(grid(m));
    n.push_back(static_cast<double>(s.n));
    D1.push_back(static_cast<double>(s.D1));
  }
  return half_order(claimed, growth(n, D1));
}

// --- sec. 5: the composite-rigid-body algorithm on the same trees ---

double crba_of(const ClaimContext& context, const Lambda& parent) {
  return static_cast<double>(
      context.count("crba", Problem::mass_matrix, tree(parent, {JointKind::revolute})).operations().total());
}

MeasureClaim crba_order(Lambda (*parents)(int), const std::vector<int>& sizes) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    std::vector<double> n, cost;
    for (const int m : sizes) {
      n.push_back(static_cast<double>(parents(m).size() - 1));
      cost.push_back(crba_of(context, parents(m)));
    }
    return half_order(claimed, growth(n, cost));
  };
}

/// Balanced trees of n = 2^m - 1 bodies: the cost over n, against m.
Measurement crba_balanced_order(const PaperClaim&, ClaimContext& context) {
  std::vector<double> depth, cost;
  for (const int m : {5, 6, 7, 8, 9, 10}) {
    depth.push_back(m);
    cost.push_back(crba_of(context, balanced(m)) / (std::pow(2.0, m) - 1));
  }
  const Exponent k = growth(depth, cost);
  return holds(std::round(k.k) == 1, fmt::format("cost/n ~ (log n)^{}", k.text()));
}

/// Extrapolated as in limit_of.
Measurement crba_half(const PaperClaim& claimed, ClaimContext& context) {
  const auto ratio = [&](int main_chain) {
    return crba_of(context, side_branches(1, main_chain)) / crba_of(context, chain_parents(2 * main_chain));
  };
  const double near = ratio(100), limit = 2 * ratio(200) - near;
  return holds(claimed.theirs == "1/2" && std::abs(limit - 0.5) < 0.001, fmt::format("{:.4f}", limit));
}

MeasureClaim dense_against(Lambda (*parents)(int), int m) {
  return [=](const PaperClaim& claimed, ClaimContext&) {
    const Lambda lambda = parents(m);
    return rounded(claimed, cost_of(chain_parents(static_cast<int>(lambda.size()) - 1)) / cost_of(lambda));
  };
}

/// log (sparse / dense) = k log (density) over random trees.
MeasureClaim density_exponent(Operations (*cost)(const Lambda&)) {
  return [=](const PaperClaim& claimed, ClaimContext&) {
    std::vector<double> density, share;
    for (std::uint64_t seed = 1; density.size() < 1000; ++seed) {
      const Family family = moderate_families[seed % moderate_families.size()].family;
      const Lambda lambda = Layout(random_case(family, 60, seed).model).expanded_parent;
      const Sparsity s(lambda);
      const double n = static_cast<double>(s.n), alpha = (2.0 * static_cast<double>(s.D1) + n) / (n * n);
      if (n < 20 || alpha == 1) continue;
      density.push_back(alpha);
      share.push_back(static_cast<double>(cost(lambda).total()) /
                      static_cast<double>(cost(chain_parents(static_cast<int>(s.n))).total()));
    }
    return order(claimed, fit_exponent(density, share));
  };
}

}  // namespace

Lambda balanced(int m) {
  Lambda parent{0, 0};
  for (int i = 2; i < 1 << m; ++i) parent.push_back(i / 2);
  return parent;
}

Operations factorize_ltdl(const Lambda& lambda) {
  return counted(lambda, &FactoredSystem::factor);
}
Operations solve_by_ltdl(const Lambda& lambda) {
  return counted(lambda, &FactoredSystem::solve);
}

PaperMeasurements factorizations() {
  const auto stored = Diagonal::stored;
  const auto m_a_div = [](std::int64_t m, std::int64_t a, std::int64_t div, std::int64_t roots = 0) {
    return Operations{.multiplications = m, .additions = a, .divisions = div, .square_roots = roots};
  };
  return {
      {"ltl_factorize", on_random_trees([=](const Sparsity& s) { return m_a_div(s.D2, s.D2, s.D1, s.n); },
                                        [](FactoredSystem& w) { factor_ltl(w.matrix(), w.lambda); })},
      {"ltdl_factorize", on_random_trees([=](const Sparsity& s) { return m_a_div(s.D2, s.D2, s.D1); },
                                         &FactoredSystem::factor)},
      {"ltl_solve", on_random_trees([=](const Sparsity& s) { return m_a_div(2 * s.D1, 2 * s.D1, 2 * s.n); },
                                    [](FactoredSystem& w) { solve_ltl(w.L(), w.lambda, w.in()); })},
      {"ltdl_solve", on_random_trees([=](const Sparsity& s) { return m_a_div(2 * s.D1, 2 * s.D1, s.n); },
                                     &FactoredSystem::solve)},
      {"ltl_multiply",
       on_random_trees([=](const Sparsity& s) { return m_a_div(s.n + s.D1, s.D1, 0); },
                       [](FactoredSystem& w) { multiply_lower<Counted, stored>(w.L(), w.lambda, w.in()); },
                       [](FactoredSystem& w) {
                         multiply_transposed<Counted, stored>(w.L(), w.lambda, w.in(), w.out());
                       })},
      {"ltdl_multiply",
       on_random_trees(
           [=](const Sparsity& s) { return m_a_div(s.D1, s.D1, 0); },
           [](FactoredSystem& w) { multiply_lower<Counted>(w.L(), w.lambda, w.in()); },
           [](FactoredSystem& w) { multiply_transposed<Counted>(w.L(), w.lambda, w.in(), w.out()); })},
      {"ltl_inverse",
       on_random_trees(
           [=](const Sparsity& s) { return m_a_div(s.D1, s.D1, s.n); },
           [](FactoredSystem& w) { solve_lower<Counted, stored>(w.L(), w.lambda, w.in()); },
           [](FactoredSystem& w) { solve_transposed<Counted, stored>(w.L(), w.lambda, w.in()); })},
      {"ltdl_inverse",
       on_random_trees([=](const Sparsity& s) { return m_a_div(s.D1, s.D1, 0); },
                       [](FactoredSystem& w) { solve_lower<Counted>(w.L(), w.lambda, w.in()); },
                       [](FactoredSystem& w) { solve_transposed<Counted>(w.L(), w.lambda, w.in()); })},
      {"unbranched", table_2(unbranched)},
      {"side_branches", table_2(short_sides)},
      {"balanced", table_2(binary)},
      {"grid", table_2(square)},
      {"grid_any", grid_any},
      {"grid_D1_order", grid_D1_order},
      {"crba_chain_order", crba_order(chain_parents, {16, 32, 64, 128, 256})},
      {"crba_half", crba_half},
      {"crba_balanced_order", crba_balanced_order},
      {"crba_grid_order", crba_order(grid, {4, 8, 16, 32})},
      {"unbranched_order", order_of(unbranched)},
      {"side_branches_order", order_of(short_sides)},
      {"balanced_order", balanced_order},
      {"grid_order", order_of(square)},
      {"side_branches_half", limit_of(&Sparsity::D1, 1, 2)},
      {"side_branches_quarter", side_branches_quarter},
      {"longer_branches_third", limit_of(&Sparsity::D1, 2, 3)},
      {"longer_branches_ninth", limit_of(&Sparsity::D2, 2, 9)},
      {"balanced_15", dense_against(balanced, 4)},
      {"balanced_255", dense_against(balanced, 8)},
      {"grid_16", dense_against(grid, 4)},
      {"grid_256", dense_against(grid, 16)},
      {"density_factorize", density_exponent(factorize_ltdl)},
      {"density_solve", density_exponent(solve_by_ltdl)},
  };
}

}  // namespace kintree::suite::featherstone
