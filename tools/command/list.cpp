// kintree list: lists the plugins, the problems or the transformations.
#include <algorithm>
#include <array>
#include <iostream>

#include <spdlog/fmt/fmt.h>

#include "kintree/trees/metamorphic.hpp"
#include "options.hpp"
#include "suite/cases/plugin_claims.hpp"
#include "suite/cases/sources.hpp"

namespace kintree::command {
namespace {

nlohmann::ordered_json as_json(const std::vector<const Plugin*>& plugins) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Plugin* plugin : plugins) {
    const Description& d = plugin->description();
    nlohmann::ordered_json problems = nlohmann::ordered_json::array();
    for (const Claim& claim : d.claims) {
      problems.push_back(
          {{"problem", name(claim.problem)}, {"promise", name(claim.promise)}, {"cost", claim.cost}});
      for (const auto& [family, promised] : claim.less) problems.back()["less"][family] = name(promised);
    }
    list.push_back({{"plugin", d.name},
                    {"problems", problems},
                    {"domain", suite::to_string(d.domain)},
                    {"families", suite::families_within(d)},
                    {"approximates", d.approximates},
                    {"citation", d.citation}});
  }
  return list;
}

/// Columns as wide as they must be.
template <std::size_t n>
void print_columns(const std::vector<std::array<std::string, n>>& rows) {
  std::array<std::size_t, n> width{};
  for (const auto& row : rows)
    for (std::size_t k = 0; k + 1 < n; ++k) width[k] = std::max(width[k], row[k].size());
  for (const auto& row : rows) {
    for (std::size_t k = 0; k + 1 < n; ++k) std::cout << fmt::format("{:<{}}  ", row[k], width[k]);
    std::cout << row.back() << '\n';
  }
}

/// A row for every plugin and problem.
void print_table(const std::vector<const Plugin*>& plugins) {
  std::vector<std::array<std::string, 5>> rows{{"plugin", "problem", "promise", "domain", "citation"}};
  for (const report::PluginClaim& c : suite::plugin_claims(plugins))
    rows.push_back({c.plugin, std::string(name(c.problem)),
                    std::string(name(c.promise)) + (c.less.empty() ? "" : " (" + c.less + ")"), c.domain,
                    c.citation});
  rows.push_back({"oracle", "all", "exact", "any tree, all joints", "dense multiprecision (kintree solve)"});
  print_columns(rows);
}

std::string shapes(const Quantities& quantities) {
  return suite::listing(quantities, [](const Quantity& q) {
    const std::string shape = suite::shape_text(q);
    return std::string(q.name) + (shape.empty() ? "" : "[" + shape + "]");
  });
}

void print_problems() {
  std::vector<std::array<std::string, 4>> rows{{"problem", "inputs", "outputs", "definition"}};
  for (const Problem p : all_problems)
    rows.push_back({std::string(name(p)), shapes(info(p).reads), shapes(info(p).returns),
                    std::string(info(p).definition)});
  print_columns(rows);
}

}  // namespace

void add_list(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("list", "List the plugins: problems, promised verdicts, domains, citations");
  auto options = std::make_shared<suite::PluginChoice>();
  auto json = std::make_shared<std::string>();
  auto forms = std::make_shared<bool>(false), problems = std::make_shared<bool>(false);
  add_plugin_folders(*sub, *options);
  add_programs(*sub, *options);
  sub->add_option("--json", *json, "Write the list to a file as JSON ('-': standard output)")
      ->type_name("FILE");
  sub->add_flag("--transformations", *forms, "List the transformations of `verify --metamorphic` instead");
  sub->add_flag(
      "--problems", *problems,
      "List the problems instead: inputs and outputs in the order of the interfaces, with their shapes");
  for (const char* other : {"--transformations", "--problems"})
    exclude(*sub, other, {"--plugin-path", "--exec", "--isolate", "--json"});
  exclude(*sub, "--problems", {"--transformations"});
  sub->callback([options, json, forms, problems, &command] {
    command.action = [options, json, forms, problems] {
      if (*problems) {
        print_problems();
        return 0;
      }
      if (*forms) {
        for (const Transformation& t : transformations())
          std::cout << fmt::format("{:<32} {}{}\n", t.name, t.description, t.exact ? "" : " (rounded)");
        return 0;
      }
      const std::vector<const Plugin*> plugins = options->load();
      if (!json->empty()) {
        suite::write_json(*json, as_json(plugins));
        if (*json == "-") return 0;
      }
      print_table(plugins);
      return 0;
    };
  });
}

}  // namespace kintree::command
