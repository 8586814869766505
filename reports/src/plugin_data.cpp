#include "page_data.hpp"

/// A section for each plugin: all that the page says, of it alone.
namespace kintree::report {
namespace {

/// The records of one plugin, as far as its tables need them.
Summary of_plugin(const Summary& all, const std::string& plugin) {
  Summary own;
  for (const auto& [key, tally] : all.verdicts)
    if (key.first == plugin) own.verdicts.emplace(key, tally);
  for (const auto& [key, records] : all.worst)
    if (key.first == plugin) own.worst.emplace(key, records);
  for (const auto& [key, records] : all.smallest)
    if (key.first == plugin) own.smallest.emplace(key, records);
  for (const auto& [key, count] : all.unsupported)
    if (std::get<0>(key) == plugin) own.unsupported.emplace(key, count);
  for (const auto& [problem, families] : all.families)
    for (const auto& [family, by_plugin] : families)
      if (const auto found = by_plugin.find(plugin); found != by_plugin.end())
        own.families[problem][family].insert(*found);
  return own;
}

/// Without the column that names the plugin, which the section does.
PageData of_one(Table table) {
  table.columns.front().where = Where::files;
  return as_data(table);
}

template <class T, class AsTable>
void set_rows(PageData& section, const char* name, const std::vector<T>& rows, const std::string& plugin,
              AsTable&& as_table) {
  const std::vector<T> own = of_plugin(rows, plugin);
  if (!own.empty()) section[name] = of_one(as_table(own));
}

PageData section_of(const std::string& plugin, const Summary& all, const Measurements& measured) {
  const Summary own = of_plugin(all, plugin);
  PageData section("plugin_name", plugin);
  std::string problems;
  for (const auto& [key, tally] : own.verdicts)
    problems += (problems.empty() ? "" : ", ") + std::string(name(key.second));
  section["plugin_problems"] = problems;
  if (const std::vector<PluginClaim> claims = of_plugin(measured.plugins, plugin); !claims.empty()) {
    section["citation"] = claims.front().citation;
    section["domain"] = claims.front().domain;
    section["own_claims"] = of_one(plugin_table(claims));
  }
  section["own_verdicts"] = of_one(verdict_table(own));
  if (!own.worst.empty()) {
    section["own_worst"] = of_one(case_table(own.worst, worst_kept));
    section["own_worst_kept"] = std::to_string(worst_kept);
  }
  if (!own.smallest.empty()) section["own_smallest"] = of_one(smallest_table(own.smallest));
  section["own_families"] = of_one(family_table(own));
  if (!own.unsupported.empty())
    section["own_unsupported"] = of_one(unsupported_table(own, explanations_kept));
  set_rows(section, "own_growth", measured.growth, plugin, growth_table);
  set_rows(section, "own_proofs", measured.proofs, plugin, proof_table);
  set_rows(section, "own_float", measured.float_digits, plugin, plugin_float_table);
  set_rows(section, "own_field_power", measured.field_power, plugin, field_power_table);
  set_rows(section, "own_mutants", measured.mutants, plugin, mutant_table);
  std::vector<CountedCost> costs = of_plugin(measured.costs, plugin);
  std::erase_if(costs, [](const CountedCost& cost) { return !counted(cost); });
  if (!costs.empty()) section["own_costs"] = of_one(cost_table(costs));
  return section;
}

}  // namespace

void set_plugins(PageData& page, const Summary& summary, const Measurements& measured) {
  PageList sections;
  for (const std::string& plugin : summary.plugins) sections.push_back(section_of(plugin, summary, measured));
  page["has_plugins"] = !sections.empty();
  page["plugin_sections"] = sections;
}

}  // namespace kintree::report
