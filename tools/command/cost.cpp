// kintree cost: prints operations by phase and the longest chain of them, with the papers' formulas and
// orders.
#include <spdlog/fmt/fmt.h>
#include <algorithm>
#include <iostream>

#include "kintree/model/error.hpp"
#include "kintree/report/json.hpp"
#include "options.hpp"
#include "suite/counting/cost.hpp"
#include "suite/counting/growth.hpp"
#include "suite/verification/run.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

struct CostOptions {
  suite::PluginChoice plugins;
  suite::CaseChoice cases;
  std::string json;
  bool phases = false, growth = false, formulas = false;
  int threads = suite::default_threads();

  std::ostream& out() const { return json == "-" ? std::cerr : std::cout; }
};

std::string beside(const report::CountedCost& c) {
  if (!c.relation) return "";
  if (*c.relation == report::Relation::published)
    return fmt::format("published {}, here {}", m_and_a(c.expected), m_and_a(c.compared));
  return fmt::format("{} {}: {}", name(*c.relation), m_and_a(c.expected),
                     c.difference.empty() ? "yes" : "NO, it " + c.difference);
}

int costs(const CostOptions& options) {
  constexpr const char* columns =
      "{:<30} {:<35} {:<14} {:>5} {:>9} {:>9} {:>6} {:>5} {:>6} {:>9} {:>7} {:>7}  {}\n";
  suite::Request request = options.plugins.request();
  if (options.formulas)
    std::erase_if(request.plugins, [](const Plugin* plugin) {
      const std::vector<Claim>& claims = plugin->description().claims;
      return std::none_of(claims.begin(), claims.end(), [](const Claim& c) { return c.formula.has_value(); });
    });
  const std::vector<report::CountedCost> rows = suite::counted_costs(request, options.cases);
  std::ostream& out = options.out();
  out << fmt::format(columns, "plugin", "problem", "case", "n", "m", "a", "div", "sqrt", "sincos", "T1",
                     "Tinf", "T1/Tinf", "formula");
  std::size_t counted = 0, refused = 0, wrong = 0;
  for (const report::CountedCost& c : rows) {
    if (!report::counted(c)) {
      const bool failed = !report::failure(c).empty();
      if (failed) ++refused;
      out << fmt::format("{:<30} {:<35} {:<14} {}: {}\n", c.plugin, name(c.problem), c.tree,
                         failed ? "NOT COUNTED" : "unsupported", report::explanation(c));
      continue;
    }
    const Operations o = c.operations();
    out << fmt::format(columns, c.plugin, name(c.problem), c.tree, c.degrees_of_freedom, o.multiplications,
                       o.additions, o.divisions, o.square_roots, o.transcendental, o.total(), c.depth,
                       fmt::format("{:.1f}", static_cast<double>(o.total()) /
                                                 static_cast<double>(std::max<std::int64_t>(c.depth, 1))),
                       beside(c));
    if (!c.apart.empty()) out << "    not in the formula: " << report::in_a_line(c.apart) << '\n';
    if (options.phases)
      for (const PhaseCost& p : c.phases)
        if (p.operations != Operations{})
          out << fmt::format("    {:<26} {}\n", p.phase.empty() ? "(no phase)" : p.phase,
                             suite::in_words(p.operations));
    ++counted;
    if (!c.difference.empty()) ++wrong;
  }
  out << "m, a: multiplications, additions; T1: all but sincos; Tinf: the longest chain of operations\n"
      << counted << " counted, " << rows.size() - counted - refused << " unsupported, ";
  if (refused > 0) out << refused << " not counted, ";
  out << wrong << " not as their formula says\n";
  if (!options.json.empty()) suite::write_json(options.json, report::as_json(rows));
  return wrong == 0 && refused == 0 && counted > 0 ? 0 : 1;
}

int growth(const CostOptions& options) {
  constexpr const char* columns = "{:<30} {:<35} {:<6} {:>6} {:>18}  {}\n";
  const std::vector<report::CostGrowth> rows = suite::cost_growth(options.plugins.request(), options.threads);
  std::ostream& out = options.out();
  out << fmt::format(columns, "plugin", "problem", "of", "paper", "counted", "");
  std::size_t higher = 0, refused = 0;
  for (const report::CostGrowth& g : rows) {
    const bool is_counted = g.verdict != report::Order::not_counted;
    out << fmt::format(columns, g.plugin, name(g.problem), g.size, g.claimed,
                       is_counted ? suite::Exponent{g.exponent, g.half_width}.text() : "",
                       is_counted ? std::string(name(g.verdict)) : "NOT COUNTED " + g.detail);
    if (g.verdict == report::Order::higher) ++higher;
    if (!is_counted) ++refused;
  }
  out << "exponents of the growth with each size, with 95 % confidence\n"
      << "  chain  an unbranched tree of N bodies\n"
      << "  N      N bodies at one depth\n"
      << "  d      depth at one number of bodies\n"
      << "  m      end-effectors\n"
      << "  star   N bodies, all on the first\n"
      << "  comb   a chain of N/2 bodies, each with one more on it\n"
      << "  laden  a chain of N bodies, each with an end-effector\n"
      << number_of(rows.size(), "exponent") << ", " << higher << " above the paper's";
  if (refused > 0) out << ", " << refused << " not counted";
  out << '\n';
  if (!options.json.empty()) suite::write_json(options.json, report::as_json(rows));
  return higher == 0 && refused == 0 && !rows.empty() ? 0 : 1;
}

}  // namespace

void add_cost(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "cost",
      "Count operations and the longest chain of them, beside the papers' formulas (default: on humanoid30, "
      "chain30 and asimo)");
  auto options = std::make_shared<CostOptions>();
  options->cases.trees = 1;
  options->cases.seed = suite::cost_seed;
  add_plugins(*sub, options->plugins);
  sub->remove_option(sub->get_option("--oracle"));
  add_cases(*sub, options->cases);
  sub->add_flag("--formulas", options->formulas, "Only plugins with formulas");
  sub->add_flag("--phases", options->phases, "Show every phase of the algorithms");
  add_jobs(*sub, options->threads);
  sub->get_option("--jobs")->description("Threads, for --growth");
  sub->add_flag(
      "--growth", options->growth,
      "Fit how the operations grow with bodies, depth and end-effectors instead, on trees made for it");
  exclude(*sub, "--growth",
          {"--trees", "--bodies", "--family", "--seed", "--joints", "--numbering", "--model",
           "--floating-base", "--mimic", "--ignore-unknown", "--formulas", "--phases"});
  sub->add_option("--json", options->json, "Write the counts to a file ('-': standard output)")
      ->type_name("FILE");
  sub->callback([options, sub, &command] {
    if (!options->growth && !sub->get_option("--jobs")->empty()) throw InputError("--jobs needs --growth");
    command.action = [options] { return options->growth ? growth(*options) : costs(*options); };
  });
}

}  // namespace kintree::command
