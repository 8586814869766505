// Known mistakes planted into sound plugins, and their diagnosis.
#define BOOST_TEST_MODULE diagnosis
#include "suite/vectors/diagnosis.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/limits.hpp"
#include "misreading_plugin.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

std::string told(const Diagnosis& d) {
  std::string names;
  for (const auto& [first, second] : d.slips)
    names.append(first->name)
        .append(second == nullptr ? "" : "+")
        .append(second == nullptr ? "" : second->name)
        .append(" ");
  return names;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_slip_is_named) {
  for (const KnownMistake& slip : known_mistakes()) {
    int requested = 0, alone = 0;
    for (std::uint64_t seed = 1; seed <= 40 && requested < 4; ++seed) {
      const Case c = example(seed);
      for (const auto& [problem, name] : sound) {
        const FakePluginThatMisreads careless(built_plugin(name), slip.misread);
        const auto m = slip.misread(c);
        if (!m || !m->problems.contains(problem)) continue;
        if (oracle::evaluate<double>(m->solved.model, m->solved.state, {problem}).singular_at != 0) continue;
        const auto d = diagnose(careless, problem, c, Format::binary64);
        if (!d) continue;  // the slip does not show
        ++requested;
        const bool named = std::any_of(d->slips.begin(), d->slips.end(), [&](const auto& s) {
          return s.first == &slip && s.second == nullptr;
        });
        BOOST_TEST(named, slip.name << " in " << c.id.name() << ", " << kintree::name(problem) << ": "
                                    << to_string(*d));
        alone += named && d->slips.size() == 1;
      }
    }
    BOOST_TEST(requested >= 3, slip.name << " shows in " << requested << " answers");
    BOOST_TEST(alone >= 1, slip.name << " is never told from others");
  }
}

// An implementation with a slip contradicts others, not itself: its forward dynamics undoes its inverse dynamics, whose change with
// the accelerations is its mass matrix.
BOOST_AUTO_TEST_CASE(an_implementation_with_a_slip_agrees_with_itself) {
  const double half = oracle::limits::half_of_the_digits(unit_roundoff(Format::binary64));
  for (const KnownMistake& slip : known_mistakes())
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      Case c = example(seed);
      const auto m = slip.misread(c);
      if (!m || m->part != Misreading::all || !m->problems.contains(Problem::forward_dynamics)) continue;
      const auto seen = [&](Problem problem, const Case& given) {
        const auto read = slip.misread(given);
        const auto d = oracle::evaluate<double>(read->solved.model, read->solved.state, {problem});
        const Eigen::VectorXd x = problem == Problem::mass_matrix ? Eigen::VectorXd(d.H.reshaped())
                                  : problem == Problem::inverse_dynamics
                                      ? Eigen::VectorXd(d.of(Problem::inverse_dynamics))
                                      : Eigen::VectorXd(d.of(Problem::forward_dynamics));
        return mapped(*read, problem, {x.begin(), x.end()});
      };
      const auto n = c.state.v.size();
      c.state.tau = seen(Problem::inverse_dynamics, c);
      if (oracle::evaluate<double>(m->solved.model, m->solved.state, {Problem::forward_dynamics})
              .singular_at == 0) {
        const std::vector<double> qdd = seen(Problem::forward_dynamics, c);
        for (std::size_t k = 0; k < n; ++k)
          BOOST_TEST(std::abs(qdd[k] - c.state.qdd[k]) <= half, slip.name << " in " << c.id.name());
      }
      if (!m->problems.contains(Problem::mass_matrix)) continue;
      const std::vector<double> H = seen(Problem::mass_matrix, c);
      double scale = 1;
      for (const double x : c.state.tau) scale = std::max(scale, std::abs(x));
      for (std::size_t k = 0; k < n; ++k) {
        Case more = c;
        more.state.qdd[k] += 1;
        const std::vector<double> tau = seen(Problem::inverse_dynamics, more);
        for (std::size_t i = 0; i < n; ++i)
          BOOST_TEST(std::abs(tau[i] - c.state.tau[i] - H[i * n + k]) <= half * scale,
                     slip.name << " in " << c.id.name());
      }
    }
}

BOOST_AUTO_TEST_CASE(most_pairs_of_slips_are_named) {
  int requested = 0, named = 0, single = 0;
  const std::vector<KnownMistake>& all = known_mistakes();
  for (std::uint64_t seed = 1; requested < 12; ++seed) {
    const Case c = example(seed);
    const KnownMistake &first = all[seed * 7 % all.size()], &second = all[seed * 11 % all.size()];
    const Problem problem = std::next(sound.begin(), static_cast<long>(seed % sound.size()))->first;
    const auto m = misread(c, first, second);
    if (&first == &second || !m || !m->problems.contains(problem)) continue;
    if (oracle::evaluate<double>(m->solved.model, m->solved.state, {problem}).singular_at != 0) continue;
    const FakePluginThatMisreads careless(built_plugin(sound.at(problem)),
                                          [&](const Case& given) { return misread(given, first, second); });
    const auto d = diagnose(careless, problem, c, Format::binary64);
    if (!d) continue;
    ++requested;
    const bool found = std::any_of(d->slips.begin(), d->slips.end(), [&](const auto& s) {
      return std::set{s.first, s.second} == std::set{&first, &second};
    });
    const bool one_shows = !d->slips.empty() && d->slips.front().second == nullptr;
    named += found;
    single += one_shows;
    if (!found && !one_shows)
      BOOST_TEST_MESSAGE(first.name << " + " << second.name << " in " << kintree::name(problem) << " of "
                                    << c.id.name() << ": " << told(*d) << to_string(*d));
  }
  BOOST_TEST_MESSAGE(requested << " asked, " << named << " named as a pair, " << single
                               << " where one alone shows");
  BOOST_TEST(named + single >= requested * 9 / 10);
  BOOST_TEST(named >= requested / 2);
}

BOOST_AUTO_TEST_CASE(no_sound_plugin_has_a_slip) {
  for (const auto& [problem, name] : sound)
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      BOOST_TEST(!diagnose(built_plugin(name), problem, example(seed), Format::binary64).has_value(),
                 name << " in " << seed);
}
