#include "data/algorithms.hpp"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <regex>
#include <tuple>

#include "data/table_cells.hpp"
#include "data/typography.hpp"

namespace kintree::report {
namespace {

/// The first work of a citation: "Walker & Orin 1982", or "Luh et al. 1980" if it has three authors or more.
/// A work without a year ends before its chapter or part: "Eigen 3.4".
std::string short_citation(const std::string& citation) {
  static const std::regex first_work("^(?:after )?(.*?)(, [^;]*&[^;]*?)?(?:, RBDA)?( [12][0-9]{3})");
  const std::string first = citation.substr(0, std::min(citation.find(';'), citation.find(", ch. ")));
  std::smatch found;
  if (!std::regex_search(first, found, first_work))
    return first.size() < citation.size() && citation[first.size()] == ';' ? first.substr(0, first.find(','))
                                                                           : first;
  return found[1].str() + (found[2].matched ? " et al." : "") + found[3].str();
}

/// The place of the parenthesis that closes the first one; npos without any.
std::size_t end_of_parentheses(const std::string& text) {
  int open = 0;
  for (std::size_t k = text.find('('); k < text.size(); ++k) {
    open += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
    if (open == 0) return k;
  }
  return std::string::npos;
}

/// An order of growth, with superscripts. A formula is on the page of the plugin.
std::string short_complexity(std::string text) {
  boost::replace_first(text, "not given; ", "");
  if (!text.starts_with("O(")) return text.empty() ? "" : "formula";
  text.resize(std::min(text.size(), text.find_first_of(";:")));
  if (const std::size_t end = end_of_parentheses(text); end != std::string::npos) text.resize(end + 1);
  boost::replace_all(text, "^2", "²");
  boost::replace_all(text, "^3", "³");
  return text;
}

/// The fastest row of each problem: that of a library, if one was timed.
std::map<Problem, const Timing*> time_references(const std::vector<Timing>& timings,
                                                 const std::set<std::string>& libraries) {
  std::map<Problem, const Timing*> references;
  const auto key = [&](const Timing& t) { return std::pair(!libraries.contains(t.plugin), t.median); };
  for (const Timing& t : timings) {
    if (t.model != reference_tree || t.mode != "single" || t.scalar != Format::binary64 || !t.timed())
      continue;
    const Timing*& reference = references[t.problem];
    if (reference == nullptr || key(t) < key(*reference)) reference = &t;
  }
  return references;
}

std::string reason_of(const std::vector<Algorithm>& algorithms) {
  const Algorithm& best = algorithms.front();
  const std::string verdict(name(*best.typical()));
  const auto equals = std::count_if(algorithms.begin(), algorithms.end(), [&](const Algorithm& a) {
    return a.is_usable() && a.typical() == best.typical();
  });
  if (algorithms.size() == 1) return "the only algorithm, verdict " + verdict + ".";
  if (equals == 1) return "verdict " + verdict + ", the best of " + std::to_string(algorithms.size()) + ".";
  return "the " + std::string(best.operations ? "fewest operations" : "most digits") + " of " +
         std::to_string(equals) + " with verdict " + verdict + ".";
}

std::vector<std::string> families_with(const Algorithm& a, Verdict verdict) {
  std::vector<std::string> names;
  for (const auto& [family, tally] : a.hard)
    if (tally.judged() > 0 && tally.worst_verdict() == verdict) names.push_back(family);
  return names;
}

/// For an algorithm without a verdict below B there. A few trees show less than many: it states their number.
std::string safe_on_hard(const Algorithm& a) {
  std::int64_t trees = 0;
  for (const auto& [family, tally] : a.hard) trees += tally.judged();
  return "Safe on " + plural(trees, "hard tree") + ".";
}

}  // namespace

std::optional<Verdict> Algorithm::typical() const {
  if (ordinary.judged() == 0) return std::nullopt;
  return all.right(FieldCheck::wrong) > 0 ? Verdict::F : ordinary.typical_verdict();
}

std::optional<Verdict> Algorithm::worst_on_hard() const {
  std::optional<Verdict> worst;
  for (const auto& [family, tally] : hard)
    if (tally.judged() > 0) worst = std::max(worst.value_or(Verdict::A), tally.worst_verdict());
  return worst;
}

AlgorithmsByProblem algorithms_of(const Summary& summary, const Measurements& measured,
                                  const std::set<std::string>& libraries) {
  AlgorithmsByProblem result;
  const auto references = time_references(measured.timings.rows, libraries);
  for (const auto& [key, tally] : summary.verdicts) {
    Algorithm a;
    a.plugin = key.first, a.problem = key.second, a.all = tally;
    const auto is_its = [&](const auto& row) { return row.plugin == a.plugin && row.problem == a.problem; };
    const auto take = [&](const auto& of, auto& into) {
      if (const auto found = of.find(key); found != of.end()) into = found->second;
    };
    take(summary.ordinary, a.ordinary);
    take(summary.hard, a.hard);
    if (const auto found = summary.digits.find(key); found != summary.digits.end())
      a.digits = found->second.quantile(0.1);
    const auto claim = std::find_if(measured.plugins.begin(), measured.plugins.end(), is_its);
    if (claim != measured.plugins.end()) a.citation = claim->citation, a.complexity = claim->cost;
    for (const CountedCost& cost : measured.costs)
      if (is_its(cost) && counted(cost) && cost.tree.starts_with(std::string(reference_tree) + "-"))
        a.operations = cost.operations().total();
    for (const SmallTreesProof& proof : measured.proofs)
      if (is_its(proof) && proof.wrong == 0 && proof.proved > 0) a.small_trees = proof;
    if (const auto reference = references.find(a.problem); reference != references.end()) {
      a.time_reference = reference->second->plugin;
      for (const Timing& t : measured.timings.rows)
        if (is_its(t) && t.model == reference_tree && t.mode == "single" && t.scalar == Format::binary64 &&
            t.timed())
          a.time = t.median / reference->second->median;
    }
    result[a.problem].push_back(std::move(a));
  }
  const auto rank = [](const Algorithm& a) {
    return std::tuple(!a.is_usable(), !a.is_checked(), a.typical().value_or(Verdict::F), !a.operations,
                      a.operations.value_or(0), -a.digits.value_or(0));
  };
  for (auto& [problem, algorithms] : result) {
    std::int64_t most = 1;
    for (const Algorithm& a : algorithms) most = std::max(most, a.ordinary.judged());
    for (Algorithm& a : algorithms) a.is_general = 10 * a.ordinary.judged() >= 9 * most;
    std::stable_sort(algorithms.begin(), algorithms.end(),
                     [&](const Algorithm& a, const Algorithm& b) { return rank(a) < rank(b); });
  }
  return result;
}

Advice advice(const std::vector<Algorithm>& algorithms) {
  const Algorithm& best = algorithms.front();
  if (!best.is_usable()) return {"", "In each algorithm here some answer failed.", "", ""};
  Advice result{best.plugin, reason_of(algorithms), "", ""};
  const std::optional<Verdict> worst = best.worst_on_hard();
  if (!worst) return result;
  const Algorithm* safer = &best;
  for (const bool is_checked : {true, false})  // an unchecked one only if no other is safer
    for (const Algorithm& a : algorithms)
      if (a.is_usable() && a.is_checked() == is_checked && a.worst_on_hard() &&
          *a.worst_on_hard() < *safer->worst_on_hard() && (is_checked || safer == &best))
        safer = &a;
  const std::string falls =
      std::string(name(*worst)) + " on " + boost::join(families_with(best, *worst), ", ");
  if (*worst <= Verdict::B) {
    result.safer_reason = safe_on_hard(best);
  } else if (safer == &best) {
    result.safer_reason = "On hard trees: " + falls + (algorithms.size() > 1 ? "; no other is safer." : ".");
  } else {
    result.safer = safer->plugin;
    result.safer_reason = std::string(name(*safer->worst_on_hard())) + " at worst, not " + falls +
                          (safer->is_checked() ? "." : "; its formula is not checked.");
  }
  return result;
}

std::string Advice::text() const {
  std::string text = (best.empty() ? "" : "Use " + best + ": ") + reason;
  if (!safer.empty()) return text + " For hard trees " + safer + ": " + safer_reason;
  return text + (safer_reason.empty() ? "" : " " + safer_reason);
}

std::string reliability(const Algorithm& a) {
  std::string text;
  if (a.typical() && a.digits)
    text = "On ordinary trees verdict " + std::string(name(*a.typical())) + ", " + in_tenths(*a.digits) +
           " digits in nine of ten answers.";
  std::vector<std::string> weak;
  for (const Verdict verdict : {Verdict::F, Verdict::D, Verdict::C})
    for (const std::string& family : families_with(a, verdict))
      weak.push_back(std::string(name(verdict)) + " on " + family);
  if (!weak.empty())
    text += " On hard trees " + boost::join(weak, ", ") + ".";
  else if (a.worst_on_hard())
    text += " " + safe_on_hard(a);
  if (a.all.failed > 0) text += " " + plural(a.all.failed, "answer") + " failed.";
  return text.empty() ? "No answer was judged." : text;
}

// --- the table ---

namespace {

/// The worst verdicts by family: a strip of colours, and the number of families with the worst of them.
DisplayedText hard_cell(const Algorithm& a) {
  DisplayedText cell;
  for (const auto& [family, tally] : a.hard) {
    if (tally.judged() == 0) continue;
    const std::string verdict(name(tally.worst_verdict()));
    cell.text += (cell.text.empty() ? "" : ", ") + family + " " + verdict;
    cell.shares.emplace_back(verdict, 1);
  }
  cell.about = cell.text;
  if (const std::optional<Verdict> worst = a.worst_on_hard()) {
    cell.on_page = std::string(name(*worst));
    const std::vector<std::string> families = families_with(a, *worst);
    if (*worst > Verdict::B)
      cell.on_page += " on " + (families.size() == 1 ? families.front() : std::to_string(families.size()));
  }
  return cell;
}

/// The probability that a wrong formula passes for one tree, at most: as a power of ten, rounded up. Empty if it is not known.
std::string escape_power(const Algorithm& a) {
  if (!a.small_trees || !(a.small_trees->escape > 0)) return {};
  return power_of_ten(static_cast<int>(std::ceil(std::log10(a.small_trees->escape))));
}

DisplayedText checked_cell(const Algorithm& a) {
  if (const std::int64_t wrong = a.all.right(FieldCheck::wrong); wrong > 0)
    return {"wrong", "✗ wrong in " + plural(wrong, "case"), "no"};
  if (!a.is_checked())
    return {.text = "no", .on_page = "no", .style = "soft", .about = "No answer was checked in the field"};
  DisplayedText cell{"yes", "yes", "yes"};
  cell.about = "Equal in the field in " + plural(a.all.right(FieldCheck::proved), "answer");
  if (const std::string escape = escape_power(a); escape.empty()) {
    cell.about += ". The probability of a false equal is not known";
  } else {
    cell.remark = escape;
    cell.about += ", and on " + grouped(a.small_trees->proved) + " trees of up to " +
                  grouped(a.small_trees->bodies) +
                  " bodies. A wrong formula passes on one of these with a probability of at most " + escape +
                  ". small_trees.csv: escape";
  }
  return cell;
}

DisplayedText verdict_cell(const Algorithm& a) {
  DisplayedText cell = a.typical() ? verdict_chip(a.typical()) : DisplayedText{"", "–"};
  if (a.all.failed > 0) cell.remark = "✗ " + grouped(a.all.failed) + " failed";
  return cell;
}

template <class T>
Cell if_any(const std::optional<T>& value) {
  return value ? Cell(*value) : Cell(DisplayedText{"", "–"});
}

}  // namespace

Table overview_table(const AlgorithmsByProblem& algorithms) {
  Table table{"Algorithms",
              {problem,
               plugin,
               {"verdict"},
               {"digits"},
               {"operations"},
               {"on hard trees"},
               {"checked"},
               {"failed", Kind::count}},
              {}};
  const auto letter = [](const std::optional<Verdict>& verdict) {
    return verdict ? std::string(name(*verdict)) : std::string("unsupported");
  };
  for (const auto& [about, rows] : algorithms)
    for (const Algorithm& a : rows)
      table.rows.push_back(
          {{name_of(about), a.plugin, letter(a.typical()), a.digits ? in_tenths(*a.digits) : "",
            a.operations ? std::to_string(*a.operations) : "",
            a.worst_on_hard() ? letter(a.worst_on_hard()) : "", checked_cell(a), a.all.failed}});
  return table;
}

Table algorithm_table(const AlgorithmsByProblem& algorithms) {
  bool operations = false, times = false;
  std::set<std::string> references;
  for (const auto& [problem, rows] : algorithms)
    for (const Algorithm& a : rows) {
      operations |= a.operations.has_value();
      times |= a.time.has_value();
      if (!a.time_reference.empty()) references.insert(a.time_reference);
    }
  const auto shown_if = [](bool any) { return any ? Where::everywhere : Where::files; };
  const std::string tree(reference_tree);
  Table table{
      "Algorithms",
      {{"problem", Kind::text, "", Where::files},
       {"plugin", Kind::name, "algorithm", Where::everywhere, "Leads to all that is known about it"},
       {"citation", Kind::text, "paper", Where::everywhere, "plugins.csv: citation"},
       {"complexity", Kind::text, "order", Where::everywhere, "The paper's claim. plugins.csv: cost"},
       {"operations", Kind::count, "", shown_if(operations),
        "Counted for one answer on " + tree + ". costs.csv: work"},
       {"time", Kind::decimal, "time / " + (references.size() == 1 ? *references.begin() : "fastest library"),
        shown_if(times),
        "Median time on " + tree +
            ", relative to the fastest library, or else to the fastest plugin. timings.csv: median"},
       {"digits", Kind::decimal, "", Where::everywhere, digits_source},
       {"verdict", Kind::text, "", Where::everywhere, verdict_source},
       {"failed", Kind::count, "", Where::files},
       {"hard_cases", Kind::prose, "hard cases", Where::everywhere,
        "The worst verdict on each family of trees that is made to be hard. families.csv"},
       {"checked", Kind::text, "exact", Where::everywhere,
        "Equal to the exact answer in a finite field, in every entry (records.csv: right); and the "
        "probability "
        "of a false equal on one small tree (small_trees.csv: escape)"},
       {"false_equal", Kind::scientific, "", Where::files}},
      {}};
  for (const auto& [problem, rows] : algorithms)
    for (const Algorithm& a : rows)
      table.rows.push_back(
          {{name_of(problem), a.plugin, DisplayedText{a.citation, short_citation(a.citation)},
            DisplayedText{a.complexity, short_complexity(a.complexity)}, if_any(a.operations),
            a.time ? Cell(DisplayedText{exact(*a.time), fixed(*a.time, 2)}) : Cell(DisplayedText{"", "–"}),
            a.digits ? Cell(DisplayedText{in_tenths(*a.digits), in_tenths(*a.digits)})
                     : Cell(DisplayedText{"", "–"}),
            verdict_cell(a), a.all.failed, hard_cell(a), checked_cell(a),
            a.small_trees ? or_dash(a.small_trees->escape) : Cell(DisplayedText{"", ""})}});
  return table;
}

}  // namespace kintree::report
