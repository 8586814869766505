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

/// What a hunt makes as large as it can.
enum class Aim {
  alpha,  ///< error / sigma: what the algorithm loses beyond the problem itself
  error,  ///< relative, in the problem's norm: the digits that are lost, whoever loses them
  ratio,  ///< the error, relative to that of another plugin in the same case
};
inline constexpr std::array<std::string_view, 3> aim_names{"alpha", "error", "ratio"};

constexpr std::string_view name(Aim aim) {
  return aim_names[static_cast<std::size_t>(aim)];
}

/// What is hunted.
struct Quarry {
  const Plugin* plugin = nullptr;
  Problem problem{};
  Aim aim = Aim::alpha;
  const Plugin* against = nullptr;  ///< of Aim::ratio; it must claim the problem too
};

/// What the judge says of an answer. 0 where nothing can be asked: outside the domain, or ill-posed.
struct Score {
  double value = 0;  ///< of the aim
  double alpha = 0, error = 0, sigma = 0;
};

/// The answer in double before the exact judge, without the proof and the checks beside it that `verify` adds. An answer that is
/// none (a breakdown, a number that is not finite, a crash) has lost every digit: its error is 1. Errors that are divided by are
/// at least a rounding. sigma is sampled from the seed of the case.
Score score(const Quarry& quarry, const Case& c);

/// The same, the samples of sigma drawn from the seeds 1 to this instead; of these the least value. So no hunt wins by finding
/// a case where the samples of one seed underestimate sigma.
inline constexpr std::uint64_t sigma_seeds = 5;
Score confirmed_score(const Quarry& quarry, const Case& c);

struct SearchOptions {
  std::int64_t evaluations = 20000;  ///< cases judged, all together (those that confirm the finds aside)
  std::uint64_t seed = 1;            ///< of the first tree; the next ones count on
  int threads = 1;                   ///< they change nothing but the time
  bool progress = true;              ///< on a terminal
};

/// The worst case, its score confirmed.
struct Find {
  Case c;
  Score score;
};

/// The worst of so many cases, drawn from the sources in turns.
Find worst_drawn(const Quarry& quarry, const std::vector<Source>& sources, const SearchOptions& options);

/// A quarter of the evaluations goes to drawn cases. The worst of them are a herd, each climbing within its SearchSpace by NLopt:
/// by an evolutionary algorithm (ESCH), a population of points, then by Sbplx, a Nelder-Mead method on subspaces, each from
/// where the herd's case is. As often as it can the herd is halved to the better ones, which have twice as many evaluations
/// each. The result depends on the options but for the threads.
Find hunt(const Quarry& quarry, const std::vector<Source>& sources, const SearchOptions& options);

/// The smallest case that has nine tenths of its value and is within the ranges of SearchSpace, if the find is; with a confirmed
/// score, and the find itself where nothing can be left out. Half of sigma is kept as well: numbers that are made zero are not
/// perturbed, and a case in which sigma vanishes for that would be worse for no fault of the algorithm.
Find shrunk(const Quarry& quarry, const Find& find);

/// Where a plugin is hunted unless families are chosen: the moderate ones, with the kinds of joint that it is for; chains alone,
/// if it is for nothing else. Of at most so many bodies.
CaseChoice hunting_ground(const Domain& domain, int bodies);

}  // namespace kintree::suite
