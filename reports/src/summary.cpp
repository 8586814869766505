#include "summary.hpp"

#include <algorithm>
#include <cmath>

#include "kintree/data/problem.hpp"

namespace kintree::report {
namespace {

std::size_t problem_rank(const std::string& text) {
  const auto found = std::find(problem_names.begin(), problem_names.end(), text);
  return static_cast<std::size_t>(found - problem_names.begin());
}

bool worse_record(const Record* a, const Record* b) {
  if (worse(a->alpha, b->alpha)) return true;
  if (worse(b->alpha, a->alpha)) return false;
  if (worse(a->error, b->error)) return true;
  if (worse(b->error, a->error)) return false;
  return std::tie(a->case_name, a->seed) < std::tie(b->case_name, b->seed);
}

std::string yes_no(bool value) {
  return value ? "yes" : "no";
}

std::size_t size(int count) {
  return static_cast<std::size_t>(std::max(count, 0));
}

}  // namespace

std::size_t verdict_index(const Record& record) {
  const std::size_t at =
      record.verdict.size() == 1 ? verdict_letters.find(record.verdict[0]) : std::string_view::npos;
  return at == std::string_view::npos ? verdict_letters.size() - 1 : at;
}

void Tally::count(const Record& record) {
  if (!record.promise.empty()) promises.insert(record.promise);
  if (report::unsupported(record)) {
    ++unsupported;
    return;
  }
  ++verdicts[verdict_index(record)];
  if (!record.passed) ++failed;
  if (!has_error(record)) return;
  if (worse(record.alpha, worst_alpha)) worst_alpha = record.alpha;
  if (worse(record.error, worst_error)) worst_error = record.error;
}

std::string Tally::passed() const {
  if (failed > 0) return "no";
  return judged() > 0 ? "yes" : "nothing judged";
}

std::string Tally::promise() const {
  std::string result;
  for (const std::string& promised : promises) result.append(result.empty() ? "" : ", ").append(promised);
  return result;
}

std::size_t Tally::worst_verdict() const {
  for (std::size_t i = verdicts.size(); i-- > 0;)
    if (verdicts[i] > 0) return i;
  return 0;
}

bool ProblemOrder::operator()(const std::string& a, const std::string& b) const {
  return std::pair(problem_rank(a), std::string_view(a)) < std::pair(problem_rank(b), std::string_view(b));
}

bool Summary::KeyOrder::operator()(const Key& a, const Key& b) const {
  if (a.first != b.first) return a.first < b.first;
  return ProblemOrder()(a.second, b.second);
}

Summary::Summary(const std::vector<Record>& records) {
  std::set<std::string> seen_plugins;
  std::set<std::string, ProblemOrder> seen_problems;
  for (const Record& record : records) {
    const Key key(record.plugin, record.problem);
    seen_plugins.insert(record.plugin);
    seen_problems.insert(record.problem);
    cases.insert(record.case_name);
    all.count(record);
    verdicts[key].count(record);
    families[record.problem][record.family][record.plugin].count(record);
    if (report::unsupported(record)) {
      ++unsupported[{record.plugin, record.problem, record.reason}];
      continue;
    }
    if (has_error(record)) worst[key].push_back(&record);
    if (!record.passed) failures[key].push_back(&record);
  }
  plugins.assign(seen_plugins.begin(), seen_plugins.end());
  problems.assign(seen_problems.begin(), seen_problems.end());
  for (auto& [key, candidates] : worst) {
    const auto kept = static_cast<std::ptrdiff_t>(std::min(worst_kept, candidates.size()));
    std::partial_sort(candidates.begin(), candidates.begin() + kept, candidates.end(), worse_record);
    candidates.resize(static_cast<std::size_t>(kept));
  }
  for (auto& [key, failed] : failures) std::sort(failed.begin(), failed.end(), worse_record);
}

namespace {

const std::vector<Column> tally_columns{{"promise", Kind::text},
                                        {"cases", Kind::count},
                                        {"A", Kind::count},
                                        {"B", Kind::count},
                                        {"C", Kind::count},
                                        {"F", Kind::count},
                                        {"unsupported", Kind::count},
                                        {"failed", Kind::count},
                                        {"passed", Kind::text},
                                        {"worst_alpha", Kind::compact},
                                        {"worst_error", Kind::scientific}};

void append_tally(std::vector<Cell>& row, const Tally& tally) {
  row.insert(row.end(), {tally.promise(), tally.cases()});
  for (const std::size_t count : tally.verdicts) row.emplace_back(count);
  row.insert(row.end(), {tally.unsupported, tally.failed, tally.passed()});
  if (tally.judged() > 0)
    row.insert(row.end(), {tally.worst_alpha, tally.worst_error});
  else
    row.insert(row.end(), {std::string(), std::string()});
}

}  // namespace

Table verdict_table(const Summary& summary) {
  Table table{{{"plugin", Kind::text}, {"problem", Kind::text}}, {}};
  table.columns.insert(table.columns.end(), tally_columns.begin(), tally_columns.end());
  for (const auto& [key, tally] : summary.verdicts) {
    table.rows.push_back({key.first, key.second});
    append_tally(table.rows.back(), tally);
  }
  return table;
}

Table family_table(const Summary& summary) {
  Table table{{{"plugin", Kind::text}, {"problem", Kind::text}, {"family", Kind::text}}, {}};
  table.columns.insert(table.columns.end(), tally_columns.begin(), tally_columns.end());
  for (const auto& [key, ignored] : summary.verdicts)
    for (const auto& [family, by_plugin] : summary.families.at(key.second))
      if (const auto found = by_plugin.find(key.first); found != by_plugin.end()) {
        table.rows.push_back({key.first, key.second, family});
        append_tally(table.rows.back(), found->second);
      }
  return table;
}

Table worst_table(const Summary& summary) {
  Table table{{{"plugin", Kind::text},
               {"problem", Kind::text},
               {"rank", Kind::count},
               {"case", Kind::text},
               {"family", Kind::text},
               {"seed", Kind::text},
               {"bodies", Kind::count},
               {"degrees_of_freedom", Kind::count},
               {"verdict", Kind::text},
               {"passed", Kind::text},
               {"alpha", Kind::compact},
               {"error", Kind::scientific},
               {"sigma", Kind::scientific},
               {"worst", Kind::text},
               {"reason", Kind::text},
               {"command", Kind::code}},
              {}};
  for (const auto& [key, records] : summary.worst) {
    std::size_t rank = 0;
    for (const Record* r : records)
      table.rows.push_back({key.first, key.second, ++rank, r->case_name, r->family, std::to_string(r->seed),
                            size(r->bodies), size(r->degrees_of_freedom), r->verdict, yes_no(r->passed),
                            r->alpha, r->error, r->sigma, r->worst, r->reason, r->command});
  }
  return table;
}

Table record_table(const std::vector<Record>& records) {
  Table table{{{"case", Kind::text},
               {"family", Kind::text},
               {"seed", Kind::text},
               {"bodies", Kind::count},
               {"degrees_of_freedom", Kind::count},
               {"plugin", Kind::text},
               {"problem", Kind::text},
               {"promise", Kind::text},
               {"status", Kind::text},
               {"verdict", Kind::text},
               {"passed", Kind::text},
               {"reason", Kind::text},
               {"error", Kind::scientific},
               {"sigma", Kind::scientific},
               {"alpha", Kind::compact},
               {"limit", Kind::scientific},
               {"backward_error", Kind::scientific},
               {"certified_digits", Kind::count},
               {"worst", Kind::text},
               {"command", Kind::code}},
              {}};
  for (const Record& r : records)
    table.rows.push_back({r.case_name,
                          r.family,
                          std::to_string(r.seed),
                          size(r.bodies),
                          size(r.degrees_of_freedom),
                          r.plugin,
                          r.problem,
                          r.promise,
                          r.status,
                          r.verdict,
                          yes_no(r.passed),
                          r.reason,
                          r.error,
                          r.sigma,
                          r.alpha,
                          r.limit,
                          r.backward_error,
                          size(r.certified_digits),
                          r.worst,
                          r.command});
  return table;
}

Table mutant_table(const std::vector<MutantScore>& mutants) {
  Table table{{{"plugin", Kind::text},
               {"mutants", Kind::count},
               {"killed", Kind::count},
               {"unit_test", Kind::count},
               {"survived", Kind::count},
               {"equivalent", Kind::count},
               {"stillborn", Kind::count},
               {"typical_killed", Kind::text},
               {"typical_against", Kind::text},
               {"commit", Kind::text},
               {"date", Kind::text}},
              {}};
  for (const MutantScore& m : mutants)
    table.rows.push_back({m.plugin, m.mutants, m.killed, m.by_unit_test, m.survivors.size(), m.equivalent,
                          m.stillborn, m.typical_killed ? std::to_string(*m.typical_killed) : std::string(),
                          m.typical_against, m.commit, m.date});
  return table;
}

Table claim_table(const std::vector<ReproducedClaim>& claims) {
  Table table{{}, {}};
  for (const char* name : {"paper", "id", "where", "claim", "theirs", "source", "ours", "verdict", "finding"})
    table.columns.push_back({name, Kind::text});
  for (const ReproducedClaim& c : claims)
    table.rows.push_back({c.paper, c.id, c.where, c.claim, c.theirs, c.source, c.ours, c.verdict, c.finding});
  return table;
}

Table cost_table(const std::vector<CountedCost>& costs) {
  Table table{{{"plugin", Kind::text}, {"problem", Kind::text}, {"tree", Kind::text}}, {}};
  for (const char* name : {"n", "m", "a", "div", "sqrt", "work", "depth"})
    table.columns.push_back({name, Kind::count});
  for (const char* name : {"relation", "formula", "difference"}) table.columns.push_back({name, Kind::text});
  const auto count = [](std::int64_t number) { return static_cast<std::size_t>(number); };
  for (const CountedCost& c : costs) {
    const Operations o = c.operations();
    if (!c.unsupported.empty()) continue;
    table.rows.push_back({c.plugin, c.problem, c.tree, count(c.degrees_of_freedom), count(o.multiplications),
                          count(o.additions), count(o.divisions), count(o.square_roots), count(o.total()),
                          count(c.depth), c.relation,
                          c.relation.empty() ? std::string() : m_and_a(c.expected), c.difference});
  }
  return table;
}

Table growth_table(const std::vector<GrownCost>& growth) {
  Table table{{{"plugin", Kind::text},
               {"problem", Kind::text},
               {"size", Kind::text},
               {"claimed", Kind::count},
               {"exponent", Kind::compact},
               {"half_width", Kind::compact},
               {"verdict", Kind::text}},
              {}};
  for (const GrownCost& g : growth)
    table.rows.push_back({g.plugin, g.problem, g.size, static_cast<std::size_t>(g.claimed), g.exponent,
                          g.half_width, g.verdict});
  return table;
}

}  // namespace kintree::report
