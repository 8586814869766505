#include <boost/algorithm/string/replace.hpp>

#include "page_data.hpp"
#include "typography.hpp"

/// A section for each problem: which algorithm to use, and all of them.
namespace kintree::report {

namespace {

/// A definition in mathematical letters: "q̈ with H q̈ + C = τ".
std::string typeset(std::string text) {
  for (const auto& [ascii, letters] : {std::pair{"qdd", "q̈"},
                                       {"Lambda", "Λ"},
                                       {"tau", "τ"},
                                       {"Sigma", "Σ"},
                                       {"J_bar", "J̄"},
                                       {"^-1", "⁻¹"},
                                       {"^T", "ᵀ"}})
    boost::replace_all(text, ascii, letters);
  return text;
}

/// What is computed: the beginning of a definition, without its explanation.
std::string formula(const std::string& definition) {
  return definition.substr(
      0, definition.find_first_of(definition.find('=') < definition.find(',') ? "," : ",:"));
}

}  // namespace

void set_problems(PageData& page, const PageContents& contents) {
  PageList sections;
  for (const auto& [problem, rows] : contents.algorithms) {
    PageData section = as_data(algorithm_table({{problem, rows}}), contents.summary.plugins);
    section["problem_name"] = std::string(info(problem).name);
    section["problem_title"] = std::string(info(problem).title);
    const std::string definition = typeset(std::string(info(problem).definition));
    section["definition"] = definition;
    section["formula"] = formula(definition);
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
  page["has_problems"] = !sections.empty();
  page["problem_sections"] = sections;
}

}  // namespace kintree::report
