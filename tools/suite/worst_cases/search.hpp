// The worst case of a plugin, which is not drawn but hunted: the numbers of many trees and states, changed until the plugin errs
// most.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/sources.hpp"

namespace kintree::suite {

/// The quantity that a hunt makes as large as it can.
enum class Aim {
  alpha,  ///< error / sigma: the loss of the algorithm beyond that of the problem itself
  error,  ///< relative, in the problem's norm: the lost digits, of the algorithm and of the problem
  ratio,  ///< the error, relative to that of another plugin in the same case
};
inline constexpr std::array<std::string_view, 3> aim_names{"alpha", "error", "ratio"};

constexpr std::string_view name(Aim aim) {
  return aim_names[static_cast<std::size_t>(aim)];
}

/// The target of a hunt.
struct SearchTarget {
  const Plugin* plugin = nullptr;
  Problem problem{};
  Aim aim = Aim::alpha;
  const Plugin* against = nullptr;  ///< of Aim::ratio; it must claim the problem too
};

/// The judge's numbers for an answer. They are 0 if the case is outside the domain or ill-posed.
struct Score {
  double value = 0;  ///< of the aim
  double alpha = 0, error = 0, sigma = 0;
};

/// Judges the answer in double by the exact judge, without the proof and the other checks of `verify`. A
/// breakdown, a number that is not finite, or a crash has lost every digit, so its error is 1. An error used
/// as a divisor is at least a rounding. sigma is sampled from the seed of the case.
Score score(const SearchTarget& target, const Case& c);

/// The same, with samples of sigma drawn from the seeds 1 to this number. Returns the least of these scores.
/// So no hunt wins by finding a case where the samples of one seed underestimate sigma.
inline constexpr std::uint64_t sigma_seeds = 5;
Score confirmed_score(const SearchTarget& target, const Case& c);

struct SearchOptions {
  std::int64_t evaluations = 20000;  ///< cases judged, all together (those that confirm the finds aside)
  std::uint64_t seed = 1;            ///< of the first tree; the next ones count on
  int threads = 1;                   ///< the results do not depend on their number
  bool progress = true;              ///< on a terminal
};

/// The worst case, its score confirmed.
struct Find {
  Case c;
  Score score;
};

/// The worst of so many cases, drawn from the sources in turns.
Find worst_drawn(const SearchTarget& target, const std::vector<Source>& sources,
                 const SearchOptions& options);

/// A quarter of the evaluations goes to drawn cases. The worst of these form a herd. Each of them climbs
/// within its SearchSpace by NLopt, first by an evolutionary algorithm (ESCH), which uses a population of
/// points, then by Sbplx, a Nelder-Mead method on subspaces. Each algorithm starts at the case that the herd
/// has reached. The herd is halved as often as possible: the better half stays, and each member gets twice as
/// many evaluations. The result depends on all options except the threads.
Find hunt(const SearchTarget& target, const std::vector<Source>& sources, const SearchOptions& options);

/// Returns the smallest case that keeps nine tenths of the value, with a confirmed score. It is within the
/// ranges of SearchSpace, if the find is. It is the find itself if nothing can be left out. Half of sigma is
/// kept as well. Numbers that are set to zero are not perturbed, so sigma could vanish, and the case would be
/// worse without a fault of the algorithm.
Find shrunk(const SearchTarget& target, const Find& find);

/// Returns the families in which a plugin is hunted unless families are chosen, with at most so many bodies.
/// They are the moderate families, with the kinds of joint of the plugin's domain. A plugin for chains only
/// is hunted on chains.
CaseChoice hunting_ground(const Domain& domain, int bodies);

}  // namespace kintree::suite
