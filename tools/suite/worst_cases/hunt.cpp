#include <unistd.h>
#include <algorithm>
#include <boost/timer/progress_display.hpp>
#include <cmath>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <nlopt.hpp>
#include <numeric>

#include "kintree/files/model_json.hpp"
#include "suite/support/parallel.hpp"
#include "suite/worst_cases/search.hpp"
#include "suite/worst_cases/search_space.hpp"
#include "suite/worst_cases/shrink.hpp"

namespace kintree::suite {
namespace {

// The shares of the evaluations.
constexpr std::int64_t drawn_of_four = 1;    ///< quarters that go to drawn cases
constexpr std::size_t herd_size = 8;         ///< the worst of them
constexpr std::int64_t evolved_of_four = 1;  ///< of those of a climb, quarters that go to the population
/// The first step of a climb, in a box of sides 1. Each step without an improvement is followed by one that
/// is shorter by this factor.
constexpr double first_step = 0.1, shorter = 0.3, shortest = 1e-9;

/// The evaluations of a hunt: draws, then rungs of climbs, each with half as many climbers as the one before.
class Shares {
 public:
  explicit Shares(std::int64_t evaluations)
      : draws(std::max<std::int64_t>(1, evaluations * drawn_of_four / 4)), climbs_(evaluations - draws) {
    std::int64_t size = std::min<std::int64_t>(draws, herd_size);
    for (; size > 0; size /= 2) climbers.push_back(size);
  }

  std::int64_t of_each(std::int64_t size) const {
    return climbs_ / static_cast<std::int64_t>(climbers.size()) / size;
  }
  std::int64_t total() const {
    return std::accumulate(
        climbers.begin(), climbers.end(), draws,
        [this](std::int64_t sum, std::int64_t size) { return sum + size * of_each(size); });
  }

  std::int64_t draws;
  std::vector<std::int64_t> climbers = {};  ///< of each rung

 private:
  std::int64_t climbs_;
};

/// On a terminal.
class Ticks {
 public:
  Ticks(const SearchOptions& options, std::int64_t evaluations) {
    if (options.progress && isatty(STDERR_FILENO) != 0)
      display_ = std::make_unique<boost::timer::progress_display>(static_cast<unsigned long>(evaluations),
                                                                  std::cerr);
  }
  void one() {
    if (!display_) return;
    const std::lock_guard lock(mutex_);
    ++*display_;
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<boost::timer::progress_display> display_;
};

/// A case of the herd: where it has climbed to.
struct Climber {
  Case drawn;
  bool fixed_model;
  double value;
  std::vector<double> point = {};  ///< empty: the drawn case

  Case reached(Problem problem) const {
    return point.empty() ? drawn : SearchSpace(drawn, problem, fixed_model).at(point).value();
  }
};

class Climb {
 public:
  Climb(const SearchTarget& target, Climber& climber, Ticks& ticks)
      : target_(target),
        climber_(climber),
        ticks_(ticks),
        space_(climber.drawn, target.problem, climber.fixed_model) {
    if (climber_.point.empty()) climber_.point = space_.start();
  }

  void spend(std::int64_t evaluations, nlopt::algorithm algorithm) {
    left_ = evaluations;
    double step = first_step;
    while (left_ > 0 && space_.dimension() > 0) {
      const double before = climber_.value;
      const std::int64_t had = left_;
      from_here(algorithm, step);
      if (left_ == had) return;
      if (climber_.value <= before) step = step * shorter < shortest ? first_step : step * shorter;
    }
  }

 private:
  /// From the point that is the best so far, until NLopt finds no better one.
  void from_here(nlopt::algorithm algorithm, double step) {
    nlopt::opt optimizer(algorithm, static_cast<unsigned>(space_.dimension()));
    optimizer.set_lower_bounds(0.0);
    optimizer.set_upper_bounds(1.0);
    optimizer.set_initial_step(step);
    optimizer.set_maxeval(static_cast<int>(left_));
    optimizer.set_xtol_rel(shortest);
    optimizer.set_max_objective([](const std::vector<double>& x, std::vector<double>&,
                                   void* self) { return static_cast<Climb*>(self)->height(x); },
                                this);
    std::vector<double> x = climber_.point;
    double reached = 0;
    try {
      optimizer.optimize(x, reached);
    } catch (const nlopt::roundoff_limited&) {  // the point is as near as doubles allow
    }
  }

  /// Returns the logarithm of the value, because values span decades.
  double height(const std::vector<double>& x) {
    constexpr double lowest = 0x1p-60;
    --left_;
    ticks_.one();
    const std::optional<Case> c = space_.at(x);
    const double value = c ? score(target_, *c).value : 0;
    if (value > climber_.value) {
      climber_.value = value;
      climber_.point = x;
    }
    return std::log2(std::max(value, lowest));
  }

  const SearchTarget& target_;
  Climber& climber_;
  Ticks& ticks_;
  SearchSpace space_;
  std::int64_t left_ = 0;
};

/// True if every seed gives the same robot.
bool has_fixed_model(const Source& source, std::uint64_t seed) {
  return model_as_json(source.draw(seed).model) == model_as_json(source.draw(seed + 1).model);
}

/// The worst of the cases drawn from the sources in turns.
std::vector<Climber> herd(const SearchTarget& target, const std::vector<Source>& sources,
                          const SearchOptions& options, std::int64_t draws, Ticks& ticks) {
  const auto source = [&](std::size_t k) -> const Source& { return sources[k % sources.size()]; };
  std::vector<double> values(static_cast<std::size_t>(draws));
  in_parallel(options.threads, values.size(), [&](std::size_t, std::uint64_t k) {
    values[k] = score(target, source(k).draw(options.seed + k)).value;
    ticks.one();
  });
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  std::vector<Climber> worst;
  for (const std::size_t k : order) {
    if (worst.size() == herd_size) break;
    worst.push_back(
        {source(k).draw(options.seed + k), has_fixed_model(source(k), options.seed + k), values[k]});
  }
  return worst;
}

/// Returns the find with the worst confirmed score among those that the climbers reached.
Find best_of(const SearchTarget& target, const std::vector<Climber>& climbers, int threads) {
  std::vector<Find> finds(climbers.size());
  in_parallel(threads, finds.size(), [&](std::size_t, std::uint64_t k) {
    const Case c = climbers[k].reached(target.problem);
    finds[k] = {c, confirmed_score(target, c)};
  });
  return *std::max_element(finds.begin(), finds.end(),
                           [](const Find& a, const Find& b) { return a.score.value < b.score.value; });
}

}  // namespace

Find worst_drawn(const SearchTarget& target, const std::vector<Source>& sources,
                 const SearchOptions& options) {
  Ticks ticks(options, options.evaluations);
  return best_of(target, herd(target, sources, options, options.evaluations, ticks), options.threads);
}

Find hunt(const SearchTarget& target, const std::vector<Source>& sources, const SearchOptions& options) {
  const Shares shares(options.evaluations);
  Ticks ticks(options, shares.total());
  std::vector<Climber> climbers = herd(target, sources, options, shares.draws, ticks);
  std::vector<Climber> retired;
  for (std::size_t rung = 0; rung < shares.climbers.size(); ++rung) {
    const std::int64_t each = shares.of_each(shares.climbers[rung]);
    in_parallel(options.threads, climbers.size(), [&](std::size_t, std::uint64_t k) {
      nlopt::srand(static_cast<unsigned long>(climbers[k].drawn.id.seed * 64 + rung));  // of this thread
      Climb climb(target, climbers[k], ticks);
      climb.spend(each * evolved_of_four / 4, nlopt::GN_ESCH);
      climb.spend(each - each * evolved_of_four / 4, nlopt::LN_SBPLX);
    });
    std::stable_sort(climbers.begin(), climbers.end(),
                     [](const Climber& a, const Climber& b) { return a.value > b.value; });
    const auto half = climbers.begin() + std::max<std::ptrdiff_t>(1, std::ssize(climbers) / 2);
    retired.insert(retired.end(), half, climbers.end());
    climbers.erase(half, climbers.end());
  }
  climbers.insert(climbers.end(), retired.begin(), retired.end());
  return best_of(target, climbers, options.threads);
}

Find shrunk(const SearchTarget& target, const Find& find) {
  constexpr double kept = 0.9;
  const auto within = [&](const Case& c) { return !SearchSpace(c, target.problem, false).beyond_ranges(); };
  const bool ordinary = within(find.c);
  const Case small = shrink(find.c, [&](const Case& c) {
    const auto enough = [&](const Score& s) {
      return s.value >= kept * find.score.value && s.sigma >= find.score.sigma / 2;
    };
    return (!ordinary || within(c)) && enough(score(target, c)) && enough(confirmed_score(target, c));
  });
  return {small, confirmed_score(target, small)};
}

CaseChoice hunting_ground(const Domain& domain, int bodies) {
  CaseChoice choice;
  choice.bodies = bodies;
  if (domain.joints.size() < joint_kinds.size()) choice.joints = domain.joints;
  for (const FamilyInfo& entry : moderate_families)
    if (domain.shape == Domain::any_tree || entry.family == Family::chain)
      choice.families.emplace_back(entry.name);
  return choice;
}

}  // namespace kintree::suite
