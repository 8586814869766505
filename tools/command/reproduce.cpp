// kintree reproduce: each claim of the papers beside what running code says.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>
#include <iostream>
#include <map>

#include "kintree/report/json.hpp"
#include "options.hpp"
#include "suite/papers/papers.hpp"

namespace kintree::command {
namespace {

struct ReproduceOptions {
  std::vector<std::string> papers;
  suite::PluginChoice plugins;
  std::string json;
};

/// "94 claims (88 agrees; 6 lower)".
std::string claims_of(const std::map<std::string_view, int>& verdicts) {
  int all = 0;
  std::string text;
  for (const auto& [verdict, count] : verdicts) {
    all += count;
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", count, verdict);
  }
  return fmt::format("{} {}", all, all == 1 ? "claim" : "claims") + (text.empty() ? "" : " (" + text + ")");
}

int reproduce(const ReproduceOptions& options) {
  const suite::Reproduction result = suite::reproduce(options.papers, options.plugins.load());
  std::ostream& out = options.json == "-" ? std::cerr : std::cout;
  std::string paper;
  std::map<report::ClaimSource, std::map<std::string_view, int>> verdicts;
  bool accepted = true;
  for (const report::ReproducedClaim& c : result.claims) {
    if (c.paper != paper) out << (paper = c.paper) << '\n';
    out << fmt::format("  {:<10} {}: {}\n             theirs ({}): {}\n             ours: {}\n",
                       name(c.verdict), c.where, c.claim, name(c.source), c.theirs, c.ours);
    if (!c.apart.empty()) out << "             not in the count: " << c.apart << '\n';
    if (!c.finding.empty()) out << "             " << c.finding << '\n';
    ++verdicts[c.source][name(c.verdict)];
    accepted = accepted && report::accepted(c);
  }
  if (!result.missing.empty()) out << "not to be had\n";
  for (const report::MissingClaim& m : result.missing)
    out << fmt::format("  {} {}: {}\n             because: {}\n", m.paper, m.where, m.claim, m.reason);
  if (!result.errata.empty()) out << "slips in print\n";
  for (const report::Erratum& e : result.errata)
    out << fmt::format("  {} {}\n             printed: {}\n             right: {}\n             {}: {}\n",
                       e.paper, e.where, e.printed, e.right, e.file, e.text);
  if (!options.json.empty())
    suite::write_json(options.json, {{"claims", report::as_json(result.claims)},
                                     {"missing", report::as_json(result.missing)},
                                     {"errata", report::as_json(result.errata)},
                                     {"curves", report::as_json(result.curves)}});
  out << claims_of(verdicts[report::ClaimSource::quoted]) << " that the papers print, "
      << claims_of(verdicts[report::ClaimSource::derived]) << " derived from what they print, "
      << result.missing.size() << " not to be had: " << (accepted ? "all accepted\n" : "NOT all accepted\n");
  return accepted && !result.claims.empty() ? 0 : 1;
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
