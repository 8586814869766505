// kintree reproduce: each claim of the papers beside what running code says.
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <array>
#include <iostream>

#include "common.hpp"
#include "kintree/data/error.hpp"
#include "kintree/input/text_file.hpp"
#include "reproduce/reproduce.hpp"

namespace kintree::tools {
namespace {

struct Paper {
  const char* name;
  Measurements_of (*measurements)();
};
constexpr std::array papers{
    Paper{"featherstone_2005", featherstone_2005}, Paper{"wensing_2012", wensing_2012},
    Paper{"fijany_featherstone_2013", fijany_featherstone_2013},
    Paper{"yamane_nakamura_2002", yamane_nakamura_2002}, Paper{"jain_1991", jain_1991}};

struct Options {
  std::vector<std::string> papers;
  PluginOptions plugins;
  std::string json;
  bool brief = false;
};

std::vector<Claimed> claims_of(const std::string& paper) {
  const std::string file = testdata_folder() + "/papers/" + paper + ".json";
  std::vector<Claimed> claims;
  try {
    const auto json = nlohmann::json::parse(read_text_file(file));
    for (const auto& c : json.at("claims"))
      claims.push_back(
          {c.at("id"), c.at("where"), c.at("claim"), c.at("theirs"), c.at("source"), c.value("finding", "")});
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file + ": " + one_line(error.what()));
  }
  return claims;
}

Reproduced judged(const std::string& paper, const Claimed& claimed, const Measured& measured) {
  Reproduced row{paper, claimed, measured, "", true};
  switch (measured.outcome) {
    case Measured::agrees:
      row.verdict = claimed.finding.empty() ? "agrees" : "AGREES, and is listed as a finding";
      row.accepted = claimed.finding.empty();
      break;
    case Measured::lower:
      row.verdict = "lower";
      break;
    case Measured::differs:
      row.verdict = claimed.finding.empty() ? "DISAGREES" : "finding";
      row.accepted = !claimed.finding.empty();
      break;
  }
  return row;
}

std::vector<Reproduced> reproduce(const Paper& paper, Laboratory& lab) {
  const Measurements_of measurements = paper.measurements();
  std::vector<Reproduced> rows;
  for (const Claimed& claimed : claims_of(paper.name)) {
    const auto measurement = measurements.find(claimed.id);
    if (measurement == measurements.end())
      throw InputError("testdata/papers/" + std::string(paper.name) + ".json: nothing measures '" +
                       claimed.id + "'");
    spdlog::debug("{}: {}", paper.name, claimed.id);
    rows.push_back(judged(paper.name, claimed, measurement->second(claimed, lab)));
  }
  if (rows.size() != measurements.size())
    throw InputError("testdata/papers/" + std::string(paper.name) + ".json: has " +
                     std::to_string(rows.size()) + " claims, of which some are the same, for " +
                     std::to_string(measurements.size()) + " measurements");
  return rows;
}

nlohmann::ordered_json as_json(const std::vector<Reproduced>& rows, const std::vector<Curve>& curves) {
  nlohmann::ordered_json json{{"claims", nlohmann::ordered_json::array()},
                              {"curves", nlohmann::ordered_json::array()}};
  for (const Reproduced& r : rows)
    json["claims"].push_back({{"paper", r.paper},
                              {"id", r.claimed.id},
                              {"where", r.claimed.where},
                              {"claim", r.claimed.claim},
                              {"theirs", r.claimed.theirs},
                              {"source", r.claimed.source},
                              {"ours", r.measured.ours},
                              {"verdict", r.verdict},
                              {"accepted", r.accepted},
                              {"finding", r.claimed.finding}});
  for (const Curve& c : curves)
    json["curves"].push_back({{"figure", c.figure},
                              {"title", c.title},
                              {"x_name", c.x_name},
                              {"y_name", c.y_name},
                              {"name", c.name},
                              {"x", c.x},
                              {"y", c.y}});
  return json;
}

int reproduce(const Options& options) {
  std::vector<Paper> asked;
  for (const Paper& p : papers)
    if (options.papers.empty() ||
        std::find(options.papers.begin(), options.papers.end(), p.name) != options.papers.end())
      asked.push_back(p);
  for (const std::string& name : options.papers)
    if (std::none_of(papers.begin(), papers.end(), [&](const Paper& p) { return p.name == name; })) {
      std::string all;
      for (const Paper& p : papers) all += (all.empty() ? "" : ", ") + std::string(p.name);
      throw InputError("unknown paper '" + one_line(name) + "'; there are: " + all);
    }

  Laboratory lab(options.plugins.load(), options.brief);
  std::ostream& out = options.json == "-" ? std::cerr : std::cout;
  std::vector<Reproduced> rows;
  for (const Paper& paper : asked) {
    out << paper.name << '\n' << std::flush;
    for (Reproduced& r : reproduce(paper, lab)) {
      out << fmt::format("  {:<10} {}: {}\n             theirs ({}): {}\n             ours: {}\n", r.verdict,
                         r.claimed.where, r.claimed.claim, r.claimed.source, r.claimed.theirs,
                         r.measured.ours);
      if (!r.claimed.finding.empty()) out << "             " << r.claimed.finding << '\n';
      rows.push_back(std::move(r));
    }
  }
  if (!options.json.empty()) write_json(options.json, as_json(rows, lab.curves));
  std::map<std::string, int> verdicts;
  int refused = 0;
  for (const Reproduced& r : rows) ++verdicts[r.verdict], refused += r.accepted ? 0 : 1;
  out << rows.size() << " claims:";
  for (const auto& [verdict, count] : verdicts) out << ' ' << count << ' ' << verdict << ';';
  out << (refused == 0 ? " all accepted\n" : " NOT all accepted\n");
  return refused == 0 ? 0 : 1;
}

}  // namespace

void add_reproduce(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("reproduce",
                         "Set the papers' claims beside what running code says: counts, critical paths and "
                         "errors, never times. Exit 0 only if each agrees, or differs for a reason that is "
                         "written down with it");
  auto options = std::make_shared<Options>();
  sub->add_option(
         "paper", options->papers,
         "featherstone_2005, wensing_2012, fijany_featherstone_2013, yamane_nakamura_2002, jain_1991 "
         "(default: all)")
      ->type_name("PAPER");
  sub->add_flag("--brief", options->brief, "Fewer and smaller trees");
  sub->add_option("--json", options->json, "Write claims and curves to a file ('-': standard output)")
      ->type_name("FILE");
  options->plugins.add_folders_to(*sub);
  sub->callback([options, &command] { command.action = [options] { return reproduce(*options); }; });
}

}  // namespace kintree::tools
