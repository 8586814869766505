// The page about one robot, from invented rows.
#include "kintree/report/robot.hpp"

#include <cmath>

#include "page/robot_drawings.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

RobotAlgorithm algorithm(const std::string& plugin, double digits, std::int64_t operations,
                         Verdict worst = Verdict::A) {
  RobotAlgorithm a;
  a.plugin = plugin;
  a.problem = Problem::mass_matrix;
  a.operations = operations;
  a.in_double.answers = 2;
  a.in_double.median = a.in_double.fewest = digits;
  a.in_double.worst = worst;
  return a;
}

RobotStudy two_links() {
  RobotStudy study;
  study.name = "<arm>";
  study.bodies = {{"base", "", JointKind::fixed, 0, 0},
                  {"upper", "shoulder", JointKind::revolute, 0, 2, {0.25}},
                  {"tip", "weld", JointKind::fixed, 1, 0}};
  study.degrees_of_freedom = 1;
  study.expanded_parent = {0, 0};
  study.coordinates = {"shoulder"};
  study.end_effectors = {"tip"};
  study.configurations = {
      {"zero",
       "--model a --state b",
       R"({"q": {}})",
       R"({"H": [[0.25]], "C": [-1.5], "lambda_inv": null})",
       {1, {{Problem::mass_matrix, 2e-16}}, {{Problem::forward_dynamics, "it is singular"}}}},
      {"random 1", "--model a --state c", "{}", "", {}}};
  study.algorithms = {algorithm("cheap", 12.04, 10), algorithm("dear", 15, 99)};
  return study;
}

BOOST_AUTO_TEST_CASE(robot_page_shows_what_the_rows_have) {
  RobotStudy study = two_links();
  study.findings = {{FileFinding::suspicious, 7, "link 'upper'", "too <heavy>", "eat less"},
                    {FileFinding::ignored, 0, "damping", "left out", ""}};
  const std::string page = markup(robot_page(study));
  for (const char* part :
       {"&lt;arm&gt;", "too &lt;heavy&gt;", "eat less", ">7<", "shoulder, revolute, 2 kg, armature 0.25",
        ">0.25<", ">-1.5<", "2.0e-16", "cheap", "12.0", "kintree solve --model a --state b",
        "Forward dynamics: no answer in state zero, since it is singular.", "the mass matrix is singular",
        "100 %", "1 suspicious element, and 1 element left out"})
    BOOST_TEST(contains(page, part), part);
  for (const char* part : {"<arm>", "NaN", ">nan<", "glossary.html"}) BOOST_TEST(!contains(page, part), part);
  study.findings.clear();
  BOOST_TEST(contains(robot_page(study), "nothing in it is suspicious"));
}

BOOST_AUTO_TEST_CASE(robot_page_names_cheapest_and_most_accurate_algorithms) {
  RobotStudy study = two_links();
  BOOST_TEST(cheapest(study, Problem::mass_matrix)->plugin == "cheap");
  BOOST_TEST(most_accurate(study, Problem::mass_matrix)->plugin == "dear");
  BOOST_TEST(cheapest(study, Problem::bias_force) == nullptr);
  // Less than half of the digits, failures and no answers are no choice.
  study.algorithms[0].in_double.worst = Verdict::D;
  BOOST_TEST(cheapest(study, Problem::mass_matrix)->plugin == "dear");
  study.algorithms[1].in_double.failed = 1;
  BOOST_TEST(cheapest(study, Problem::mass_matrix) == nullptr);
  study.algorithms[0].in_double = {};
  BOOST_TEST(most_accurate(study, Problem::mass_matrix) == nullptr);
  // As many digits to a tenth: the cheaper one.
  study.algorithms = {algorithm("b", 15.01, 20), algorithm("a", 14.99, 10)};
  BOOST_TEST(most_accurate(study, Problem::mass_matrix)->plugin == "a");
}

BOOST_AUTO_TEST_CASE(sparsity_is_that_of_the_ways_to_the_base) {
  // 2 and 3 are on 1.
  const Sparsity sparsity = sparsity_of({0, 0, 1, 1});
  BOOST_TEST(sparsity.is_nonzero[0][2]);
  BOOST_TEST(!sparsity.is_nonzero[1][2]);
  BOOST_TEST(!sparsity.is_nonzero[2][1]);
  BOOST_TEST(sparsity.share == 7.0 / 9);
}

BOOST_AUTO_TEST_CASE(robot_plot_marks_algorithms_with_digits_and_operations) {
  std::vector<RobotAlgorithm> algorithms{algorithm("one", 15, 100), algorithm("two", 14, 200),
                                         algorithm("three", NAN, 300)};
  algorithms[0].in_float.fewest = 6;
  const std::string plot = digits_plot(algorithms);
  BOOST_TEST(contains(plot, "one: 100 operations, 15.0 digits"));
  BOOST_TEST(contains(plot, "one in float: 100 operations, 6.0 digits"));
  BOOST_TEST(contains(plot, "two: 200"));
  BOOST_TEST(!contains(plot, "three"));
  algorithms.erase(algorithms.begin());
  BOOST_TEST(digits_plot(algorithms).empty());
}

}  // namespace
}  // namespace kintree::report::test
