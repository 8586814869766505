#include <map>
#include <tuple>

#include "data/table_cells.hpp"
#include "data/tables.hpp"

/// Tables about the suite itself: what it sees, what it proved, and how far float goes.
namespace kintree::report {

Table power_table(const std::vector<PowerCurve>& power) {
  Table table{"The smallest errors that are flagged",
              {{"curve", Kind::text, "", Where::page},
               plugin,
               problem,
               {"planted", Kind::text, "planted in"},
               {"degrees_of_freedom", Kind::count, "n"},
               {"trials", Kind::count},
               {"unseen", Kind::count},
               {"false_alarms", Kind::count, "false alarms"},
               {"half", Kind::scientific},
               {"most", Kind::scientific, "nine tenths"},
               {"always", Kind::scientific, "all"}},
              {}};
  for (std::size_t i = 0; i < power.size(); ++i) {
    const PowerCurve& c = power[i];
    table.rows.push_back({{DisplayedText{.text = {}, .on_page = {}, .curve = i}, c.plugin, name_of(c.problem),
                           c.planted, std::int64_t{c.degrees_of_freedom}, c.trials, c.unseen, c.false_alarms,
                           or_dash(c.half), or_dash(c.most), or_dash(c.always)}});
  }
  return table;
}

Table plugin_table(const std::vector<PluginClaim>& claims) {
  Table table{"What plugins promise, and what their papers claim",
              {plugin,
               problem,
               {"promise"},
               {"less", Kind::prose, "less on"},
               {"cost", Kind::prose, "cost, by its paper"},
               {"domain", Kind::prose, "", Where::files},
               {"citation", Kind::prose, "", Where::files}},
              {},
              1};
  for (const PluginClaim& c : claims) {
    const std::string promise(name(c.promise));
    table.rows.push_back(
        {{c.plugin, name_of(c.problem), chip(promise, promise), c.less, c.cost, c.domain, c.citation}});
  }
  return table;
}

namespace {

/// All plugins' answers to one problem, of one tree.
struct FloatCell {
  const FloatDigits *best, *worst;
  std::int64_t cases = 0, breakdowns = 0, undetermined = 0;
};

}  // namespace

Table float_digits_table(const std::vector<FloatDigits>& rows) {
  Table table{"Digits kept in float, by tree and problem",
              {{"tree", Kind::text},
               {"condition", Kind::label, "κ(H)"},
               problem,
               {"predicted", Kind::compact, "digits foretold by σ"},
               {"most", Kind::compact, "kept by the best"},
               {"least", Kind::compact, "by the worst"},
               {"worst", Kind::name, "which is"},
               {"fewest", Kind::compact, "its worst answer"},
               {"cases", Kind::count, "answers"},
               {"breakdowns", Kind::count},
               {"undetermined", Kind::count}},
              {},
              2};
  std::map<std::tuple<bool, std::string, int, Problem>, FloatCell> cells;
  for (const FloatDigits& r : rows) {
    const auto [at, added] =
        cells.try_emplace({r.tree == "random", r.tree, r.decade, r.problem}, FloatCell{&r, &r});
    FloatCell& cell = at->second;
    if (r.median > cell.best->median) cell.best = &r;
    if (std::tie(r.median, r.fewest) < std::tie(cell.worst->median, cell.worst->fewest)) cell.worst = &r;
    cell.cases += r.cases;
    cell.breakdowns += r.breakdowns;
    cell.undetermined += r.undetermined;
  }
  for (const auto& [key, cell] : cells)
    table.rows.push_back(
        {{std::get<1>(key), "1e" + std::to_string(std::get<2>(key)), name_of(std::get<3>(key)),
          cell.best->predicted, cell.best->median, cell.worst->median, cell.worst->plugin, cell.worst->fewest,
          cell.cases, cell.breakdowns, cell.undetermined}});
  return table;
}

Table plugin_float_table(const std::vector<FloatDigits>& rows) {
  Table table{"Digits kept in float",
              {plugin,
               {"tree"},
               {"condition", Kind::label, "κ(H)"},
               problem,
               {"predicted", Kind::compact, "digits foretold by σ"},
               {"median", Kind::compact, "kept by the median answer"},
               {"fewest", Kind::compact, "by the worst"},
               {"cases", Kind::count, "answers"},
               {"breakdowns", Kind::count},
               {"undetermined", Kind::count},
               {"failed", Kind::count, "below the promise"}},
              {},
              2};
  for (const FloatDigits& r : rows)
    table.rows.push_back(
        {{r.plugin, r.tree, "1e" + std::to_string(r.decade), name_of(r.problem), or_dash(r.predicted),
          or_dash(r.median), or_dash(r.fewest), r.cases, r.breakdowns, r.undetermined, r.failed}});
  return table;
}

Table field_power_table(const std::vector<FieldPower>& power) {
  Table table{"Errors of 2⁻⁵² planted, and flagged in the field",
              {plugin,
               problem,
               {"planted", Kind::text, "planted in"},
               {"trials", Kind::count},
               {"unseen", Kind::count},
               {"flagged", Kind::count}},
              {},
              1};
  for (const FieldPower& p : power)
    table.rows.push_back({{p.plugin, name_of(p.problem), p.planted, p.trials, p.unseen, p.flagged}});
  return table;
}

Table mutant_table(const std::vector<MutantScore>& mutants) {
  Table table{"Mutants, and what saw them first",
              {{"plugin", Kind::name, "mutants of"},
               {"mutants", Kind::count},
               {"field", Kind::count, "killed by the field"},
               {"verify", Kind::count, "by verify"},
               {"test", Kind::count, "by a test"},
               {"survived", Kind::count},
               {"score", Kind::label},
               {"draw", Kind::label},
               {"equal", Kind::count, "equal in the field"},
               {"equivalent", Kind::count},
               {"stillborn", Kind::count, "do not compile"},
               {"typical_killed", Kind::label, "typical test"},
               {"typical_against", Kind::remark, "against"},
               {"counted_at", Kind::remark, "counted at"}},
              {}};
  for (const MutantScore& m : mutants) {
    const auto survived = static_cast<std::int64_t>(m.survivors.size());
    const std::string score =
        m.mutants == 0 ? "–" : std::to_string(100 * (m.mutants - survived) / m.mutants) + " %";
    const std::string draw = std::string(m.fresh ? "fresh" : "known") + ", seed " + std::to_string(m.seed);
    const std::string typical =
        m.typical_killed ? std::to_string(*m.typical_killed) + " of " + std::to_string(m.typical_asked)
                         : std::string("–");
    table.rows.push_back(
        {{m.plugin, m.mutants, m.by_field, m.by_verify, m.by_test, survived, score, draw, m.equal,
          m.equivalent, m.stillborn, typical, m.typical_against, m.date + " " + m.commit.substr(0, 9)}});
  }
  return table;
}

Table coverage_table(const std::vector<LineCoverage>& coverage) {
  Table table{"Lines that the finite field executes",
              {{"plugin", Kind::name, "lines of"}, {"lines", Kind::count}, {"executed", Kind::count}},
              {}};
  for (const LineCoverage& c : coverage) table.rows.push_back({{c.plugin, c.lines, c.executed}});
  return table;
}

Table proof_table(const std::vector<SmallTreesProof>& proofs) {
  Table table{"Proofs for all small trees",
              {plugin,
               problem,
               {"bodies", Kind::count, "bodies at most"},
               {"trees", Kind::count},
               {"proved", Kind::count},
               {"dependent_rows", Kind::count, "of these without J̄"},
               {"outside", Kind::count, "outside the domain"},
               {"not_askable", Kind::count, "not askable"},
               {"wrong", Kind::count},
               {"points", Kind::count},
               {"degree", Kind::scientific},
               {"escape", Kind::scientific, "an error escaped with probability <"},
               {"first_wrong", Kind::remark, "smallest wrong tree"}},
              {},
              1};
  for (const SmallTreesProof& p : proofs)
    table.rows.push_back({{p.plugin, name_of(p.problem), std::int64_t{p.bodies}, p.trees, p.proved,
                           p.dependent_rows, p.outside, p.not_askable, p.wrong, std::int64_t{p.points},
                           or_dash(p.degree), or_dash(p.escape), p.first_wrong}});
  return table;
}

Table large_tree_table(const std::vector<LargeTree>& trees) {
  Table table{"Large trees",
              {plugin,
               problem,
               {"family"},
               {"bodies", Kind::count},
               {"degrees_of_freedom", Kind::count, "n"},
               {"verdict"},
               {"right", Kind::text, "in the field"},
               {"error", Kind::scientific},
               {"backward_error", Kind::scientific, "backward error"},
               {"certified_digits", Kind::count, "digits certified"},
               {"seconds", Kind::compact},
               {"microseconds_per_body", Kind::compact, "µs per body"},
               {"megabytes", Kind::compact, "MB"},
               {"kilobytes_per_body", Kind::compact, "kB per body"}},
              {}};
  for (const LargeTree& t : trees) {
    const auto bodies = static_cast<double>(t.bodies);
    table.rows.push_back(
        {{t.plugin, name_of(t.problem), t.family, t.bodies, std::int64_t{t.degrees_of_freedom},
          verdict_chip(t.verdict), std::string(name(t.right)), t.error, t.backward_error,
          std::int64_t{t.certified_digits}, or_dash(t.seconds), or_dash(1e6 * t.seconds / bodies),
          or_dash(1e-6 * t.peak_bytes), or_dash(1e-3 * t.peak_bytes / bodies)}});
  }
  return table;
}

}  // namespace kintree::report
