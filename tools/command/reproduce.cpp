// kintree reproduce: compares each claim of the papers with the result of running code.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>
#include <iostream>
#include <map>
#include <utility>

#include "kintree/report/json.hpp"
#include "options.hpp"
#include "suite/papers/papers.hpp"
#include "wrapped_table.hpp"

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

constexpr std::size_t where = 15, rest = 101;  // the width of a column, and of all to its right

std::string claims_table(const suite::Reproduction& result, const std::string& paper) {
  std::vector<TextRow> rows;
  for (const report::ReproducedClaim& c : result.claims) {
    if (c.paper != paper) continue;
    const bool derived = c.source == report::ClaimSource::derived;
    rows.push_back(
        {{std::string(name(c.verdict)), c.where, c.claim, c.theirs + (derived ? " (derived)" : ""), c.ours},
         {}});
    if (!c.apart.empty()) rows.back().notes.push_back("not in the count: " + c.apart);
    if (!c.finding.empty()) rows.back().notes.push_back("why: " + c.finding);
  }
  return wrapped_table({{"verdict", 9}, {"where", where}, {"claim", 40}, {"printed", 22}, {"ours", 26}},
                       rows);
}

/// Empty where the paper has none.
std::string missing_table(const suite::Reproduction& result, const std::string& paper) {
  std::vector<TextRow> rows;
  for (const report::MissingClaim& m : result.missing)
    if (m.paper == paper) rows.push_back({{m.where, m.claim, m.reason}, {}});
  if (rows.empty()) return "";
  return "\nclaims that are not measured\n" +
         wrapped_table({{"where", where}, {"claim", rest / 2 - 2}, {"reason", rest / 2 + 1}}, rows);
}

/// Empty where the paper has none.
std::string errata_table(const suite::Reproduction& result, const std::string& paper) {
  std::vector<TextRow> rows;
  for (const report::Erratum& e : result.errata)
    if (e.paper == paper) rows.push_back({{e.where, e.printed, e.right + " (" + e.file + ")"}, {}});
  if (rows.empty()) return "";
  return "\nerrata of the paper\n" +
         wrapped_table({{"where", where}, {"printed", rest / 2 - 2}, {"right", rest / 2 + 1}}, rows);
}

int reproduce(const ReproduceOptions& options) {
  const suite::Reproduction result = suite::reproduce(options.papers, options.plugins.load());
  std::ostream& out = options.json == "-" ? std::cerr : std::cout;
  std::map<report::ClaimSource, std::map<std::string_view, int>> verdicts;
  bool accepted = true;
  for (const report::ReproducedClaim& c : result.claims) {
    ++verdicts[c.source][name(c.verdict)];
    accepted = accepted && report::accepted(c);
  }
  std::string paper;
  for (const report::ReproducedClaim& c : result.claims)
    if (c.paper != std::exchange(paper, c.paper))
      out << paper << '\n'
          << claims_table(result, paper) << missing_table(result, paper) << errata_table(result, paper)
          << '\n';
  if (!options.json.empty())
    suite::write_json(options.json, {{"claims", report::as_json(result.claims)},
                                     {"missing", report::as_json(result.missing)},
                                     {"errata", report::as_json(result.errata)},
                                     {"curves", report::as_json(result.curves)}});
  out << claims_of(verdicts[report::ClaimSource::quoted]) << " that the papers print, "
      << claims_of(verdicts[report::ClaimSource::derived]) << " derived from what they print, "
      << result.missing.size() << " not measured: " << (accepted ? "all accepted\n" : "NOT all accepted\n")
      << "agrees: ours is what the paper prints; lower: our count is less; finding: ours differs, for the "
         "reason "
         "after 'why:'; (derived): computed from what the paper prints\n";
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
