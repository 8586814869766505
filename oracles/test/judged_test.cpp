// The numbers that both oracles and the judge give for cases of every family. With KINTREE_WRITE_JUDGED the
// test writes judged.txt again; use it after a change of a limit, a norm or the draw of the samples.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <sstream>

#include "judge/problem.hpp"
#include "kintree/oracle/field_oracle.hpp"
#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

std::vector<double> rounded_answer(const oracle::ProblemOracle& exact) {
  std::vector<double> result;
  for (const oracle::Exact& x : exact.exact()) result.push_back(static_cast<double>(x));
  return result;
}

void say(std::ostream& out, const Judgement& j) {
  out << "  " << name(j.verdict) << " " << name(j.reason) << "; error " << j.error << " sigma " << j.sigma
      << " alpha " << j.alpha << " backward " << j.backward_error << " limit " << j.limit << " digits "
      << j.certified_digits << " at " << j.row << " " << j.column << (j.any_error_is_B ? " any" : "")
      << (j.half_is_B ? " half" : "") << "\n";
}

/// The outputs, of numbers that follow each other.
oracle::Answer answer_of(const std::vector<double>& values, Problem problem, const Case& c) {
  const Sizes sizes = sizes_of(Layout(c.model), c.state.end_effectors.size());
  oracle::Answer answer;
  auto from = values.begin();
  for (std::size_t k = 0; const Quantity& output : outputs(problem)) {
    const auto to = from + static_cast<std::ptrdiff_t>(size(output, sizes));
    answer.outputs[k++].assign(from, to);
    from = to;
  }
  return answer;
}

/// Answers that are less and less right.
void say(std::ostream& out, const oracle::ProblemOracle& exact, Problem problem, const Case& c) {
  out << " certified " << exact.certified_digits() << ", sigma " << exact.sigma() << ", unavoidable "
      << exact.unavoidable_error() << (exact.any_error_is_B() ? ", any error is B\n" : "\n");
  if (const auto* normed = dynamic_cast<const oracle::NormedProblem*>(&exact)) {
    const oracle::Sampled& sampled = normed->sampled;
    out << "  moved " << sampled.moved << " in steps of " << sampled.step << "\n";
    // The noise of an evaluation in double or double-double. Its decimals are not compared.
    BOOST_TEST((sampled.noise > 0 && sampled.noise < 0x1p-33) == (sampled.moved > 0), sampled.noise);
  }
  if (const auto why = exact.ill_posed()) {
    out << "  ill-posed: " << why->to_string(c.model) << "\n";
    return;
  }
  std::vector<double> values = rounded_answer(exact);
  if (const std::vector<double>& H = exact.input_matrix();
      !H.empty()) {  // of whose factors the diagonal is there
    const std::size_t n = values.size();
    std::vector<double> L(n * n), D(n * n);
    for (std::size_t k = 0; k < n; ++k) L[k * n + k] = 1, D[k * n + k] = H[k * n + k];
    for (const FactorForm form : {FactorForm::LtDL, FactorForm::LDLt})
      say(out, exact.judge({{L, D, values}, form}));
    return;
  }
  const auto judged = [&] { say(out, exact.judge(answer_of(values, problem, c))); };
  judged();
  for (const double error : {0x1p-49, 0x1p-38, 1.0}) {
    for (std::size_t k = 0; k < values.size(); k += 3) values[k] *= 1 + error;
    judged();
  }
}

/// A hash of numbers of the field that does not depend on the byte order of the machine (FNV-1a).
std::uint64_t hash(const std::vector<Field>& numbers) {
  std::uint64_t h = 14695981039346656037U;
  for (const Field& x : numbers)
    for (const std::uint64_t part : {x.real(), x.imaginary()})
      for (int byte = 0; byte < 64; byte += 8) h = (h ^ ((part >> byte) & 0xff)) * 1099511628211U;
  return h;
}

void say_in_the_field(std::ostream& out, const Case& c) {
  constexpr Problem J_bar = Problem::dynamically_consistent_inverse;
  const FieldPoint point(c.id.seed);
  const oracle::FieldOracle dense = oracle::FieldOracle::dense(c.model, c.state, everything),
                            tree = oracle::FieldOracle::tree(c.model, c.state, everything);
  out << " in the field, H " << hash(dense.mass_matrix())
      << (dense.full_row_rank(J_bar) ? "" : ", dependent rows:");
  for (int row = 1; !dense.full_row_rank(J_bar) && row <= 6 * static_cast<int>(c.state.end_effectors.size());
       ++row)
    if (dense.depends(J_bar, row)) out << " " << row;
  out << "\n";
  for (const Problem problem : all_problems) {
    out << "  " << name(problem) << ":";
    for (const oracle::FieldOracle* by : {&dense, &tree})
      if (by->answers(problem) && (by == &dense || has_residual(problem)))
        for (std::size_t k = 0; k < compared_outputs(problem).size(); ++k)
          out << " " << hash(by->exact(problem, k));
    out << "\n";
  }
}

bool same_word(const std::string& a, const std::string& b) {
  if (a == b) return true;
  char *end_a = nullptr, *end_b = nullptr;
  const double x = std::strtod(a.c_str(), &end_a), y = std::strtod(b.c_str(), &end_b);
  const bool decimals =
      a.find_first_of(".e") != std::string::npos && b.find_first_of(".e") != std::string::npos;
  // Other compilers round otherwise what is computed in double.
  return decimals && end_a != a.c_str() && std::string(end_a) == end_b &&
         std::abs(x - y) <= 2e-3 * std::abs(y);
}

void check_words_of(const char* path, const std::string& text) {
  if (std::getenv("KINTREE_WRITE_JUDGED") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  std::istringstream said(text);
  std::string expected, line, about;
  while (std::getline(file, expected)) {
    BOOST_TEST_REQUIRE(static_cast<bool>(std::getline(said, line)));
    if (line.starts_with("==")) about = line;
    std::istringstream a(line), b(expected);
    const std::vector<std::string> words(std::istream_iterator<std::string>(a), {}),
        wanted(std::istream_iterator<std::string>(b), {});
    const bool same = std::equal(words.begin(), words.end(), wanted.begin(), wanted.end(), same_word);
    BOOST_TEST(same, about << ": " << line << " for " << expected);
  }
  BOOST_TEST(!std::getline(said, line));
}

BOOST_AUTO_TEST_SUITE(judged)

BOOST_AUTO_TEST_CASE(judgements_are_those_of_the_file) {
  std::ostringstream now;
  now << std::setprecision(5) << std::scientific;
  for (std::uint64_t seed = 1; seed <= families.size() + 4; ++seed) {
    const auto family = static_cast<Family>((seed - 1) % families.size());
    const int bodies = seed > families.size() ? 30 : seed % 2 == 0 ? 11 : 5;
    Case c = random_case(seed > families.size() ? Family::long_chain : family, bodies, seed);
    if (seed % 2 == 0) c.state.end_effectors = {{c.model.body_count(), {{0.25, 0.5, -0.125}, {1, 2, 3}}}};
    const Format format = seed % 3 == 0 ? Format::binary32 : Format::binary64;
    now << "== " << c.id.name() << ", " << name(format) << "\n";
    const ProblemSet& asked = bodies > 5 ? without_derivatives : everything;
    const Oracle dense = Oracle::dense(c.model, c.state, asked, seed, format),
                 tree = Oracle::tree(c.model, c.state, asked, seed, format);
    now << " condition " << dense.condition() << "\n";
    for (const Problem problem : all_problems)
      for (const Oracle* by : {&dense, &tree})
        if (const oracle::ProblemOracle* exact = by->of(problem)) {
          now << " " << name(problem) << (by == &dense ? ":" : " by the tree:");
          BOOST_TEST_CONTEXT(c.id.name() << ", " << name(problem)) {
            say(now, *exact, problem, c);
          }
        }
    say_in_the_field(now, c);
  }
  check_words_of(JUDGED_TEXT, now.str());
}

/// Each parameter has the degree 1. Degrees of numbers that are equal in the field may be less.
BOOST_AUTO_TEST_CASE(degrees_of_the_exact_answers) {
  std::ostringstream now;
  for (const JointKind kind :
       {JointKind::revolute, JointKind::prismatic, JointKind::spherical, JointKind::free}) {
    Model model;
    for (int i = 0; i < 2; ++i) {
      Body& body = add_body(model, i, kind, {0.25, 0.5, 0.75});
      body.inertial = solid(3.5 + i, {0.125, 0.375 + i, 0.625}, {5.5, 6.5, 7.5});
      body.joint.placement.xyz = {1.5, 2.5 + i, 0.875};
    }
    State state = neutral_state(model);
    for (std::vector<double>* numbers : {&state.q, &state.v, &state.qdd, &state.tau})
      for (double& x : *numbers) x = x * 8 + 9.5 + static_cast<double>(&x - numbers->data());
    state.end_effectors = {{2, {{0.3125, 0.4375, 0.5625}, {}}}};
    DegreeScope::Parameters parameters;
    for (const double x :
         {0.25, 0.5, 0.75, 3.5, 4.5, 0.125, 0.375, 1.375, 0.625, 5.5, 6.5, 7.5, 1.5, 2.5, 3.5, 0.875})
      parameters[std::bit_cast<std::uint64_t>(x)] = {};
    for (const std::vector<double>& numbers : {state.q, state.v, state.qdd, state.tau})
      for (const double x : numbers) parameters[std::bit_cast<std::uint64_t>(x)] = {};
    for (const Problem problem : all_problems) {
      const DegreeScope scope(parameters);
      const oracle::ExactDegrees exact = oracle::exact_degrees(model, state, problem);
      now << info(kind).name << " " << name(problem) << ":";
      for (const Degree& d : exact.answers) now << " " << d.numerator();
      now << ", " << scope.roots() << " roots; tau";
      for (const Degree& d : exact.tau) now << " " << d.numerator();
      now << "; H";
      for (const Degree& d : exact.H) now << " " << d.numerator();
      now << "\n";
    }
  }
  check_words_of(DEGREES_TEXT, now.str());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
