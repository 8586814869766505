// Every type of row through the store and through JSON.
#include <SQLiteCpp/SQLiteCpp.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "kintree/report/json.hpp"
#include "store/leaf_json.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

// --- no field is left out of the lists ---

struct Anything {
  template <class T>
  operator T() const {
    return T();
  }
};

/// The number of data members of an aggregate.
template <class T, class... Before>
constexpr std::size_t members() {
  if constexpr (requires { T{Before{}..., Anything{}}; })
    return members<T, Before..., Anything>();
  else
    return sizeof...(Before);
}

template <HasFields T>
constexpr std::size_t listed() {
  std::size_t count = 0;
  for_each_field<T>([&](const auto& field) {
    if (!is_derived<std::remove_cvref_t<decltype(field)>>) ++count;
  });
  return count;
}

static_assert(listed<CaseId>() == members<CaseId>());
static_assert(listed<Record>() == members<Record>() - 1 + members<Accuracy>());  // its base
static_assert(listed<Run>() + 1 == members<Run>());                              // the store gives the number
static_assert(listed<PowerCurve>() == members<PowerCurve>());
static_assert(listed<Throughput>() == members<Throughput>());
static_assert(listed<LargeTree>() == members<LargeTree>());
static_assert(listed<MutantScore::Survivor>() == members<MutantScore::Survivor>());
static_assert(listed<MutantScore::Equivalent>() == members<MutantScore::Equivalent>());
static_assert(listed<MutantScore>() == members<MutantScore>());
static_assert(listed<Operations>() == members<Operations>());
static_assert(listed<PhaseCost>() == members<PhaseCost>());
static_assert(listed<CountedCost>() == members<CountedCost>());
static_assert(listed<CostGrowth>() == members<CostGrowth>());
static_assert(listed<ReproducedClaim>() == members<ReproducedClaim>());
static_assert(listed<MissingClaim>() == members<MissingClaim>());
static_assert(listed<Erratum>() == members<Erratum>());
static_assert(listed<Curve>() == members<Curve>());
static_assert(listed<FieldPower>() == members<FieldPower>());
static_assert(listed<FloatDigits>() == members<FloatDigits>());
static_assert(listed<PluginClaim>() == members<PluginClaim>());
static_assert(listed<SmallTreesProof>() == members<SmallTreesProof>());
static_assert(listed<Timing>() == members<Timing>());
static_assert(listed<Library::Finding>() == members<Library::Finding>());
static_assert(listed<Library>() == members<Library>());
static_assert(listed<VectorResult>() == members<VectorResult>());

// --- rows whose values all differ ---

int next_number = 0;

template <class T>
void fill(T& value);

template <class T>
void fill(std::vector<T>& list) {
  list.assign(2, T{});
  for (T& element : list) fill(element);
}
template <class T>
void fill(std::optional<T>& value) {
  fill(value.emplace());
}
template <class T>
void fill(T& value) {
  ++next_number;
  if constexpr (HasFields<T>)
    for_each_value(value, [](auto& member) { fill(member); });
  else if constexpr (Enumerated<T>)
    value = Enumeration<T>::all.back();
  else if constexpr (std::same_as<T, std::string>)
    value = "it's \"text\" " + std::to_string(next_number) + ", ünïcode; DROP TABLE records";
  else if constexpr (std::same_as<T, bool>)
    value = true;
  else if constexpr (std::same_as<T, std::uint64_t>)
    value = std::numeric_limits<T>::max() - static_cast<T>(next_number);
  else if constexpr (std::floating_point<T>)
    value = 0x1.23456789abcdep-51 * next_number;
  else
    value =
        static_cast<T>(std::min<std::int64_t>(std::numeric_limits<T>::max(), largest_count) - next_number);
}

template <class T>
T filled() {
  T row;
  fill(row);
  return row;
}

template <class T>
std::vector<T> through_store(const T& row) {
  const TemporaryFolder folder;
  std::int64_t id = 0;
  {
    Store store(folder / "store.sqlite");
    id = store.begin(a_run());
    if constexpr (std::same_as<T, Record>)
      store.add(id, {row});
    else
      store.replace<T>(id, {row});
  }
  return Store(folder / "store.sqlite").rows<T>(id);
}

using MeasuredRows =
    std::tuple<Record, PowerCurve, Throughput, LargeTree, MutantScore, CountedCost, CostGrowth,
               ReproducedClaim, MissingClaim, Erratum, Curve, SmallTreesProof, FieldPower, FloatDigits,
               PluginClaim, LineCoverage, Timing, TimingConditions, Library, VectorResult>;
static_assert(std::same_as<MeasuredRows, RunRows>);

BOOST_AUTO_TEST_CASE_TEMPLATE(every_field_comes_back_from_the_store, T, RunRows) {
  const T row = filled<T>();
  const std::vector<T> read = through_store(row);
  BOOST_REQUIRE(read.size() == 1u);
  BOOST_TEST((read[0] == row));
  BOOST_TEST(!(read[0] == filled<T>()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_field_comes_back_from_json, T, RunRows) {
  const T row = filled<T>();
  const std::string text = as_json(row).dump();
  BOOST_TEST((from_json<T>(nlohmann::ordered_json::parse(text)) == row));
}

BOOST_AUTO_TEST_CASE(every_field_of_a_run_comes_back) {
  const TemporaryFolder folder;
  Store store(folder / "store.sqlite");
  Run run = filled<Run>();
  run.id = store.begin(run);
  run.cases = 0;
  run.finished.clear();
  BOOST_TEST((store.run(run.id) == run));
  BOOST_TEST((from_json<Run>(as_json(filled<Run>())).machine.starts_with("it's")));
}

BOOST_AUTO_TEST_CASE(numbers_at_the_edge_come_back) {
  Record odd = filled<Record>();
  odd.id.seed = 0;
  odd.id.joints.clear();
  odd.passed = false;
  odd.verdict.reset();
  odd.error = nan;
  odd.sigma = std::numeric_limits<double>::denorm_min();
  odd.alpha = infinity;
  odd.limit = -infinity;
  const Record stored = through_store(odd).at(0);
  BOOST_TEST(stored.id.seed == 0u);
  BOOST_TEST(stored.id.joints.empty());
  BOOST_TEST(!stored.passed);
  BOOST_TEST(!stored.verdict.has_value());
  BOOST_TEST(std::isnan(stored.error));
  BOOST_TEST(stored.sigma == odd.sigma);
  BOOST_TEST(stored.alpha == infinity);
  BOOST_TEST(stored.limit == -infinity);

  const auto json = as_json(odd);
  for (const char* name : {"verdict", "error", "alpha", "limit"}) BOOST_TEST(json.at(name).is_null(), name);
  const Record read = from_json<Record>(json);
  BOOST_TEST(std::isnan(read.error));
  BOOST_TEST(std::isnan(read.alpha));  // JSON has no infinity
  BOOST_TEST(read.sigma == odd.sigma);
  BOOST_TEST(!read.verdict.has_value());

  PowerCurve curve = filled<PowerCurve>();
  curve.flagged = {1, nan, 0.1, infinity, -infinity};
  const PowerCurve back = through_store(curve).at(0);
  BOOST_TEST(back.flagged.at(0) == 1);
  BOOST_TEST(std::isnan(back.flagged.at(1)));
  BOOST_TEST(back.flagged.at(2) == 0.1);
  BOOST_TEST(back.flagged.at(3) == infinity);
  BOOST_TEST(back.flagged.at(4) == -infinity);
  BOOST_TEST(as_json(curve).at("flagged").at(3).is_null());
}

BOOST_AUTO_TEST_CASE(enumerators_are_names_outside) {
  const TemporaryFolder folder;
  Record record =
      judged("aba", Problem::forward_dynamics,
             {"chain", {JointKind::revolute, JointKind::spherical}, "reframed", 7}, Verdict::B, 1e-16);
  record.standing = ResultStatus::timed_out;
  record.reason = Reason::below_promise;
  Store store(folder / "store.sqlite");
  store.add(store.begin(a_run()), {record});
  SQLite::Database database((folder / "store.sqlite").string());
  SQLite::Statement row(database,
                        "SELECT family, joints, transformation, seed, problem, verdict, standing, reason, "
                        "passed, typeof(seed), typeof(error) FROM records");
  BOOST_REQUIRE(row.executeStep());
  std::string values;
  for (int i = 0; i < row.getColumnCount(); ++i) values += row.getColumn(i).getString() + " ";
  BOOST_TEST(values ==
             "chain revolute+spherical reframed 7 forward_dynamics B timed_out below_promise 1 text real ");

  const auto json = as_json(record);
  BOOST_TEST(json.at("case") == record.id.name());
  BOOST_TEST(json.at("joints") == nlohmann::ordered_json({"revolute", "spherical"}));
  BOOST_TEST(json.at("problem") == "forward_dynamics");
  BOOST_TEST(json.at("verdict") == "B");
  BOOST_TEST(json.at("standing") == "timed_out");
  BOOST_TEST(json.at("reason") == "below_promise");
  BOOST_TEST(json.at("passed") == true);
}

BOOST_AUTO_TEST_CASE(json_that_is_no_row_is_refused) {
  const auto good = as_json(filled<Record>());
  const auto refused = [&](const std::string& field, const nlohmann::ordered_json& value) {
    auto bad = good;
    bad[field] = value;
    return refusal([&] { from_json<Record>(bad); });
  };
  BOOST_TEST(refused("problem", "mass_matrix") == "(accepted)");
  BOOST_TEST(refused("problem", "mass") == "problem: not one of the names known");
  BOOST_TEST(refused("verdict", 3) == "verdict: not one of the names known");
  BOOST_TEST(refused("seed", -1) == "seed: out of range");
  BOOST_TEST(refused("bodies", 1e10) == "bodies: not a whole number");
  BOOST_TEST(refused("bodies", 3'000'000'000) == "bodies: out of range");
  BOOST_TEST(refused("error", "0.1") == "error: not a number");
  BOOST_TEST(refused("passed", 1) == "passed: neither true nor false");
  BOOST_TEST(refused("plugin", nullptr) == "plugin: not a text");
  BOOST_TEST(refused("joints", "revolute") == "joints: not a list");
  auto lacking = good;
  lacking.erase("sigma");
  BOOST_TEST(refusal([&] { from_json<Record>(lacking); }) == "sigma: missing");
  BOOST_TEST(refusal([&] { from_json<Record>(nlohmann::ordered_json::array()); }) == "not an object");
  auto cost = as_json(filled<CountedCost>());
  cost["phases"][1]["additions"] = "7";
  BOOST_TEST(refusal([&] { from_json<CountedCost>(cost); }) == "phases: additions: not a whole number");
}

BOOST_AUTO_TEST_CASE(an_array_is_written_row_by_row) {
  const TemporaryFolder folder;
  const auto file = folder / "records.json";
  const std::vector<Record> records{filled<Record>(), filled<Record>()};
  {
    JsonArrayWriter writer(file);
    for (const Record& record : records) writer.add(record);
    BOOST_TEST(!std::filesystem::exists(file));
    writer.publish();
  }
  BOOST_TEST(contents(file) == as_json(records).dump(1) + "\n");
  JsonArrayWriter(file).publish();
  BOOST_TEST(contents(file) == "[]\n");
  {
    JsonArrayWriter writer(file);
    writer.add(records[0]);
  }
  BOOST_TEST(contents(file) == "[]\n");  // the second was not published
  BOOST_TEST(
      contains(refusal([&] { JsonArrayWriter writer(folder / "none/records.json"); }), "none/records.json"));
}

BOOST_AUTO_TEST_CASE(line_coverage_is_read_from_its_file) {
  const TemporaryFolder folder;
  const auto file = folder / "lines.json";
  const auto read = [&](const std::string& text) {
    std::ofstream(file) << text;
    return read_line_coverage(file);
  };
  const auto coverage = read(R"({"plugins": [{"plugin": "aba", "lines": 40, "executed": 39}]})");
  BOOST_TEST((coverage == std::vector<LineCoverage>{{"aba", 40, 39}}));
  BOOST_TEST(
      contains(refusal([&] { read(R"({"plugins": [{"plugin": "aba", "lines": 4, "executed": 5}]})"); }),
               "of aba more lines are executed than there are"));
  BOOST_TEST(contains(refusal([&] { read(R"({"plugins": [{"plugin": "aba"}]})"); }),
                      "lines.json: not as tools/coverage writes it"));
}

BOOST_AUTO_TEST_CASE(scores_of_mutants_are_read) {
  const TemporaryFolder folder;
  const auto file = folder / "scores.json";
  const auto read = [&](const std::string& from, const std::string& to) {
    std::string text = R"({"plugins": [{"plugin": "aba", "commit": "abc", "date": "2024-05-06", "seed": 3,
      "fresh": true, "mutants": 6, "equal": 4, "equivalent": 2, "stillborn": 3, "field": 2, "verify": 1, "test": 2,
      "typical": {"against": "crba", "asked": 0, "killed": 0},
      "results": [{"verdict": "equal"}, {"verdict": "survived", "file": "a.hpp", "line": 7, "old": "a", "new": "b"},
                  {"verdict": "equivalent", "file": "b.hpp", "line": 9, "old": "c", "new": "d", "by": "e"}]}]})";
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    std::ofstream(file) << text;
    return read_mutant_scores(file);
  };
  const MutantScore score = read("", "").at(0);
  BOOST_TEST(score.seed == 3);
  BOOST_TEST(score.fresh);
  BOOST_TEST(score.by_field == 2);
  BOOST_TEST(score.by_verify == 1);
  BOOST_TEST(score.by_test == 2);
  BOOST_TEST(score.equal == 4);
  BOOST_TEST(score.equivalent == 2);
  BOOST_TEST(!score.typical_killed.has_value());
  BOOST_TEST(score.survivors.size() == 1u);
  BOOST_TEST(score.survivors.at(0).line == 7);
  BOOST_TEST_REQUIRE(score.known.size() == 1u);
  BOOST_TEST((score.known[0] == MutantScore::Equivalent{"b.hpp", 9, "c", "d", "e"}));
  BOOST_TEST(
      read("\"asked\": 0, \"killed\": 0", "\"asked\": 6, \"killed\": 4").at(0).typical_killed.value() == 4);
  BOOST_TEST(
      contains(refusal([&] { read("\"mutants\": 6", "\"mutants\": 7"); }), "mutants of aba do not add up"));
  const std::string bad = refusal([&] { read("\"date\"", "\"day\""); });
  BOOST_TEST(contains(bad, "scores.json: not as tools/mutate writes it"));
  BOOST_TEST(!contains(bad, "\n"));
  BOOST_TEST(contains(refusal([&] { read("{", "["); }), "not as tools/mutate writes it"));
  BOOST_TEST(contains(refusal([&] { read_mutant_scores(folder / "none"); }), "none: cannot be opened"));
}

}  // namespace
}  // namespace kintree::report::test
