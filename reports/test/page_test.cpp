// The first lines of the page, its text about each plugin, and the data of its charts.
#include <cmath>
#include <nlohmann/json.hpp>

#include "data/algorithms.hpp"
#include "data/summary.hpp"
#include "data/tables.hpp"
#include "files/csv.hpp"
#include "page/chart_data.hpp"
#include "page/page.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

using Json = nlohmann::json;

std::string rendered() {
  RenderedReport report(a_set());
  report.render();
  return markup(report.pages());
}

/// Those of `records`, in turn, as the store would hand them over.
Json charts_of(const std::vector<Record>& records) {
  ChartData charts;
  for (const Record& record : records) charts.add(record);
  return Json::parse(charts.json({}, {}));
}

BOOST_AUTO_TEST_CASE(a_summary_names_what_failed_with_its_command) {
  auto records = a_set();
  records.push_back(judged("<b>|", Problem::mass_matrix, a_case("chain", 1), Verdict::A, 1e-16));
  RenderedReport report(records, a_run(), false);
  report.render();
  const std::string summary = report.read("summary.md");
  BOOST_TEST(summary.starts_with("## Kintree: 3 failed\n\n8 answers were judged; 3 are wrong"));
  BOOST_TEST(contains(summary, "The run is not finished."));
  BOOST_TEST(contains(summary,
                      "- slow, forward_dynamics: a pivot is not positive: at joint 'shoulder'; 3 failed. "
                      "`kintree verify --plugin slow --problem forward_dynamics --case star-1`\n"));
  BOOST_TEST(contains(summary, "- Forward dynamics: Use aba: verdict B, the best of 2.\n"));
  BOOST_TEST(contains(summary, "- Mass matrix: Use &lt;b>\\|: the most digits of 2 with verdict A.\n"),
             summary);

  std::erase_if(records, [](const Record& r) { return !r.passed; });
  RenderedReport passed(records);
  passed.render();
  BOOST_TEST(passed.read("summary.md").starts_with("## Kintree: All passed\n"));
  BOOST_TEST(!contains(passed.read("summary.md"), "Failures"));
  BOOST_TEST(contains(passed.read("summary.md"), "\n### Which algorithm to use"));
  RenderedReport empty({});
  empty.render();
  BOOST_TEST(!contains(empty.read("summary.md"), "Which algorithm"));
  BOOST_TEST(section(empty.pages(), "problems").empty());
  BOOST_TEST(section(empty.pages(), "figures").empty());
}

BOOST_AUTO_TEST_CASE(papers_have_a_view_if_anything_is_said_of_them) {
  BOOST_TEST(!contains(rendered(), "id=\"papers\""));
  const auto with = [](auto row) {
    RenderedReport report(a_set());
    row.paper = "Jain";
    report.store.replace<decltype(row)>(report.id, {row});
    report.render();
    return report.pages();
  };
  for (const std::string& page : {with(ReproducedClaim{}), with(MissingClaim{}), with(Erratum{})})
    BOOST_TEST(contains(page, "id=\"papers\""));
}

BOOST_AUTO_TEST_CASE(times_have_a_view_if_there_are_any) {
  BOOST_TEST(!contains(rendered(), "id=\"time\""));
  const auto timing = [](const std::string& model, const std::string& plugin, double median, double ratio) {
    Timing t;
    t.model = model, t.plugin = plugin, t.median = median, t.ratio = t.ratio_low = t.ratio_high = ratio;
    t.spread = 0.015, t.problem = Problem::forward_dynamics;
    return t;
  };
  Timings timings{
      {timing("m-1", "<slow>", 3000, 1.5), timing("m-1", "fast", 2000, 1), timing("m-1", "absent", NAN, NAN)},
      "On core 7 & busy."};
  timings.rows[0].verdict = Verdict::B;
  timings.rows[0].error = 1e-12;
  timings.rows[0].conversions = 9000;
  timings.rows[0].arithmetic = 1240;
  timings.rows[2].skipped = "outside the domain";
  timings.rows[1].mode = "path_rows";
  RenderedReport report(a_set());
  render(report.store, report.id, report / "out", hard_families, timings, {}, FigureFiles::left_out);
  const std::string times = view(markup(report.pages("out")), "time");
  BOOST_TEST(contains(times, "On core 7 &amp; busy."));
  BOOST_TEST(times.find("fast, path rows</td>") < times.find("&lt;slow&gt;</td>"));
  BOOST_TEST(times.find("&lt;slow&gt;</td>") < times.find("absent</td>"));
  for (const char* part : {">3.00<", ">1.50<", ">12.0<", ">41<", ">9.00<", "chip B", "1.50 to 1.50",
                           "not timed: outside the domain"})
    BOOST_TEST(contains(times, part), part);
  BOOST_TEST(std::filesystem::exists(report / "out/timings.csv"));
  const Json charts = Json::parse(ChartData().json({}, {}, timings.rows));
  BOOST_TEST(charts.at("timings")[0].at("time") == 3000);
  BOOST_TEST(charts.at("timings")[1].at("plugin") == "fast, path rows");
  BOOST_TEST(charts.at("timings")[2].at("time").is_null());
  BOOST_TEST(!Json::parse(ChartData().json({}, {})).contains("timings"));
}

BOOST_AUTO_TEST_CASE(times_stand_in_their_order_and_none_where_none_was_taken) {
  std::vector<Timing> timings(4);
  for (const auto& [k, median] : {std::pair{0, 2000.9}, {1, 2000.2}, {2, NAN}, {3, 2000.5}}) {
    Timing& t = timings[static_cast<std::size_t>(k)];
    t.plugin = std::string(1, "adbc"[k]), t.median = median;
    if (std::isnan(median)) t.skipped = "outside the domain";
  }
  const Table table = timing_table(timings);
  std::string plugins;
  for (const TableRow& row : table.rows) plugins += std::get<std::string>(row.cells[2]);
  BOOST_TEST(plugins == "dcab");
  BOOST_TEST(std::get<DisplayedText>(table.rows[0].cells[3]).on_page == "2.00");
  BOOST_TEST(std::get<DisplayedText>(table.rows[3].cells[3]).on_page == "");
}

BOOST_AUTO_TEST_CASE(cost_table_shows_no_parallelism_without_operations) {
  CountedCost none;
  none.plugin = "idle", none.problem = Problem::mass_matrix;
  const Table table = cost_table({none});
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [](const Column& c) { return c.heading == "T₁/T∞"; });
  BOOST_TEST_REQUIRE((found != table.columns.end()));
  BOOST_TEST(std::get<std::int64_t>(
                 table.rows.at(0).cells.at(static_cast<std::size_t>(found - table.columns.begin()))) == 0);
}

BOOST_AUTO_TEST_CASE(files_are_utf_8) {
  BOOST_TEST(csv_value(std::vector<std::string>{"σ", "b"}) == "[\"σ\",\"b\"]");
  auto records = a_set();
  records.front().worst = "σ";
  RenderedReport report(records);
  report.render();
  BOOST_TEST(contains(report.read("report.json"), "\"worst\":\"σ\""));
  BOOST_TEST(contains(report.read("records.csv"), ",σ,"));
}

BOOST_AUTO_TEST_CASE(so_many_reasons_are_shown) {
  Summary summary;
  for (const Record& record : a_set()) summary.add(record);
  for (const std::size_t most : {0u, 1u, 2u, 3u})
    BOOST_TEST(unsupported_table(summary, most).rows.size() == std::min(most, std::size_t{2}));
}

BOOST_AUTO_TEST_CASE(numbers_are_set_for_latex) {
  const Table table{"",
                    {{"name"}, {"error", Kind::scientific}, {"count", Kind::count}},
                    {{{"a_b", 3.2e-16, std::int64_t{1234}}}, {{"c", infinity, std::int64_t{0}}}}};
  const std::string text = as_latex(table);
  BOOST_TEST(contains(text, "a\\_b & $3.2\\cdot 10^{-16}$ & 1234 \\\\\nc & $\\infty$ & 0 \\\\\n"), text);
}

BOOST_AUTO_TEST_CASE(page_states_the_number_of_hidden_failures) {
  std::vector<Record> records;
  const auto failures = [&] {
    RenderedReport report(records);
    report.render();
    return section(markup(report.pages()), "failures");
  };
  for (int k = 1; k <= 8; ++k)
    records.push_back(judged("slow_" + std::to_string(k), Problem::forward_dynamics, a_case("chain", 1),
                             Verdict::F, 1, false));
  BOOST_TEST(!contains(failures(), "Failed as well"));
  records.push_back(judged("slow_0", Problem::forward_dynamics, a_case("chain", 1), Verdict::F, 1, false));
  BOOST_TEST(contains(failures(), "Failed as well: 1 more. "), failures());
  BOOST_TEST(count(failures(), "<tr class=\"case\">") == 8u);
}

BOOST_AUTO_TEST_CASE(front_page_names_failed_checks) {
  std::vector<Record> records = a_set();
  std::erase_if(records, [](const Record& r) { return !r.passed; });
  RenderedReport report(records);
  const auto first = [&](const std::string& link, const std::string& why) {
    const std::string overview = report.render().overview;
    BOOST_TEST(report.render().failed_checks == 1);
    const std::string page = markup(report.pages()), failures = section(page, "failures");
    BOOST_TEST(contains(page, "<h1 class=\"failed\">1 check failed</h1>"));
    BOOST_TEST(contains(failures, "<a href=\"" + link + "\">"), failures);
    BOOST_TEST(contains(failures, why), failures);
    BOOST_TEST(contains(page, "<article id=\"" + link.substr(0, link.find('.')) + "\">"), link);
    BOOST_TEST(contains(page, " id=\"" + link.substr(link.find('#') + 1) + "\""), link);
    BOOST_TEST(contains(report.read("badge.svg"), " proved, 1 failed</title>"));
    BOOST_TEST(contains(report.read("summary.md"), "### Other checks that failed"));
    BOOST_TEST(contains(report.read("summary.md"), why));
    BOOST_TEST(contains(overview, "Other checks that failed:"));
  };
  const auto alone = [&](auto row, const std::string& link, const std::string& why) {
    report.store.replace(report.id, std::vector{row});
    first(link, why);
    report.store.replace(report.id, std::vector<decltype(row)>{});
  };
  ReproducedClaim claim;
  claim.paper = "Jain", claim.id = "sum", claim.theirs = "6", claim.ours = "7";
  claim.verdict = ClaimVerdict::disagrees;
  alone(claim, "papers.html#claims", "DISAGREES: theirs 6, ours 7");
  CountedCost cost;
  cost.plugin = "aba", cost.tree = "arm", cost.difference = "one too many";
  alone(cost, "cost.html#cost", "one too many");
  CostGrowth growth;
  growth.plugin = "aba", growth.size = "N", growth.verdict = Order::not_counted, growth.detail = "at 3";
  alone(growth, "cost.html#growth", "not counted at 3");
  SmallTreesProof proof;
  proof.plugin = "aba", proof.trees = proof.wrong = 2, proof.first_wrong = "rr";
  alone(proof, "trust.html#proofs", "2 trees are wrong, first rr");
  PowerCurve curve;
  curve.plugin = "aba", curve.false_alarms = 2;
  alone(curve, "trust.html#power", "2 false alarms");
  FieldPower field;
  field.plugin = "aba", field.trials = 3, field.unseen = 1, field.flagged = 1;
  alone(field, "trust.html#field-power", "1 of 2 errors flagged");
  FloatDigits digits;
  digits.plugin = "aba", digits.failed = 4;
  alone(digits, "accuracy.html#float", "4 answers below the promise");
  report.render();
  BOOST_TEST(contains(report.read("index.html"), ">All passed</h1>"));
  BOOST_TEST(!contains(report.read("summary.md"), "Other checks"));
}

BOOST_AUTO_TEST_CASE(the_probability_of_an_escape_is_said_if_there_is_one) {
  for (const double escape : {0.0, 1e-9}) {
    SmallTreesProof proof;
    proof.plugin = "aba", proof.trees = proof.proved = 3, proof.escape = escape, proof.degree = 40;
    RenderedReport report(a_set());
    report.store.replace<SmallTreesProof>(report.id, {proof});
    report.render();
    BOOST_TEST(contains(report.pages(), "the largest degree counted is 40") == (escape > 0));
  }
}

BOOST_AUTO_TEST_CASE(each_plugin_has_a_section_of_its_own) {
  const std::string page = rendered(), slow = view(page, "plugin-slow"), aba = view(page, "plugin-aba");
  BOOST_TEST(contains(slow, "--plugin slow --problem forward_dynamics --case star-1</code>"));
  BOOST_TEST(contains(slow, "outside the domain: joint kind spherical"));
  BOOST_TEST(!contains(slow, "--plugin aba"));
  BOOST_TEST(contains(aba,
                      "<strong>Forward dynamics.</strong> On ordinary trees verdict B, 14.2 digits in nine "
                      "of ten answers.</p>"),
             aba);
  BOOST_TEST(contains(aba, "<code>kintree verify --model robot.urdf --plugin aba</code>"));
  BOOST_TEST(contains(slow, " 3 answers failed.</p>"), slow);
  BOOST_TEST(contains(aba, "--case star-1</code>"));
  BOOST_TEST(!contains(aba, "spherical"));
}

BOOST_AUTO_TEST_CASE(page_shows_figures_to_readers_without_scripts) {
  Summary summary;
  for (const Record& record : a_set()) summary.add(record);
  const Figures figures{{{"figure_error_x", "Error & n", "", ""}, {"figure_digits_x", "", "", ""}}, ""},
      none{{}, "no <paper>"};
  const Run run = a_run();
  Measurements measured;
  CountedCost& cost = measured.costs.emplace_back();
  cost.plugin = "aba", cost.problem = Problem::forward_dynamics, cost.tree = "humanoid30-1";
  const auto algorithms = algorithms_of(summary, measured);
  const auto files = [&](const Figures& drawn, const std::string& data) {
    std::map<std::string, std::string> result;
    for (const PageFile& file : pages({run, summary, measured, algorithms, {}, drawn, {}, data}))
      result[file.name] = file.text;
    return result;
  };
  auto with = files(figures, "{}"), without = files(none, "");
  BOOST_TEST(contains(with["accuracy.html"],
                      "<noscript><img src=\"figure_error_x.svg\" alt=\"Error &amp; n\"></noscript>"));
  BOOST_TEST(count(with["index.html"], "<noscript><img src=\"figure_digits_x.svg\"") == 1u);
  BOOST_TEST(with["chart_data.js"] == "window.chartData = {};\n");
  BOOST_TEST(contains(with["accuracy.html"], "<script src=\"chart_data.js\"></script>"));
  BOOST_TEST(contains(with["index.html"],
                      "window.chartData = {\"choice\":{\"forward_dynamics\":[[\"aba\",0,14.2,\"B\"]]}};"));
  BOOST_TEST(!contains(with["glossary.html"], "charts.js"));
  BOOST_TEST(!contains(without["accuracy.html"], "<noscript>"));
  BOOST_TEST(!contains(without["accuracy.html"], "charts.js"));
  BOOST_TEST(!without.contains("charts.js"));
  BOOST_TEST(contains(section(without["trust.html"], "run"), "no &lt;paper&gt;"));
}

BOOST_AUTO_TEST_CASE(charts_show_values_and_medians) {
  std::vector<Record> records;
  for (const double error : {1e-15, 1e-13, 1e-11})
    records.push_back(judged("aba", Problem::forward_dynamics,
                             a_case("chain", static_cast<std::uint64_t>(-std::log10(error))), Verdict::A,
                             error));
  records.push_back(judged("bad", Problem::forward_dynamics, a_case("chain", 1), Verdict::F, nan, false));
  const Json json = charts_of(records), fd = json["problems"]["forward_dynamics"], aba = fd["plugins"]["aba"];
  BOOST_TEST(aba["points"].size() == 3u);
  BOOST_TEST(aba["medians"].dump() == "[[12.0,1e-13]]");
  BOOST_TEST(aba["alpha"].dump() == "[5.0,5.0,5.0,500.0,50000.0,50000.0,50000.0]");
  BOOST_TEST(fd["sigma"].dump() == "[[12.0,2e-16]]");
  const Json& bad = fd["plugins"]["bad"];
  BOOST_TEST(bad["points"][0][4].is_null());  // neither NaN nor infinity is JSON
  BOOST_TEST(bad["points"][0][8] == 1);
  BOOST_TEST(bad["alpha"][3].is_null());
  const std::size_t command = bad["points"][0][9];
  BOOST_TEST(json["commands"][command] ==
             "kintree verify --plugin $plugin --problem $problem --case chain-1");
}

BOOST_AUTO_TEST_CASE(an_exact_answer_stands_at_zero) {
  const Json json =
      charts_of({judged("aba", Problem::forward_dynamics, a_case("chain", 1), Verdict::A, 0.0)});
  BOOST_TEST(json["problems"]["forward_dynamics"]["plugins"]["aba"]["medians"].dump() == "[[12.0,0]]");
}

BOOST_AUTO_TEST_CASE(a_point_that_stands_for_several_is_the_worst_of_them) {
  std::vector<Record> records;
  for (std::uint64_t i = 0; i < 10; ++i) {
    records.push_back(
        judged("aba", Problem::forward_dynamics, a_case("chain", i), Verdict::A, 1e-15, i != 3));
    records.back().alpha = i == 7 ? nan : static_cast<double>(i);
  }
  const Json points = charts_of(records)["problems"]["forward_dynamics"]["plugins"]["aba"]["points"];
  BOOST_REQUIRE(points.size() == 1u);
  BOOST_TEST(points[0][6].is_null());
  BOOST_TEST(points[0][7] == 10);
  BOOST_TEST(points[0][8] == 1);
}

BOOST_AUTO_TEST_CASE(a_profile_counts_how_far_behind_the_best_a_plugin_is) {
  using enum Problem;
  const CaseId one = a_case("chain", 1), two = a_case("chain", 2), alone = a_case("chain", 3);
  Record wrong = judged("c", forward_dynamics, two, Verdict::F, 1e-20, false);
  const Json fd = charts_of(
      {judged("a", forward_dynamics, one, Verdict::A, 1e-14),
       judged("b", forward_dynamics, one, Verdict::A, 1e-12),
       unsupported("c", one, Reason::outside_domain, "chains"),
       judged("a", forward_dynamics, two, Verdict::A, 1e-20),
       judged("b", forward_dynamics, two, Verdict::A, 0),  // both less than a rounding
       wrong, judged("c", forward_dynamics, alone, Verdict::A, 1e-9)})["problems"]["forward_dynamics"];
  BOOST_TEST(fd["compared"] == 2);  // one of the cases compares nothing
  BOOST_TEST(fd["plugins"]["a"]["profile"].dump() == "[[0.0,2]]");
  BOOST_TEST(fd["plugins"]["b"]["profile"].dump() == "[[0.0,1],[2.0,2]]");
  BOOST_TEST(fd["plugins"]["c"]["profile"].dump() == "[]");
  // The last case counts as well.
  const Json last = charts_of({judged("a", forward_dynamics, one, Verdict::A, 1e-14),
                               judged("b", forward_dynamics, one, Verdict::A, 1e-12)});
  BOOST_TEST(last["problems"]["forward_dynamics"]["compared"] == 1);
}

BOOST_AUTO_TEST_CASE(no_name_ends_the_data_of_the_charts) {
  ChartData charts;
  charts.add(judged("</script><b>", Problem::forward_dynamics, a_case("<!--", 1), Verdict::A, 1e-15));
  const std::string text = charts.json({{"</script>", "", "", "", "<b>", {1}, {2}}}, {});
  BOOST_TEST(!contains(text, "<"));
  BOOST_TEST(Json::parse(text)["curves"][0]["figure"] == "</script>");
}

BOOST_AUTO_TEST_CASE(charts_hold_as_much_of_many_records_as_of_some) {
  const auto size_with = [](int cases) {
    ChartData charts;
    for (int i = 0; i < cases; ++i) {
      Record r = judged("aba", Problem::forward_dynamics, a_case("chain", static_cast<std::uint64_t>(i)),
                        Verdict::A, std::pow(10.0, -20 * std::fmod(i * 0.7548776662466927, 1.0)));
      r.degrees_of_freedom = 1 + static_cast<int>(1000 * std::fmod(i * 0.6180339887498949, 1.0));
      charts.add(r);
    }
    return charts.json({}, {}).size();
  };
  const std::size_t some = size_with(5000), more = size_with(50'000);
  BOOST_TEST(static_cast<double>(more) < 1.5 * static_cast<double>(some));
  BOOST_TEST(more < 50'000u);
}

}  // namespace
}  // namespace kintree::report::test
