#include "support.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace kintree::report::test {
namespace {

BOOST_AUTO_TEST_CASE(there_is_a_panel_per_problem_and_a_mark_per_record) {
  RenderedReport report(a_set());
  report.render();
  const std::string page = report.read("index.html");
  for (const char* id : {"error", "alpha"}) {
    const std::string figure = section(page, id);
    BOOST_TEST(count(figure, "<svg class=\"plot\" ") == 2u);
    BOOST_TEST(contains(figure, "<div class=\"figure-title\">mass_matrix"));
    BOOST_TEST(contains(figure, "<div class=\"figure-title\">forward_dynamics"));
    // Three records of aba, one of crba, three of slow, and a ring around each that failed.
    BOOST_TEST(count(figure, "class=\"k10\"/>\n") == 3u, id);
    BOOST_TEST(count(figure, "class=\"k11\"/>\n") == 1u, id);
    BOOST_TEST(count(figure, "class=\"k12\"/>\n") == 3u, id);
    BOOST_TEST(count(figure, "class=\"k4\"/>\n") == 3u, id);
    BOOST_TEST(contains(figure, ">∞</text>"), id);  // the lane of the NaN
  }
  BOOST_TEST(contains(section(page, "error"), ">10⁻¹⁵</text>"));
  BOOST_TEST(contains(section(page, "error"), "<use href=\"#mark6\" class=\"k10\"/></svg>aba</span>"));
  BOOST_TEST(count(section(page, "alpha"), "<path class=\"k3\"  d='M") == 3u);  // the limits of three strips
  BOOST_TEST(!contains(markup(page), "rgb("));  // every colour follows the theme
}

BOOST_AUTO_TEST_CASE(zero_and_infinite_numbers_do_not_break_the_plots) {
  auto records = a_set();
  Record nothing = judged("aba", Problem::mass_matrix, a_case("empty", 0), Verdict::A, 0);
  nothing.bodies = nothing.degrees_of_freedom = 0;
  nothing.sigma = nothing.alpha = nothing.limit = 0;
  Record endless = judged("aba", Problem::inverse_dynamics, a_case("far", 1), Verdict::F, infinity, false);
  Record no_sigma = judged("aba", Problem::inverse_dynamics, a_case("far", 2), Verdict::F, 1e300, false);
  no_sigma.sigma = 0;
  no_sigma.alpha = infinity;
  Record tiny = judged("aba", Problem::inverse_osim, a_case("far", 3), Verdict::A,
                       std::numeric_limits<double>::denorm_min());
  for (const Record& record : {nothing, endless, no_sigma, tiny}) {
    // Among others, and alone.
    records.push_back(record);
    RenderedReport report({record});
    report.render();
    const std::string page = report.read("index.html");
    BOOST_TEST(count(section(page, "error"), "class=\"k10\"/>\n") == 1u, record.id.name());
    BOOST_TEST(count(section(page, "alpha"), "class=\"k10\"/>\n") == 1u, record.id.name());
  }
  RenderedReport report(records);
  report.render();
  const std::string page = report.read("index.html");
  for (const char* id : {"error", "alpha"}) {
    const std::string figure = section(page, id);
    BOOST_TEST(count(figure, "<svg class=\"plot\" ") == 4u);
    BOOST_TEST(count(figure, "class=\"k10\"/>\n") >= 5u, id);  // some cover each other
    BOOST_TEST(contains(figure, ">0</text>"), id);
    BOOST_TEST(!contains(figure, "nan"), id);
    BOOST_TEST(!contains(figure, "inf,"), id);
  }
}

BOOST_AUTO_TEST_CASE(the_page_does_not_grow_with_the_number_of_records) {
  const auto size_with = [](std::uint64_t cases) {
    std::vector<Record> records;
    for (std::uint64_t i = 0; i < cases; ++i) {
      // Spread over the plots by sequences that do not repeat.
      const double spread = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
      Record r =
          judged("aba", Problem::forward_dynamics, a_case("chain", i), Verdict::F,
                 std::pow(10.0, -20 * std::fmod(static_cast<double>(i) * 0.7548776662466927, 1.0)), false);
      r.degrees_of_freedom = 1 + static_cast<int>(1000 * spread);
      r.detail = "detail " + std::to_string(i);
      records.push_back(r);
      records.push_back(
          unsupported("slow", a_case("chain", i), Reason::ill_posed, "detail " + std::to_string(i)));
    }
    TemporaryFolder folder;
    Store store(folder / "store.sqlite");
    const auto id = store.begin(a_run());
    store.add(id, records);
    render(store, id, folder / "report");
    return contents(folder / "report/index.html").size();
  };
  const std::size_t some = size_with(20'000), more = size_with(80'000);
  BOOST_TEST(more < 1.1 * static_cast<double>(some));
  BOOST_TEST(some < 2'000'000u);
}

BOOST_AUTO_TEST_CASE(a_missing_gnuplot_is_named) {
  RenderedReport report(a_set());
  const std::string path = std::getenv("PATH");
  setenv("PATH", (report / "nothing").c_str(), 1);
  const std::string message = refusal([&] { report.render(); });
  setenv("PATH", path.c_str(), 1);
  BOOST_TEST(contains(message, "gnuplot: not found; plots need it"));
  BOOST_TEST(contains(message, "gnuplot-nox"));
  BOOST_TEST(std::filesystem::is_empty(report / "report"));
}

/// Whether it fails and draws nothing, draws nothing, or fails although it has drawn.
BOOST_AUTO_TEST_CASE(what_gnuplot_complains_of_is_said) {
  const std::string draw =
      "sed -n \"s/^set output '\\(.*\\)'/\\1/p\" | while read -r file; do echo '<svg/>' > \"$file\"; done\n";
  for (const std::string& does : {std::string("exit 1\n"), std::string("exit 0\n"), draw + "exit 1\n"}) {
    RenderedReport report(a_set());
    const std::filesystem::path program = report / "gnuplot";
    std::ofstream(program) << "#!/bin/sh\necho unknown terminal >&2\n" << does;
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const std::string path = std::getenv("PATH");
    setenv("PATH", (program.parent_path().string() + ":" + path).c_str(), 1);
    const std::string message = refusal([&] { report.render(); });
    setenv("PATH", path.c_str(), 1);
    BOOST_TEST(message == "gnuplot: failed: unknown terminal", does << message);
    BOOST_TEST(std::filesystem::is_empty(report / "report"));
  }
}

// Neither a definition of its marks nor an end.
BOOST_AUTO_TEST_CASE(what_gnuplot_draws_is_an_svg) {
  for (const std::string drawn : {"<svg><defs></defs>", "<svg></svg>"}) {
    RenderedReport report(a_set());
    const std::filesystem::path program = report / "gnuplot";
    std::ofstream(program)
        << "#!/bin/sh\nsed -n \"s/^set output '\\(.*\\)'/\\1/p\" | while read -r file; do echo '" << drawn
        << "' > \"$file\"; done\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const std::string path = std::getenv("PATH");
    setenv("PATH", (program.parent_path().string() + ":" + path).c_str(), 1);
    const std::string message = refusal([&] { report.render(); });
    setenv("PATH", path.c_str(), 1);
    BOOST_TEST(message == "gnuplot: its output is not the expected SVG", drawn);
  }
}

// Unanswered questions have no place in a figure.
BOOST_AUTO_TEST_CASE(what_is_unsupported_is_not_drawn) {
  const auto figures = [](const std::vector<Record>& records) {
    RenderedReport report(records);
    report.render();
    std::map<std::string, std::string> drawn;
    for (const auto& file : std::filesystem::directory_iterator(report / "report"))
      if (file.path().extension() == ".svg" && file.path().stem() != "badge")
        drawn[file.path().filename().string()] = contents(file.path());
    return drawn;
  };
  std::vector<Record> answered = a_set();
  std::erase_if(answered, [](const Record& r) { return r.standing == Standing::unsupported; });
  BOOST_TEST((figures(a_set()) == figures(answered)));
  BOOST_TEST(figures(answered).size() > 0u);
}

}  // namespace
}  // namespace kintree::report::test
