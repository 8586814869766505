#include "support.hpp"

#include <cmath>
#include <cstdlib>

namespace kintree::report::test {
namespace {

BOOST_AUTO_TEST_CASE(verdicts_are_counted) {
  RenderedReport report(a_set());
  report.render();
  const auto rows = csv_rows(report.read("verdicts.csv"));
  BOOST_REQUIRE(rows.size() == 3u);
  const auto check = [](std::map<std::string, std::string> row,
                        const std::map<std::string, std::string>& expected) {
    for (const auto& [name, value] : expected)
      BOOST_TEST(row.at(name) == value, name << ": " << row.at(name) << ", not " << value);
  };
  check(rows[0], {{"plugin", "aba"},
                  {"problem", "forward_dynamics"},
                  {"promise", "B"},
                  {"cases", "3"},
                  {"A", "2"},
                  {"B", "1"},
                  {"C", "0"},
                  {"F", "0"},
                  {"unsupported", "0"},
                  {"failed", "0"},
                  {"passed", "yes"},
                  {"worst_error", "6e-15"}});
  check(rows[1], {{"plugin", "crba"}, {"cases", "1"}, {"A", "1"}, {"passed", "yes"}, {"worst_alpha", "1"}});
  check(rows[2], {{"plugin", "slow"},
                  {"cases", "6"},
                  {"A", "0"},
                  {"B", "0"},
                  {"C", "1"},
                  {"F", "2"},
                  {"unsupported", "3"},
                  {"failed", "3"},
                  {"passed", "no"},
                  {"worst_alpha", "nan"},
                  {"worst_error", "nan"}});
  BOOST_TEST(contains(report.read("index.html"),
                      "The formula is right in 2 of 4 answers that a finite field checked, and wrong in 1; 1 "
                      "cannot be computed there."));
  const std::string markdown = report.read("verdicts.md");
  BOOST_TEST(contains(
      markdown, "| aba | forward_dynamics | B | yes | 3 | 2 | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 30 | 6.0e-15 |"));
  BOOST_TEST(contains(report.read("verdicts.tex"),
                      "aba & forward\\_dynamics & B & yes & 3 & 2 & 2 & 1 & 0 & 0 & 0 & 0 & 0 & 30 & "
                      "$6.0\\cdot 10^{-15}$ \\\\"));
}

BOOST_AUTO_TEST_CASE(page_states_only_the_field_checks_of_the_run) {
  Record right = judged("aba", Problem::forward_dynamics, a_case("chain", 1), Verdict::A, 4e-16);
  right.right = FieldCheck::proved;
  RenderedReport report({right});
  report.render();
  BOOST_TEST(
      contains(report.pages(), "The formula is right in 1 of 1 answers that a finite field checked.<"));
}

BOOST_AUTO_TEST_CASE(families_are_counted) {
  RenderedReport report(a_set());
  report.render();
  const auto rows = csv_rows(report.read("families.csv"));
  std::string keys;
  for (const auto& row : rows)
    keys += row.at("plugin") + "." + row.at("family") + ":" + row.at("cases") +
            row.at("passed").substr(0, 1) + " ";
  BOOST_TEST(keys == "aba.chain:2y aba.star:1y crba.chain:1y slow.ball:1n slow.chain:2n slow.star:3n ");
  BOOST_TEST(rows[3].at("passed") == "nothing judged");
  BOOST_TEST(rows[3].at("worst_alpha").empty());
}

BOOST_AUTO_TEST_CASE(worst_cases_are_ranked_with_their_commands) {
  auto records = a_set();
  for (std::uint64_t i = 0; i < 20; ++i)
    records.push_back(judged("crba", Problem::mass_matrix, a_case("far", i), Verdict::A,
                             1e-16 * static_cast<double>(i % 7)));
  RenderedReport report(records);
  report.render();
  std::string aba, slow;
  std::size_t crba = 0;
  for (const auto& row : csv_rows(report.read("worst.csv"))) {
    if (row.at("plugin") == "aba") aba += row.at("rank") + row.at("case") + " ";
    if (row.at("plugin") == "slow") slow += row.at("rank") + row.at("case") + " ";
    if (row.at("plugin") == "crba") ++crba;
    BOOST_TEST(row.at("command") == "kintree verify --plugin " + row.at("plugin") + " --problem " +
                                        row.at("problem") + " --case " + row.at("case"));
  }
  BOOST_TEST(aba == "1star-1 2chain-2 3chain-1 ");
  BOOST_TEST(slow == "1star-1 2chain-2 3chain-1 ");  // NaN is the worst; the unsupported are not there
  BOOST_TEST(crba == 5u);
  BOOST_TEST(contains(report.read("worst.md"),
                      "`kintree verify --plugin aba --problem forward_dynamics --case star-1`"));
}

BOOST_AUTO_TEST_CASE(worst_cases_are_ranked_by_alpha_then_error_then_case) {
  std::vector<Record> records;
  for (const auto& [seed, error] : {std::pair{4, 1e-15}, std::pair{3, 2e-15}, std::pair{2, 1e-15},
                                    std::pair{1, 1e-16}, std::pair{5, nan}}) {
    records.push_back(judged("aba", Problem::forward_dynamics,
                             a_case("chain", static_cast<std::uint64_t>(seed)), Verdict::A, error));
    records.back().alpha = 2;
  }
  RenderedReport report(records);
  report.render();
  std::string ranked;
  for (const auto& row : csv_rows(report.read("worst.csv"))) ranked += row.at("case") + " ";
  BOOST_TEST(ranked == "chain-5 chain-3 chain-2 chain-4 chain-1 ");
}

BOOST_AUTO_TEST_CASE(hard_cases_are_ranked_by_the_share_of_answers_below_A) {
  auto records = a_set();
  records.push_back(judged("crba", Problem::forward_dynamics, a_case("easy", 1), Verdict::A, 1e-16));
  records.push_back(judged("slow", Problem::forward_dynamics, a_case("easy", 1), Verdict::A, 1e-16));
  records.push_back(judged("crba", Problem::forward_dynamics, a_case("chain", 2), Verdict::A, 1e-16));
  records.push_back(judged("slow", Problem::forward_dynamics, a_case("alone", 1), Verdict::C, 1e-9));
  RenderedReport report(records);
  report.render();
  std::string found;
  for (const auto& row : csv_rows(report.read("difficulty.csv")))
    found += row.at("problem") + " " + row.at("case") + " " + row.at("below_A") + "/" + row.at("answers") +
             " " + row.at("share").substr(0, 4) + "; ";
  // What one plugin alone answered, or nobody below A, is not there; what is unsupported is no answer.
  BOOST_TEST(
      found ==
      "forward_dynamics star-1 2/2 1; forward_dynamics chain-1 1/2 0.5; forward_dynamics chain-2 1/3 0.33; ");
  const auto rows = csv_rows(report.read("difficulty.csv"));
  BOOST_TEST(rows.at(0).at("command") ==
             "kintree verify --plugin slow --problem forward_dynamics --case star-1");
  BOOST_TEST(contains(report.read("difficulty.md"), "| forward_dynamics | star-1 |"));

  // Of each problem so many.
  auto many = a_set();
  for (std::uint64_t i = 0; i < 30; ++i)
    for (const char* plugin : {"aba", "slow"})
      many.push_back(judged(plugin, Problem::mass_matrix, a_case("far", i), Verdict::C, 1e-9));
  RenderedReport longer(many);
  longer.render();
  BOOST_TEST(csv_rows(longer.read("difficulty.csv")).size() == 20u + 3u);
  RenderedReport alone({records[0]});
  alone.render();
  BOOST_TEST(csv_rows(alone.read("difficulty.csv")).empty());
}

BOOST_AUTO_TEST_CASE(a_breakdown_within_the_promise_has_no_error) {
  Record broken = judged("aba", Problem::forward_dynamics, a_case("chain", 1), Verdict::C, nan);
  broken.standing = ResultStatus::breakdown;
  RenderedReport report(
      {judged("aba", Problem::forward_dynamics, a_case("chain", 2), Verdict::A, 8e-16), broken});
  report.render();
  const auto verdicts = csv_rows(report.read("verdicts.csv")), worst = csv_rows(report.read("worst.csv"));
  BOOST_TEST(verdicts.at(0).at("cases") == "2");
  BOOST_TEST(verdicts[0].at("C") == "1");
  BOOST_TEST(verdicts[0].at("worst_alpha") == "4");
  BOOST_TEST(verdicts[0].at("worst_error") == "8e-16");
  BOOST_TEST(worst.size() == 1u);
  BOOST_TEST(worst[0].at("case") == "chain-2");
}

BOOST_AUTO_TEST_CASE(all_records_are_written) {
  RenderedReport report(a_set());
  const Rendered counts = report.render();
  BOOST_TEST(counts.records == 10);
  BOOST_TEST(counts.judged == 7);
  BOOST_TEST(counts.failed == 3);
  const auto rows = csv_rows(report.read("records.csv"));
  BOOST_REQUIRE(rows.size() == 10u);
  BOOST_TEST(rows[5].at("error") == "0.3");
  BOOST_TEST(rows[5].at("case") == "chain-2");
  BOOST_TEST(rows[5].at("seed") == "2");
  BOOST_TEST(rows[5].at("reason") == "beyond_bounds");
  BOOST_TEST(rows[5].at("detail") == "by far");
  BOOST_TEST(rows[5].at("passed") == "no");
  BOOST_TEST(rows[7].at("standing") == "unsupported");
  BOOST_TEST(rows[7].at("verdict").empty());
  BOOST_TEST(rows[7].at("error") == "nan");
}

BOOST_AUTO_TEST_CASE(failures_come_first_with_their_commands) {
  RenderedReport report(a_set());
  report.render();
  const std::string page = report.pages();
  BOOST_TEST(contains(page, "<h1 class=\"failed\">3 failed</h1>"));
  BOOST_TEST(!contains(page, "All passed"));
  const std::string failures = section(page, "failures");
  const std::string front = report.read("index.html");
  BOOST_TEST(front.find("<section id=\"failures\">") == front.find("<section"));
  // The worst, with the number of failures; the page of the plugin has all three.
  BOOST_TEST(count(failures, "<tr class=\"case\">") == 1u);
  BOOST_TEST(contains(failures, ">3 of 3</td>"), failures);
  BOOST_TEST(contains(failures, "breakdown: a pivot is not positive: at joint &#39;shoulder&#39;"));
  BOOST_TEST(contains(failures, "--case star-1</code>"));
  BOOST_TEST(!contains(failures, "--case chain-1</code>"));
  BOOST_TEST(!contains(failures, "--plugin aba"));
  std::string own = view(page, "plugin-slow");
  own = own.substr(own.find("<h2>Failures</h2>"), own.find("<h2>Promises</h2>"));
  own.resize(own.find("</table>"));
  for (const char* needed :
       {"kintree verify --plugin slow --problem forward_dynamics --case chain-1</code>",
        "--case chain-2</code>", "--case star-1</code>", "elbow",
        "the error is beyond what the problem and the method allow: by far", "worse than promised",
        "breakdown: a pivot is not positive: at joint &#39;shoulder&#39;"})
    BOOST_TEST(contains(own, needed), needed);
  BOOST_TEST(own.find("--case star-1") < own.find("--case chain-2"));  // NaN before 0.3
}

BOOST_AUTO_TEST_CASE(failures_beyond_those_shown_are_counted) {
  auto records = a_set();
  for (std::uint64_t i = 0; i < 100; ++i)
    records.push_back(judged("bad", Problem::mass_matrix, a_case("far", i), Verdict::F, 1, false));
  RenderedReport report(records);
  report.render();
  const std::string failures = section(report.pages(), "failures");
  BOOST_TEST(count(failures, "<tr class=\"case\">") == 2u);  // a noisy plugin does not hide another
  BOOST_TEST(failures.find(">100 of 100<") < failures.find(">3 of 3<"), failures);
  BOOST_TEST(count(view(report.pages(), "plugin-bad"), "the error is beyond") == 0u);
}

BOOST_AUTO_TEST_CASE(a_good_run_says_so) {
  auto records = a_set();
  std::erase_if(records, [](const Record& r) { return !r.passed; });
  RenderedReport report(records);
  report.render();
  const std::string page = report.pages();
  BOOST_TEST(contains(page, "<h1 class=\"passed\">All passed</h1>"));
  BOOST_TEST(contains(page, ">✓ yes<"));
  BOOST_TEST(count(section(page, "run"), "<code>") == 1u);  // the command alone
  BOOST_TEST(section(page, "failures").empty());
  BOOST_TEST(!contains(page, "not finished"));
  BOOST_TEST(contains(page, "<dt>unsupported</dt><dd>3</dd>"));
}

BOOST_AUTO_TEST_CASE(unsupported_cases_are_counted_by_reason) {
  RenderedReport report(a_set());
  report.render();
  const std::string page = view(report.pages(), "plugin-slow");
  for (const auto& [cases, reason] : {std::pair{"2", "serial chains only"}, {"1", "joint kind spherical"}})
    BOOST_TEST(
        contains(page, std::string("data-label=\"cases\">") + cases +
                           "</td><td class=\"wrap\" data-label=\"reason\">outside the domain: " + reason));
}

BOOST_AUTO_TEST_CASE(text_is_escaped) {
  const std::string evil = "<b>&\"'|x`";
  Record record = judged(evil, Problem::forward_dynamics, a_case(evil + ",\n2", 7), Verdict::F, 1e-3, false);
  record.detail = record.worst = record.command = evil;
  const Record other = unsupported(evil, a_case(evil, 1), Reason::none, evil);
  Run run = a_run();
  run.machine = run.command = evil;
  RenderedReport report(
      {record, other, judged("it's", Problem::mass_matrix, a_case("chain", 1), Verdict::A, 1e-16)}, run);
  report.render_with_figures();
  const std::string page = report.pages();
  BOOST_TEST(!contains(markup(page), "<b>"));
  BOOST_TEST(contains(page, "<code>&lt;b&gt;&amp;&quot;&#39;|x`</code>"));
  BOOST_TEST(contains(page, "g++ 12, &lt;Release&gt;"));
  BOOST_TEST(contains(report.read("figure_error_against_n_mass_matrix.svg"), ">it's</text>"));
  BOOST_TEST(
      contains(report.read("figure_error_against_n_forward_dynamics.svg"), ">&lt;b&gt;&amp;\"'|x`</text>"));
  BOOST_TEST(contains(report.read("records.csv"), "\"<b>&\"\"'|x`,\n2\",,,7,"));
  BOOST_TEST(contains(report.read("verdicts.md"), "| &lt;b>&amp;\"'\\|x\\` |"));
  BOOST_TEST(contains(report.read("worst.md"), "| `` <b>&\"'\\|x` `` |"));
}

BOOST_AUTO_TEST_CASE(the_page_needs_no_network) {
  RenderedReport report(a_set());
  report.render_with_figures();
  const std::string page = markup(report.pages());
  for (const char* reference : {"http://", "https://", "url(", "@import"})
    BOOST_TEST(!contains(page, reference), reference);
  BOOST_TEST(count(page, "src=") == count(page, "<noscript><img src=\"figure_"));
  // Links lead to the files beside it, and to what is in it.
  std::size_t inside = 0;
  for (std::size_t at = page.find("<a href=\""); at != std::string::npos;
       at = page.find("<a href=\"", at + 1)) {
    const std::size_t from = at + 9;
    const std::string target = page.substr(from, page.find('"', from) - from);
    const std::size_t hash = std::min(target.find('#'), target.size());
    BOOST_TEST((hash == 0 || report.has(target.substr(0, hash))), target);
    if (hash < target.size()) {
      ++inside;
      const std::string there = hash == 0 ? page : view(page, target.substr(0, target.find(".html")));
      BOOST_TEST(contains(there, " id=\"" + target.substr(hash + 1) + "\""), target);
    }
  }
  for (const char* file : {"style.css", "page.js", "charts.js", "chart_data.js"}) {
    BOOST_TEST(contains(report.pages(), "=\"" + std::string(file) + "\""), file);
    BOOST_TEST(report.has(file), file);
  }
  BOOST_TEST(inside > 10u);
}

BOOST_AUTO_TEST_CASE(the_same_rows_give_the_same_bytes) {
  RenderedReport report(a_set());
  render(report.store, report.id, report / "first", {});
  render(report.store, report.id, report / "second", {});
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(report / "first")) {
    BOOST_TEST((contents(entry.path()) == contents(report / "second" / entry.path().filename())),
               entry.path());
    ++files;
  }
  BOOST_TEST(files == 45u);  // and no temporary ones
}

BOOST_AUTO_TEST_CASE(an_empty_run_is_not_a_success) {
  RenderedReport nothing({}, a_run(), false);
  nothing.render();
  std::string page = nothing.pages();
  BOOST_TEST(contains(page, "Nothing was verified"));
  BOOST_TEST(contains(page, "not finished"));
  BOOST_TEST(!contains(page, "passed</h1>"));
  BOOST_TEST(!contains(page, "id=\"accuracy\""));
  BOOST_TEST(csv_rows(nothing.read("verdicts.csv")).empty());

  RenderedReport outside({unsupported("slow", a_case("star", 1), Reason::outside_domain, "chains only")});
  outside.render();
  page = outside.pages();
  BOOST_TEST(contains(page, "Nothing was judged"));
  BOOST_TEST(!contains(page, "passed</h1>"));
  BOOST_TEST(csv_rows(outside.read("verdicts.csv"))[0].at("passed") == "nothing judged");
}

BOOST_AUTO_TEST_CASE(render_counts_a_crash_without_verdict_as_F) {
  Record crashed = judged("aba", Problem::mass_matrix, a_case("chain", 1), Verdict::A, nan, false);
  crashed.verdict.reset();
  crashed.standing = ResultStatus::crashed;
  crashed.reason = Reason::crashed;
  RenderedReport report({crashed});
  report.render();
  BOOST_TEST(csv_rows(report.read("verdicts.csv"))[0].at("F") == "1");
  BOOST_TEST(contains(report.pages(), "crashed: the plugin crashed"));
}

BOOST_AUTO_TEST_CASE(another_run_of_the_store_is_not_in_the_report) {
  RenderedReport report(a_set());
  Run run = a_run();
  run.commit = "another";
  const auto other = report.store.begin(run);
  report.store.add(other, {judged("rnea", Problem::inverse_dynamics, a_case("star", 9), Verdict::A, 1e-16)});
  report.render();
  BOOST_TEST(!contains(report.pages(), "rnea"));
  BOOST_TEST(!contains(report.read("records.csv"), "rnea"));
  BOOST_TEST(render(report.store, other, report / "other", {}, {}, {}, FigureFiles::left_out).records == 1);
  BOOST_TEST(contains(contents(report / "other/index.html"), "commit another"));
  BOOST_TEST(contains(refusal([&] { render(report.store, 7, report / "none", {}); }), "there is no run 7"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_is_refused) {
  RenderedReport report(a_set());
  const auto refused = [&](const std::filesystem::path& out) {
    return refusal([&] { render(report.store, report.id, out, {}, {}, {}, FigureFiles::left_out); });
  };
  std::ofstream(report / "file") << "x";
  BOOST_TEST(contains(refused(report / "file/report"), (report / "file/report").string()));
  BOOST_TEST(contains(refused(report / "file"),
                      (report / "file").string() + ": cannot be created as a folder for the report"));
  // A name that is taken by a folder: the message names it, and nothing temporary is left.
  const auto out = report / "out";
  std::filesystem::create_directories(out / "verdicts.csv" / "x");
  BOOST_TEST(contains(refused(out), (out / "verdicts.csv").string()));
  for (const auto& entry : std::filesystem::directory_iterator(out))
    BOOST_TEST(!entry.path().filename().string().starts_with("."), entry.path());
}

}  // namespace
}  // namespace kintree::report::test
