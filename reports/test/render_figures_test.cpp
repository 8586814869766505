#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "page/chart_data.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

/// The parts of an SVG of this colour in the style sheet.
std::size_t marks(const std::string& svg, const std::string& colour) {
  return count(svg, "fill=\"" + colour + "\"");
}

BOOST_AUTO_TEST_CASE(figure_has_every_plugin_and_failure) {
  RenderedReport report(a_set());
  BOOST_TEST(report.render_with_figures().no_figures == "");
  const std::string error = report.read("figure_error_against_n_forward_dynamics.svg");
  for (const char* text : {"aba", "slow", "σ, median", "failed", "∞", "10⁻¹⁵", "n, degrees of freedom"})
    BOOST_TEST(contains(error, ">" + std::string(text) + "</text>"), text);
  BOOST_TEST(marks(error, "#0072b2") == 1u + 3u);  // aba: in the legend, and its answers
  BOOST_TEST(marks(error, "#d55e00") == 1u + 3u);
  BOOST_TEST(count(error, "stroke=\"#a81f2b\"") == 1u + 3u);
  BOOST_TEST(!contains(error, "NaN"));
}

BOOST_AUTO_TEST_CASE(figures_have_lanes_for_zero_and_infinity) {
  Record nothing = judged("aba", Problem::mass_matrix, a_case("empty", 0), Verdict::A, 0);
  nothing.bodies = nothing.degrees_of_freedom = 0;
  nothing.sigma = nothing.alpha = nothing.limit = 0;
  Record endless = judged("aba", Problem::inverse_dynamics, a_case("far", 1), Verdict::F, infinity, false);
  Record no_sigma = judged("aba", Problem::inverse_dynamics, a_case("far", 2), Verdict::F, 1e300, false);
  no_sigma.sigma = 0;
  no_sigma.alpha = infinity;
  Record tiny = judged("aba", Problem::inverse_osim, a_case("far", 3), Verdict::A,
                       std::numeric_limits<double>::denorm_min());
  std::vector<Record> all{nothing, endless, no_sigma, tiny};
  for (const std::vector<Record>& records : {std::vector{nothing}, {endless}, {no_sigma}, {tiny}, all}) {
    RenderedReport report(records);
    BOOST_TEST(report.render_with_figures().no_figures == "");
    const auto figure_of = [&](Problem problem) {
      return report.read("figure_error_against_n_" + std::string(name(problem)) + ".svg");
    };
    for (const Record& record : records) {
      BOOST_TEST(marks(figure_of(record.problem), "#0072b2") >= 1u);
      BOOST_TEST(!contains(figure_of(record.problem), "NaN"));
    }
    if (records.size() == 1) continue;
    BOOST_TEST(contains(figure_of(Problem::mass_matrix), ">0</text>"));
    BOOST_TEST(contains(figure_of(Problem::inverse_dynamics), ">∞</text>"));
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
    render(store, id, folder / "report", {}, {}, {}, FigureFiles::left_out);
    return contents(folder / "report/index.html").size();
  };
  const std::size_t some = size_with(20'000), more = size_with(80'000);
  BOOST_TEST(more < 1.1 * static_cast<double>(some));
  BOOST_TEST(some < 2'000'000u);
}

/// Sets PATH as long as it lives.
class Path {
 public:
  explicit Path(const std::string& path) { setenv("PATH", path.c_str(), 1); }
  ~Path() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_ = std::getenv("PATH");
};

void write_program(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << "#!/bin/sh\n" << text;
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

BOOST_AUTO_TEST_CASE(report_without_a_drawing_program_names_it) {
  RenderedReport report(a_set());
  report.render_with_figures();
  BOOST_TEST(report.has("figure_error_against_n_mass_matrix.pdf"));
  for (const std::string missing : {"node", "rsvg-convert"}) {
    const Path path(report / "");
    const std::string message = report.render_with_figures().no_figures;
    BOOST_TEST(message == "figures: none; expected the program " + missing +
                              " on PATH; install the package " +
                              (missing == "node" ? "nodejs" : "librsvg2-bin"));
    BOOST_TEST(contains(section(report.pages(), "run"), message));
    BOOST_TEST(!report.has("figure_error_against_n_mass_matrix.pdf"));
    write_program(report / missing, "");
  }
}

BOOST_AUTO_TEST_CASE(report_names_why_a_figure_was_not_drawn) {
  RenderedReport report(a_set());
  write_program(report / "rsvg-convert", "exit 1");
  write_program(report / "node", "echo out of >&2; echo paper >&2; exit 3");
  const Path path(report / "");
  BOOST_TEST(report.render_with_figures().no_figures == "figures: node failed: out of paper");
}

BOOST_AUTO_TEST_CASE(report_names_a_failed_conversion_to_pdf) {
  RenderedReport report(a_set());
  write_program(report / "rsvg-convert", "exit 1");
  const Path path((report / "").string() + ":" + std::getenv("PATH"));
  BOOST_TEST(contains(report.render_with_figures().no_figures, "Command failed: rsvg-convert"));
}

BOOST_AUTO_TEST_CASE(report_with_nothing_to_draw_needs_no_program) {
  RenderedReport report({});
  const Path path(report / "");
  BOOST_TEST(report.render_with_figures().no_figures == "");
}

BOOST_AUTO_TEST_CASE(figures_leave_out_unsupported_records) {
  const auto data = [](const std::vector<Record>& records) {
    ChartData charts;
    for (const Record& record : records) charts.add(record);
    return charts.json({}, {});
  };
  std::vector<Record> answered = a_set();
  std::erase_if(answered, [](const Record& r) { return r.standing == ResultStatus::unsupported; });
  BOOST_TEST(answered.size() < a_set().size());
  BOOST_TEST(data(a_set()) == data(answered));
}

}  // namespace
}  // namespace kintree::report::test
