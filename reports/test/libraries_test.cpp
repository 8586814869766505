// Libraries beside the plugins: what is counted of their records, and where it is shown.
#include <kintree/report/json.hpp>
#include <nlohmann/json.hpp>

#include "data/library_summary.hpp"
#include "data/tables.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

Record answer(const std::string& plugin, const CaseId& id, Verdict verdict, Reason reason = Reason::none,
              const std::string& detail = {}) {
  Record r = judged(plugin, Problem::mass_matrix, id, verdict, verdict == Verdict::A ? 1e-16 : 1e-3,
                    verdict <= Verdict::B);
  r.reason = reason;
  r.detail = detail;
  return r;
}

/// Answers of the library `p` with each outcome. The plugin `crba` is proved right, and loses case a-3 too.
std::vector<Record> answers() {
  using enum Verdict;
  const auto id = [](std::uint64_t seed) { return a_case("a", seed); };
  std::vector<Record> records{answer("p", id(1), A),
                              answer("p", id(2), A, Reason::wrong_breakdown,
                                     "without inertia beyond joint 'a': no breakdown, but NaN or infinity"),
                              answer("p", id(3), F, Reason::beyond_bounds),
                              answer("p", id(4), F, Reason::beyond_bounds),
                              answer("p", id(5), F, Reason::not_finite),
                              unsupported("p", id(6), Reason::outside_domain, "<helical> joints"),
                              unsupported("p", id(7), Reason::ill_posed, ""),
                              answer("p", id(8), F, Reason::crashed),
                              answer("p", id(9), F, Reason::breakdown),
                              answer("p", id(10), F, Reason::beyond_bounds)};
  for (Record& r : records) r.problem = Problem::mass_matrix;
  records[3].bodies = 2;
  records[7].standing = ResultStatus::crashed;
  records[8].standing = ResultStatus::breakdown;
  for (const auto& [seed, verdict, right] :
       {std::tuple{3, D, FieldCheck::proved}, {4, B, FieldCheck::proved}, {10, C, FieldCheck::not_askable}}) {
    records.push_back(answer("crba", id(static_cast<std::uint64_t>(seed)), verdict));
    records.back().passed = true;
    records.back().right = right;
  }
  return records;
}

std::vector<Library> libraries() {
  Library p, q;
  p.name = "p_adapter";
  p.plugin = "p";
  p.origin = "Debian's p 1.0";
  p.options = " --isolate";
  p.closed_forms = "7 closed forms: all right";
  p.findings = {{"It is <odd>.", "p.cpp", "asked: 1\ncame: 1 < 2\n", false}};
  q.name = "q";
  q.missing = "it is not <installed>";
  q.outcome = "Q 1.0: <right>";
  return {p, q};
}

std::vector<VectorResult> vectors() {
  return {{"p", "right", 12, "", nan, "", ""},
          {"p", "wrong", 2, "it is <turned>", 0.5, "a-1, mass_matrix: a <hinge>", "odd (2), even (1)"}};
}

/// A store with a run of a plugin, and a later one of libraries.
class WithLibraries {
 public:
  WithLibraries()
      : report({judged("aba", Problem::forward_dynamics, a_case("chain", 1), Verdict::A, 1e-16)}) {
    run = report.store.begin(a_run());
    for (const Record& record : answers()) report.store.add(run, {record});
    report.store.replace(run, libraries());
    report.store.replace(run, vectors());
    Timing timing;
    timing.plugin = "p";
    timing.model = "arm";
    timing.median = 1500;
    report.store.replace(run, std::vector{timing});
    report.store.replace(run, std::vector{TimingConditions{"On a quiet machine."}});
    report.store.finish(run);
  }
  RenderedReport report;
  std::int64_t run = 0;
};

std::string text_of(const std::string& html) {
  std::string text;
  bool in_tag = false;
  for (const char c : html) {
    if (c == '<') in_tag = true;
    if (!in_tag) text += c;
    if (c == '>') {
      in_tag = false;
      text += '|';
    }
  }
  return text;
}

BOOST_AUTO_TEST_CASE(library_summary_counts_each_outcome) {
  WithLibraries w;
  LibrarySummary summary;
  summary.libraries = libraries();
  summary.lost_by_all = w.report.store.lost_by_all(w.run);
  BOOST_TEST(summary.lost_by_all.size() == 1u);
  BOOST_TEST(summary.lost_by_all.contains({"a-3", Problem::mass_matrix}));
  for (const Record& record : answers())
    if (summary.find(record.plugin) != nullptr) summary.add(record);
  const LibraryOutcomes expected{2, 0, 1, 2, 1, 1, 1, 1, 1};
  BOOST_TEST(summary.outcomes.at({"p", Problem::mass_matrix}) == expected, boost::test_tools::per_element());
  const auto& smallest = summary.smallest.at({"p", Problem::mass_matrix});
  BOOST_TEST(smallest.size() == 4u);
  BOOST_TEST(smallest.at(LibraryOutcome::beyond).id.name() == "a-4");
  BOOST_TEST(summary.singular.size() == 1u);
  BOOST_TEST(std::get<2>(summary.singular.begin()->first) == "NaN or infinity, and no error");
  const Table matrix = library_matrix(summary);
  const auto& cell = std::get<DisplayedText>(matrix.rows.at(0).cells.at(2));
  BOOST_TEST(cell.text == "2 of 8; 1 as plugins; 2 beyond; 1 no number; 1 breakdown; 1 fault");
  BOOST_TEST(cell.style == "heat D");
  BOOST_TEST(cell.remark == "");
}

BOOST_AUTO_TEST_CASE(library_matrix_has_the_colour_of_ordinary_trees) {
  LibrarySummary summary;
  summary.libraries = libraries();
  summary.records.hard_families = hard_families;
  summary.add(judged("p", Problem::mass_matrix, a_case("chain", 1), Verdict::A, 1e-16));
  summary.add(judged("p", Problem::mass_matrix, a_case("thin", 1), Verdict::D, 1e-2));
  const Table matrix = library_matrix(summary);
  const auto& cell = std::get<DisplayedText>(matrix.rows.at(0).cells.at(2));
  BOOST_TEST(cell.text == "1 of 2; 1 beyond");
  BOOST_TEST(cell.style == "heat A");
  BOOST_TEST(cell.remark == "on hard trees");
}

BOOST_AUTO_TEST_CASE(report_shows_libraries_of_a_later_run_apart) {
  WithLibraries w;
  const Rendered rendered = w.report.render();
  BOOST_TEST(rendered.failed == 0);
  BOOST_TEST(rendered.records == 1);
  BOOST_TEST(contains(rendered.overview, "2 of 8; 1 as plugins"));
  const std::string page = markup(w.report.pages());
  BOOST_TEST(!contains(view(page, "index"), "plugin-p.html"));
  const std::string all = text_of(view(page, "libraries"));
  for (const char* part : {"1 of 2 libraries were checked. 2 of 8 answers are as accurate",
                           "2 of 8; 1 as plugins; 2 beyond", "2024-05-06", "|q|", "|It is &lt;odd&gt;.|",
                           "|it is not &lt;installed&gt;|", "|wrong|", "it is &lt;turned&gt;"})
    BOOST_TEST(contains(all, part), part);
  const std::string own = text_of(view(page, "plugin-p"));
  for (const char* part : {"tools/peers --peer p_adapter", "7 closed forms", "Debian&#39;s p 1.0",
                           "It is &lt;odd&gt;.", "not in this version", "1 &lt; 2", "&lt;helical&gt; joints",
                           "--case a-4 --isolate", "NaN or infinity, and no error", "odd (2), even (1)"})
    BOOST_TEST(contains(own, part), part);
  const std::string smallest = own.substr(own.find("The smallest cases worse than B"));
  BOOST_TEST(!contains(smallest.substr(0, smallest.find("|Test vectors|")), "--case a-10"));
  const std::string missing = text_of(view(page, "plugin-q"));
  BOOST_TEST(contains(missing, "Not checked: it is not &lt;installed&gt;."));
  BOOST_TEST(contains(missing, "Q 1.0: &lt;right&gt;"));
  BOOST_TEST(contains(section(page, "times"), "1.50"));
  BOOST_TEST(contains(section(page, "times"), "<a href=\"plugin-p.html\">p</a>"));
  BOOST_TEST(contains(page, "On a quiet machine."));
  BOOST_TEST(csv_rows(w.report.read("library_records.csv")).size() == 10u);
  BOOST_TEST(csv_rows(w.report.read("library_outcomes.csv")).at(0).at("beyond") == "2");
  BOOST_TEST(csv_rows(w.report.read("records.csv")).size() == 1u);
  BOOST_TEST(csv_rows(w.report.read("history.csv")).size() == 1u);
}

BOOST_AUTO_TEST_CASE(times_of_libraries_do_not_replace_those_of_the_run) {
  WithLibraries w;
  Timing timing;
  timing.plugin = "aba", timing.model = "arm", timing.median = 2500;
  w.report.store.replace(w.report.id, std::vector{timing});
  w.report.store.replace(w.report.id, std::vector{TimingConditions{"On another machine."}});
  w.report.render();
  const std::string page = markup(w.report.pages()), times = section(page, "times");
  BOOST_TEST(contains(times, "2.50"), times);
  BOOST_TEST(!contains(times, "1.50"), times);
  BOOST_TEST(contains(page, "On another machine."));
  BOOST_TEST(!contains(page, "On a quiet machine."));
}

BOOST_AUTO_TEST_CASE(run_of_libraries_alone_shows_its_plugins) {
  WithLibraries w;
  const Rendered rendered =
      render(w.report.store, w.run, w.report / "alone", {}, {}, {}, FigureFiles::left_out);
  BOOST_TEST(rendered.records == 3);
  BOOST_TEST(rendered.failed == 0);
  BOOST_TEST(w.report.store.verdict_counts(w.run).answers() == 3);
  BOOST_TEST(w.report.store.distinct_cases(w.run) == 3);
  BOOST_TEST(w.report.store.newest_of_libraries().value_or(0) == w.run);
  const std::string page = markup(contents(w.report / "alone/index.html"));
  BOOST_TEST(contains(page, "plugin-crba.html"));
  BOOST_TEST(!contains(page, "plugin-p.html"));
}

BOOST_AUTO_TEST_CASE(report_without_libraries_has_no_view_of_them) {
  RenderedReport report(a_set());
  report.render();
  BOOST_TEST(!contains(markup(report.pages()), "id=\"libraries\""));
  BOOST_TEST(!report.has("libraries.csv"));
  BOOST_TEST(!report.has("library_records.csv"));
}

BOOST_AUTO_TEST_CASE(file_of_libraries_is_read_or_refused) {
  const TemporaryFolder folder;
  const auto file = folder / "libraries.json";
  std::ofstream(file) << as_json(libraries()).dump();
  BOOST_TEST((read_libraries(file) == libraries()));
  auto bad = as_json(libraries());
  bad[0]["findings"][0].erase("title");
  std::ofstream(file) << bad.dump();
  BOOST_TEST(contains(refusal([&] { read_libraries(file); }),
                      "libraries.json: not as tools/peers writes it: findings: title: missing"));
  std::ofstream(file) << "{";
  BOOST_TEST(contains(refusal([&] { read_libraries(file); }), "not JSON"));
}

}  // namespace
}  // namespace kintree::report::test
