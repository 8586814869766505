#include "page/page_data.hpp"

/// A page for each plugin: all that the report has about it.
namespace kintree::report {

Summary of_plugin(const Summary& all, const std::string& plugin) {
  Summary own;
  for (const auto& [key, tally] : all.verdicts)
    if (key.first == plugin) own.verdicts.emplace(key, tally);
  for (const auto& [key, records] : all.worst)
    if (key.first == plugin) own.worst.emplace(key, records);
  for (const auto& [key, records] : all.failures)
    if (key.first == plugin) own.failures.emplace(key, records);
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

void OwnTables::add(const std::string& title, Table table, const std::string& note) {
  if (table.rows.empty()) return;
  table.columns.front().where = Where::files;
  PageData data = as_data(table);
  data["table_title"] = title;
  data["table_note"] = false;  // not that of a table around it
  set_text(data, "table_note", note);
  list.push_back(std::move(data));
}

PageData plugin_section(const std::string& plugin, const PageContents& contents) {
  const Summary& all = contents.summary;
  const Measurements& measured = contents.measured;
  const Summary own = of_plugin(all, plugin);
  const std::vector<PluginClaim> claims = of_plugin(measured.plugins, plugin);
  std::vector<CountedCost> costs = of_plugin(measured.costs, plugin);
  std::erase_if(costs, [](const CountedCost& cost) { return !counted(cost); });
  PageData section("plugin_name", plugin);
  section["kind"] = "Plugin";
  if (!claims.empty()) {
    section["citation"] = claims.front().citation;
    section["domain"] = claims.front().domain;
  }
  PageList reliable;
  for (const auto& [problem, algorithms] : contents.algorithms)
    for (const Algorithm& a : algorithms)
      if (a.plugin == plugin) {
        PageData entry("problem_title", std::string(info(problem).title));
        entry["reliability"] = reliability(a);
        reliable.push_back(std::move(entry));
      }
  section["reliable"] = reliable;
  section["check"] = "kintree verify --model robot.urdf --plugin " + plugin;
  OwnTables tables;
  tables.add("Failures", case_table(own.failures, failures_kept),
             "The worst " + std::to_string(failures_kept) +
                 " for each problem, with the command that repeats each. records.csv has all.");
  tables.add("Promises", plugin_table(claims));
  tables.add("Verdicts", verdict_table(own));
  tables.add("Its worst cases", case_table(own.worst, worst_kept),
             "The " + std::to_string(worst_kept) +
                 " of largest α for each problem, with the command that repeats each, and its tree.");
  tables.add(
      "The smallest trees on which it loses digits", smallest_table(own.smallest),
      "The tree of fewest bodies in this run; kintree verify --shrink makes a failing case smaller still.");
  tables.add("Families of trees", family_table(own));
  tables.add("Unsupported", unsupported_table(own, explanations_kept));
  tables.add("Cost", cost_table(costs));
  tables.add("Growth", growth_table(of_plugin(measured.growth, plugin)));
  tables.add("All small trees", proof_table(of_plugin(measured.proofs, plugin)));
  tables.add("Float", plugin_float_table(of_plugin(measured.float_digits, plugin)),
             "Float has 7.2 decimal digits. κ is the condition number of the scaled mass matrix, rounded "
             "down to a decade.");
  tables.add("Errors of 2⁻⁵² in the finite field",
             field_power_table(of_plugin(measured.field_power, plugin)));
  tables.add("Mutants", mutant_table(of_plugin(measured.mutants, plugin)));
  section["own_tables"] = tables.list;
  return section;
}

}  // namespace kintree::report
