#include "page/paper_pages.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "data/typography.hpp"

namespace kintree::report {
namespace {

template <class T>
std::vector<T> of_paper(const std::vector<T>& rows, const std::string& paper) {
  std::vector<T> result;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(result),
               [&](const T& row) { return row.paper == paper; });
  return result;
}

/// The table without its first column, which names the paper.
Table own(Table table) {
  table.columns.front().where = Where::files;
  table.grouped_by = 0;
  return table;
}

/// True for a figure of this paper: "figure_wensing_et_al_2012_fig_5" of "wensing_2012".
bool is_of(const Figure& figure, const std::string& paper) {
  const std::string author = paper.substr(0, paper.find('_')), year = paper.substr(paper.rfind('_') + 1);
  return figure.name.starts_with("figure_" + author + "_") &&
         figure.name.find("_" + year) != std::string::npos;
}

}  // namespace

std::vector<std::string> papers_of(const Measurements& measured) {
  std::vector<std::string> papers;
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows)
      if (std::find(papers.begin(), papers.end(), row.paper) == papers.end()) papers.push_back(row.paper);
  };
  add(measured.claims), add(measured.errata), add(measured.missing);
  return papers;
}

std::string paper_file(const std::string& paper) {
  return "paper-" + plugin_file(paper).substr(std::string_view("plugin-").size());
}

PageData paper_section(const std::string& paper, const Measurements& measured, const Figures& figures) {
  PageData data("paper_name", paper);
  if (const auto claims = of_paper(measured.claims, paper); !claims.empty()) {
    PageData table = as_data(claim_table(claims));
    table["paper_claims"] = plural(std::ssize(claims), "claim");
    data["claims"] = std::move(table);
  }
  if (const auto errata = of_paper(measured.errata, paper); !errata.empty())
    data["slips"] = as_data(own(errata_table(errata)));
  if (const auto missing = of_paper(measured.missing, paper); !missing.empty())
    data["unmeasured"] = as_data(own(missing_claims_table(missing)));
  PageList drawn;
  for (const Figure& figure : figures.files)
    if (is_of(figure, paper)) {
      PageData one("file", figure.name);
      one["title"] = figure.title;
      drawn.push_back(std::move(one));
    }
  if (!drawn.empty()) data["figures"] = PageData("figure", drawn);
  return data;
}

}  // namespace kintree::report
