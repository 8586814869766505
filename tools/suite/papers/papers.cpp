#include "suite/papers/papers.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include <spdlog/spdlog.h>

#include "kintree/files/json_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "suite/papers/reproduce.hpp"
#include "suite/support/folders.hpp"
#include "suite/support/text.hpp"

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

/// The contents of a paper's file. They are checked to be complete and free of contradictions before any
/// measurement.
struct PaperFile {
  std::vector<PaperClaim> claims;
  std::vector<report::MissingClaim> missing;
  std::vector<report::Erratum> errata;
};

report::ClaimSource source_of(const Paper& paper, const nlohmann::json& claim) {
  const std::string word = claim.at("source");
  if (const auto source = report::enumerator<report::ClaimSource>(word)) return *source;
  throw InputError(file_of(paper) + ": claim " + in_quotes(claim.at("id").get<std::string>()) +
                   ": its source is " + in_quotes(word) + ", neither 'quoted' nor 'derived'");
}

/// Each claim is measured, and each measurement is of a claim.
void check_measured(const Paper& paper, const std::vector<PaperClaim>& claims) {
  PaperMeasurements measurements = paper.measurements();
  for (const PaperClaim& c : claims)
    if (measurements.extract(c.id).empty())
      throw InputError(file_of(paper) + ": nothing measures '" + c.id + "', or it stands there twice");
  if (!measurements.empty())
    throw InputError(file_of(paper) + ": there is no claim '" + measurements.begin()->first +
                     "', which is measured");
}

/// Each has all its parts, and none of them is a row as well.
void check_missing(const Paper& paper, const PaperFile& file) {
  std::set<std::string> ids;
  for (const PaperClaim& c : file.claims) ids.insert(c.id);
  for (const report::MissingClaim& m : file.missing) {
    if (m.id.empty() || m.where.empty() || m.claim.empty() || m.reason.empty())
      throw InputError(file_of(paper) + ": missing claim " + in_quotes(m.id) +
                       ": its id, where, claim and reason must not be empty");
    if (!ids.insert(m.id).second)
      throw InputError(file_of(paper) + ": missing claim " + in_quotes(m.id) + ": stands there twice");
  }
}

PaperFile read(const Paper& paper) {
  PaperFile file;
  try {
    const auto json = read_json_file(file_of(paper));
    for (const auto& c : json.at("claims"))
      file.claims.push_back({c.at("id"), c.at("where"), c.at("claim"), c.at("theirs"), source_of(paper, c),
                             c.value("finding", "")});
    for (const auto& m : json.value("missing", nlohmann::ordered_json::array()))
      file.missing.push_back({paper.name, m.at("id"), m.at("where"), m.at("claim"), m.at("reason")});
    for (const auto& e : json.value("errata", nlohmann::ordered_json::array()))
      file.errata.push_back({paper.name, e.at("id"), e.at("where"), e.at("printed"), e.at("right"),
                             e.at("file"), e.at("text")});
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file_of(paper) + ": " + json_reason(error));
  }
  check_measured(paper, file.claims);
  check_missing(paper, file);
  return file;
}

report::ReproducedClaim judged(const Paper& paper, const PaperClaim& c, const Measurement& measured) {
  using enum report::ClaimVerdict;
  report::ClaimVerdict verdict = measured.outcome == Measurement::not_counted ? disagrees : lower;
  if (measured.outcome == Measurement::agrees) verdict = c.finding.empty() ? agrees : stale_finding;
  if (measured.outcome == Measurement::differs) verdict = c.finding.empty() ? disagrees : finding;
  return {paper.name, c.id,          c.where,        c.claim, c.theirs,
          c.source,   measured.ours, measured.apart, verdict, c.finding};
}

Measurement measured(const MeasureClaim& measure, const PaperClaim& c, ClaimContext& context) {
  try {
    return measure(c, context);
  } catch (const CountRefused& refused) {
    return {std::string("not counted: ") + refused.what(), Measurement::not_counted};
  }
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
  std::vector<std::pair<const Paper*, PaperFile>> files;
  for (const Paper& paper : papers)
    if (is_wanted(paper.name)) files.emplace_back(&paper, read(paper));
  ClaimContext context(plugins);
  Reproduction result;
  for (auto& [paper, file] : files) {
    if (files.size() > 1) spdlog::info("reproduce: {}", paper->name);
    const PaperMeasurements measurements = paper->measurements();
    for (const PaperClaim& c : file.claims)
      result.claims.push_back(judged(*paper, c, measured(measurements.at(c.id), c, context)));
    std::move(file.missing.begin(), file.missing.end(), std::back_inserter(result.missing));
    std::move(file.errata.begin(), file.errata.end(), std::back_inserter(result.errata));
  }
  for (const report::Curve& c : context.curves)
    if (std::adjacent_find(c.x.begin(), c.x.end(), std::greater_equal<>()) != c.x.end())
      throw std::logic_error(c.figure + ", " + c.name + ": a point twice, or out of turn");
  result.curves = std::move(context.curves);
  return result;
}

}  // namespace kintree::suite
