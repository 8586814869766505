// A whole report, against what it was: every table, the page without its programs and styles, and the words of its figures.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "data/algorithms.hpp"
#include "kintree/report/robot.hpp"
#include "page/assets.hpp"
#include "page/chart_data.hpp"
#include "page/figures.hpp"
#include "page/page.hpp"
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
      if constexpr (std::same_as<T, Library> || std::same_as<T, VectorResult>)
        rows[k].plugin = std::array{"kdl", "urdfdom", ""}[k];
      if constexpr (std::same_as<T, Library>) {
        if (k < 2) rows[k].missing.clear();
        rows[k].reads_urdf = k == 1;
        for (Library::Finding& finding : rows[k].findings)
          finding.text = "asked: q = 1\ncame: <2>\nexact: 3\n";
      }
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

/// The text files of a report, but for those that are copies of a source. Figures depend on the version of Vega.
std::string texts(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (const auto type = file.path().extension(); type != ".svg" && type != ".pdf" && type != ".js" &&
                                                   type != ".css" && file.path().stem() != "glossary")
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

/// The next line that is not empty.
bool next(std::istream& text, std::string& line) {
  while (std::getline(text, line))
    if (!line.empty()) return true;
  return false;
}

/// KINTREE_WRITE_REPORT writes the files again after the report has changed.
void check_file(const std::string& path, const std::string& now) {
  if (std::getenv("KINTREE_WRITE_REPORT") != nullptr) std::ofstream(path) << now;
  std::ifstream file(path);
  std::istringstream made(now);
  std::string expected, line;
  while (next(file, expected)) {
    BOOST_TEST(next(made, line));
    BOOST_TEST(line == expected);
  }
  BOOST_TEST(!next(made, line));
}

/// The names in the first column of the tables of reference/report_files.md, by the heading of their section.
std::map<std::string, std::set<std::string>> documented_columns() {
  std::istringstream document(contents(REPORT_FOLDER "/../../reference/report_files.md"));
  std::map<std::string, std::set<std::string>> sections;
  std::string line, section;
  while (std::getline(document, line)) {
    if (line.starts_with("## ")) sections[section = line.substr(3)];
    if (line.starts_with("| `")) sections[section].insert(line.substr(3, line.find('`', 3) - 3));
  }
  sections.erase("");  // the list of files
  return sections;
}

BOOST_AUTO_TEST_CASE(report_files_document_every_column_of_csv) {
  RenderedReport report(a_set());
  add_all_rows(report.store, report.id, static_cast<const RunRows*>(nullptr));
  const Baseline itself{report / "store.sqlite", report.id};
  report::render(report.store, report.id, report / "report", hard_families, {some_timings(), ""}, itself,
                 FigureFiles::left_out);
  auto documented = documented_columns();
  const std::set<std::string> common = documented.at("Columns of several files");
  documented.erase("Columns of several files");
  documented.erase("values.json");
  std::set<std::string> used;
  for (const auto& file : std::filesystem::directory_iterator(report / "report")) {
    if (file.path().extension() != ".csv") continue;
    const std::string name = file.path().filename().string();
    BOOST_TEST_REQUIRE(documented.contains(name), name << " is not in the document");
    std::set<std::string> own = documented.extract(name).mapped();
    std::istringstream heading(contents(file.path()));
    std::string line, column;
    std::getline(heading, line);
    std::istringstream columns(line);
    while (std::getline(columns, column, ','))
      if (own.erase(column) == 0) {
        BOOST_TEST(common.contains(column), name << ": " << column << " is not in the document");
        used.insert(column);
      }
    for (const std::string& other : own) BOOST_TEST(false, name << " has no column " << other);
  }
  for (const auto& [name, columns] : documented) BOOST_TEST(false, "no file " << name);
  BOOST_TEST(used == common, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(report_files_document_every_key_of_values_json) {
  RobotStudy study;
  RobotConfiguration configuration;
  configuration.state = configuration.answers = "{}";
  study.configurations = {configuration};
  const auto json = nlohmann::json::parse(robot_values(study));
  std::set<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.insert(key);
  for (const auto& [key, value] : json.at("states").at(0).items()) keys.insert(key);
  BOOST_TEST(documented_columns().at("values.json") == keys, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_report_is_that_of_the_file) {
  std::vector<Record> records = a_set();
  for (Record& r : a_set()) {
    if (r.plugin != "slow") continue;
    r.plugin = r.id.family == "star" ? "urdfdom" : "kdl";
    records.push_back(r);
  }
  RenderedReport report(records, a_run(), false);
  add_all_rows(report.store, report.id, static_cast<const RunRows*>(nullptr));
  report.store.finish(report.id, "2024-05-06T07:18:09Z");
  const Timings timings{some_timings(), "on some machine"};
  render(report.store, report.id, report / "report", hard_families, timings);
  std::string now = texts(report / "report");

  Summary summary;
  ChartData charts;
  report.store.for_each<Record>(report.id, [&](const Record& record) {
    if (record.plugin == "kdl" || record.plugin == "urdfdom") return;
    summary.add(record);
    charts.add(record);
  });
  std::string data = charts.json(report.store.rows<Curve>(report.id),
                                 report.store.rows<PowerCurve>(report.id), timings.rows);
  for (std::size_t at = 0; (at = data.find("},{", at)) != std::string::npos; ++at) data.insert(at + 2, "\n");
  const Measurements measured;
  const Run run = a_run();
  const auto algorithms = algorithms_of(summary, measured);
  now += "== charts\n" + data + "\n== terminal\n" +
         terminal_overview({run, summary, measured, algorithms, {}, {}, {}}) + "\n";
  check_file(REPORT_FOLDER "/report.txt", now);
}

// --- figures ---

/// Every number of a record once of a usual size, zero, infinite, and none at all.
std::vector<Record> records_of_all_kinds() {
  std::vector<Record> records;
  constexpr std::array plugins{"aba", "it's", "crba", "slow"};
  for (std::uint64_t k = 0; k < 256; ++k) {
    const auto value = [&](std::uint64_t digit, double usual) {
      const double spread = std::pow(10.0, static_cast<double>(k % 37) / 10);
      return std::array{usual * spread, 0.0, infinity, nan}[k / digit % 4];
    };
    if (k % 4 != 0 && k % 3 != 0) continue;  // a half of them
    Record r = judged(plugins[k % 7 % 3], k % 5 == 0 ? Problem::mass_matrix : Problem::forward_dynamics,
                      a_case("chain", k), Verdict::B, value(1, 3e-16), k % 11 != 0);
    r.degrees_of_freedom = static_cast<int>(k * k % 300);
    r.alpha = value(4, 0.7), r.sigma = value(16, 2e-15), r.limit = value(64, 5e-14);
    records.push_back(r);
  }
  records.push_back(unsupported("slow", a_case("star", 2), Reason::outside_domain, "serial chains only"));
  return records;
}

/// The words of each figure, and how many marks it has.
std::string figures_in_words(const std::vector<Record>& records, const std::vector<PowerCurve>& power,
                             const std::vector<Curve>& curves) {
  ChartData charts;
  for (const Record& record : records) charts.add(record);
  const Figures figures = draw_figures(charts.json(curves, power), "2024-05-06T07:18:09Z", asset("files.js"));
  BOOST_TEST(figures.missing == "");
  std::string text;
  for (const Figure& f : figures.files) {
    text += "== " + f.name + ": " + f.title + ", " + std::to_string(count(f.svg, "<path ")) + " marks\n";
    for (std::size_t at = 0; (at = f.svg.find("<text ", at)) != std::string::npos;) {
      at = f.svg.find('>', at) + 1;
      text += f.svg.substr(at, f.svg.find('<', at) - at) + "\n";
    }
    BOOST_TEST(contains(f.pdf, "/CreationDate (20240506071809"));
  }
  return text;
}

BOOST_AUTO_TEST_CASE(a_reports_figures_are_those_of_the_file) {
  const std::vector<PowerCurve> power{
      {.plugin = "aba", .planted = "a mass", .errors = {1e-3, 1e-9, 1e-12}, .flagged = {1, 0.75}},
      {.plugin = "crba", .planted = "it's one", .errors = {1e-4, 1e-15}, .flagged = {1, 0.5, 0}}};
  const auto curve = [](const char* figure, const char* x_name, const char* name, std::vector<double> x,
                        std::vector<double> y) {
    return Curve{figure, "a title", x_name, "y's name", name, std::move(x), std::move(y)};
  };
  std::string very_many = "1";  // examples, whose bars are as thin as bars get
  for (int k = 2; k <= 100; ++k) very_many += " | " + std::to_string(k);
  const std::vector<Curve> curves{
      curve("Somebody 2001, Fig. 5", "N", "ours", {1, 10, 100}, {100, 1000, 1.5e4}),
      curve("Somebody 2001, Fig. 6", "chain | tree", "ours", {1, 2}, {30, 40}),
      curve("Somebody 2001, Fig. 5", "N", "ours, quoted", {2, 20}, {90, 0, 7}),
      curve("Somebody 2001, Fig. 5", "N", "theirs", {1, 30, infinity}, {200, 700}),
      curve("Somebody 2001, Fig. 6", "chain | tree", "ours, quoted", {1, 2}, {31, 39}),
      curve("Somebody 2001, Fig. 6", "chain | tree", "theirs", {1, 2}, {35, 45}),
      curve("Fig. 7", "a | b | c | d", "ours", {1, 2, 3, 4}, {5, 6, 7, 8}),
      curve("Fig. 8", "N", "short", {5, 8}, {3, 4}),
      curve("Fig. 9", "N | M | O", "alone", {1, 3}, {3, 4}),
      curve("Fig. 10", very_many.c_str(), "alone", {1, 100}, {3, 4}),
      curve("Fig. 11", "N", "over seven decades", {1, 2}, {1, 1e7})};
  check_file(REPORT_FOLDER "/figures.txt", figures_in_words(records_of_all_kinds(), power, curves) +
                                               figures_in_words({a_set().front()}, {}, {}));
}

}  // namespace
}  // namespace kintree::report::test
