// All algorithms for the inverse of the operational-space inertia matrix with end-effectors where no random tree has
// them: on the base, and two in one pose.
#define BOOST_TEST_MODULE inverse_osim
#include <boost/test/unit_test.hpp>

#include "dense_osim/dense_osim.hpp"
#include "dynamically_consistent_inverse/dynamically_consistent_inverse.hpp"
#include "efpa/efpa.hpp"
#include "efpa_shared/efpa_shared.hpp"
#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"
#include "fijany_featherstone_osim/fijany_featherstone_osim.hpp"
#include "kintree/model/field.hpp"
#include "pv_osim/pv_osim.hpp"
#include "pv_osimr/pv_osimr.hpp"
#include "rjk_shared/rjk_shared.hpp"
#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// Runs a check for every algorithm, each named in what fails, but for sfa: it takes roots of roots, which the field may not have.
#define FOR_EVERY_ALGORITHM(check)                                                                        \
  check(DenseOsim) check(Rjk) check(RjkShared) check(Efpa) check(EfpaShared) check(PvOsim) check(PvOsimr) \
      check(DynamicallyConsistentInverse) check(FijanyFeatherstoneCyclic) check(FijanyFeatherstoneOsim)

}  // namespace

/// A shape of universal joints with end-effectors on it, against the definition; `check` gets Lambda^-1.
template <template <class> class Algorithm, class Check>
void on_shape(std::vector<int> parent, const std::vector<EndEffector>& ends, Check check) {
  std::vector<JointKind> joints(parent.size(), JointKind::universal);
  Generator generator = make_generator({word("shape")});
  const Model model = random_model("shape", {std::move(parent), std::move(joints)}, generator);
  const Widened<Field> state(random_state(model, generator));
  const int rows = static_cast<int>(6 * ends.size());
  SquareMatrix<Field> expected(rows), mine(rows);
  DenseOsim<Field>(model, ends).inverse_osim(view(state.q), expected.view());
  Algorithm<Field>(model, ends).inverse_osim(view(state.q), mine.view());
  BOOST_TEST((mine.numbers == expected.numbers));
  check(mine);
}

const Placement here{{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}}, there{{-0.3, 0.1, 0.2}, {1, -0.2, 0.7}};

BOOST_AUTO_TEST_CASE(pairs_that_only_the_base_joins_are_zero, *boost::unit_test::label("trap")){
#define CHECK(Algorithm)                                                                              \
  BOOST_TEST_CONTEXT(#Algorithm) {                                                                    \
    on_shape<Algorithm>({0, 0, 0, 1, 2}, {{3, here}, {4, there}, {0, here}}, [](const auto& Lambda) { \
      for (int r = 1; r <= 18; ++r)                                                                   \
        for (int c = 1; c <= 18; ++c)                                                                 \
          if ((r - 1) / 6 != (c - 1) / 6 || r > 12) BOOST_TEST((Lambda(r, c) == Field(0)));           \
      BOOST_TEST((Lambda(1, 1) != Field(0) && Lambda(7, 7) != Field(0)));                             \
    });                                                                                               \
  }
    FOR_EVERY_ALGORITHM(CHECK)
#undef CHECK
}

BOOST_AUTO_TEST_CASE(two_end_effectors_may_sit_on_one_body, *boost::unit_test::label("trap")) {
  // In one pose all four blocks are the same.
  const auto alike = [](const auto& Lambda) {
    for (int r = 1; r <= 6; ++r)
      for (int c = 1; c <= 6; ++c) BOOST_TEST((Lambda(r, c) == Lambda(r, 6 + c)));
  };
#define CHECK(Algorithm)                                                             \
  BOOST_TEST_CONTEXT(#Algorithm) {                                                   \
    on_shape<Algorithm>({0, 0, 1, 1, 2}, {{4, here}, {4, here}, {3, there}}, alike); \
    on_shape<Algorithm>({0, 0, 1}, {{2, here}, {2, there}}, [](const auto&) {});     \
  }
  FOR_EVERY_ALGORITHM(CHECK)
#undef CHECK
}
