#define BOOST_TEST_MODULE aba_accurate
#include "aba_accurate/aba_accurate.hpp"

#include "aba/aba.hpp"
#include "calls.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// A chain of revolute joints about changing axes; the bodies weigh `mass`, and their tensors are in proportion.
Case chain(const std::vector<double>& mass) {
  Case result;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    const double m = mass[i];
    Body link{
        .name = "link " + std::to_string(i), .parent = static_cast<int>(i), .joint = {}, .inertial = {}};
    link.joint = {.name = "joint " + std::to_string(i),
                  .kind = JointKind::revolute,
                  .placement = {.xyz = {0.3, 0.1, -0.2}, .rpy = {0.4, -0.7, 0.3}}};
    link.joint.axis = i % 2 == 0 ? Triple{1, 0, 0} : Triple{0, 3, 4};
    link.inertial = {
        .origin = {.xyz = {0.1, 0.05, 0.02}}, .mass = m, .ixx = 0.02 * m, .iyy = 0.03 * m, .izz = 0.04 * m};
    result.model.bodies.push_back(link);
  }
  result.state = neutral_state(result.model);
  for (std::size_t i = 0; i < mass.size(); ++i) {
    result.state.q[i] = 0.3 + 0.1 * static_cast<double>(i);
    result.state.tau[i] = 1;
  }
  return result;
}

template <template <class> class Algorithm, class S>
std::vector<double> accelerations(const Case& of) {
  const Widened<S> state(of.state);
  Algorithm<S> solver(of.model);
  std::vector<double> result;
  for (const S& x : answer<ForwardDynamics>(solver, state)) result.push_back(static_cast<double>(x));
  return result;
}

}  // namespace

/// Eight light links carry a heavy one: two motions of theirs leave it where it is, and meet their own inertia alone,
/// 10^12 times less than what passes the heavy link's joint.
BOOST_AUTO_TEST_CASE(a_heavy_body_hides_no_light_ones) {
  const PrecisionScope precision(60);
  const Case heavy_tip = chain({1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e6});
  const std::vector<double> expected = accelerations<Aba, Multiprecision>(heavy_tip);
  BOOST_TEST(relative_error(accelerations<AbaAccurate, double>(heavy_tip), expected) <= 1e-9);
  BOOST_TEST(relative_error(accelerations<Aba, double>(heavy_tip), expected) >= 1e-6);
}
