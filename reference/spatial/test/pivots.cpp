#include "kintree/numbers/pivots.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "kintree/numbers/pack.hpp"
#include "kintree/spatial/small_spd.hpp"

using namespace kintree;

namespace {

using Four = Pack<double, 4>;

static_assert(is_pack<Four> && !is_pack<double> && !is_pack<float>);
static_assert(std::is_same_v<StatusOf<double>, Status>);
static_assert(std::is_same_v<StatusOf<Four>, std::array<Status, 4>>);

/// A 3 x 3 matrix whose pivots are `pivots`, factored, and the solution for a right side of ones.
template <class S>
struct Factored {
  explicit Factored(const std::array<S, 3>& pivots) {
    // L of 1, 2 and -1 below the diagonal.
    spd(0, 0) = pivots[0];
    spd(1, 0) = pivots[0];
    spd(1, 1) = pivots[0] + pivots[1];
    spd(2, 0) = S(2) * pivots[0];
    spd(2, 1) = S(2) * pivots[0] - pivots[1];
    spd(2, 2) = S(4) * pivots[0] + pivots[1] + pivots[2];
    checked.check(spd.factor(3), 7);
    spd.solve(x.data());
  }
  SmallSpd<S> spd;
  Pivots<S> checked;
  std::array<S, 3> x{S(1), S(1), S(1)};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(pivots)

BOOST_AUTO_TEST_CASE(a_scalar_keeps_the_first_coordinate) {
  Pivots<double> pivots;
  pivots.check(true, 1);
  BOOST_TEST((pivots.status().code == Status::ok));
  pivots.check(is_positive(0.0), 5);
  pivots.check(true, 3);
  pivots.check(is_positive(-1.0), 2);
  BOOST_TEST((pivots.status().code == Status::breakdown && pivots.status().coordinate == 5));
}

/// Later pivots do not change it, even if it is coordinate 0, that of an algorithm without pivots.
BOOST_AUTO_TEST_CASE(a_pack_keeps_the_first_coordinate) {
  Pivots<Four> pivots;
  pivots.check(is_positive(Four(0)), 0);
  pivots.check(is_positive(Four(-1)), 2);
  for (const Status& status : pivots.status())
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == 0));
}

BOOST_AUTO_TEST_CASE(nan_is_no_pivot) {
  Pivots<double> pivots;
  pivots.check(is_positive(std::numeric_limits<double>::quiet_NaN()), 4);
  BOOST_TEST((pivots.status().code == Status::breakdown && pivots.status().coordinate == 4));
}

BOOST_AUTO_TEST_CASE(a_pack_keeps_them_lane_by_lane) {
  Pivots<Four> pivots;
  Four first(1), second(1);
  first.vector[2] = 0;
  second.vector[1] = -1;
  second.vector[2] = -1;
  pivots.check(is_positive(first), 6);
  pivots.check(is_positive(second), 3);
  const std::array<int, 4> code{Status::ok, Status::breakdown, Status::breakdown, Status::ok},
      coordinate{0, 3, 6, 0};
  for (std::size_t k = 0; k < 4; ++k) {
    BOOST_TEST(pivots.status()[k].code == code[k]);
    BOOST_TEST(pivots.status()[k].coordinate == coordinate[k]);
  }
}

/// One lane breaks down; the others have the statuses and, to the bit, the answers of a double.
BOOST_AUTO_TEST_CASE(a_breakdown_in_one_lane_leaves_the_others_alone) {
  for (const double broken : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    for (std::size_t bad = 0; bad < 4; ++bad) {
      std::array<Four, 3> pivots;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 4; ++k) pivots[i].vector[k] = static_cast<double>(1 + i + 2 * k);
      pivots[1].vector[bad] = broken;
      const Factored<Four> pack(pivots);
      for (std::size_t k = 0; k < 4; ++k) {
        const Factored<double> alone({pivots[0][k], pivots[1][k], pivots[2][k]});
        const Status status = pack.checked.status()[k];
        BOOST_TEST(status.code == (k == bad ? Status::breakdown : Status::ok));
        BOOST_TEST(status.code == alone.checked.status().code);
        BOOST_TEST(status.coordinate == (k == bad ? 7 : 0));
        if (k == bad) continue;
        for (std::size_t i = 0; i < 3; ++i) {
          BOOST_TEST(std::isfinite(alone.x[i]));
          BOOST_TEST(pack.x[i][k] == alone.x[i]);
        }
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
