#include "kintree/suite/papers.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <stdexcept>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/input/text_file.hpp"
#include "kintree/suite/folders.hpp"
#include "kintree/suite/reproduce.hpp"
#include "kintree/suite/text.hpp"

namespace kintree::suite {
namespace {

struct Paper {
  const char* name;
  PaperMeasurements (*measurements)();
};
constexpr std::array papers{
    Paper{"featherstone_2005", featherstone_2005}, Paper{"wensing_2012", wensing_2012},
    Paper{"fijany_featherstone_2013", fijany_featherstone_2013},
    Paper{"yamane_nakamura_2002", yamane_nakamura_2002}, Paper{"jain_1991", jain_1991}};

std::string file_of(const Paper& paper) {
  return testdata_folder() + "/papers/" + paper.name + ".json";
}

report::ClaimSource source_of(const Paper& paper, const nlohmann::json& claim) {
  const std::string word = claim.at("source");
  if (const auto source = report::enumerator<report::ClaimSource>(word)) return *source;
  throw InputError(file_of(paper) + ": claim " + in_quotes(claim.at("id").get<std::string>()) +
                   ": its source is " + in_quotes(word) + ", neither 'quoted' nor 'derived'");
}

std::vector<PaperClaim> claims_of(const Paper& paper) {
  std::vector<PaperClaim> claims;
  try {
    const auto json = nlohmann::json::parse(read_text_file(file_of(paper)));
    for (const auto& c : json.at("claims"))
      claims.push_back({c.at("id"), c.at("where"), c.at("claim"), c.at("theirs"), source_of(paper, c),
                        c.value("finding", "")});
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file_of(paper) + ": " + printable(error.what()));
  }
  return claims;
}

/// Each has all its parts, and none of them is a row as well.
std::vector<report::MissingClaim> missing_of(const Paper& paper) {
  std::vector<report::MissingClaim> missing;
  try {
    const auto json = nlohmann::json::parse(read_text_file(file_of(paper)));
    std::set<std::string> ids;
    for (const auto& c : json.at("claims")) ids.insert(c.at("id"));
    for (const auto& m : json.value("missing", nlohmann::json::array())) {
      missing.push_back({paper.name, m.at("id"), m.at("where"), m.at("claim"), m.at("reason")});
      const report::MissingClaim& last = missing.back();
      if (last.id.empty() || last.where.empty() || last.claim.empty() || last.reason.empty())
        throw InputError(file_of(paper) + ": missing claim " + in_quotes(last.id) +
                         ": its id, where, claim and reason must not be empty");
      if (!ids.insert(last.id).second)
        throw InputError(file_of(paper) + ": missing claim " + in_quotes(last.id) + ": stands there twice");
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file_of(paper) + ": " + printable(error.what()));
  }
  return missing;
}

std::vector<report::Erratum> errata_of(const Paper& paper) {
  std::vector<report::Erratum> errata;
  try {
    const auto json = nlohmann::json::parse(read_text_file(file_of(paper)));
    for (const auto& e : json.value("errata", nlohmann::json::array()))
      errata.push_back({paper.name, e.at("id"), e.at("where"), e.at("printed"), e.at("right"), e.at("file"),
                        e.at("text")});
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file_of(paper) + ": " + printable(error.what()));
  }
  return errata;
}

report::ReproducedClaim judged(const Paper& paper, const PaperClaim& c, const Measurement& measured) {
  using enum report::ClaimVerdict;
  report::ClaimVerdict verdict = lower;
  if (measured.outcome == Measurement::agrees) verdict = c.finding.empty() ? agrees : stale_finding;
  if (measured.outcome == Measurement::differs) verdict = c.finding.empty() ? disagrees : finding;
  return {paper.name, c.id,          c.where,        c.claim, c.theirs,
          c.source,   measured.ours, measured.apart, verdict, c.finding};
}

void reproduce(const Paper& paper, Laboratory& lab, std::vector<report::ReproducedClaim>& rows) {
  PaperMeasurements measurements = paper.measurements();
  for (const PaperClaim& claimed : claims_of(paper)) {
    const auto measurement = measurements.extract(claimed.id);
    if (measurement.empty())
      throw InputError(file_of(paper) + ": nothing measures '" + claimed.id + "', or it stands there twice");
    rows.push_back(judged(paper, claimed, measurement.mapped()(claimed, lab)));
  }
  if (!measurements.empty())
    throw InputError(file_of(paper) + ": there is no claim '" + measurements.begin()->first +
                     "', which is measured");
}

}  // namespace

std::vector<std::string> paper_names() {
  std::vector<std::string> names;
  names.reserve(papers.size());
  for (const Paper& p : papers) names.emplace_back(p.name);
  return names;
}

Reproduction reproduce(const std::vector<std::string>& wanted, const std::vector<const Plugin*>& plugins) {
  const auto is_wanted = [&](const std::string& name) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  for (const std::string& name : wanted)
    if (std::none_of(papers.begin(), papers.end(), [&](const Paper& p) { return p.name == name; })) {
      std::string all;
      for (const Paper& p : papers) all += (all.empty() ? "" : ", ") + std::string(p.name);
      throw InputError("unknown paper " + in_quotes(name) + "; there are: " + all);
    }
  Laboratory lab(plugins);
  Reproduction result;
  for (const Paper& paper : papers)
    if (is_wanted(paper.name)) {
      reproduce(paper, lab, result.claims);
      for (report::MissingClaim& missing : missing_of(paper)) result.missing.push_back(std::move(missing));
      for (report::Erratum& erratum : errata_of(paper)) result.errata.push_back(std::move(erratum));
    }
  for (const report::Curve& c : lab.curves)
    if (std::adjacent_find(c.x.begin(), c.x.end(), std::greater_equal<>()) != c.x.end())
      throw std::logic_error(c.figure + ", " + c.name + ": a point twice, or out of turn");
  result.curves = std::move(lab.curves);
  return result;
}

}  // namespace kintree::suite
