// A whole report, against what it was: every table, and the page without its plots, programs and styles.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "chart_data.hpp"
#include "page.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

/// Values of all sizes, drawn by a number that each takes one further.
template <class T>
void fill(T& value, int& number) {
  ++number;
  if constexpr (HasFields<T>) {
    for_each_value(value, [&](auto& member) { fill(member, number); });
  } else if constexpr (Enumerated<T>) {
    value = Enumeration<T>::all[static_cast<std::size_t>(number) % Enumeration<T>::all.size()];
  } else if constexpr (requires { value.emplace(); }) {
    if (number % 3 != 0) fill(value.emplace(), number);
  } else if constexpr (std::same_as<T, std::string>) {
    value = "text <" + std::to_string(number) + ">";
  } else if constexpr (requires { value.emplace_back(); }) {
    for (int k = 0; k < 2; ++k) fill(value.emplace_back(), number);
  } else if constexpr (std::same_as<T, bool>) {
    value = number % 2 == 0;
  } else if constexpr (std::floating_point<T>) {
    value = (number % 7 + 1.25) * std::pow(10.0, number % 23 - 17);
  } else {
    value = static_cast<T>(number % 5 == 0 ? 0 : number * number % 5000);
  }
}

template <class T>
void add_rows(Store& store, std::int64_t run, int& number) {
  if constexpr (!std::same_as<T, Record>) {
    std::vector<T> rows(3);
    constexpr const char* plugins[] = {"aba", "crba", "slow"};
    for (std::size_t k = 0; k < rows.size(); ++k) {
      fill(rows[k], number);
      if constexpr (requires { rows[k].plugin; }) rows[k].plugin = plugins[k];
    }
    store.replace(run, rows);
  }
}

template <class... T>
void add_all_rows(Store& store, std::int64_t run, const std::tuple<T...>*) {
  int number = 0;
  (add_rows<T>(store, run, number), ...);
}

std::vector<Timing> some_timings() {
  std::vector<Timing> rows(12);
  int number = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    fill(rows[k], number);
    rows[k].model = k < 6 ? "arm" : "chain-<100>";
    rows[k].plugin = std::array{"aba", "crba", "slow"}[k % 3];
    rows[k].mode = std::array{"single", "lanes", "path_rows", "batch"}[k % 4];
    rows[k].median = std::array{999.4, 9994.0, 9995.0, 99949.0, 99950.0, 2.5e6}[k % 6];
    if (k != 4) rows[k].skipped.clear();
  }
  return rows;
}

/// The text files of a report. What gnuplot draws depends on its version.
std::string texts(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (const auto type = file.path().extension(); type != ".svg" && type != ".pdf")
      files.push_back(file.path());
  std::sort(files.begin(), files.end());
  std::string text;
  for (const auto& file : files) {
    std::string content = contents(file);
    for (const std::string element : {"script", "style", "svg"})
      for (std::size_t at = 0; (at = content.find("<" + element, at)) != std::string::npos;)
        content.erase(at, content.find("</" + element + ">", at) + element.size() + 3 - at);
    text += "== " + file.filename().string() + "\n" + content + "\n";
  }
  return text;
}

/// The next line that is not empty, and does not depend on whether the page has charts.
bool next(std::istream& text, std::string& line) {
  while (std::getline(text, line))
    if (!line.empty() && !contains(line, "noscript>") && !contains(line, "no interactive charts"))
      return true;
  return false;
}

// report.txt is written anew, with KINTREE_WRITE_REPORT, where the report has changed.
BOOST_AUTO_TEST_CASE(a_report_is_that_of_the_file) {
  RenderedReport report(a_set(), a_run(), false);
  add_all_rows(report.store, report.id, static_cast<const RunRows*>(nullptr));
  report.store.finish(report.id, "2024-05-06T07:18:09Z");
  const Timings timings{some_timings(), "on some machine"};
  render(report.store, report.id, report / "report", timings);
  std::string now = texts(report / "report");

  Summary summary;
  ChartData charts;
  report.store.for_each<Record>(report.id, [&](const Record& record) {
    summary.add(record);
    charts.add(record);
  });
  std::string data = charts.json(report.store.rows<Curve>(report.id),
                                 report.store.rows<PowerCurve>(report.id), timings.rows);
  for (std::size_t at = 0; (at = data.find("},{", at)) != std::string::npos; ++at) data.insert(at + 2, "\n");
  now += "== charts\n" + data + "\n== terminal\n" + terminal_overview(summary, nullptr) + "\n";
  if (std::getenv("KINTREE_WRITE_REPORT") != nullptr) std::ofstream(REPORT_TEXT) << now;
  std::ifstream file(REPORT_TEXT);
  std::istringstream made(now);
  std::string expected, line;
  while (next(file, expected)) {
    BOOST_TEST(next(made, line));
    BOOST_TEST(line == expected);
  }
  BOOST_TEST(!next(made, line));
}

}  // namespace
}  // namespace kintree::report::test
