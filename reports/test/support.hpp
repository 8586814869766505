// Runs and records, and what tests look for in what was made of them.
#pragma once

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "kintree/files/temporary_folder.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/render.hpp"

namespace kintree::report::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

inline const HardFamilies hard_families{{"thin", "rods near the joint axes"}, {"worst", "found by a search"}};

inline Run a_run() {
  Run run;
  run.started = "2024-05-06T07:08:09Z";
  run.command = "kintree verify --seed 7";
  run.version = "1.2.3";
  run.commit = "abc123";
  run.build = "g++ 12, <Release>";
  run.machine = "x86_64, 2 cores";
  return run;
}

inline Record judged(const std::string& plugin, Problem problem, const CaseId& id, Verdict verdict,
                     double error, bool passed = true) {
  Record r;
  r.id = id;
  r.bodies = 12;
  r.degrees_of_freedom = 12;
  r.plugin = plugin;
  r.problem = problem;
  r.promise = Verdict::B;
  r.verdict = verdict;
  r.passed = passed;
  r.error = error;
  r.sigma = 2e-16;
  r.alpha = error / r.sigma;
  r.limit = 1e-14;
  r.worst = "elbow";
  r.command = "kintree verify --plugin " + plugin + " --problem " + std::string(name(problem)) + " --case " +
              id.name();
  return r;
}

inline CaseId a_case(const std::string& family, std::uint64_t seed) {
  return {.family = family, .joints = {}, .seed = seed};
}

/// The message of the InputError that `action` throws.
template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const InputError& e) {
    return e.what();
  }
  return "(accepted)";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

inline std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(stream, file.string());
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// The page without its programs and their data.
inline std::string markup(std::string page) {
  for (std::size_t at = page.find("<script"); at != std::string::npos; at = page.find("<script"))
    page.erase(at, page.find("</script>", at) + 9 - at);
  return page;
}

/// The elements <article ... id="ID"> ... </article>.
inline std::string view(const std::string& page, const std::string& id) {
  const std::size_t from = page.find(" id=\"" + id + "\"");
  BOOST_REQUIRE_MESSAGE(from != std::string::npos, id);
  return page.substr(from, page.find("</article>", from) - from);
}

/// The text of a page, without its elements; white space counts once.
inline std::string plain_text(const std::string& page) {
  const std::string bare = std::regex_replace(markup(page), std::regex("<[^>]*>"), "");
  return std::regex_replace(bare, std::regex("\\s+"), " ");
}

/// The elements <section ATTRIBUTES> ... </section>.
inline std::string section_with(const std::string& page, const std::string& attributes) {
  const std::size_t from = page.find("<section" + attributes + ">");
  if (from == std::string::npos) return {};
  return page.substr(from, page.find("</section>", from) - from);
}

/// The elements <section id="ID"> ... </section>.
inline std::string section(const std::string& page, const std::string& id) {
  const std::size_t from = page.find("<section id=\"" + id + "\">");
  if (from == std::string::npos) return {};
  return page.substr(from, page.find("</section>", from) - from);
}

/// The rows of a CSV file, by the names of its columns.
inline std::vector<std::map<std::string, std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
  bool in_quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& cell = lines.back().back();
    if (text[i] == '"' && in_quotes && i + 1 < text.size() && text[i + 1] == '"')
      cell += text[++i];
    else if (text[i] == '"')
      in_quotes = !in_quotes;
    else if (text[i] == ',' && !in_quotes)
      lines.back().emplace_back();
    else if (text[i] == '\n' && !in_quotes)
      lines.emplace_back(1);
    else
      cell += text[i];
  }
  lines.pop_back();  // after the last line break
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    BOOST_REQUIRE(lines[k].size() == lines[0].size());
    rows.emplace_back();
    for (std::size_t i = 0; i < lines[0].size(); ++i) rows.back()[lines[0][i]] = lines[k][i];
  }
  return rows;
}

inline Record unsupported(const std::string& plugin, const CaseId& id, Reason reason,
                          const std::string& detail) {
  Record r;
  r.id = id;
  r.plugin = plugin;
  r.problem = Problem::forward_dynamics;
  r.promise = Verdict::B;
  r.standing = ResultStatus::unsupported;
  r.passed = true;
  r.reason = reason;
  r.detail = detail;
  return r;
}

/// Verdicts of every kind, a breakdown, and cases outside the domain: two plugins that pass, and one that does not.
inline std::vector<Record> a_set() {
  using enum Problem;
  const CaseId chain = a_case("chain", 1), other_chain = a_case("chain", 2), star = a_case("star", 1);
  std::vector<Record> records{
      judged("aba", forward_dynamics, chain, Verdict::A, 4e-16),
      judged("aba", forward_dynamics, other_chain, Verdict::A, 8e-16),
      judged("aba", forward_dynamics, star, Verdict::B, 6e-15),
      judged("crba", mass_matrix, chain, Verdict::A, 2e-16),
      judged("slow", forward_dynamics, chain, Verdict::C, 2e-9, false),
      judged("slow", forward_dynamics, other_chain, Verdict::F, 3e-1, false),
      judged("slow", forward_dynamics, star, Verdict::F, nan, false),
      unsupported("slow", a_case("star", 2), Reason::outside_domain, "serial chains only"),
      unsupported("slow", a_case("star", 3), Reason::outside_domain, "serial chains only"),
      unsupported("slow", a_case("ball", 1), Reason::outside_domain, "joint kind spherical")};
  records[0].right = records[1].right = FieldCheck::proved;
  records[2].right = FieldCheck::not_askable;
  records[5].right = FieldCheck::wrong;
  records[5].reason = Reason::beyond_bounds;
  records[5].detail = "by far";
  records[6].standing = ResultStatus::breakdown;
  records[6].reason = Reason::breakdown;
  records[6].detail = "at joint 'shoulder'";
  return records;
}

/// A store with one run, and the folder of the report that was rendered from it.
class RenderedReport {
 public:
  explicit RenderedReport(const std::vector<Record>& records, const Run& run = a_run(), bool finished = true)
      : store(folder_ / "store.sqlite"), id(store.begin(run)) {
    for (const Record& record : records) store.add(id, {record});
    if (finished) store.finish(id);
  }
  /// Without files of figures, which take longer than all else.
  Rendered render(const std::optional<Baseline>& baseline = {}) {
    return report::render(store, id, folder_ / "report", hard_families, {}, baseline, FigureFiles::left_out);
  }
  Rendered render_with_figures() { return report::render(store, id, folder_ / "report", hard_families); }
  std::string read(const std::string& name) const { return contents(folder_ / "report" / name); }
  /// All pages, each an element <article id="NAME">.
  std::string pages(const std::string& folder = "report") const {
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder))
      if (entry.path().extension() == ".html") files.insert(entry.path());
    std::string text;
    for (const auto& file : files)
      text += "<article id=\"" + file.stem().string() + "\">" + contents(file) + "</article>\n";
    return text;
  }
  bool has(const std::string& name) const { return std::filesystem::exists(folder_ / "report" / name); }
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;

 public:
  Store store;
  std::int64_t id;
};

}  // namespace kintree::report::test
