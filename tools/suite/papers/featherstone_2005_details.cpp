// Featherstone 2005: bounds, unit costs, and remarks in the text.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "kernels/screw_frames.hpp"
#include "kernels/sparse_cost.hpp"
#include "kernels/sparse_triangle.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "ltl/ltl.hpp"
#include "suite/papers/featherstone_2005.hpp"

namespace kintree::suite::featherstone {
namespace {

template <class Work>
Operations cost_of_work(Work&& work) {
  const Counting counting;
  work();
  return counting.total();
}

// --- sec. 2 and the Appendix ---

/// The work on row k in the factorization of Tree 1, and of a dense matrix: the elements of step 2 and of
/// step 3.
Measurement tree_1_row_7(const PaperClaim& claimed, ClaimContext&) {
  const auto row_7 = [](const Lambda& lambda) {
    const auto upto = [&](int n) {
      const Operations o = factorize_ltdl(Lambda(lambda.begin(), lambda.begin() + n + 1));
      return std::pair(o.divisions, o.additions);
    };
    return std::pair(upto(7).first - upto(6).first, upto(7).second - upto(6).second);
  };
  const auto sparse = row_7(Layout(paper_tree("tree1").model).expanded_parent),
             dense = row_7(chain_parents(7));
  return same(claimed,
              fmt::format("{}, {}; dense {}, {}", sparse.first, sparse.second, dense.first, dense.second));
}

/// A rectangular x, against Table 1 and against its columns one by one.
Measurement rectangular(const PaperClaim&, ClaimContext&) {
  constexpr int columns = 5;
  int agreed = 0, trees = 0;
  std::int64_t sum = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed, ++trees) {
    const Lambda lambda = Layout(random_case(Family::complete, 30, seed).model).expanded_parent;
    const Sparsity s(lambda);
    sum += s.D1;
    const int n = static_cast<int>(s.n);
    const auto size = static_cast<std::size_t>(n);
    std::vector<Counted> numbers(size * size), x(size * columns), y(x), column(size), other(size);
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = Counted(1.0 + static_cast<double>(k % 7));
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = Counted(static_cast<double>(k % 11) - 5.0);
    const MatrixView<const Counted> L{numbers.data(), n, n};
    const MatrixView<Counted> X{x.data(), n, columns}, Y{y.data(), n, columns};
    const VectorView<Counted> v{column.data(), n}, w{other.data(), n};
    bool equal = true;
    /// In place, and of a column alone.
    const auto ask = [&](const Operations& table, auto&& of_all, auto&& of_one) {
      const std::vector<Counted> before = x;
      equal = equal && cost_of_work([&] { of_all(X); }) == columns * table;
      for (int c = 1; c <= columns; ++c) {
        for (int i = 1; i <= n; ++i) v(i) = before[static_cast<std::size_t>((i - 1) * columns + c - 1)];
        of_one(v);
        for (int i = 1; i <= n; ++i) equal = equal && v(i).value == X(i, c).value;
      }
      x = before;
    };
    constexpr Diagonal stored = Diagonal::stored;
    const Operations product{.multiplications = s.n + s.D1, .additions = s.D1},
        solution{.multiplications = s.D1, .additions = s.D1, .divisions = s.n};
    const VectorView<const int> parents = view(lambda);
    ask(
        product, [&](auto in) { multiply_lower<Counted, stored>(L, parents, in); },
        [&](auto in) { multiply_lower<Counted, stored>(L, parents, in); });
    ask(
        product,
        [&](auto in) {
          multiply_transposed<Counted, stored>(L, parents, in, Y);
          x = y;
        },
        [&](auto in) {
          multiply_transposed<Counted, stored>(L, parents, in, w);
          column = other;
        });
    ask(
        solution, [&](auto in) { solve_lower<Counted, stored>(L, parents, in); },
        [&](auto in) { solve_lower<Counted, stored>(L, parents, in); });
    ask(
        solution, [&](auto in) { solve_transposed<Counted, stored>(L, parents, in); },
        [&](auto in) { solve_transposed<Counted, stored>(L, parents, in); });
    if (equal) ++agreed;
  }
  return on_all(agreed, trees, fmt::format("trees, D1 = {} in all", sum));
}

/// Ones, and 2 on the diagonal.
std::vector<Counted> positive_definite(int n) {
  std::vector<Counted> H(static_cast<std::size_t>(n * n), Counted(1));
  for (int i = 0; i < n; ++i) H[static_cast<std::size_t>(i * n + i)] = Counted(2);
  return H;
}

/// LTL and LTDL of a dense matrix, compared with Cholesky and L D L^T as in textbooks.
Measurement as_dense(const PaperClaim&, ClaimContext&) {
  int agreed = 0, sizes = 0;
  for (int n = 1; n <= 40; ++n, ++sizes) {
    const auto cholesky = [n](bool roots) {
      std::vector<Counted> A = positive_definite(n);
      const MatrixView<Counted> G{A.data(), n, n};
      using std::sqrt;
      return cost_of_work([&] {
        for (int k = 1; k <= n; ++k) {
          if (roots) G(k, k) = sqrt(G(k, k));
          for (int i = k + 1; i <= n; ++i) G(i, k) = G(i, k) / G(k, k);
          for (int i = k + 1; i <= n; ++i)
            for (int j = k + 1; j <= i; ++j) G(i, j) = G(i, j) - G(i, k) * G(j, k);
        }
      });
    };
    std::vector<Counted> H = positive_definite(n);
    const Lambda chain = chain_parents(n);
    const Operations ltl = cost_of_work([&] {
      require_ok(factor_ltl<Counted>({H.data(), n, n}, view(chain)));
    });
    if (std::pair(ltl, factorize_ltdl(chain)) == std::pair(cholesky(true), cholesky(false))) ++agreed;
  }
  return on_all(agreed, sizes, "sizes");
}

// --- bounds ---

/// (10) to (13) on random trees; attained by a star and a chain.
Measurement bounds(const PaperClaim&, ClaimContext&) {
  std::array<double, 4> most{};  // relative to the bounds
  int trees = 0;
  const auto ask = [&](const Lambda& lambda) {
    const Sparsity s(lambda);
    std::int64_t d_max = 0;
    std::vector<std::int64_t> d(lambda.size());
    for (std::size_t i = 1; i < lambda.size(); ++i)
      d_max = std::max(d_max, d[i] = d[static_cast<std::size_t>(lambda[i])] + 1);
    const std::array<std::int64_t, 4> sums{2 * s.D1, 6 * s.D2, s.D1, 2 * s.D2},
        allowed{s.n * s.n - s.n, s.n * s.n * s.n - s.n, s.n * (d_max - 1), s.n * d_max * (d_max - 1)};
    for (std::size_t k = 0; k < most.size(); ++k)
      if (sums[k] > 0)
        most[k] = std::max(most[k], static_cast<double>(sums[k]) / static_cast<double>(allowed[k]));
    ++trees;
  };
  for (std::uint64_t seed = 1; seed <= 1000; ++seed)
    ask(Layout(random_case(moderate_families[seed % moderate_families.size()].family, 40, seed).model)
            .expanded_parent);
  const std::array<double, 4> of_random_trees = most;
  ask(Lambda(31));
  const std::array<double, 4> of_a_star = most;
  ask(chain_parents(30));
  return holds(*std::max_element(most.begin(), most.end()) == 1 && most[0] == 1 && most[1] == 1 &&
                   of_a_star == of_random_trees,
               fmt::format("at most {:.3f} of what they allow on {} trees, {:.3f} on the chain",
                           fmt::join(of_random_trees, ", "), trees, fmt::join(most, ", ")));
}

/// The cost for chains of eight bodies on the base.
Measurement constant_depth(const PaperClaim& claimed, ClaimContext&) {
  std::vector<double> n, cost;
  for (const int chains : {8, 16, 32, 64}) {
    Lambda lambda{0};
    for (int i = 1; i <= 8 * chains; ++i) lambda.push_back(i % 8 == 1 ? 0 : i - 1);
    n.push_back(8 * chains);
    cost.push_back(static_cast<double>(factorize_ltdl(lambda).total()));
  }
  return order(claimed, growth(n, cost));
}

/// For the balanced tree of n = 2^m - 1: (m - 1) 2^(m-1) <= D1 <= (m - 1) 2^m, and D2 is within m / 2 times
/// these.
Measurement balanced_bounds(const PaperClaim&, ClaimContext&) {
  std::vector<double> D1, D2;  // relative to the lower bound
  for (std::int64_t m = 2; m <= 16; ++m) {
    const Sparsity s(balanced(static_cast<int>(m)));
    const auto least = static_cast<double>((m - 1) << (m - 1));
    D1.push_back(static_cast<double>(s.D1) / least);
    D2.push_back(2 * static_cast<double>(s.D2) / (static_cast<double>(m) * least));
  }
  const auto [low_1, high_1] = std::minmax_element(D1.begin(), D1.end());
  const auto [low_2, high_2] = std::minmax_element(D2.begin(), D2.end());
  return holds(1 <= std::min(*low_1, *low_2) && std::max(*high_1, *high_2) <= 2,
               fmt::format("D1 {:.4f} to {:.4f} of the lower bound, D2 {:.4f} to {:.4f}, {} sizes", *low_1,
                           *high_1, *low_2, *high_2, D1.size()));
}

/// The expression relative to that of a chain, as in limit_of: two side bodies on each body of the main
/// chain.
MeasureClaim two_branches(std::int64_t Sparsity::*sum, int denominator) {
  return [=](const PaperClaim& claimed, ClaimContext&) {
    const auto ratio = [&](int main_chain) {
      Lambda parent{0};
      for (int k = 0; k < main_chain; ++k) {
        const int on = static_cast<int>(parent.size());
        parent.push_back(k == 0 ? 0 : on - 3);
        parent.insert(parent.end(), 2, on);
      }
      const Sparsity s(parent), dense(chain_parents(static_cast<int>(s.n)));
      return static_cast<double>(s.*sum) / static_cast<double>(dense.*sum);
    };
    const double near = ratio(1000), limit = 2 * ratio(2000) - near;
    return holds(
        std::round(limit * denominator * 1e4) == 1e4 && claimed.theirs == fmt::format("1/{}", denominator),
        fmt::format("{:.6f}", limit));
  };
}

/// The exponent of one size in the cost of a plugin.
MeasureClaim grows(const char* plugin, Problem problem, const char* size) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    const report::CostGrowth& g = context.growth_of(plugin, problem, size);
    return order(claimed, {g.exponent, g.half_width});
  };
}

// --- sec. 5 ---

/// D0 = D0a + D0b and D1 = D1a + D1b. D0 is within (16), since the parent of a body is the base.
Measurement split_sums(const PaperClaim&, ClaimContext&) {
  CaseOptions revolutes;
  revolutes.joints = {JointKind::revolute};
  int agreed = 0, trees = 0;
  std::int64_t all_D0 = 0, all_D1 = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed, ++trees) {
    const Family family = moderate_families[seed % moderate_families.size()].family;
    const ScrewPlan plan(random_case(family, 30, seed, revolutes).model);
    std::int64_t D0 = 0, D0_parts = 0, D1_parts = 0;
    std::vector<int> lambda{0};
    for (int i = 1; i <= plan.N; ++i) {
      lambda.push_back(plan.parent[i]);
      if (plan.parent[i] != 0) ++D0;
      if (plan.plan[i].kind == Link::dh || plan.plan[i].kind == Link::non_dh)
        D0_parts += 1, D1_parts += plan.subtree[i];
    }
    all_D0 += D0, all_D1 += D1_parts;
    if (std::pair(D0, Sparsity(lambda).D1) == std::pair(D0_parts, D1_parts)) ++agreed;
  }
  return on_all(agreed, trees, fmt::format("trees, D0 = {} and D1 = {} in all", all_D0, all_D1));
}

/// Every choice of a DH child at every inner node, on all trees of up to six bodies: those that (20) costs
/// least are those with the largest D1a.
Measurement dh_choices(const PaperClaim&, ClaimContext&) {
  int agreed = 0, trees = 0;
  std::int64_t sum = 0;
  Lambda lambda{0};
  const auto ask = [&] {
    const int N = static_cast<int>(lambda.size()) - 1;
    std::vector<std::int64_t> nu(lambda.size(), 1);
    std::vector<std::vector<int>> children(lambda.size());
    for (int i = N; i >= 1; --i) {
      const auto p = static_cast<std::size_t>(lambda[static_cast<std::size_t>(i)]);
      if (p != 0) nu[p] += nu[static_cast<std::size_t>(i)], children[p].push_back(i);
    }
    std::int64_t least_cost = -1, of_least = -1, largest = 0, choices = 1;
    for (const auto& c : children) {
      choices *= std::max<std::int64_t>(1, std::ssize(c));
      std::int64_t most = 0;
      for (const int child : c) most = std::max(most, nu[static_cast<std::size_t>(child)]);
      largest += most;
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (std::int64_t choice = 0; choice < choices; ++choice) {
      Operations cost;
      std::int64_t D1a = 0, rest = choice;
      for (const auto& c : children) {
        if (c.empty()) continue;
        const std::int64_t chosen = rest % std::ssize(c);
        rest /= std::ssize(c);
        for (std::int64_t k = 0; k < std::ssize(c); ++k) {
          const std::int64_t below = nu[static_cast<std::size_t>(c[static_cast<std::size_t>(k)])];
          cost += k == chosen ? Operations{32, 43} + below * Operations{20, 12}
                              : Operations{47, 58} + below * Operations{24, 18};
          if (k == chosen) D1a += below;
        }
      }
      all.emplace_back(cost.total(), D1a);
      if (least_cost < 0 || cost.total() < least_cost) least_cost = cost.total(), of_least = D1a;
    }
    bool optimal = of_least == largest;
    for (const auto& [cost, D1a] : all) optimal = optimal && (cost == least_cost) == (D1a == largest);
    ++trees, sum += least_cost;
    if (optimal) ++agreed;
  };
  const std::function<void()> extend = [&] {
    if (lambda.size() > 1) ask();
    if (lambda.size() == 7) return;
    for (int p = 0; p < static_cast<int>(lambda.size()); ++p) {
      lambda.push_back(p);
      extend();
      lambda.pop_back();
    }
  };
  extend();
  return on_all(agreed, trees, fmt::format("trees, with {} operations in all", sum));
}

Measurement star_is_free(const PaperClaim& claimed, ClaimContext& context) {
  return same(claimed, m_and_a(context.paper_count("crba_screw", Problem::mass_matrix,
                                                   tree(std::vector<int>(31), {JointKind::revolute}))));
}

/// A kernel, or the difference of two.
MeasureClaim unit_cost(Operations (*cost)()) {
  return [=](const PaperClaim& claimed, ClaimContext&) { return same(claimed, m_and_a(cost())); };
}

using C = Counted;
struct ScrewPieces {
  RigidInertia<C> A;
  Force<C> f;
  C d;
  Vec3<C> t;
  DoubleTurn<C> constant;
  Turn<C> angle{C(), C(1)};
};
Operations rx(bool screw_x, bool general) {
  ScrewPieces p;
  return cost_of_work([&] {
    turn<Z>(p.A, DoubleTurn<C>(p.angle));
    if (!screw_x) return;
    slide<Z>(p.A, p.d, p.d);
    turn<X>(p.A, p.constant);
    if (general)
      turn<Z>(p.A, p.constant), slide_across(p.A, 0, p.t, p.t);
    else
      slide<X>(p.A, p.d, p.d);
  });
}
Operations vx(bool screw_x, bool general) {
  ScrewPieces p;
  return cost_of_work([&] {
    if (general) {
      p.f = to_parent(Mat3<C>(), p.t, p.f);
      return;
    }
    turn<Z>(p.f, p.angle);
    if (!screw_x) return;
    slide<Z>(p.f, p.d);
    turn<X>(p.f, p.angle);
    slide<X>(p.f, p.d);
  });
}

}  // namespace

PaperMeasurements details() {
  return {
      {"tree1_row_7", tree_1_row_7},
      {"rectangular", rectangular},
      {"as_dense", as_dense},
      {"bounds", bounds},
      {"balanced_bounds", balanced_bounds},
      {"two_branches_third", two_branches(&Sparsity::D1, 3)},
      {"two_branches_ninth", two_branches(&Sparsity::D2, 9)},
      {"constant_depth_order", constant_depth},
      {"bias_order", grows("rnea", Problem::inverse_dynamics, "chain")},
      {"split_sums", split_sums},
      {"dh_choices", dh_choices},
      {"star_crba", star_is_free},
      {"unit_ra", unit_cost([] {
         ScrewPieces p;
         return cost_of_work([&] { p.A += RigidInertia<C>(); });
       })},
      {"unit_screw", unit_cost([] {
         ScrewPieces p;
         return cost_of_work([&] { turn<X>(p.A, p.constant), slide<X>(p.A, p.d, p.d); });
       })},
      {"unit_rx", unit_cost([] { return rx(true, false); })},
      {"unit_rx_non_dh", unit_cost([] { return rx(true, true); })},
      {"unit_rx_saved", unit_cost([] { return rx(true, false) + (-1) * rx(false, false); })},
      {"unit_vx", unit_cost([] { return vx(true, false); })},
      {"unit_vx_non_dh", unit_cost([] { return vx(true, true); })},
      {"unit_vx_saved", unit_cost([] { return vx(true, false) + (-1) * vx(false, false); })},
  };
}

}  // namespace kintree::suite::featherstone
