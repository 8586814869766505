#include "kernels/screw_frames.hpp"

#include <algorithm>

#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

template <class S>
void append(const Transform<S>& X, std::vector<S>& numbers) {
  for (const Vec3<S>& v : {X.R.x, X.R.y, X.R.z, X.r}) numbers.insert(numbers.end(), {v.x, v.y, v.z});
}

/// E_0 R_z(theta) and r, or R_x(alpha) T_x(a) T_z(d) R_z(theta) from the constants alone.
template <class S>
Transform<S> from_constants(const ScrewLink<S>& l, const S& q) {
  S s, c;
  sincos(q, s, c);
  const Turn<S> theta = sum(Turn<S>{s, c}, l.theta_0);
  s = theta.s, c = theta.c;
  Transform<S> z = along_z(c, s, S{});
  if (l.kind == Link::privileged) return z;
  const Mat3<S> R_x{{S(1), S{}, S{}}, {S{}, l.cos_alpha, l.sin_alpha}, {S{}, -l.sin_alpha, l.cos_alpha}};
  if (l.kind == Link::dh) return compose({R_x, {l.a, S{}, S{}}}, along_z(c, s, l.d));
  Transform<S> euler = compose(Transform<S>{l.E_0, l.t}, along_z(c, s, l.d));
  BOOST_TEST(relative_error<S>({euler.r.x, euler.r.y, euler.r.z}, {l.r.x, l.r.y, l.r.z}) <= 1e-13);
  const Mat3<S> R_z = along_z(l.cos_gamma, l.sin_gamma, S{}).R;
  std::vector<S> E, product;
  append(Transform<S>{l.E_0, {}}, E);
  append(Transform<S>{R_z * R_x, {}}, product);
  BOOST_TEST(relative_error(E, product) <= 1e-13);
  using std::abs;
  if (l.kind == Link::non_dh)
    BOOST_TEST(abs(l.k == 0 ? l.t.x : l.k == 1 ? l.t.y : l.t.z) <= S(1e-13) * sqrt(dot(l.t, l.t)));
  return euler;
}

/// The poses of moving bodies in the base, at the positions q.
template <class S>
std::vector<Transform<S>> poses(const Tree<S>& tree) {
  std::vector<Transform<S>> pose(static_cast<std::size_t>(tree.N) + 1);
  pose[0].R = identity3<S>();
  for (int i = 1; i <= tree.N; ++i)
    pose[static_cast<std::size_t>(i)] = compose(pose[static_cast<std::size_t>(tree.parent[i])], tree.X[i]);
  return pose;
}

/// Every link agrees with the tree in the caller's frames; the classes seen are counted.
template <class S>
void check_links(const Case& drawn, double tolerance, std::array<int, 6>& seen) {
  Tree<S> tree(drawn.model);
  const Widened<S> state(drawn.state);
  tree.set_positions(view(state.q));
  const std::vector<Transform<S>> pose = poses(tree);
  const ScrewFrames<S> frames(drawn.model);
  BOOST_TEST(frames.n == tree.n);
  for (int i = 1; i <= frames.N; ++i) {
    const ScrewLink<S>& l = frames.link[i];
    ++seen[static_cast<std::size_t>(l.kind)];
    const int p = frames.parent[i];
    const Transform<S> F_p =
        compose(pose[static_cast<std::size_t>(p == 0 ? 0 : frames.body[p])], frames.pose[p]);
    const Transform<S> F_i = compose(pose[static_cast<std::size_t>(frames.body[i])], frames.pose[i]);
    Transform<S> X;
    if (l.kind == Link::general || l.kind == Link::floating) {
      Subspace<S> subspace = frames.joint[i].subspace();
      frames.joint[i].place(state.q.data() + frames.first_position[i] - 1, X, subspace);
      X = compose(X, frames.pose[i]);
    } else {
      X = from_constants(l, state.q[static_cast<std::size_t>(frames.first_position[i] - 1)]);
    }
    std::vector<S> actual, expected;
    append(X, actual);
    append(compose(inverse(F_p), F_i), expected);
    BOOST_TEST_CONTEXT("body " << i << " kind " << static_cast<int>(l.kind)) {
      // Tilts and offsets of a rounding are taken for none, in every scalar.
      const bool exact = !are_parallel(l.neighbours);
      BOOST_TEST(relative_error(actual, expected) <= (exact ? tolerance : std::max(tolerance, 1e-15)));
    }
  }
}

const CaseOptions revolutes{
    .joints = {JointKind::revolute}, .numbering = {}, .multi_root = true, .state = {}};
const CaseOptions some_fixed{
    .joints = {JointKind::revolute, JointKind::revolute, JointKind::revolute, JointKind::fixed},
    .numbering = {},
    .multi_root = true,
    .state = {}};

}  // namespace

BOOST_AUTO_TEST_CASE(links_are_those_of_the_callers_tree) {
  const PrecisionScope precision(60);
  std::array<int, 6> seen{};
  for (const CaseOptions& options : {CaseOptions{}, revolutes, some_fixed})
    for_cases(12, 2, options, [&seen](const Case& drawn) {
      check_links<Multiprecision>(drawn, 1e-50, seen);
      check_links<Multiprecision>(afloat(drawn), 1e-50, seen);
      check_links<double>(drawn, 1e-11, seen);
    });
  for (const int count : seen) BOOST_TEST(count > 0);
}

BOOST_AUTO_TEST_CASE(axes_that_coincide_or_almost) {
  const PrecisionScope precision(60);
  std::array<int, 6> seen{};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Case drawn = random_case(Family::coincident_axes, 12, seed, revolutes);
    check_links<Multiprecision>(drawn, 1e-40, seen);
    check_links<double>(drawn, 1e-11, seen);
  }
}
