#include <algorithm>
#include <boost/algorithm/string/replace.hpp>

#include "data/table_cells.hpp"
#include "data/typography.hpp"
#include "page/page_data.hpp"

/// A section for each problem: which algorithm to use, and all of them.
namespace kintree::report {

namespace {

/// A definition in mathematical letters: "q̈ with H q̈ + C = τ".
std::string typeset(std::string text) {
  for (const auto& [ascii, letters] : {std::pair{"qdd", "q̈"},
                                       {"Lambda", "Λ"},
                                       {"tau", "τ"},
                                       {"lambda", "λ"},
                                       {"gamma", "γ"},
                                       {"K_dot", "K̇"},
                                       {"J_dot", "J̇"},
                                       {"A_G_dot", "Ȧ_G"},
                                       {" pi ", " π "},
                                       {"v_after", "v⁺"},
                                       {"Sigma", "Σ"},
                                       {"J_bar", "J̄"},
                                       {"^-1", "⁻¹"},
                                       {"^T", "ᵀ"}})
    boost::replace_all(text, ascii, letters);
  return text;
}

/// The formula, such as "Λ⁻¹ = J H⁻¹ Jᵀ", if the definition begins with a short one, else the symbols, such as "L, D, x".
std::string formula(Problem problem) {
  constexpr std::size_t longest = 30;
  const std::string definition(info(problem).definition), first = definition.substr(0, definition.find(','));
  if (first.size() <= longest && first.find(' ') == first.find(" = ")) return typeset(first);
  std::string text;
  for (const Quantity& output : outputs(problem))
    text += (text.empty() ? "" : ", ") + std::string(output.symbol);
  return text;
}

/// The algorithm to use for each problem, in one row.
Table choice_table(const AlgorithmsByProblem& algorithms) {
  Table table{"The algorithm to use for each problem",
              {{"problem", Kind::text, "", Where::page, "Leads to all algorithms for it"},
               {"plugin", Kind::text, "use", Where::page, "Leads to all that is known about it"},
               {"verdict", Kind::text, "", Where::page, verdict_source},
               {"digits", Kind::decimal, "", Where::page, digits_source},
               {"reason", Kind::prose, "why", Where::page, "algorithms.csv"},
               {"hard_cases", Kind::prose, "on hard trees", Where::page, "families.csv: verdict"}},
              {}};
  for (const auto& [problem, rows] : algorithms) {
    const Advice use = advice(rows);
    const auto plugin_or = [](const std::string& plugin, const std::string& otherwise) {
      return plugin.empty() ? DisplayedText{.text = otherwise, .on_page = otherwise}
                            : DisplayedText{.text = plugin, .on_page = plugin, .link = plugin_file(plugin)};
    };
    DisplayedText title{.text = std::string(info(problem).title),
                        .on_page = std::string(info(problem).title)};
    title.remark = formula(problem);
    title.about = typeset(std::string(info(problem).definition));
    title.link = "algorithms.html#" + std::string(info(problem).name);
    DisplayedText hard =
        plugin_or(use.safer, boost::replace_first_copy(use.safer_reason, "On hard trees: ", ""));
    if (!use.safer.empty()) hard.remark = use.safer_reason;
    const Algorithm& best = rows.front();
    const bool any = !use.best.empty();
    table.rows.push_back(
        {{title, plugin_or(use.best, "–"), any ? verdict_chip(best.typical()) : DisplayedText{"", "–"},
          any && best.digits ? in_tenths(*best.digits) : "–", use.reason, hard}});
  }
  return table;
}

/// What an algorithm keeps and takes: "idsva keeps 15.2 digits with 57 604 operations".
std::string keeps(const Algorithm& a, const std::string& operations) {
  return a.plugin + " keeps " + in_tenths(*a.digits) + " digits with " + operations;
}

/// The digits and operations of the algorithm to use, and of those that are not proved.
std::string note_on_derivatives(const std::vector<Algorithm>& algorithms) {
  const Algorithm& best = algorithms.front();
  if (!best.is_usable() || !best.digits || !best.operations) return {};
  std::string note = std::string(info(best.problem).title) + ": " +
                     keeps(best, grouped(*best.operations) + " operations") + ".";
  std::string others;
  for (const Algorithm& a : algorithms)
    if (!a.is_checked() && a.digits && a.operations)
      others +=
          (others.empty() ? "" : "; ") +
          keeps(a, fixed(static_cast<double>(*a.operations) / static_cast<double>(*best.operations), 1) +
                       " times as many");
  return note + (others.empty() ? "" : " Not exact, or not checked: " + others + ".");
}

}  // namespace

void set_linearization(PageData& page, const PageContents& contents) {
  PageList notes;
  for (const auto& [problem, rows] : contents.algorithms)
    if (info(problem).derivatives == 1 && outputs(problem).size() > 1)
      if (const std::string note = note_on_derivatives(rows); !note.empty()) notes.push_back(note);
  if (!notes.empty()) page["linearization"] = PageData("notes", PageData(notes));
}

void set_problems(PageData& page, const PageContents& contents) {
  PageList sections;
  for (const auto& [problem, rows] : contents.algorithms) {
    PageData section = as_data(algorithm_table({{problem, rows}}), contents.summary.plugins);
    section["problem_name"] = std::string(info(problem).name);
    section["problem_title"] = std::string(info(problem).title);
    section["definition"] = typeset(std::string(info(problem).definition));
    section["caption"] = false;  // its heading says it
    section["formula"] = formula(problem);
    const Advice use = advice(rows);
    section["reason"] = use.reason;
    set_text(section, "safer_reason", use.safer_reason);
    for (const auto& [name, plugin] : {std::pair{"best", use.best}, {"safer", use.safer}})
      if (!plugin.empty()) {
        section[name] = plugin;
        section[std::string(name) + "_file"] = plugin_file(plugin);
      }
    sections.push_back(std::move(section));
  }
  page["problem_sections"] = sections;
}

void set_choice(PageData& page, const PageContents& contents) {
  const AlgorithmsByProblem& algorithms = contents.algorithms;
  if (algorithms.empty()) return;
  PageList plugins;
  for (const std::string& plugin : contents.summary.plugins) {
    PageData entry("plugin_name", plugin);
    entry["plugin_file"] = plugin_file(plugin);
    plugins.push_back(std::move(entry));
  }
  PageData choices = as_data(choice_table(algorithms));
  choices["plugins"] = plugins;
  page["choices"] = std::move(choices);
  page["has_choice"] = std::any_of(algorithms.begin(), algorithms.end(), [](const auto& of) {
    return std::any_of(of.second.begin(), of.second.end(),
                       [](const Algorithm& a) { return a.operations && a.digits; });
  });
}

}  // namespace kintree::report
