// All algorithms for the inverse of the operational-space inertia matrix, against the dense one, with the
// end-effectors placed in every relation that the recursions distinguish.
#define BOOST_TEST_MODULE inverse_osim
#include <boost/test/unit_test.hpp>

#include "dense_osim/dense_osim.hpp"
#include "dynamically_consistent_inverse/dynamically_consistent_inverse.hpp"
#include "efpa/efpa.hpp"
#include "efpa_shared/efpa_shared.hpp"
#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"
#include "fijany_featherstone_osim/fijany_featherstone_osim.hpp"
#include "pv_osim/pv_osim.hpp"
#include "pv_osimr/pv_osimr.hpp"
#include "rjk_shared/rjk_shared.hpp"
#include "sfa/sfa.hpp"
#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

template <class S>
std::vector<S> inverse_osim(Solver<S>& solver, const std::vector<S>& q, std::size_t ends) {
  SquareMatrix<S> Lambda_inverse(static_cast<int>(6 * ends), poison<S>());
  BOOST_TEST(solver.inverse_osim(view(q), Lambda_inverse.view()).code == Status::ok);
  return Lambda_inverse.numbers;
}

/// None; one on the base; two on a body; one on an ancestor of another; roots of a forest; many.
std::vector<std::vector<EndEffector>> placements(const Model& model) {
  const int N = model.body_count();
  const Placement here{{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}}, there{{-0.3, 0.1, 0.2}, {1, -0.2, 0.7}};
  int root = N;
  while (model.bodies[static_cast<std::size_t>(root)].parent != 0) --root;
  const int parent = model.bodies[static_cast<std::size_t>(N)].parent;
  std::vector<std::vector<EndEffector>> result{{},
                                               {{0, here}},
                                               {{N, here}},
                                               {{N, here}, {N, there}},
                                               {{parent, there}, {N, here}},
                                               {{N, here}, {parent, there}, {0, there}, {1, here}},
                                               {{1, here}, {root, there}, {N / 2 + 1, there}, {N, here}},
                                               {}};
  for (int i = 0; i <= N; ++i) result.back().push_back({i, i % 2 == 0 ? here : there});
  return result;
}

template <class S, template <class> class Algorithm>
void check_against_dense(const Case& drawn) {
  const Widened<S> state(drawn.state);
  for (const std::vector<EndEffector>& ends : placements(drawn.model)) {
    DenseOsim<S> dense(drawn.model, ends);
    Algorithm<S> algorithm(drawn.model, ends);
    const std::vector<S> expected = inverse_osim<S>(dense, state.q, ends.size());
    BOOST_TEST(relative_error(inverse_osim<S>(algorithm, state.q, ends.size()), expected) <= 1e-45);
  }
}

/// Runs a check for every algorithm, each named in what fails.
#define FOR_EVERY_ALGORITHM(check)                                                                    \
  check(DenseOsim) check(Sfa) check(Rjk) check(RjkShared) check(Efpa) check(EfpaShared) check(PvOsim) \
      check(PvOsimr) check(DynamicallyConsistentInverse) check(FijanyFeatherstoneCyclic)              \
          check(FijanyFeatherstoneOsim)

}  // namespace

BOOST_AUTO_TEST_CASE(answers_like_the_definition) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
#define CHECK(Algorithm)                                   \
  BOOST_TEST_CONTEXT(#Algorithm) {                         \
    check_against_dense<Multiprecision, Algorithm>(drawn); \
  }
    FOR_EVERY_ALGORITHM(CHECK)
#undef CHECK
  });
}

/// A shape of universal joints with end-effectors on it, against the definition; `check` gets Lambda^-1.
template <template <class> class Algorithm, class Check>
void on_shape(std::vector<int> parent, const std::vector<EndEffector>& ends, Check check) {
  std::vector<JointKind> joints(parent.size(), JointKind::universal);
  Generator generator = make_generator({word("shape")});
  const Model model = random_model("shape", {std::move(parent), std::move(joints)}, generator);
  const Widened<Multiprecision> state(random_state(model, generator));
  const int rows = static_cast<int>(6 * ends.size());
  SquareMatrix<Multiprecision> expected(rows), mine(rows, poison<Multiprecision>());
  DenseOsim<Multiprecision>(model, ends).inverse_osim(view(state.q), expected.view());
  Algorithm<Multiprecision>(model, ends).inverse_osim(view(state.q), mine.view());
  BOOST_TEST(relative_error(mine.numbers, expected.numbers) <= 1e-45);
  check(mine);
}

const Placement here{{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}}, there{{-0.3, 0.1, 0.2}, {1, -0.2, 0.7}};

BOOST_AUTO_TEST_CASE(pairs_that_only_the_base_joins_are_zero, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
#define CHECK(Algorithm)                                                                              \
  BOOST_TEST_CONTEXT(#Algorithm) {                                                                    \
    on_shape<Algorithm>({0, 0, 0, 1, 2}, {{3, here}, {4, there}, {0, here}}, [](const auto& Lambda) { \
      for (int r = 1; r <= 18; ++r)                                                                   \
        for (int c = 1; c <= 18; ++c)                                                                 \
          if ((r - 1) / 6 != (c - 1) / 6 || r > 12) BOOST_TEST(Lambda(r, c) == 0);                    \
      BOOST_TEST((Lambda(1, 1) > 0 && Lambda(7, 7) > 0));                                             \
    });                                                                                               \
  }
  FOR_EVERY_ALGORITHM(CHECK)
#undef CHECK
}

BOOST_AUTO_TEST_CASE(an_end_effector_may_sit_on_an_ancestor_of_another, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  const auto coupled = [](const auto& Lambda) { BOOST_TEST(Lambda(1, 7) != 0); };
#define CHECK(Algorithm)                                                               \
  BOOST_TEST_CONTEXT(#Algorithm) {                                                     \
    on_shape<Algorithm>({0, 0, 1, 2, 3}, {{2, here}, {4, there}}, coupled);            \
    on_shape<Algorithm>({0, 0, 1, 2, 3}, {{4, there}, {1, here}, {2, here}}, coupled); \
  }
  FOR_EVERY_ALGORITHM(CHECK)
#undef CHECK
}

BOOST_AUTO_TEST_CASE(two_end_effectors_may_sit_on_one_body, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  // In one pose all four blocks are the same.
  const auto alike = [](const auto& Lambda) {
    for (int r = 1; r <= 6; ++r)
      for (int c = 1; c <= 6; ++c)
        BOOST_TEST(abs(Lambda(r, c) - Lambda(r, 6 + c)) <= 1e-45 * abs(Lambda(r, r) + Lambda(c, c)));
  };
#define CHECK(Algorithm)                                                             \
  BOOST_TEST_CONTEXT(#Algorithm) {                                                   \
    on_shape<Algorithm>({0, 0, 1, 1, 2}, {{4, here}, {4, here}, {3, there}}, alike); \
    on_shape<Algorithm>({0, 0, 1}, {{2, here}, {2, there}}, [](const auto&) {});     \
  }
  FOR_EVERY_ALGORITHM(CHECK)
#undef CHECK
}

BOOST_AUTO_TEST_CASE(end_effectors_may_meet_on_a_body_that_carries_none, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  const auto coupled = [](const auto& Lambda) { BOOST_TEST((Lambda(1, 7) != 0 && Lambda(1, 13) != 0)); };
#define CHECK(Algorithm)                                                                        \
  BOOST_TEST_CONTEXT(#Algorithm) {                                                              \
    on_shape<Algorithm>({0, 0, 1, 2, 2, 3, 4, 1}, {{5, here}, {6, there}, {7, here}}, coupled); \
  }
  FOR_EVERY_ALGORITHM(CHECK)
#undef CHECK
}
