#include "data/tables.hpp"

#include <algorithm>
#include <array>

#include "data/table_cells.hpp"
#include "data/tree_drawing.hpp"
#include "data/typography.hpp"

namespace kintree::report {
namespace {

// --- records ---

std::vector<Column> with_tally(std::vector<Column> columns) {
  columns.insert(columns.end(), {{"promise"}, {"passed"}, {"cases", Kind::count}, {"proved", Kind::count}});
  for (const Verdict verdict : Enumeration<Verdict>::all)
    columns.push_back({std::string(name(verdict)), Kind::count});
  columns.insert(columns.end(), {{"unsupported", Kind::count},
                                 {"failed", Kind::count, "", Where::files},
                                 {"bar", Kind::text, "shares", Where::page},
                                 {"worst_alpha", Kind::compact, "worst α"},
                                 {"worst_error", Kind::scientific, "worst error"}});
  return columns;
}

/// Shares of the verdicts, as a strip of colours.
DisplayedText bar(const Tally& tally) {
  DisplayedText cell;
  const auto part = [&](std::int64_t count, std::string_view kind) {
    if (count > 0) cell.shares.emplace_back(kind, count);
  };
  for (const Verdict verdict : Enumeration<Verdict>::all)
    part(tally.verdicts[static_cast<std::size_t>(verdict)], name(verdict));
  part(tally.unsupported, "none");
  return cell;
}

DisplayedText passed(const Tally& tally) {
  const std::string text = tally.passed();
  if (tally.failed > 0) return {text, "✗ " + plural(tally.failed, "failure"), "no"};
  if (tally.judged() > 0) return {text, "✓ yes", "yes"};
  return {text, text, "soft"};
}

void append_tally(std::vector<Cell>& cells, const Tally& tally) {
  cells.insert(cells.end(), {tally.promise(), passed(tally), tally.cases(), tally.right(FieldCheck::proved)});
  for (const std::int64_t count : tally.verdicts) cells.emplace_back(count);
  cells.insert(cells.end(), {tally.unsupported, tally.failed, bar(tally)});
  if (tally.judged() > 0)
    cells.insert(cells.end(), {tally.worst_alpha, tally.worst_error});
  else
    cells.insert(cells.end(), {DisplayedText{"", "–"}, DisplayedText{"", "–"}});
}

/// Why it failed, and how to see it again.
Note case_note(const Record& r) {
  Note note;
  if (!r.passed) {
    const std::string why = explanation(r);
    if (r.standing != ResultStatus::judged)
      note.reason = std::string(name(r.standing)) + (why.empty() ? "" : ": ");
    note.reason += why.empty() && r.standing == ResultStatus::judged ? to_string(Reason::below_promise) : why;
  }
  // Where the bound allows any error, less than the promise passes, with the reason.
  if (r.passed && r.verdict && *r.verdict > r.promise) note.text = explanation(r);
  note.command = r.command;
  note.drawing = tree_drawing(r.tree);
  return note;
}

DisplayedText verdict_and_promise(const Record& r) {
  DisplayedText cell = verdict_chip(r.verdict);
  cell.remark = "/ " + std::string(name(r.promise));
  return cell;
}

}  // namespace

Table verdict_table(const Summary& summary) {
  Table table{"Verdicts by plugin and problem", with_tally({plugin, problem}), {}, 1};
  for (const auto& [key, tally] : summary.verdicts)
    append_tally(table.rows.emplace_back(TableRow{{key.first, name_of(key.second)}}).cells, tally);
  return table;
}

Table family_table(const Summary& summary) {
  Table table{"Verdicts by plugin, problem and family", with_tally({plugin, problem, {"family"}}), {}, 2};
  for (const auto& [key, ignored] : summary.verdicts)
    for (const auto& [family, by_plugin] : summary.families.at(key.second))
      if (const auto found = by_plugin.find(key.first); found != by_plugin.end())
        append_tally(table.rows.emplace_back(TableRow{{key.first, name_of(key.second), family}}).cells,
                     found->second);
  return table;
}

Table case_table(const Summary::Groups& groups, std::size_t most) {
  Table table{"Cases, with the commands that repeat them",
              {plugin,
               problem,
               {"rank", Kind::count, "", Where::files},
               {"case"},
               {"family", Kind::text, "", Where::files},
               {"seed", Kind::label},
               {"bodies", Kind::count, "N"},
               {"degrees_of_freedom", Kind::count, "n"},
               {"depth", Kind::count, "d"},
               {"condition", Kind::scientific, "κ"},
               {"verdict", Kind::text, "verdict / promise"},
               {"passed", Kind::text, "", Where::files},
               {"alpha", Kind::compact, "α"},
               {"error", Kind::scientific},
               {"sigma", Kind::scientific, "σ"},
               {"worst", Kind::prose, "worst at"},
               {"reason", Kind::text, "", Where::files},
               {"command", Kind::code, "", Where::files}},
              {},
              2};
  for (const auto& [key, kept] : groups) {
    std::int64_t rank = 0;
    for (const Record& r : kept.records()) {
      if (rank == static_cast<std::int64_t>(most)) break;
      table.rows.push_back(
          {{key.first, name_of(key.second), ++rank, r.id.name(), r.id.label(), std::to_string(r.id.seed),
            std::int64_t{r.bodies}, std::int64_t{r.degrees_of_freedom}, std::int64_t{r.depth},
            or_dash(r.condition), verdict_and_promise(r), std::string(r.passed ? "yes" : "no"), r.alpha,
            r.error, r.sigma, r.worst, explanation(r), r.command},
           case_note(r)});
    }
  }
  return table;
}

Table failure_table(const Summary& summary) {
  Table table{"Plugins and problems that failed, most failures first",
              {plugin,
               problem,
               {"failed", Kind::label},
               {"case", Kind::text, "worst case"},
               {"verdict", Kind::text, "verdict / promise"}},
              {}};
  std::vector<const Summary::Groups::value_type*> groups;
  for (const auto& group : summary.failures) groups.push_back(&group);
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto* a, const auto* b) { return a->second.offered() > b->second.offered(); });
  for (const auto* group : groups) {
    const auto& [key, kept] = *group;
    const Record& worst = kept.records().front();
    Note note = case_note(worst);
    note.drawing.clear();  // on the page of the plugin
    table.rows.push_back({{key.first, name_of(key.second),
                           grouped(kept.offered()) + " of " + grouped(summary.verdicts.at(key).judged()),
                           worst.id.name(), verdict_and_promise(worst)},
                          std::move(note)});
  }
  return table;
}

Table difficulty_table(const std::vector<Difficulty>& hardest) {
  Table table{"Cases that most plugins answer worse than A",
              {problem,
               {"case"},
               {"family", Kind::text, "", Where::files},
               {"bodies", Kind::count, "N"},
               {"degrees_of_freedom", Kind::count, "n"},
               {"answers", Kind::count},
               {"below_A", Kind::count, "below A"},
               {"share", Kind::decimal},
               {"command", Kind::code, "", Where::files}},
              {},
              1};
  for (const Difficulty& d : hardest)
    table.rows.push_back({{name_of(d.problem), d.id.name(), d.id.label(), std::int64_t{d.bodies},
                           std::int64_t{d.degrees_of_freedom}, d.answers, d.below,
                           static_cast<double>(d.below) / static_cast<double>(d.answers), d.command},
                          {.command = d.command}});
  return table;
}

template <class Lost>
Table smallest_table(const std::map<Summary::Key, std::map<Lost, Record>>& smallest) {
  Table table{"The smallest trees on which so much is lost",
              {plugin,
               problem,
               {std::same_as<Lost, Loss> ? "lost" : "outcome"},
               {"case"},
               {"bodies", Kind::count, "N"},
               {"degrees_of_freedom", Kind::count, "n"},
               {"error", Kind::scientific},
               {"sigma", Kind::scientific, "σ"},
               {"command", Kind::code, "", Where::files}},
              {},
              2};
  for (const auto& [key, by_loss] : smallest)
    for (const auto& [loss, r] : by_loss)
      table.rows.push_back(
          {{key.first, name_of(key.second), std::string(name(loss)), r.id.name(), std::int64_t{r.bodies},
            std::int64_t{r.degrees_of_freedom}, r.error, r.sigma, r.command},
           case_note(r)});
  return table;
}

template Table smallest_table(const std::map<Summary::Key, std::map<Loss, Record>>&);
template Table smallest_table(const std::map<Summary::Key, std::map<LibraryOutcome, Record>>&);

Table unsupported_table(const Summary& summary, std::size_t most) {
  Table table{"Unsupported questions, by reason",
              {plugin, problem, {"cases", Kind::count}, {"reason", Kind::prose}},
              {}};
  for (const auto& [key, count] : summary.unsupported) {
    if (table.rows.size() == most) break;
    const auto& [by, of, reason, detail] = key;
    const std::string why = explanation(reason, detail);
    table.rows.push_back({{by, name_of(of), count, why.empty() ? "no reason given" : why}});
  }
  return table;
}

// --- the papers ---

Table claim_table(const std::vector<ReproducedClaim>& claims) {
  Table table{"Claims, theirs and ours",
              {{"paper", Kind::text, "", Where::files},
               {"id", Kind::text, "", Where::files},
               {"where", Kind::remark},
               {"claim", Kind::prose},
               {"theirs"},
               {"source", Kind::remark},
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
                          {.text = note}});
  }
  return table;
}

Table missing_claims_table(const std::vector<MissingClaim>& missing) {
  Table table{"Claims that no row measures",
              {{"paper"},
               {"id", Kind::text, "", Where::files},
               {"where", Kind::remark},
               {"claim", Kind::prose},
               {"reason", Kind::prose, "why no row measures it"}},
              {},
              1};
  for (const MissingClaim& m : missing) table.rows.push_back({{m.paper, m.id, m.where, m.claim, m.reason}});
  return table;
}

Table errata_table(const std::vector<Erratum>& errata) {
  Table table{"Errata: the printed statement and the right one",
              {{"paper"},
               {"id", Kind::text, "", Where::files},
               {"where", Kind::remark},
               {"printed", Kind::prose},
               {"right", Kind::prose},
               {"file", Kind::code, "shown by"},
               {"text", Kind::code, "by the line"}},
              {},
              1};
  for (const Erratum& e : errata)
    table.rows.push_back({{e.paper, e.id, e.where, e.printed, e.right, e.file, e.text}});
  return table;
}

Table cost_table(const std::vector<CountedCost>& costs) {
  Table table{"Operations of one answer, beside formulas",
              {plugin,
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
               {"difference", Kind::text, "verdict"},
               {"apart", Kind::remark, "not in the formula"}},
              {}};
  for (const CountedCost& c : costs) {
    const std::string failed = failure(c);
    if (!counted(c) && failed.empty()) continue;
    const Operations o = c.operations();
    DisplayedText verdict;
    if (!counted(c))
      verdict = chip("NOT COUNTED", "F");
    else if (c.relation && *c.relation != Relation::published)
      verdict = failed.empty() ? chip("agrees", "A") : chip("DIFFERS", "F");
    verdict.text = failed;
    table.rows.push_back(
        {{c.plugin, name_of(c.problem), c.tree, std::int64_t{c.degrees_of_freedom}, o.multiplications,
          o.additions, o.divisions, o.square_roots, o.total(), c.depth,
          o.total() / std::max<std::int64_t>(c.depth, 1),
          c.relation ? std::string(name(*c.relation)) + " " + m_and_a(c.expected) : std::string(), verdict,
          counted(c) ? in_a_line(c.apart) : failed}});
  }
  return table;
}

Table growth_table(const std::vector<CostGrowth>& growth) {
  Table table{"Exponents, beside those of the papers",
              {plugin,
               problem,
               {"size"},
               {"claimed", Kind::count, "paper"},
               {"exponent", Kind::decimal, "counted"},
               {"half_width", Kind::decimal, "±"},
               {"verdict", Kind::text}},
              {}};
  for (const CostGrowth& g : growth) {
    const char* colour = g.verdict == Order::agrees ? "A" : g.verdict == Order::lower ? "B" : "F";
    table.rows.push_back({{g.plugin, name_of(g.problem), g.size, std::int64_t{g.claimed}, g.exponent,
                           g.half_width, chip(std::string(name(g.verdict)), colour)}});
  }
  return table;
}

}  // namespace kintree::report
