#include <algorithm>
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

}  // namespace

void set_problems(PageData& page, const PageContents& contents, std::size_t most) {
  PageList sections;
  for (const auto& [problem, rows] : contents.algorithms) {
    const auto others = rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most));
    PageData section =
        as_data(algorithm_table({{problem, {rows.begin(), others}}}), contents.summary.plugins);
    PageList more;
    for (auto a = others; a != rows.end(); ++a) {
      PageData entry("other", a->plugin);
      entry["other_file"] = plugin_file(a->plugin);
      more.push_back(std::move(entry));
    }
    if (!more.empty()) section["more"] = PageData("others", more);
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
  page["has_problems"] = !sections.empty();
  page["has_choice"] =
      std::any_of(contents.algorithms.begin(), contents.algorithms.end(), [](const auto& of) {
        return std::any_of(of.second.begin(), of.second.end(),
                           [](const Algorithm& a) { return a.operations && a.digits; });
      });
  page["problem_sections"] = sections;
}

}  // namespace kintree::report
