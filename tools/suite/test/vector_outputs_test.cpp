// Test vectors of problems with several outputs: their tolerances, their mistakes, and what readers reject.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "kintree/files/json_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/trees/random_model.hpp"
#include "misreading_plugin.hpp"
#include "suite/support/folders.hpp"
#include "suite/vectors/mistakes.hpp"
#include "suite/vectors/tolerances.hpp"
#include "suite/vectors/vectors.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::suite::test::built_plugin;
using kintree::suite::test::FakePluginThatAnswers;
using mistakes::ComputedMistake;

namespace {

std::string path() {
  return testdata_folder() + "/vectors/derivatives.json";
}

const VectorFiles& file() {
  static const VectorFiles derivatives = read_vectors(path());
  return derivatives;
}

ProblemSet problems_of_file() {
  ProblemSet problems;
  for (const TestVector& vector : file().vectors)
    for (const TestVector::Answer& answer : vector.answers) problems.insert(answer.problem);
  return problems;
}

std::vector<ComputedMistake> all_mistakes() {
  std::vector<ComputedMistake> list = mistakes::mistakes_of_sweeps();
  for (ComputedMistake& mistake : mistakes::mistakes_of_outputs()) list.push_back(std::move(mistake));
  return list;
}

/// The outputs of an answer, row by row.
std::vector<std::vector<double>> by_output(const Case& c, Problem problem, const Values& y) {
  std::vector<std::vector<double>> result;
  for (const OutputAt& at : outputs_at(c, problem)) {
    std::vector<double>& output = result.emplace_back();
    const Values Y = at.of(y);
    for (Eigen::Index i = 0; i < Y.rows(); ++i)
      for (Eigen::Index k = 0; k < Y.cols(); ++k) output.push_back(Y(i, k));
  }
  return result;
}

/// The outcomes of an implementation with these answers to all problems of the file.
std::vector<VectorOutcome> outcomes_of(const std::function<Values(Problem, const Case&)>& answer) {
  Description description{.name = "some", .citation = "", .claims = {}};
  for (const Problem problem : problems_of_file())
    description.claims.push_back({.problem = problem, .promise = Verdict::B, .cost = ""});
  const FakePluginThatAnswers plugin(
      description, [&](Problem problem, const Case& c) { return by_output(c, problem, answer(problem, c)); });
  return ask_vectors(plugin, file(), ProblemSet::all());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(outputs_of_vectors)

BOOST_AUTO_TEST_CASE(names_of_mistakes_in_files_are_distinct) {
  std::set<std::string> names;
  for (const KnownMistake& slip : known_mistakes())
    BOOST_TEST(names.insert(std::string(slip.name)).second, slip.name);
  for (const ComputedMistake& mistake : all_mistakes())
    BOOST_TEST(names.insert(mistake.name).second, mistake.name);
}

BOOST_AUTO_TEST_CASE(sound_plugins_pass_with_all_outputs) {
  const std::map<std::string, std::ptrdiff_t> least{{"forward_mode", 10},  {"idsva", 8},
                                                    {"coriolis", 8},       {"composite_momentum", 3},
                                                    {"body_regressor", 2}, {"path_jacobian", 3}};
  for (const auto& [name, count] : least) {
    const auto outcomes = ask_vectors(built_plugin(name), file(), ProblemSet::all());
    for (const VectorOutcome& o : outcomes)
      BOOST_TEST((o.result == VectorOutcome::right), name << " " << o.vector->id << " " << o.detail);
    BOOST_TEST(std::ssize(outcomes) >= count, name);
  }
}

// Each mistake that the file lists, computed for the answers to all its problems.
BOOST_AUTO_TEST_CASE(vectors_name_each_mistake_planted_into_derivatives) {
  std::size_t planted = 0;
  for (const ComputedMistake& mistake : all_mistakes()) {
    if (!file().slips.contains(mistake.name)) continue;
    ++planted;
    const auto outcomes =
        outcomes_of([&](Problem problem, const Case& c) { return mistake.answer(c, problem, 0).value(); });
    const auto told = explanations(outcomes);
    BOOST_TEST(told.size() == 1, mistake.name << ": " << told.size() << " explanations");
    if (!told.empty()) BOOST_TEST((told.front() == MistakeSet{mistake.name}), mistake.name);
    const std::string text = to_string("some", outcomes, file());
    BOOST_TEST(
        text.find("it looks as if " + mistake.description + " (" + mistake.name + ")\n") != std::string::npos,
        text);
  }
  BOOST_TEST(planted >= 21, planted << " mistakes");
  BOOST_TEST(explanations(outcomes_of([](Problem problem, const Case& c) {
               return exact_answer(c, problem).value();
             })).empty());
}

BOOST_AUTO_TEST_CASE(vectors_reject_an_answer_with_one_wrong_output) {
  for (std::size_t output = 0; output < 3; ++output) {
    const auto outcomes = outcomes_of([&](Problem problem, const Case& c) {
      Values y = exact_answer(c, problem).value();
      const auto all = outputs_at(c, problem);
      if (output >= all.size()) return y;
      const Values tolerance = vectors::Tolerances("a vector", c, {problem}).of(problem, output).by_entry();
      const Eigen::Index i = all[output].rows - 1, k = all[output].columns - 1;
      y(i, all[output].first + k) += tolerance(i, k) > 0 ? 3 * tolerance(i, k) : 1e-12;
      return y;
    });
    for (const VectorOutcome& o : outcomes) {
      const bool has_output = output < kintree::outputs(o.problem).size();
      BOOST_TEST((o.result == VectorOutcome::wrong) == has_output, o.vector->id << " " << name(o.problem));
    }
    const std::string text = to_string("some", outcomes, file());
    if (output < 2)
      BOOST_TEST(text.find("derivatives-001: dtau_dq, dtau_dv: a hinge") != std::string::npos, text);
  }
}

/// Returns the largest multiple, of 8 at most, of the change of an output with which the judge accepts it.
double accepted_multiple(const vectors::Tolerances& tolerances, Problem problem, const OutputAt& at,
                         const Values& exact, const Values& change) {
  double low = 0, high = 8;
  for (int step = 0; step < 12; ++step) {
    const double middle = (low + high) / 2;
    (tolerances.accepts(problem, at.output, exact + middle * change) ? low : high) = middle;
  }
  return low;
}

// The judge accepts errors up to the tolerance, in one entry, and no larger ones in any direction. A norm of columns is smaller in other
// directions than those of the entries.
BOOST_AUTO_TEST_CASE(tolerances_are_those_of_the_judge) {
  Generator generator = make_generator({word("directions")});
  const auto sign = [&] { return generator() % 2 == 0 ? 1.0 : -1.0; };
  for (const TestVector& vector : file().vectors)
    for (const TestVector::Answer& answer : vector.answers) {
      const vectors::Tolerances tolerances(vector.id, vector.c, {answer.problem});
      const Values exact = exact_answer(vector.c, answer.problem).value();
      for (const OutputAt& at : outputs_at(vector.c, answer.problem)) {
        const Quantity& output = kintree::outputs(answer.problem)[at.output];
        const Values X = at.of(exact), tolerance = tolerances.of(answer.problem, at.output).by_entry();
        const std::string where = vector.id + " " + std::string(output.name);
        const auto multiple = [&](const Values& change) {
          return accepted_multiple(tolerances, answer.problem, at, X, change);
        };
        double largest = multiple(tolerance), least = 1;
        for (Eigen::Index i = 0; i < X.rows(); ++i)
          for (Eigen::Index k = 0; k < X.cols(); ++k) {
            Values change = Values::Zero(X.rows(), X.cols());
            change(i, k) = tolerance(i, k) > 0 ? tolerance(i, k) : 1e-30;
            if (tolerance(i, k) == 0) {
              BOOST_TEST(!tolerances.accepts(answer.problem, at.output, X + change), where);
              continue;
            }
            least = std::min(least, multiple(change));
            largest = std::max(largest, multiple(change));
          }
        if (tolerance.maxCoeff() == 0) continue;  // zero exactly
        for (int draw = 0; draw < 4; ++draw)
          largest = std::max(largest, multiple(tolerance.unaryExpr([&](double t) { return t * sign(); })));
        // The numbers that the judge gets are rounded, and tolerances are some sixty roundings at least.
        BOOST_TEST(largest <= 1 + 1.0 / 60, where << " is accepted at " << largest << " tolerances");
        const bool by_column = output.rows == Index::velocity && output.columns == Index::force;
        BOOST_TEST(largest >= (by_column ? 0.2 : 0.98), where << " is accepted up to " << largest);
        // Where terms cancel, the judge allows each entry another error of its sum.
        const bool cancels = output.name != "A_G" && output.name != "J" && output.name != "Y";
        BOOST_TEST(least >= (cancels ? 1.0 / 32 : 0.75), where << " has an entry accepted up to " << least);
      }
    }
}

BOOST_AUTO_TEST_CASE(readers_reject_answers_without_all_outputs) {
  using Json = nlohmann::ordered_json;
  const Json sound = Json::parse(read_text_file(path()));
  const auto refusal = [&](const auto& change) -> std::string {
    Json other = sound;
    change(other["vectors"][0]);
    VectorFiles files;
    try {
      parse_vectors(other.dump(), "a.json", files);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  BOOST_TEST(refusal([](Json&) {}).empty());
  BOOST_TEST(refusal([](Json& vector) { vector["answers"].erase("dtau_dv"); }) ==
             "a.json: vector 'derivatives-001': answers: no 'dtau_dv', which is an output of "
             "inverse_dynamics_derivatives as others are");
  BOOST_TEST(refusal([](Json& vector) {
               vector["answers"]["dqdd_dv"]["exact"] = {{1, 2}};
             }).ends_with("dqdd_dv: exact: 2 numbers instead of 1"));
  BOOST_TEST(refusal([](Json& vector) {
               vector["answers"]["dqdd_dv"]["columns"] = {1, 2};
             }).ends_with("dqdd_dv: rows and columns: 2 numbers instead of 1"));
  BOOST_TEST(refusal([](Json& vector) {
               vector["wrong"][0]["answers"]["dqdd_dv"] = {1, 2};
             }).ends_with("dqdd_dv: wrong: 2 numbers instead of 1"));
}

// An output that a mistake leaves out is right; null is no answer.
BOOST_AUTO_TEST_CASE(readers_complete_wrong_answers_by_right_outputs) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(read_text_file(path()));
  json["vectors"][0]["wrong"] = {{{"slips", {"one"}}, {"answers", {{"dtau_dv", {{7}}}}}},
                                 {{"slips", {"none"}}, {"answers", {{"dtau_dq", nullptr}}}}};
  VectorFiles files;
  parse_vectors(json.dump(), "a.json", files);
  const TestVector::Answer& first = files.vectors.front().answers.front();
  BOOST_TEST((first.problem == Problem::inverse_dynamics_derivatives));
  BOOST_TEST_REQUIRE(first.wrong.size() == 2u);
  BOOST_TEST(first.wrong[0].values == (std::vector<double>{first.exact[0], 7}),
             boost::test_tools::per_element());
  BOOST_TEST(first.wrong[1].values.empty());
  BOOST_TEST(files.vectors.front().answers.back().wrong.empty());
}

BOOST_AUTO_TEST_SUITE_END()
