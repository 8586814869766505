// The distance of a time from the least time of the arithmetic.
#include "suite/timing/timed_plugin.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <crba_columns/crba_columns.hpp>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <type_traits>

#include "bench_rows.hpp"
#include "built_plugin.hpp"
#include "kintree/model/error.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "suite/counting/cost.hpp"
#include "suite/timing/accuracy.hpp"
#include "suite/timing/inputs.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

BOOST_AUTO_TEST_SUITE(timed_plugins)

/// The operations of one answer to the first state.
Operations operations_of(const Plugin& plugin, Problem problem, const BenchModel& model) {
  return counted_run(plugin, problem,
                     {{.family = model.name, .joints = {}}, model.model, model.states.front()})
      .cost.operations();
}

/// Another plugin under its name, as if it had other packs, or could not be counted.
class InPacks final : public Plugin {
 public:
  InPacks(const std::string& name, Lanes lanes, bool counted) : plugin_(built_plugin(name)) {
    description_.lanes = lanes;
    if (!counted) description_.scalars = {Scalar::double_precision}, description_.name = "uncounted";
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return plugin_.prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { plugin_.compute_in(arithmetic); }

 private:
  const Plugin& plugin_;
  Description description_ = plugin_.description();
};

// The registers have 16 bytes, in packs as in single calls. In packs the larger of the two numbers of
// operations is timed. Otherwise all operations are timed, and each takes half of the time of two.
BOOST_AUTO_TEST_CASE(the_roofline_of_packs_is_of_fused_operations) {
  const BenchModel model = model_with(1);
  const InPacks crba("crba_columns", {.of_double = 2, .of_float = 4}, true), rnea("rnea", {}, true),
      uncounted("rnea", {}, false);
  BenchRun run;
  const auto add = [&](const Plugin& plugin, const char* mode, Format scalar) {
    const bool H = plugin.description().name == "crba_columns";
    BenchRow& row = run.rows.emplace_back();
    row.timing = row_of(H ? Problem::mass_matrix : Problem::inverse_dynamics, mode, scalar);
    row.timing.plugin = plugin.description().name;
    row.timing.model = model.name;
    row.timing.bodies = model.model.body_count();
    row.timing.median = 1000;
  };
  for (const char* mode : {"single", "path_rows", "batch", "batch_path_rows", "lanes"})
    add(crba, mode, Format::binary64);
  for (const char* mode : {"single", "batch"}) add(rnea, mode, Format::binary64);
  for (const char* mode : {"single", "batch"}) add(crba, mode, Format::binary32);
  add(uncounted, "single", Format::binary64);
  {
    const PinnedCore pinned(-1);
    run.core = pinned.core();
  }
  const double begin = wall_time();
  const std::vector<RooflineRow> points =
      roofline(run, {.plugins = {&uncounted, &crba, &rnea}, .problems = ProblemSet::all()}, {model});
  const double elapsed = wall_time() - begin;
  BOOST_TEST(points.size() == 9u);
  BOOST_TEST(std::isnan(run.rows[9].timing.arithmetic));
  const Operations o = operations_of(crba, Problem::mass_matrix, model);
  const double single = static_cast<double>(o.multiplications + o.additions) / 2;
  const auto fused = static_cast<double>(std::max(o.multiplications, o.additions));
  const auto arithmetic = [&](std::size_t row) { return run.rows[row].timing.arithmetic; };
  BOOST_TEST(arithmetic(1) == arithmetic(0));
  for (const std::size_t row : {2, 3, 4})
    BOOST_TEST((is_near(arithmetic(row) / arithmetic(0), fused / single)));
  BOOST_TEST(arithmetic(6) == arithmetic(5));
  BOOST_TEST((is_near(arithmetic(8) / arithmetic(7), fused / single)));
  // The least of 30 times is no more than a thirtieth of all: of 20000 steps of 12 packs of two lanes, of 200000 sums.
  BOOST_TEST((arithmetic(0) > 0 && 30 * 20000.0 * 12 * 2 * arithmetic(0) / single <= elapsed));
  const double cycle = 1000 / points[0].cycles / model.model.body_count();
  BOOST_TEST((cycle > 0 && 30 * 200000.0 * cycle <= elapsed));
}

// At one rate of operations, the times of rows of one scalar have the ratio of their operations.
BOOST_AUTO_TEST_CASE(the_roofline_is_of_the_operations) {
  const BenchModel model = model_with(2);
  const Plugin &crba = built_plugin("crba"), &rnea = built_plugin("rnea");
  BenchRun run;
  for (const char* mode : {"single", "single", "threads", "path_rows", "single"}) {
    const bool second = run.rows.size() == 1;
    BenchRow& row = run.rows.emplace_back();
    row.timing = row_of(second ? Problem::inverse_dynamics : Problem::mass_matrix, mode, Format::binary64);
    row.timing.plugin = second ? "rnea" : "crba";
    row.timing.model = model.name;
    row.timing.bodies = model.model.body_count();
    row.timing.median = second ? 300 : 700;
  }
  run.rows.back().timing.skipped = "no time";
  {
    const PinnedCore pinned(-1);
    run.core = pinned.core();
  }
  const std::vector<RooflineRow> points =
      roofline(run, {.plugins = {&rnea, &crba}, .problems = ProblemSet::all()}, {model});
  BOOST_TEST_REQUIRE(points.size() == 3u);
  const auto operations = [&](const Plugin& plugin, Problem problem) {
    const Operations o = operations_of(plugin, problem, model);
    return static_cast<double>(o.multiplications + o.additions);
  };
  const report::Timing &first = run.rows[0].timing, &second = run.rows[1].timing;
  BOOST_TEST(first.arithmetic > 0);
  BOOST_TEST((is_near(second.arithmetic / first.arithmetic,
                      operations(rnea, Problem::inverse_dynamics) / operations(crba, Problem::mass_matrix))));
  BOOST_TEST((is_near(points[1].least / points[1].cycles, second.arithmetic / second.median)));
  BOOST_TEST((is_near(points[0].cycles / points[1].cycles, 700.0 / 300)));
  BOOST_TEST(points[0].cycles == points[2].cycles);
  BOOST_TEST(points[0].least == points[2].least);
  BOOST_TEST((points[0].name == first.name() && points[2].name == run.rows[3].timing.name()));
  BOOST_TEST((std::isnan(run.rows[2].timing.arithmetic) && std::isnan(run.rows[4].timing.arithmetic)));
}

BOOST_AUTO_TEST_SUITE_END()
