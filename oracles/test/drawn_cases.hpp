// Random trees of all joint kinds for tests of identities, and their answers at 100 digits.
#pragma once

#include <boost/test/unit_test.hpp>
#include <map>
#include <utility>
#include <vector>

#include "kintree/trees/case.hpp"
#include "moving_tree.hpp"

namespace kintree::test {

inline Vector<Real> vector_of(const std::vector<double>& x) {
  Vector<Real> result(static_cast<Eigen::Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) result(static_cast<Eigen::Index>(i)) = Real(x[i]);
  return result;
}

/// Small trees of every moderate family; at every fourth seed one with all nine kinds of joint, one after the
/// other.
inline Case drawn(std::uint64_t seed) {
  CaseOptions options;
  options.state.scale_quaternions = true;
  if (seed % 4 != 0)
    return random_case(moderate_families[seed % moderate_families.size()].family, 5, seed, options);
  NamedTopology all{"all_joints", "", {}};
  for (const JointKindInfo& kind : joint_kinds) {
    all.topology.parent.push_back(static_cast<int>(all.topology.parent.size()) - 1 -
                                  (seed % 8 == 0 ? 0 : kind.velocities / 3));
    if (all.topology.parent.back() < 0) all.topology.parent.back() = 0;
    all.topology.joints.push_back(kind.kind);
  }
  return topology_case(all, seed, options);
}

inline constexpr std::uint64_t seeds = 16;

/// The answers at 100 digits, computed once for all tests.
inline const oracle::Dynamics<Real>& answers(std::uint64_t seed, const Case& c, const ProblemSet& problems) {
  static std::map<std::uint64_t, std::vector<std::pair<ProblemSet, oracle::Dynamics<Real>>>> known;
  for (const auto& [requested, answer] : known[seed])
    if (requested == problems) return answer;
  return known[seed].emplace_back(problems, oracle::evaluate<Real>(c.model, c.state, problems)).second;
}

/// Calls f(case, answer) for each seed, at 100 digits, for trees of at most `most` degrees of freedom.
template <class F>
void for_each_case(F&& f, const ProblemSet& problems = without_derivatives, int most = 1000) {
  const oracle::Digits scope(100);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Case c = drawn(seed);
    if (Layout(c.model).n > most) continue;
    BOOST_TEST_CONTEXT("seed " << seed << ", " << c.id.name()) {
      f(c, answers(seed, c, problems));
    }
  }
}

inline Vector<Real> zeros(Eigen::Index n) {
  return Vector<Real>::Constant(n, Real(0));
}

/// Differences of poses are right to about half of the 100 digits.
inline constexpr double half = 1e-40;
inline constexpr double all = 1e-90;

}  // namespace kintree::test
