#include "kernels/lane_schedule.hpp"

#include <boost/test/unit_test.hpp>

#include "kernels/lane_children.hpp"
#include "kintree/trees/random.hpp"

namespace {

using namespace kintree;

ByBody<int> numbered(const std::vector<int>& parents) {
  ByBody<int> result(static_cast<int>(parents.size()));
  for (std::size_t i = 0; i < parents.size(); ++i) result[static_cast<int>(i) + 1] = parents[i];
  return result;
}

/// The least number of rows [Hu 1961]: the bodies deeper than any depth d need their rows before the d bodies on the way
/// from there to the base have theirs.
int least_rows(const ByBody<int>& depth, int N, int lanes) {
  int least = 0;
  for (int d = 0; d <= N; ++d) {
    int deeper = 0;
    for (int i = 1; i <= N; ++i) deeper += depth[i] > d ? 1 : 0;
    if (deeper > 0) least = std::max(least, d + (deeper + lanes - 1) / lanes);
  }
  return least;
}

/// Checks that the results of a row keep their place until all rows that read them have done so. The number
/// of places must be the largest number that is in use at once.
void check_places(const LaneSchedule& schedule, const ByBody<int>& parent, const ByBody<int>& left_out) {
  const std::vector<std::size_t> kept = places_of_results(schedule, parent);
  const std::size_t end = schedule.rows.size();
  BOOST_TEST_REQUIRE(kept.size() == end);
  std::vector<std::size_t> last(end);  // row that takes it
  for (std::size_t row = 0; row < end; ++row) {
    last[row] = row + 1;
    for (const int i : schedule.rows[row])
      if (i != 0 && parent[i] != 0)
        last[row] = left_out[parent[i]] != 0
                        ? end
                        : std::max(last[row], static_cast<std::size_t>(schedule.place[parent[i]].row));
  }
  std::size_t most = 0;
  for (std::size_t row = 0; row < end; ++row) {
    std::size_t taken = 1;
    for (std::size_t k = 0; k < row; ++k) {
      taken += last[k] > row ? 1U : 0U;
      BOOST_TEST((last[k] <= row || kept[k] != kept[row]));
    }
    most = std::max(most, taken);
  }
  BOOST_TEST(1 + *std::max_element(kept.begin(), kept.end()) == most);
}

void check(const std::vector<int>& parents, int lanes, bool first_floats, const KindsOfRows& kinds) {
  const int N = static_cast<int>(parents.size());
  const ByBody<int> parent = numbered(parents);
  ByBody<int> left_out(N), depth(N), seen(N);
  left_out[1] = first_floats ? 1 : 0;
  for (int i = 1; i <= N; ++i) depth[i] = depth[parent[i]] + 1 - left_out[i];
  const LaneSchedule schedule(parent, left_out, N, lanes, kinds);
  BOOST_TEST(static_cast<int>(schedule.rows.size()) == least_rows(depth, N, lanes));
  for (std::size_t r = 0; r < schedule.rows.size(); ++r)
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(lanes); ++lane)
      if (const int i = schedule.rows[r][lane]; i != 0) {
        ++seen[i];
        BOOST_TEST((schedule.place[i].row == static_cast<int>(r) &&
                    schedule.place[i].lane == static_cast<int>(lane)));
      }
  for (int i = 1; i <= N; ++i) {
    BOOST_TEST(seen[i] == 1 - left_out[i]);
    const Place place = schedule.place[i], of_parent = schedule.place[parent[i]];
    if (parent[i] == 0 || left_out[parent[i]] != 0) {
      BOOST_TEST(!schedule.stays_in_lane(i));
      continue;
    }
    BOOST_TEST(place.row < of_parent.row);
    BOOST_TEST(schedule.stays_in_lane(i) == (of_parent.row == place.row + 1 && of_parent.lane == place.lane));
    if (of_parent.row != place.row + 1) continue;
    bool any = false;  // of the children in the row before one stays in its lane
    for (int k = 1; k <= N; ++k) any |= parent[k] == parent[i] && schedule.stays_in_lane(k);
    BOOST_TEST(any);
  }
  if (!schedule.rows.empty()) check_places(schedule, parent, left_out);
}

/// Checks bodies of one kind, and bodies of two kinds that should not be in the same row.
void check(const std::vector<int>& parents, int lanes, bool first_floats) {
  const int N = static_cast<int>(parents.size());
  check(parents, lanes, first_floats, KindsOfRows(N));
  KindsOfRows kinds(N);
  for (int i = 1; i <= N; ++i) kinds.of_body[i] = i / 2 % 2;
  kinds.cost = {1, 3};
  kinds.leaving = 0.5;
  check(parents, lanes, first_floats, kinds);
}

BOOST_AUTO_TEST_CASE(lane_schedule_runs_each_body_once_after_its_children) {
  for (int N = 1; N <= 6; ++N) {
    std::vector<int> parents(static_cast<std::size_t>(N));
    for (bool more = true; more;) {
      for (const int lanes : {1, 2, 3, 4}) check(parents, lanes, false);
      if (N > 1) check(parents, 2, true);
      more = false;  // the next array of parents, each less than its body
      for (std::size_t i = 1; i < parents.size() && !more; ++i) {
        more = parents[i] < static_cast<int>(i);
        parents[i] = more ? parents[i] + 1 : 0;
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(bodies_of_the_cheap_kind_stand_together) {
  const std::vector<int> parents{0, 1, 1, 1, 1, 1, 1, 1, 1};  // the base's child and its eight
  const ByBody<int> parent = numbered(parents), none(9);
  KindsOfRows kinds(9);
  for (int i = 2; i <= 9; ++i) kinds.of_body[i] = i % 2;
  kinds.cost = {1, 3};
  const LaneSchedule apart(parent, none, 9, 4, kinds);
  for (std::size_t r = 0; r < 2; ++r)
    for (const int i : apart.rows[r]) BOOST_TEST(i % 2 == static_cast<int>(r));
  const LaneSchedule mixed(parent, none, 9, 4);
  BOOST_TEST(mixed.rows[0] == (std::vector<int>{2, 3, 4, 5}), boost::test_tools::per_element());
  // A body follows its child where that saves more than its kind costs.
  const ByBody<int> limbs = numbered({0, 1, 1, 2, 3});  // 4 on 2, 5 on 3
  KindsOfRows dear(5);
  dear.of_body[2] = dear.of_body[3] = 1;
  dear.cost = {1, 3};
  for (const double leaving : {0.0, 10.0}) {
    dear.leaving = leaving;
    const LaneSchedule schedule(limbs, ByBody<int>(5), 5, 1, dear);
    BOOST_TEST(schedule.stays_in_lane(4) == (leaving > 2));
  }
}

BOOST_AUTO_TEST_CASE(no_schedule_of_large_trees_has_fewer_rows) {
  Generator generator = make_generator({word("lane_schedule")});
  for (int k = 0; k < 100; ++k) {
    std::vector<int> parents(60);
    for (std::size_t i = 1; i < parents.size(); ++i) {
      const double least = k % 3 == 0 ? 0 : static_cast<double>(i) - 4;  // bushy, or long
      parents[i] = static_cast<int>(std::max(0.0, uniform(generator, least, static_cast<double>(i + 1))));
      parents[i] = std::min(parents[i], static_cast<int>(i));
    }
    for (const int lanes : {1, 4, 8}) check(parents, lanes, k % 2 == 0);
  }
}

}  // namespace
