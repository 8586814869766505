#include "suite/counting/growth.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <utility>

#include "kintree/model/error.hpp"
#include "suite/support/parallel.hpp"

namespace kintree::suite {

Case tree(const std::vector<int>& parent, const std::vector<JointKind>& joints, std::uint64_t seed,
          const std::vector<int>& end_effectors) {
  Topology topology{parent, joints};
  topology.joints.resize(parent.size(), joints.back());
  Generator generator = make_generator({word("growth"), seed, parent.size()});
  Case c{{.family = "tree", .joints = {}, .seed = seed}, random_model("tree", topology, generator), {}};
  c.state = random_state(c.model, generator, {.max_end_effectors = 0});
  for (const int body : end_effectors) c.state.end_effectors.push_back({body, {}});
  return c;
}

std::vector<int> chain_parents(int bodies) {
  std::vector<int> parent{0};
  for (int i = 1; i <= bodies; ++i) parent.push_back(i - 1);
  return parent;
}

std::string Exponent::text() const {
  return fmt::format("{:.3f} ± {:.3f}", k, half_width);
}

Exponent fit_exponent(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0, residual = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += std::log(x[i]) / n, mean_y += std::log(y[i]) / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = std::log(x[i]) - mean_x;
    xx += u * u;
    xy += u * std::log(y[i]);
  }
  const double k = xy / xx;
  for (std::size_t i = 0; i < x.size(); ++i)
    residual += std::pow(std::log(y[i]) - mean_y - k * (std::log(x[i]) - mean_x), 2);
  const double t = boost::math::quantile(boost::math::students_t(n - 2), 0.975);
  return {k, t * std::sqrt(residual / (n - 2) / xx)};
}

Exponent growth(std::span<const double> x, std::span<const double> y) {
  std::vector<double> at, by;
  for (std::size_t i = 1; i < x.size(); ++i) {
    at.push_back(std::sqrt(x[i] * x[i - 1]));
    by.push_back((y[i] - y[i - 1]) / (x[i] - x[i - 1]) * at.back());
  }
  if (std::any_of(by.begin(), by.end(), [](double d) { return d <= 0; })) return {};
  const Exponent fitted = fit_exponent(at, by);
  return fitted.k < 0 ? Exponent{} : fitted;
}

namespace {

/// `bodies` bodies of depth d: a stem with m branches, and chains of d on the base. The rest is on the base alone.
Case forest(int bodies, int d, int stem_length, int m, JointKind joint) {
  std::vector<int> parent{0}, tips;
  const auto chain = [&](int on, int length) {
    for (int l = 0; l < length; ++l) {
      parent.push_back(on);
      on = static_cast<int>(parent.size()) - 1;
    }
    return on;
  };
  const int stem = m > 0 ? chain(0, stem_length) : 0;
  for (int k = 0; k < m; ++k) tips.push_back(chain(stem, d - stem_length));
  while (static_cast<int>(parent.size()) - 1 + d <= bodies) chain(0, d);
  parent.resize(static_cast<std::size_t>(bodies) + 1, 0);
  return tree(parent, {joint}, 1, tips);
}

/// A tree of depth d with `bodies` bodies: a stem that branches into m chains of equal length, with an
/// end-effector on each tip, so that every body supports one.
Case broom(int bodies, int d, int m, JointKind joint) {
  const int length = (bodies - d) / (m - 1), stem = d - length;
  std::vector<int> parent = chain_parents(stem), tips;
  for (int k = 0; k < m; ++k) {
    int on = stem;
    for (int l = 0; l < length; ++l) {
      parent.push_back(on);
      on = static_cast<int>(parent.size()) - 1;
    }
    tips.push_back(on);
  }
  return tree(parent, {joint}, 1, tips);
}

/// A chain of half the bodies, each of which carries one more.
std::vector<int> comb_parents(int bodies) {
  std::vector<int> parent{0};
  for (int i = 1; i <= bodies; ++i) parent.push_back(i % 2 == 0 ? i - 1 : std::max(0, i - 2));
  return parent;
}

}  // namespace

std::vector<report::CostGrowth> cost_growth(const Plugin& plugin, const Claim& claim, const CountRun& count) {
  const Description& d = plugin.description();
  const bool revolutes =
      std::find(d.domain.joints.begin(), d.domain.joints.end(), JointKind::revolute) != d.domain.joints.end();
  const JointKind joint = revolutes ? JointKind::revolute : d.domain.joints.front();
  const bool ends = reads(claim.problem, quantity::end_effectors);
  // J-bar exists only where J has full row rank: six joints move each end-effector alone.
  const bool needs_rank = info(claim.problem).solves_with == SolvesWith::Lambda;
  constexpr int branches = 4;
  // A power with so large a factor shows on smaller trees, and a run with more operations takes minutes.
  constexpr double affordable = 1e9, if_settled = 3e7;
  const auto forest_with = [=](int bodies, int depth, int m) {
    return forest(bodies, depth, needs_rank ? depth / 4 : depth / 2, m, joint);
  };

  std::vector<report::CostGrowth> all;
  const auto ask = [&](const char* size, std::optional<int> claimed, const std::vector<int>& sizes,
                       auto&& draw) {
    if (!claimed) return;
    report::CostGrowth g;
    g.plugin = d.name, g.problem = claim.problem, g.size = size, g.claimed = *claimed;
    // If the claim is that the cost does not grow, all of the cost is fitted, not only the small part that
    // grows.
    const auto fitted = [&] {
      if (*claimed == 0) return fit_exponent(g.sizes, g.operations);
      // The highest power shows on the largest trees.
      const std::size_t last = std::min<std::size_t>(5, g.sizes.size());
      return growth(std::span(g.sizes).last(last), std::span(g.operations).last(last));
    };
    for (const int x : sizes) {
      if (g.sizes.size() >= 5) {
        const Exponent so_far = fitted();
        const bool is_settled = std::abs(so_far.k - *claimed) + so_far.half_width < 0.5;
        const double next = g.operations.back() * std::pow(x / g.sizes.back(), *claimed);
        if (next > (is_settled ? if_settled : affordable)) break;
      }
      CountingCase c(draw(x));
      const CountedRun run = count(c, plugin, claim.problem);
      if (run.reason == Reason::not_built)
        throw InputError("plugin '" + d.name + "' is not built for counting");
      if (!run) {
        g.verdict = report::Order::not_counted;
        g.detail = fmt::format("at {}: {}", x, report::explanation(run.reason, run.detail));
        all.push_back(std::move(g));
        return;
      }
      g.sizes.push_back(x);
      g.operations.push_back(static_cast<double>(run.cost.operations().total()));
    }
    const Exponent counted = fitted();
    g.exponent = counted.k, g.half_width = counted.half_width;
    const auto rounded = static_cast<int>(std::lround(counted.k));
    g.verdict = rounded == *claimed  ? report::Order::agrees
                : rounded < *claimed ? report::Order::lower
                                     : report::Order::higher;
    all.push_back(std::move(g));
  };
  // The highest power of n is visible late if it has a small factor, as in 1/6 n^3 + 30 n^2.
  const std::vector<int> large{32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024},
      moderate{16, 24, 32, 48, 64, 96, 128, 192, 256};
  ask("chain", claim.growth.chain, claim.growth.chain == 3 ? large : moderate, [&](int bodies) {
    return tree(chain_parents(bodies), {joint}, 1, ends ? std::vector<int>{bodies} : std::vector<int>{});
  });
  ask("N", claim.growth.N, large, [&](int bodies) { return forest_with(bodies, 8, branches); });
  // Where depth must not matter, every body supports an end-effector: how many do is a size of its own.
  if (ends && claim.growth.d == 0)
    ask("d", claim.growth.d, {16, 31, 61, 121, needs_rank ? 166 : 241},
        [&](int depth) { return broom(256, depth, 16, joint); });
  else
    ask("d", claim.growth.d,
        claim.growth.N >= 2 ? std::vector<int>{8, 16, 32, 64, 128} : std::vector<int>{16, 32, 64, 128, 256},
        [&](int depth) {
          const int bodies = claim.growth.N >= 2 ? 128 : claim.growth.d == 0 ? 512 : 1024;
          return forest_with(bodies, depth, ends ? branches : 0);
        });
  ask("m", claim.growth.m, {8, 12, 16, 24, 32, 48}, [&](int m) {
    Case c = forest_with(needs_rank ? 290 : 196, 8, 48);
    c.state.end_effectors.resize(static_cast<std::size_t>(m));
    return c;
  });
  const std::optional<int> star = claim.growth.star ? claim.growth.star : claim.growth.N;
  ask("star", needs_rank ? std::optional<int>() : star, {16, 24, 32, 48, 64, 96, 128}, [&](int bodies) {
    std::vector<int> parent(static_cast<std::size_t>(bodies) + 1, 1);
    parent[0] = parent[1] = 0;
    return tree(parent, {joint}, 1, ends ? std::vector<int>{2, 3, 4, 5} : std::vector<int>{});
  });
  ask("comb", claim.growth.chain, claim.growth.chain == 3 ? large : moderate, [&](int bodies) {
    return tree(comb_parents(bodies), {joint}, 1,
                needs_rank ? std::vector<int>{bodies}
                : ends     ? std::vector<int>{bodies - 1, bodies}
                           : std::vector<int>{});
  });
  ask("laden", claim.growth.laden, {8, 16, 32, 64}, [&](int bodies) {
    std::vector<int> all;
    for (int i = 1; i <= bodies; ++i) all.push_back(i);
    return tree(chain_parents(bodies), {joint}, 1, all);
  });
  return all;
}

std::vector<report::CostGrowth> cost_growth(const Request& requested, int threads, const CountRun& count) {
  std::vector<std::pair<const Plugin*, const Claim*>> claims;
  for (const Plugin* plugin : requested.plugins)
    for (const Claim& claim : plugin->description().claims)
      if (requested.problems.contains(claim.problem)) claims.emplace_back(plugin, &claim);
  std::vector<std::vector<report::CostGrowth>> parts(claims.size());
  in_parallel(threads, claims.size(), [&](std::size_t, std::uint64_t k) {
    parts[k] = cost_growth(*claims[k].first, *claims[k].second, count);
  });
  std::vector<report::CostGrowth> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace kintree::suite
