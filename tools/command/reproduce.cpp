// kintree reproduce: each claim of the papers beside what running code says.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>
#include <iostream>
#include <map>

#include "kintree/report/json.hpp"
#include "kintree/suite/papers.hpp"
#include "options.hpp"

namespace kintree::command {
namespace {

struct ReproduceOptions {
  std::vector<std::string> papers;
  suite::PluginChoice plugins;
  std::string json;
};

int reproduce(const ReproduceOptions& options) {
  const suite::Reproduction result = suite::reproduce(options.papers, options.plugins.load());
  std::ostream& out = options.json == "-" ? std::cerr : std::cout;
  std::string paper;
  std::map<std::string_view, int> verdicts;
  int refused = 0;
  for (const report::ReproducedClaim& c : result.claims) {
    if (c.paper != paper) out << (paper = c.paper) << '\n';
    out << fmt::format("  {:<10} {}: {}\n             theirs ({}): {}\n             ours: {}\n",
                       name(c.verdict), c.where, c.claim, c.source, c.theirs, c.ours);
    if (!c.finding.empty()) out << "             " << c.finding << '\n';
    ++verdicts[name(c.verdict)];
    refused += report::accepted(c) ? 0 : 1;
  }
  if (!options.json.empty())
    suite::write_json(options.json, {{"claims", report::as_json(result.claims)},
                                     {"curves", report::as_json(result.curves)}});
  out << result.claims.size() << " claims:";
  for (const auto& [verdict, count] : verdicts) out << ' ' << count << ' ' << verdict << ';';
  out << (refused == 0 ? " all accepted\n" : " NOT all accepted\n");
  return refused == 0 && !result.claims.empty() ? 0 : 1;
}

}  // namespace

void add_reproduce(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("reproduce",
                         "Set the papers' claims beside what running code says: counts, critical paths and "
                         "errors, never times. Exit 0 only if each agrees, or differs for a reason that is "
                         "written down with it");
  auto options = std::make_shared<ReproduceOptions>();
  sub->add_option("paper", options->papers,
                  fmt::format("{} (default: all)", fmt::join(suite::paper_names(), ", ")))
      ->type_name("PAPER");
  sub->add_option("--json", options->json, "Write claims and curves to a file ('-': standard output)")
      ->type_name("FILE");
  add_plugin_folders(*sub, options->plugins);
  sub->callback([options, &command] { command.action = [options] { return reproduce(*options); }; });
}

}  // namespace kintree::command
