// Numbers and words that the suite computes from cases, as a whole.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "case_text.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/json.hpp"
#include "suite/cases/plan.hpp"
#include "suite/cases/seeds.hpp"
#include "suite/cases/singular.hpp"
#include "suite/counting/cost.hpp"
#include "suite/counting/growth.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/proof/prove.hpp"
#include "suite/support/quantiles.hpp"
#include "suite/timing/bench.hpp"
#include "suite/verification/generic_point.hpp"
#include "suite/verification/rounded.hpp"
#include "suite/verification/verification.hpp"
#include "suite/verification/verify.hpp"
#include "suite/whole_runs/float_digits.hpp"
#include "suite/worst_cases/where.hpp"
#include "sums_plugin.hpp"
#include "unchecked_count.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

/// FNV-1a.
std::string hash(const std::string& text) {
  std::uint64_t h = 14695981039346656037U;
  for (const char byte : text) h = (h ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  return std::to_string(h);
}

std::string in_full(const Case& c) {
  return c.id.name() + " " + model_as_json(c.model, to_seven).dump() +
         state_as_json(c.state, to_seven).dump();
}

std::string numbers(const std::vector<double>& x) {
  std::string text;
  for (const double y : x) text += " " + to_seven(y).dump();
  return text;
}

void small_trees_and_points(std::ostream& out) {
  out << small_trees(1) << " " << small_trees(2) << " " << small_trees(5) << " " << proof_size({}) << "\n";
  for (const std::uint64_t index : {0, 1, 5, 8, 9, 90, 160, 170, 171, 172, 4544, 4545, 162008}) {
    const Case c = small_tree(index, 1 + index % 2);
    out << "small tree " << index << ": " << (index < 2 ? in_full(c) : hash(in_full(c)));
    if (index == 0) {  // fixed: nothing is named
      out << "\n";
      continue;
    }
    const GenericPoint point = generic_point(c, index);
    std::map<double, std::string> by_name;
    for (const auto& [bits, value] : point.values) {
      const auto& degrees = point.degrees.at(bits);
      std::ostringstream text;
      text << value.real() << " " << value.imaginary() << " " << degrees.numerator << "/"
           << degrees.denominator;
      by_name[std::bit_cast<double>(bits)] = text.str();
    }
    std::string all;
    for (const auto& [name, text] : by_name) all += text + "\n";
    out << ", " << by_name.size() << " parameters " << hash(all) << "\n";
  }
}

void neighbours(std::ostream& out) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const Case c = random_case(static_cast<Family>(seed % families.size()), 6, seed);
    out << c.id.name() << ": " << hash(in_full(c)) << ", twin " << hash(in_full(field_twin(c)))
        << ", in float " << hash(in_full(rounded(c, Format::binary32)));
    const Singular body = Singular::body(c);
    Case lighter = c;
    lighter.model = body.model;
    out << "; singular " << hash(in_full(lighter)) << " at " << body.chosen << " of";
    const int n = Layout(c.model).n;
    for (int k = 0; k <= n + 1; ++k)
      if (body.breaks_at(k)) out << " " << k;
    std::vector<double> H(static_cast<std::size_t>(n * n));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        H[static_cast<std::size_t>(i * n + j)] = i == j ? 3 + i : 1.0 / (1 + std::abs(i - j));
    for (const FactorForm form : {FactorForm::LtDL, FactorForm::LDLt}) {
      const Singular matrix = Singular::matrix(c, H, form);
      const auto k = static_cast<std::size_t>(matrix.chosen - 1);
      out << "; " << matrix.chosen << " " << to_seven(matrix.H[k * static_cast<std::size_t>(n + 1)])
          << (matrix.breaks_at(matrix.chosen) ? "" : " whole");
    }
    out << "\n";
  }
}

void plans(std::ostream& out) {
  CaseChoice choice;
  choice.trees = 25, choice.bodies = 7, choice.seed = 4;
  ReportChoice report;
  report.trees = 3, report.states = 2, report.bodies = 5, report.seed = 9;
  CaseChoice chosen;
  chosen.families = {"chain", "asimo"}, chosen.trees = 4;
  CaseChoice some_joints;
  some_joints.joints = {JointKind::revolute, JointKind::free}, some_joints.numbering = Numbering::mixed;
  some_joints.trees = 2;
  for (const Plan& plan : {found_cases(request_for_sums()), drawn_cases(choice, request_for_sums()),
                           report_cases(report, request_for_sums()), drawn_cases(chosen, request_for_sums()),
                           drawn_cases(some_joints, request_for_sums())}) {
    for (std::size_t k = 0; k < plan.size(); ++k) {
      const Task task = plan.at(k);
      const Case c = task.draw();
      out << task.id.name() << " seed " << task.id.seed << ": " << task.command() << ": " << hash(in_full(c))
          << "\n";
    }
    out << "--\n";
  }
  out << "last " << last_seed(choice) << "\n";
  const std::vector<Source> sources = choice.sources();
  for (const SeededCase& c : seeds_of_size(sources, 3, 5, 4))
    out << "of 5 degrees of freedom: " << c.source - sources.data() << " " << c.seed << "\n";
}

void quantiles(std::ostream& out) {
  Quantiles q;
  for (const double x : {1.0, 1.01, 1.5, 2.0, 3.5, 1e-300, 0.0, -1.0, 1e300, 7.25}) {
    q.add(x);
    out << q.count() << " " << to_seven(q.largest()) << ":";
    for (const double p : {0.1, 0.5, 0.9, 0.999}) {
      const Quantile at = q.at(p);
      out << "  " << to_seven(at.value) << " (" << to_seven(at.low) << " to " << at.high << ")";
    }
    out << "\n";
  }
  for (int k = 1; k <= 1000; ++k) q.add(0.01 * k * k);
  for (const double p : {0.01, 0.3, 0.5, 0.99})
    out << p << ": " << to_seven(q.at(p).value) << " " << to_seven(q.at(p).low) << " "
        << to_seven(q.at(p).high) << "\n";
}

void growth_of_costs(std::ostream& out) {
  for (const report::CostGrowth& g : cost_growth(request_for_sums(), 1, unchecked_count))
    out << g.plugin << " " << name(g.problem) << " " << g.size << " claimed " << g.claimed << " is "
        << Exponent{g.exponent, g.half_width}.text() << " " << name(g.verdict) << ":" << numbers(g.sizes)
        << ";" << numbers(g.operations) << "\n";
  const std::vector<double> x{1, 2, 4, 8, 16}, y{2, 9, 31, 130, 500}, same(5, 7.0);
  out << fit_exponent(x, y).text() << "; " << growth(x, y).text() << "; " << growth(x, same).text() << "; "
      << growth(x, {{5, 4, 3, 2, 1}}).text() << "\n";
}

std::vector<PhaseCost> edges_and_rows(const Model& model, const std::vector<EndEffector>& end_effectors) {
  if (model.body_count() == 2) return {};
  return {{"edges", {.additions = 2 * model.body_count()}},
          {"rows", {.multiplications = 4, .additions = static_cast<int>(end_effectors.size())}}};
}
std::vector<PhaseCost> more_than_rows(const Model& model, const std::vector<EndEffector>&) {
  return {{"rows", {.multiplications = 8 * model.body_count(), .additions = 100, .divisions = 200}}};
}
std::vector<PhaseCost> rates(const Model& model, const std::vector<EndEffector>&) {
  const int n = Layout(model).n;
  return {{"rates", {.multiplications = 3 * n, .additions = 3 * n}}};
}

void costs(std::ostream& out) {
  Description d = sums.description();
  using enum CostFormula::Relation;
  d.claims[0].formula = {equal, edges_and_rows};
  d.claims[1].formula = {at_most, more_than_rows};
  d.claims[2].formula = {equal, rates};
  d.claims[3].formula = {published, rates};
  const PluginOf<Sums> with_formulas(d);
  d.domain.joints = {JointKind::prismatic};
  const PluginOf<Sums> of_slides(d);
  Request requested = request_for_sums();
  requested.plugins = {&with_formulas};
  CaseChoice chosen;
  chosen.families = {"chain", "star"}, chosen.bodies = 4, chosen.seed = 3, chosen.trees = 5;
  for (const report::CountedCost& row : counted_costs(requested, chosen, unchecked_count))
    out << report::as_json(row).dump() << "\n";
  chosen.trees = 1;
  CaseChoice known;
  known.trees = 4;
  requested.plugins = {&with_formulas, &of_slides}, requested.problems = {Problem::mass_matrix};
  for (const CaseChoice& choice : {chosen, known})
    for (const report::CountedCost& row : counted_costs(requested, choice, unchecked_count))
      out << row.plugin << " " << row.tree << " " << row.phases.size() << " " << row.detail << "\n";

  const auto at = [](std::int64_t m, std::int64_t a, std::int64_t div = 0, std::int64_t root = 0) {
    return Operations{.multiplications = m, .additions = a, .divisions = div, .square_roots = root};
  };
  for (const Operations& o : {Operations{}, at(1, 0), at(0, 2, 3), at(4, 5, 6, 7)})
    out << in_words(o) << "; ";
  Operations turned = at(1, 1);
  turned.transcendental = 2;
  out << in_words(turned) << "\n";
  // Counted and expected operations of two phases, by relation.
  for (const Operations& counted :
       {at(5, 5), at(4, 5), at(5, 4), at(6, 5), at(5, 6), at(3, 5, 2), at(4, 5, 0, 1)})
    for (const Operations& expected : {at(5, 5), at(3, 5, 2), at(3, 5, 1, 1)})
      for (const CostFormula::Relation relation : {equal, at_most, published}) {
        const Comparison c{relation,
                           {{"first", at(1, 1)}, {"next", expected}},
                           {{"first", at(1, 1)}, {"next", counted}},
                           false};
        out << c.difference() << ";";
      }
  Cost cost{{}, {{"first", at(1, 2)}, {"next", at(3, 4)}, {"none", {}}, {"last", at(5, 6)}}};
  out << "\n" << apart(cost, {}).size();
  for (const PhaseCost& p : apart(cost, Comparison{equal, {{"next", {}}}, {}, true}))
    out << " " << p.phase << " " << in_words(p.operations);
  out << "\n";
}

void timed_models(std::ostream& out) {
  const auto print = [&](const BenchModelChoice& choice) {
    try {
      for (const BenchModel& m : choice.models()) {
        out << m.name << ": " << m.states.size() << " states";
        for (const EndEffector& e : m.states.front().end_effectors) out << " " << e.body;
        std::string all = model_as_json(m.model, to_seven).dump();
        for (std::size_t k = 0; k < std::min<std::size_t>(m.states.size(), 3); ++k)
          all += state_as_json(m.states[k], to_seven).dump();
        out << " " << hash(all) << "\n";
      }
    } catch (const InputError& error) {
      out << error.what() << "\n";
    }
  };
  BenchModelChoice choice;
  choice.seed = 4, choice.states = 3;
  choice.families = {"chain", "recursive", "star", "humanoid30", "tree1_multidof", "asimo", "quadruped"};
  choice.bodies = {1, 3, 12, 17, 18, 31};
  print(choice);
  choice.families = {"recursive"}, choice.bodies = {500, 1000, 1100, 2000, 4100}, choice.states = 70;
  print(choice);
  BenchModelChoice none;
  none.states = 1, none.bodies = {2};
  print(none);
  none.families = {"shapes"};
  print(none);
  none.families = {}, none.urdf.floating_base = true;
  print(none);
  none.file = KINTREE_TESTDATA "/golden/caterpillar_fixed1_n12_fixed/robot.urdf";
  print(none);
}

void traces(std::ostream& out) {
  for (const Problem problem : {Problem::mass_matrix, Problem::factorization, Problem::inverse_dynamics,
                                Problem::forward_dynamics, Problem::inverse_osim})
    for (const Format format : {Format::binary64, Format::binary32}) {
      const Case c = random_case(Family::chain, 3, 4);
      const auto loss = loss_of_digits(sums, problem, c, format);
      out << name(problem) << " in " << name(format) << "\n"
          << (loss ? to_string(*loss) : std::string("nothing\n"));
    }
}

void records(std::ostream& out) {
  Verification v;
  std::size_t cases = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Case c = random_case(static_cast<Family>(seed % families.size()), 4, seed);
    Request requested = request_for_sums();
    requested.format = seed % 4 == 0 ? Format::binary32 : Format::binary64;
    for (const report::Record& r : verify_case(c, requested, "repeat")) {
      out << report::as_json(r).dump() << "\n";
      v.add(r);
    }
    v.cases = ++cases;
  }
  for (const Summary::Row& row : v.summary.rows()) {
    out << row.plugin << " " << name(row.problem) << ": " << row.cases << " cases, " << row.unsupported
        << " unsupported, " << row.failed << " failed, " << row.proved << " proved, promises";
    for (const Verdict promised : row.promises) out << " " << name(promised);
    for (const auto& [verdict, count] : row.verdicts) out << ", " << name(verdict) << " " << count;
    for (const auto& [reason, count] : row.reasons) out << ", " << reason << " " << count;
    for (const auto& [harm, count] : row.harms) out << ", " << name(harm) << " " << count;
    out << ", worst " << row.worst_alpha << " " << row.worst_case << "\n";
  }
  out << v.summary.verdicts() << " verdicts, " << v.failed << " failed, of which kept";
  for (const report::Record& r : v.failures) out << " " << r.id.name() << "/" << name(r.problem);
  out << "; first";
  for (const auto& [key, first] : v.first)
    out << " " << key.first << "/" << name(key.second) << " " << first.index;
  out << "; never:";
  for (const std::string& name : v.never_judged(true)) out << " " << name;
  out << "\n";
}

bool is_same_word(const std::string& a, const std::string& b) {
  if (a == b) return true;
  char *end_a = nullptr, *end_b = nullptr;
  const double x = std::strtod(a.c_str(), &end_a), y = std::strtod(b.c_str(), &end_b);
  return end_a != a.c_str() && std::string(end_a) == end_b && a.find_first_of(".e") != std::string::npos &&
         std::abs(x - y) <= 1e-3 * std::abs(y);
}

std::vector<std::string> words_of(std::string line) {
  for (char& c : line)
    if (std::string_view(":,{}[]()").find(c) != std::string_view::npos) c = ' ';
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

// If one of them has changed, pinned.txt is recorded again with KINTREE_WRITE_SPACE.
BOOST_AUTO_TEST_CASE(data_computed_from_cases_is_that_of_the_file) {
  std::ostringstream now;
  for (const auto& part : {small_trees_and_points, neighbours, plans, quantiles, growth_of_costs, costs,
                           timed_models, traces, records}) {
    part(now);
    now << "==\n";
  }
  if (std::getenv("KINTREE_WRITE_SPACE") != nullptr) std::ofstream(PINNED_TEXT) << now.str();
  std::ifstream file(PINNED_TEXT);
  std::istringstream made(now.str());
  std::string line, expected;
  while (std::getline(file, expected)) {
    BOOST_TEST_REQUIRE(static_cast<bool>(std::getline(made, line)));
    const auto is = words_of(line), wanted = words_of(expected);
    BOOST_TEST(
        (line == expected || std::equal(is.begin(), is.end(), wanted.begin(), wanted.end(), is_same_word)),
        line << " for " << expected);
  }
  BOOST_TEST(!std::getline(made, line));
}
