#include <algorithm>
#include <map>
#include <sstream>

#include "data/table_cells.hpp"
#include "data/typography.hpp"
#include "page/page_data.hpp"

/// Libraries beside the exact answer.
namespace kintree::report {
namespace {

const LibraryOutcomes& outcomes_of(const std::map<Summary::Key, LibraryOutcomes>& outcomes,
                                   const Summary::Key& key) {
  static const LibraryOutcomes none{};
  const auto found = outcomes.find(key);
  return found == outcomes.end() ? none : found->second;
}

std::int64_t of(const LibraryOutcomes& counts, LibraryOutcome outcome) {
  return counts[static_cast<std::size_t>(outcome)];
}

std::int64_t judged(const LibraryOutcomes& counts) {
  std::int64_t sum = 0;
  for (const LibraryOutcomeInfo& o : library_outcomes)
    if (is_judged(o.outcome)) sum += of(counts, o.outcome);
  return sum;
}

std::int64_t accurate(const LibraryOutcomes& counts) {
  return of(counts, LibraryOutcome::A) + of(counts, LibraryOutcome::B);
}

/// The colour of the worst outcome; empty if none is judged.
std::string colour_of(const LibraryOutcomes& counts) {
  std::string colour;
  for (const LibraryOutcomeInfo& o : library_outcomes)
    if (is_judged(o.outcome) && of(counts, o.outcome) > 0) colour = o.colour;
  return colour;
}

/// "40 of 42; 2 beyond", in the colour of the worst outcome on ordinary trees.
Cell matrix_cell(const LibraryOutcomes& counts, const LibraryOutcomes& ordinary) {
  if (judged(counts) == 0)
    return DisplayedText{"", of(counts, LibraryOutcome::ill_posed) > 0 ? "not judged" : "–", "soft"};
  std::string text = grouped(accurate(counts)) + " of " + grouped(judged(counts));
  for (const LibraryOutcomeInfo& o : library_outcomes)
    if (is_judged(o.outcome) && o.outcome > LibraryOutcome::B && of(counts, o.outcome) > 0)
      text += "; " + grouped(of(counts, o.outcome)) + " " + std::string(o.name);
  const bool is_mixed = judged(ordinary) > 0;
  DisplayedText cell{text, text, "heat " + colour_of(is_mixed ? ordinary : counts)};
  if (is_mixed && accurate(counts) < judged(counts) && accurate(ordinary) == judged(ordinary))
    cell.remark = "on hard trees";
  return cell;
}

Table vector_counts(const LibrarySummary& summary) {
  constexpr std::array results{"right", "fewer digits", "wrong", "refused", "unsupported", "not checked"};
  Table table{"Test vectors by library", {{"plugin", Kind::name, "library"}}, {}};
  for (const char* result : results) table.columns.push_back({result, Kind::count});
  std::map<std::string, std::map<std::string, std::int64_t>> counts;
  for (const VectorResult& v : summary.vectors) counts[v.plugin][v.result] += v.answers;
  for (auto& [library, by_result] : counts) {
    TableRow& row = table.rows.emplace_back(TableRow{{library}});
    for (const char* result : results) row.cells.emplace_back(by_result[result]);
  }
  return table;
}

std::vector<VectorResult> with_result(const std::vector<VectorResult>& rows, const char* result) {
  std::vector<VectorResult> some;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(some),
               [&](const VectorResult& v) { return v.result == result; });
  return some;
}

Table singular_table(const LibrarySummary& summary, const std::string& library) {
  Table table{"Singular neighbours",
              {plugin, problem, {"what came instead", Kind::prose}, {"cases", Kind::count}},
              {}};
  for (const auto& [key, count] : summary.singular)
    if (const auto& [by, about, what] = key; by == library)
      table.rows.push_back({{by, name_of(about), what, count}});
  return table;
}

PageList finding_list(const Library& library) {
  PageList findings;
  for (const Library::Finding& f : library.findings) {
    PageData finding("finding_title", f.title);
    finding["finding_source"] = f.source;
    if (!f.reproduced) finding["not_reproduced"] = true;
    PageList lines;
    std::istringstream text(f.text);
    for (std::string line; std::getline(text, line);) {
      const std::size_t colon = std::min(line.find(": "), line.size());
      PageData shown("line_name", line.substr(0, colon));
      shown["line_text"] = line.substr(std::min(colon + 2, line.size()));
      lines.push_back(std::move(shown));
    }
    finding["finding_lines"] = lines;
    findings.push_back(std::move(finding));
  }
  return findings;
}

/// The entries of one library.
template <class Lost>
std::map<Summary::Key, Lost> of_library(const std::map<Summary::Key, Lost>& all, const std::string& plugin) {
  std::map<Summary::Key, Lost> own;
  for (const auto& [key, value] : all)
    if (key.first == plugin) own.emplace(key, value);
  return own;
}

PageList tables_of(const std::string& plugin, const LibrarySummary& all) {
  const Summary own = of_plugin(all.records, plugin);
  OwnTables tables;
  tables.add("Outcomes", library_table(of_library(all.outcomes, plugin)));
  tables.add(
      "The smallest cases worse than B", smallest_table(of_library(all.smallest, plugin)),
      "The case with the fewest bodies for each problem and outcome. --shrink DIR after its command makes it "
      "smaller.");
  tables.add("Test vectors", vector_table(of_plugin(all.vectors, plugin)));
  tables.add("Where there is no answer", singular_table(all, plugin),
             "Each case is solved again at rest, with a last body without inertia. H is singular there, and "
             "an error "
             "that names the joint is right.");
  tables.add("Its worst cases", case_table(own.worst, worst_kept));
  tables.add("Families of trees", family_table(own));
  tables.add("Unsupported", unsupported_table(own, explanations_kept));
  return tables.list;
}

}  // namespace

PageData library_section(const Library& library, const LibrarySummary& all) {
  const bool is_checked = library.missing.empty();
  PageData section("plugin_name", is_checked ? library.plugin : library.name);
  section["kind"] = library.reads_urdf ? "Reader of URDF" : "Library";
  for (const PluginClaim& claim : all.claims)
    if (is_checked && claim.plugin == library.plugin) {
      section["citation"] = claim.citation;
      section["domain"] = claim.domain;
    }
  PageData about("library", library.name);
  set_text(about, "origin", library.origin);
  set_text(about, "missing", library.missing);
  set_text(about, "closed_forms", library.closed_forms);
  set_text(about, "kept_outcome", library.outcome);
  section["about"] = std::move(about);
  if (!library.findings.empty()) section["own_findings"] = PageData("finding", finding_list(library));
  if (is_checked) section["own_tables"] = tables_of(library.plugin, all);
  return section;
}

namespace {

Table missing_table(const std::vector<Library>& libraries) {
  Table table{"Libraries that were not checked", {{"library", Kind::name}, {"reason", Kind::prose}}, {}};
  for (const Library& library : libraries)
    if (!library.missing.empty()) table.rows.push_back({{library.name, library.missing}});
  return table;
}

/// The libraries that answer all they are given on ordinary trees with verdict A or B.
std::string accurate_libraries(const LibrarySummary& summary) {
  std::map<std::string, bool> all_accurate;
  for (const auto& [key, counts] : summary.ordinary)
    if (judged(counts) > 0)
      all_accurate.try_emplace(key.first, true).first->second &= accurate(counts) == judged(counts);
  std::string names;
  for (const auto& [library, is_accurate] : all_accurate)
    if (is_accurate) names += (names.empty() ? "" : ", ") + library;
  return names;
}

/// The findings of all libraries, each with a link to the page of its library.
Table finding_table(const std::vector<Library>& libraries) {
  Table table{"Findings", {{"library", Kind::name}, {"finding", Kind::prose}, {"in this version"}}, {}, 1};
  for (const Library& library : libraries)
    for (const Library::Finding& f : library.findings)
      table.rows.push_back({{library.missing.empty() ? library.plugin : library.name, f.title,
                             f.reproduced ? DisplayedText{"yes", "yes"} : DisplayedText{"no", "no", "yes"}}});
  return table;
}

std::string lead(const LibrarySummary& summary) {
  std::int64_t answers = 0, good = 0;
  for (const auto& [key, counts] : summary.outcomes) {
    answers += judged(counts);
    good += accurate(counts);
  }
  const auto checked = std::count_if(summary.libraries.begin(), summary.libraries.end(),
                                     [](const Library& library) { return library.missing.empty(); });
  return grouped(checked) + " of " +
         (summary.libraries.size() == 1 ? "1 library was"
                                        : grouped(std::ssize(summary.libraries)) + " libraries were") +
         " checked. " + grouped(good) + " of " + plural(answers, "answer") +
         " are as accurate as the problem, or a backward-stable method, allows." +
         (accurate_libraries(summary).empty()
              ? ""
              : " On ordinary trees these have no other answer: " + accurate_libraries(summary) + ".");
}

}  // namespace

Table library_table(const std::map<Summary::Key, LibraryOutcomes>& outcomes) {
  Table table{"Outcomes of each library’s answers", {plugin, problem}, {}, 1};
  for (const LibraryOutcomeInfo& o : library_outcomes)
    table.columns.push_back({std::string(o.name), Kind::count});
  for (const auto& [key, counts] : outcomes) {
    TableRow& row = table.rows.emplace_back(TableRow{{key.first, name_of(key.second)}});
    for (const std::int64_t count : counts) row.cells.emplace_back(count);
  }
  return table;
}

Table library_matrix(const LibrarySummary& summary, std::optional<bool> readers) {
  Table table{readers.value_or(false) ? "Readers of URDF by problems" : "Libraries by problems",
              {{"plugin", Kind::name, "library"}, {"from", Kind::remark, "", Where::page}},
              {}};
  for (const Problem p : summary.records.problems) table.columns.push_back({name_of(p)});
  for (const Library& library : summary.libraries) {
    if (!library.missing.empty() || library.reads_urdf != readers.value_or(library.reads_urdf)) continue;
    TableRow& row = table.rows.emplace_back(TableRow{{library.plugin, library.origin}});
    for (const Problem p : summary.records.problems)
      row.cells.push_back(matrix_cell(outcomes_of(summary.outcomes, {library.plugin, p}),
                                      outcomes_of(summary.ordinary, {library.plugin, p})));
  }
  return table;
}

Table vector_table(const std::vector<VectorResult>& results) {
  Table table{"Test vectors, by result and reason",
              {plugin,
               {"result"},
               {"answers", Kind::count},
               {"reason", Kind::prose},
               {"difference", Kind::scientific, "largest difference"},
               {"example", Kind::prose},
               {"about", Kind::prose, "most are about"}},
              {},
              1};
  for (const VectorResult& v : results)
    table.rows.push_back(
        {{v.plugin, v.result, v.answers, v.reason, or_dash(v.difference), v.example, v.about}});
  return table;
}

void set_libraries(PageData& page, const LibrarySummary& summary) {
  if (summary.libraries.empty()) return;
  std::set<std::string> linked;
  for (const Library& library : summary.libraries)
    linked.insert(library.missing.empty() ? library.plugin : library.name);
  PageData view("library_lead", lead(summary));
  view["library_date"] = summary.date.substr(0, 10);
  const auto set_table = [&](const char* name, const Table& table) {
    if (!table.rows.empty()) view[name] = as_data(table, linked);
  };
  set_table("library_matrix", library_matrix(summary, false));
  set_table("reader_matrix", library_matrix(summary, true));
  set_table("library_findings", finding_table(summary.libraries));
  set_table("missing_libraries", missing_table(summary.libraries));
  set_table("library_vectors", vector_counts(summary));
  set_table("wrong_vectors", vector_table(with_result(summary.vectors, "wrong")));
  PageList explained;
  for (const LibraryOutcomeInfo& o : library_outcomes) {
    PageData entry("outcome_name", std::string(o.name));
    entry["outcome_class"] = std::string(o.colour);
    entry["outcome_words"] = std::string(o.words);
    explained.push_back(std::move(entry));
  }
  view["explained"] = explained;
  PageList sections;
  for (const Library& library : summary.libraries) {
    const std::string name = library.missing.empty() ? library.plugin : library.name;
    PageData entry("plugin_name", name);
    entry["plugin_file"] = plugin_file(name);
    entry["origin"] = library.missing.empty() ? library.origin : "not checked";
    sections.push_back(std::move(entry));
  }
  view["library_sections"] = sections;
  page["libraries"] = std::move(view);
}

}  // namespace kintree::report
