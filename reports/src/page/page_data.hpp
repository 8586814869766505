// The data of the page, which its templates (reports/page/*.html, Mustache) show. Text is escaped there.
#pragma once

#include <kainjow/mustache.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "data/algorithms.hpp"
#include "data/library_summary.hpp"
#include "data/table.hpp"
#include "page/page.hpp"

namespace kintree::report {

using PageData = kainjow::mustache::data;
using PageList = kainjow::mustache::list;

/// Sets a text, if there is one: to a template an empty text is there.
inline void set_text(PageData& data, const std::string& name, const std::string& text) {
  if (!text.empty()) data[name] = text;
}

/// The file of a plugin's page. Letters that a name of a file should not have are written as their bytes.
std::string plugin_file(const std::string& plugin);

/// For table.html. The names of plugins that have a page, `linked`, lead there.
PageData as_data(const Table& table, const std::set<std::string>& linked = {});

/// A number of an overview, with what it counts, and the file and column that it counts in.
PageData figure(const std::string& label, const std::string& source, const std::string& number,
                const std::string& style = {});

/// The tables of a plugin's page, without their first column, which names it.
class OwnTables {
 public:
  /// Adds a table that has rows.
  void add(const std::string& title, Table table, const std::string& note = {});
  PageList list;
};

/// The records of one plugin, as far as its tables need them.
Summary of_plugin(const Summary& all, const std::string& plugin);

/// Rows of one plugin.
template <class T>
std::vector<T> of_plugin(const std::vector<T>& rows, const std::string& plugin) {
  std::vector<T> result;
  for (const T& row : rows)
    if (row.plugin == plugin) result.push_back(row);
  return result;
}

/// Those of a problem.
Summary::Groups of_problem(const Summary::Groups& groups, Problem problem);

// The pages. A value that was not measured is not set.
void set_overview(PageData& page, const PageContents& contents);
/// The algorithm to use for each problem.
void set_choice(PageData& page, const PageContents& contents);
/// The digits and operations of derivatives, for optimal control.
void set_linearization(PageData& page, const PageContents& contents);
/// A section for each problem, with a row for each algorithm.
void set_problems(PageData& page, const PageContents& contents);
void set_hard(PageData& page, const Summary& summary, const AlgorithmsByProblem& algorithms);
void set_history(PageData& page, Table history);
void set_accuracy(PageData& page, const Summary& summary, const Measurements& measured);
void set_costs(PageData& page, const Summary& summary, const Measurements& measured);
void set_times(PageData& page, const PageContents& contents);
void set_papers(PageData& page, const Measurements& measured);
void set_trust(PageData& page, const Run& run, const Summary& summary, const Measurements& measured);
/// The figures for readers without scripts: error_figures, choice_figures, power_figures, curve_figures.
void set_figures(PageData& page, const Figures& figures);
PageData plugin_section(const std::string& plugin, const PageContents& contents);
PageData library_section(const Library& library, const LibrarySummary& summary);
/// Terms with their explanations, from reference/glossary.md.
std::string glossary_html();
void set_libraries(PageData& page, const LibrarySummary& summary);

}  // namespace kintree::report
