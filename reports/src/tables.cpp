#include "tables.hpp"

#include <cmath>
#include <map>
#include <tuple>

#include "plot.hpp"
#include "typography.hpp"

namespace kintree::report {
namespace {

const Column plugin{"plugin", Kind::name}, problem{"problem"};

std::string name_of(Problem p) {
  return std::string(name(p));
}

/// A number, or a dash where there is none.
Cell or_dash(double value) {
  return std::isnan(value) ? Cell(MarkedText{"", "–"}) : Cell(value);
}

MarkedText verdict_chip(const std::optional<Verdict>& verdict) {
  if (!verdict) return chip("", "F");
  const std::string letter(name(*verdict));
  return chip(letter, letter);
}

// --- records ---

std::vector<Column> with_tally(std::vector<Column> columns) {
  columns.insert(columns.end(), {{"promise"}, {"passed"}, {"cases", Kind::count}, {"proved", Kind::count}});
  for (const Verdict verdict : Enumeration<Verdict>::all)
    columns.push_back({std::string(name(verdict)), Kind::count});
  columns.insert(columns.end(), {{"unsupported", Kind::count},
                                 {"failed", Kind::count, "", Where::files},
                                 {"bar", Kind::text, " ", Where::page},
                                 {"worst_alpha", Kind::compact, "worst α"},
                                 {"worst_error", Kind::scientific, "worst error"}});
  return columns;
}

/// Shares of the verdicts, as a strip of colours.
MarkedText bar(const Tally& tally) {
  std::string s = "<div class=\"bar\" aria-hidden=\"true\">";
  const auto part = [&](std::int64_t count, std::string_view kind) {
    if (count > 0)
      s += "<i class=\"" + std::string(kind) + "\" style=\"flex:" + std::to_string(count) + "\"></i>";
  };
  for (const Verdict verdict : Enumeration<Verdict>::all)
    part(tally.verdicts[static_cast<std::size_t>(verdict)], name(verdict));
  part(tally.unsupported, "none");
  return {"", s + "</div>"};
}

MarkedText passed(const Tally& tally) {
  const std::string text = tally.passed();
  if (tally.failed > 0) return {text, "<span class=\"no\">✗ " + plural(tally.failed, "failure") + "</span>"};
  if (tally.judged() > 0) return {text, "<span class=\"yes\">✓ yes</span>"};
  return {text, "<span class=\"soft\">" + text + "</span>"};
}

void append_tally(std::vector<Cell>& cells, const Tally& tally) {
  cells.insert(cells.end(), {tally.promise(), passed(tally), tally.cases(), tally.right(Right::proved)});
  for (const std::int64_t count : tally.verdicts) cells.emplace_back(count);
  cells.insert(cells.end(), {tally.unsupported, tally.failed, bar(tally)});
  if (tally.judged() > 0)
    cells.insert(cells.end(), {tally.worst_alpha, tally.worst_error});
  else
    cells.insert(cells.end(), {MarkedText{"", "–"}, MarkedText{"", "–"}});
}

/// Why it failed, and how to see it again.
std::string case_note(const Record& r) {
  std::string note;
  if (!r.passed) {
    const std::string why = explanation(r);
    note = "<span class=\"reason\">";
    if (r.standing != Standing::judged) note += std::string(name(r.standing)) + (why.empty() ? "" : ": ");
    note += (why.empty() && r.standing == Standing::judged ? std::string(words(Reason::below_promise))
                                                           : html(why)) +
            "</span>";
  }
  return note + "<code>" + html(r.command) + "</code>";
}

}  // namespace

Table verdict_table(const Summary& summary) {
  Table table{with_tally({plugin, problem}), {}, 1};
  for (const auto& [key, tally] : summary.verdicts)
    append_tally(table.rows.emplace_back(TableRow{{key.first, name_of(key.second)}}).cells, tally);
  return table;
}

Table family_table(const Summary& summary) {
  Table table{with_tally({plugin, problem, {"family"}}), {}, 2};
  for (const auto& [key, ignored] : summary.verdicts)
    for (const auto& [family, by_plugin] : summary.families.at(key.second))
      if (const auto found = by_plugin.find(key.first); found != by_plugin.end())
        append_tally(table.rows.emplace_back(TableRow{{key.first, name_of(key.second), family}}).cells,
                     found->second);
  return table;
}

Table case_table(const Summary::Groups& groups, std::size_t most) {
  Table table{{plugin,
               problem,
               {"rank", Kind::count, "", Where::files},
               {"case"},
               {"family", Kind::text, "", Where::files},
               {"seed", Kind::label},
               {"bodies", Kind::count, "N"},
               {"degrees_of_freedom", Kind::count, "n"},
               {"verdict", Kind::text, "verdict / promise"},
               {"passed", Kind::text, "", Where::files},
               {"alpha", Kind::compact, "α"},
               {"error", Kind::scientific},
               {"sigma", Kind::scientific, "σ"},
               {"worst", Kind::text, "worst at"},
               {"reason", Kind::text, "", Where::files},
               {"command", Kind::code, "", Where::files}},
              {},
              2};
  for (const auto& [key, kept] : groups) {
    std::int64_t rank = 0;
    for (const Record& r : kept.records()) {
      if (rank == static_cast<std::int64_t>(most)) break;
      MarkedText verdict = verdict_chip(r.verdict);
      verdict.markup += " <span class=\"soft\">/ " + std::string(name(r.promise)) + "</span>";
      table.rows.push_back(
          {{key.first, name_of(key.second), ++rank, r.id.name(), r.id.label(), std::to_string(r.id.seed),
            std::int64_t{r.bodies}, std::int64_t{r.degrees_of_freedom}, verdict,
            std::string(r.passed ? "yes" : "no"), r.alpha, r.error, r.sigma, r.worst, explanation(r),
            r.command},
           case_note(r)});
    }
  }
  return table;
}

Table unsupported_table(const Summary& summary, std::size_t most) {
  Table table{{plugin, problem, {"cases", Kind::count}, {"reason", Kind::prose}}, {}};
  for (const auto& [key, count] : summary.unsupported) {
    if (table.rows.size() == most) break;
    const auto& [by, of, reason, detail] = key;
    const std::string why = explanation(reason, detail);
    table.rows.push_back({{by, name_of(of), count, why.empty() ? "no reason given" : why}});
  }
  return table;
}

// --- the suite itself ---

Table power_table(const std::vector<PowerCurve>& power) {
  Table table{{{"curve", Kind::text, " ", Where::page},
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
    table.rows.push_back({{MarkedText{"", legend_mark(i)}, c.plugin, name_of(c.problem), c.planted,
                           std::int64_t{c.degrees_of_freedom}, c.trials, c.unseen, c.false_alarms,
                           or_dash(c.half), or_dash(c.most), or_dash(c.always)}});
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
  Table table{{{"tree", Kind::text},
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

Table field_power_table(const std::vector<FieldPower>& power) {
  Table table{{plugin,
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
  Table table{{{"plugin", Kind::name, "mutants of"},
               {"mutants", Kind::count},
               {"field", Kind::count, "killed by the field"},
               {"verify", Kind::count, "by verify"},
               {"test", Kind::count, "by a test"},
               {"survived", Kind::count},
               {"score", Kind::label},
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
    const std::string typical =
        m.typical_killed ? std::to_string(*m.typical_killed) + " of " + std::to_string(m.typical_asked)
                         : std::string("–");
    table.rows.push_back(
        {{m.plugin, m.mutants, m.by_field, m.by_verify, m.by_test, survived, score, m.equal, m.equivalent,
          m.stillborn, typical, m.typical_against, m.date + " " + m.commit.substr(0, 9)}});
  }
  return table;
}

Table proof_table(const std::vector<SmallTreesProof>& proofs) {
  Table table{{plugin,
               problem,
               {"bodies", Kind::count, "bodies at most"},
               {"trees", Kind::count},
               {"proved", Kind::count},
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
    table.rows.push_back(
        {{p.plugin, name_of(p.problem), std::int64_t{p.bodies}, p.trees, p.proved, p.outside, p.not_askable,
          p.wrong, std::int64_t{p.points}, or_dash(p.degree), or_dash(p.escape), p.first_wrong}});
  return table;
}

Table large_tree_table(const std::vector<LargeTree>& trees) {
  Table table{{plugin,
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

// --- the papers ---

Table claim_table(const std::vector<ReproducedClaim>& claims) {
  Table table{{{"paper", Kind::text, "", Where::files},
               {"id", Kind::text, "", Where::files},
               {"where", Kind::remark},
               {"claim", Kind::prose},
               {"theirs"},
               {"source", Kind::remark, " "},
               {"ours", Kind::prose},
               {"verdict"},
               {"apart", Kind::text, "", Where::files},
               {"finding", Kind::text, "", Where::files}},
              {}};
  for (const ReproducedClaim& c : claims) {
    const char* colour = c.verdict == ClaimVerdict::agrees    ? "A"
                         : c.verdict == ClaimVerdict::lower   ? "B"
                         : c.verdict == ClaimVerdict::finding ? "C"
                                                              : "F";
    std::string note = c.finding;
    if (!c.apart.empty()) note += (note.empty() ? "Not in the count: " : ". Not in the count: ") + c.apart;
    table.rows.push_back({{c.paper, c.id, c.where, c.claim, c.theirs, std::string(name(c.source)), c.ours,
                           chip(std::string(name(c.verdict)), colour), c.apart, c.finding},
                          note.empty() ? "" : "<span class=\"soft\">" + html(note) + "</span>"});
  }
  return table;
}

Table errata_table(const std::vector<Erratum>& errata) {
  Table table{{{"paper"},
               {"id", Kind::text, "", Where::files},
               {"where", Kind::remark},
               {"printed", Kind::prose},
               {"right", Kind::prose},
               {"file", Kind::code, "shown by"},
               {"text", Kind::code, " "}},
              {},
              1};
  for (const Erratum& e : errata)
    table.rows.push_back({{e.paper, e.id, e.where, e.printed, e.right, e.file, e.text}});
  return table;
}

Table cost_table(const std::vector<CountedCost>& costs) {
  Table table{{plugin,
               problem,
               {"tree"},
               {"n", Kind::count},
               {"m", Kind::count},
               {"a", Kind::count},
               {"div", Kind::count},
               {"sqrt", Kind::count},
               {"work", Kind::count, "T₁"},
               {"depth", Kind::count, "T∞"},
               {"parallelism", Kind::count, "T₁/T∞"},
               {"formula"},
               {"difference", Kind::text, " "},
               {"apart", Kind::remark, "not in the formula"}},
              {}};
  for (const CountedCost& c : costs) {
    if (!counted(c)) continue;
    const Operations o = c.operations();
    MarkedText verdict{c.difference, ""};
    if (c.relation && *c.relation != Relation::published)
      verdict.markup = c.difference.empty() ? chip("agrees", "A").markup : chip("DIFFERS", "F").markup;
    table.rows.push_back(
        {{c.plugin, name_of(c.problem), c.tree, std::int64_t{c.degrees_of_freedom}, o.multiplications,
          o.additions, o.divisions, o.square_roots, o.total(), c.depth,
          o.total() / std::max<std::int64_t>(c.depth, 1),
          c.relation ? std::string(name(*c.relation)) + " " + m_and_a(c.expected) : std::string(), verdict,
          in_a_line(c.apart)}});
  }
  return table;
}

Table growth_table(const std::vector<CostGrowth>& growth) {
  Table table{{plugin,
               problem,
               {"size"},
               {"claimed", Kind::count, "paper"},
               {"exponent", Kind::decimal, "counted"},
               {"half_width", Kind::decimal, "±"},
               {"verdict", Kind::text, " "}},
              {}};
  for (const CostGrowth& g : growth) {
    const char* colour = g.verdict == Order::agrees ? "A" : g.verdict == Order::lower ? "B" : "F";
    table.rows.push_back({{g.plugin, name_of(g.problem), g.size, std::int64_t{g.claimed}, g.exponent,
                           g.half_width, chip(std::string(name(g.verdict)), colour)}});
  }
  return table;
}

}  // namespace kintree::report
