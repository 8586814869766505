// The parts of a report for papers (figures, captions, references), and the trees of its worst cases.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "kintree/files/text_file.hpp"
#include "page/bibliography.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

Record one_record() {
  Record r = judged("aba", Problem::forward_dynamics, a_case("chain", 1), Verdict::A, 4e-16);
  r.depth = 3;
  r.condition = 2.5e4;
  r.tree = "0r 1r 1s";
  return r;
}

BOOST_AUTO_TEST_SUITE(For_papers)

BOOST_AUTO_TEST_CASE(figures_are_separate_files_with_captions_of_the_run) {
  RenderedReport report({one_record()});
  report.render();
  write_text_file(report / "report/figure_of_an_earlier_report.pdf", "");
  report.store.replace<Curve>(report.id, {{.figure = "Somebody 2001, Fig. 5",
                                           .title = "cost",
                                           .x_name = "N",
                                           .y_name = "operations",
                                           .name = "ours & theirs",
                                           .x = {1, 10},
                                           .y = {100, 1000}}});
  report.render_with_figures();
  const std::string source = report.read("figures.tex");
  for (const char* name : {"figure_error_against_n_forward_dynamics", "figure_somebody_2001_fig_5"}) {
    BOOST_TEST(contains(source, std::string("{") + name + ".pdf}"));
    BOOST_TEST(report.read(std::string(name) + ".pdf").starts_with("%PDF"));
    BOOST_TEST(contains(report.read(std::string(name) + ".svg"), "</svg>"));
  }
  BOOST_TEST(count(source, "\\begin{figure}") == 2u);
  BOOST_TEST(count(source, "\\texttt{" + a_run().command.substr(0, 7)) == 2u);
  BOOST_TEST(contains(source, a_run().commit.substr(0, 12)));
  BOOST_TEST(contains(report.read("figure_somebody_2001_fig_5.svg"), "ours &amp; theirs"));  // the legend
  BOOST_TEST(!report.has("figure_of_an_earlier_report.pdf"));
}

BOOST_AUTO_TEST_CASE(figure_has_the_date_of_the_run) {
  RenderedReport report({one_record()}, a_run(), false);
  report.store.finish(report.id, "2001-02-03T04:05:06Z");
  report.render_with_figures();
  BOOST_TEST(
      contains(report.read("figure_error_against_n_forward_dynamics.pdf"), "/CreationDate (20010203040506"));
}

BOOST_AUTO_TEST_CASE(references_find_works_by_shorthand_and_by_key) {
  const std::string cited =
      references({"Walker & Orin 1982, method 3; Featherstone 2005, sec. 5", "jain_1991"});
  BOOST_TEST(count(cited, "\n@") + 1 == 3u);
  for (const char* key : {"@article{walker_1982,", "@article{featherstone_2005,", "@article{jain_1991,"})
    BOOST_TEST(contains(cited, key));
  BOOST_TEST(references({"Featherstone 1066"}) == "");
}

BOOST_AUTO_TEST_CASE(report_lists_the_works_that_it_cites) {
  RenderedReport report({one_record()});
  report.store.replace<PluginClaim>(report.id,
                                    {{.plugin = "aba",
                                      .problem = Problem::forward_dynamics,
                                      .citation = "Featherstone 1983; after <Luh, Walker & Paul 1980>",
                                      .domain = "any tree, all joints",
                                      .promise = Verdict::A,
                                      .less = "C on fast",
                                      .cost = "O(N)"}});
  report.render();
  BOOST_TEST(count(report.read("references.bib"), "shorthand") == 2u);
  const std::string page = report.pages();
  BOOST_TEST(contains(page, "Featherstone 1983; after &lt;Luh, Walker &amp; Paul 1980&gt;."));
  BOOST_TEST(contains(page, "Domain: any tree, all joints."));
  BOOST_TEST(contains(page, "C on fast"));
  BOOST_TEST(csv_rows(report.read("plugins.csv")).at(0).at("less") == "C on fast");
}

BOOST_AUTO_TEST_CASE(worst_cases_are_drawn_with_their_size_and_condition) {
  RenderedReport report({one_record()});
  report.render();
  const std::string worst = section(report.pages(), "hard-forward_dynamics");
  BOOST_TEST(contains(worst, "Its tree of 3 bodies"));
  BOOST_TEST(contains(worst, ">2.5e+04<"), worst);
  BOOST_TEST(csv_rows(report.read("worst.csv")).at(0).at("depth") == "3");
}

BOOST_AUTO_TEST_CASE(smallest_trees_are_listed_with_the_lost_digits) {
  const auto lossy = [](std::uint64_t seed, int bodies, Verdict verdict, double error) {
    Record r = judged("aba", Problem::forward_dynamics, a_case("chain", seed), verdict, error);
    r.bodies = bodies;
    return r;
  };
  RenderedReport report({lossy(1, 9, Verdict::C, 1e-9), lossy(2, 4, Verdict::D, 1e-3),
                         lossy(3, 7, Verdict::D, 20), lossy(4, 3, Verdict::D, 30),
                         lossy(5, 2, Verdict::B, 1e-12)});
  report.render();
  std::vector<std::string> found;
  for (const auto& row : csv_rows(report.read("smallest.csv")))
    found.push_back(row.at("lost") + ": " + row.at("case"));
  const std::vector<std::string> expected{"more than B allows: " + a_case("chain", 4).name(),
                                          "half of the digits: " + a_case("chain", 4).name(),
                                          "every digit: " + a_case("chain", 4).name()};
  BOOST_TEST(found == expected, boost::test_tools::per_element());
  BOOST_TEST(contains(report.pages(), "The smallest trees on which it loses digits"));
}

BOOST_AUTO_TEST_CASE(history_has_every_finished_run_with_its_verdicts) {
  RenderedReport report({one_record()});
  report.render();
  BOOST_TEST(section(report.pages(), "history").empty());  // of one run there is none
  Record bad = one_record();
  bad.verdict = Verdict::F;
  bad.passed = false;
  Run run = a_run();
  run.commit = "fedcba9876543210";
  const std::int64_t unfinished = report.store.begin(run), later = report.store.begin(run);
  report.store.add(later, {bad});
  report.store.add(unfinished, {bad});
  report.store.finish(later);
  report.id = later;
  report.render();
  const auto rows = csv_rows(report.read("history.csv"));
  BOOST_TEST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].at("run") == std::to_string(later));
  BOOST_TEST(rows[0].at("F") == "1");
  BOOST_TEST(rows[0].at("failed") == "1");
  BOOST_TEST(rows[1].at("A") == "1");
  BOOST_TEST(rows[1].at("failed") == "0");
  const std::string history = section(report.pages(), "history");
  BOOST_TEST(contains(history, "2 finished runs"));
  BOOST_TEST(contains(history, "fedcba987654"));
}

BOOST_AUTO_TEST_CASE(history_shows_the_last_twenty_runs) {
  RenderedReport report({one_record()});
  for (const std::size_t runs : {20u, 21u}) {
    while (static_cast<std::size_t>(report.id) < runs) {
      report.id = report.store.begin(a_run());
      report.store.add(report.id, {one_record()});
      report.store.finish(report.id);
    }
    report.render();
    BOOST_TEST(csv_rows(report.read("history.csv")).size() == runs);
    const std::string history = section(report.pages(), "history");
    BOOST_TEST(contains(history, std::to_string(runs) + " finished runs"));
    BOOST_TEST(count(history, "<tr>") == 1 + 20u);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace kintree::report::test
