// Lines of the protocol and the ends of programs, as a whole.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <type_traits>
#include <vector>

#include "kintree/trees/case.hpp"
#include "protocol_lines.hpp"
#include "suite/execution/process.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

/// Describes the result of reading an answer.
template <class S>
std::string as_read(const Json& json, Problem problem, int n, int end_effectors) {
  bool without_root = false;
  const Outcome<S> out = answer_from_json<S>(json, problem, sizes(n, end_effectors), without_root);
  std::string text = "status " + std::to_string(out.status.code) + " at " +
                     std::to_string(out.status.coordinate) + ", " + std::to_string(out.allocations) +
                     " allocations" + (without_root ? ", without a root" : "");
  if (out.fault) text += ", " + std::string(to_string(out.fault.reason)) + ": " + out.fault.detail;
  for (std::size_t part = 0; part < 3; ++part) {  // no problem has more
    const std::vector<S>& values = out.outputs[part];
    text += ";";
    for (const S& x : values)
      if constexpr (std::is_same_v<S, Field>)
        text += " " + as_text(x);
      else
        text += " " + Json(x).dump();
  }
  return text + "\n";
}

/// A model of numbers that are short to write.
Case short_case() {
  Case c;
  c.model.name = "short";
  c.model.gravity = {0, 0.25, -9.5};
  for (const JointKind kind : {JointKind::revolute, JointKind::fixed, JointKind::universal}) {
    Body body;
    const std::string number = std::to_string(c.model.bodies.size());
    body.name = "body" + number, body.joint.name = "joint" + number;
    body.parent = c.model.body_count();
    body.joint.kind = kind, body.joint.placement.xyz = {0.5, 0, 0.125};
    body.inertial = {.origin = {}, .mass = 2, .ixx = 1, .iyy = 1, .izz = 1.5};
    c.model.bodies.push_back(body);
  }
  c.state = neutral_state(c.model);
  c.state.v = {0.5, -1, 0.75};
  c.state.end_effectors = {{2, {{0.25, 0, 0}, {}}}};
  return c;
}

std::string questions() {
  const Case c = short_case();
  std::string text;
  const RobotText robot{"<robot/>", true};
  for (const Problem problem : {Problem::factorization, Problem::inverse_osim}) {
    const std::vector<double> H{2, 0.5, 0, 0.5, 3, 0, 0, 0, 4};
    for (const Numbers numbers : {Numbers::doubles, Numbers::floats})
      text += ModelText(c.model, numbers, 3, numbers == Numbers::floats ? &robot : nullptr)
                  .question(8, {problem, c.state, H}) +
              "\n";
    const FieldPoint point(5);
    text +=
        ModelText(c.model, Numbers::field, 4).question(9, {problem, c.state}, {9, Field::of(6, 7)}) + "\n";
  }
  return text;
}

std::string answers() {
  std::string text;
  for (const Problem problem : all_problems) {
    text += answer(problem, 2, 1).dump() + "\n";
    text += as_read<double>(answer(problem, 2, 1), problem, 2, 1);
  }
  const std::vector<Json> forces{{{"tau", {1, 2.5}}},
                                 {{"tau", {1, nullptr}}},
                                 {{"tau", {1, "2"}}},
                                 {{"tau", {1, std::string(100, 'x')}}},
                                 {{"tau", {1}}},
                                 {{"tau", "none"}},
                                 {{"qdd", {1, 2}}},
                                 {{"tau", {1, 2}}, {"allocations", 7}},
                                 {{"tau", {1, 2}}, {"allocations", -7}},
                                 {{"tau", {1, 2}}, {"without_root", true}},
                                 {{"tau", {1, 2}}, {"without_root", 1}},
                                 {{"breakdown", 2}, {"tau", {1, 2}}},
                                 {{"breakdown", -5}},
                                 {{"breakdown", 1e10}},
                                 {{"breakdown", 99999999999}},
                                 {{"dependent_row", 3}, {"allocations", 1}},
                                 {{"dependent_row", "3"}},
                                 {{"unsupported", true}},
                                 {{"unsupported", false}, {"tau", {1, 2}}},
                                 {{"unsupported", "no \n loops"}, {"tau", {1, 2}}},
                                 {{"error", "no such\tjoint"}},
                                 {{"error", {1, "\u00e9"}}},
                                 {{"error", std::string(300, 'e')}}};
  for (const Json& json : forces) text += as_read<double>(json, Problem::inverse_dynamics, 2, 1);
  text += as_read<float>(forces[0], Problem::inverse_dynamics, 2, 1);
  for (const Json& json : std::vector<Json>{{{"tau", {"3+4i", 5}}},
                                            {{"tau", {1.5, 5}}},
                                            {{"tau", {"3+4", 5}}},
                                            {{"tau", {"2305843009213693950", 2305843009213693950U}}},
                                            {{"tau", {"1", 2305843009213693951U}}}})
    text += as_read<Field>(json, Problem::inverse_dynamics, 2, 1);
  for (const Json& json : std::vector<Json>{{{"H", {{1, 2}, {3, 4}}}},
                                            {{"H", {{1, 2}, 3}}},
                                            {{"H", {{1, 2}, {3, "x"}}}},
                                            {{"H", {{1, 2}, {3, 4}, {5, 6}}}},
                                            {{"H", {{1, 2, 3}, {3, 4, 5}}}}})
    text += as_read<double>(json, Problem::mass_matrix, 2, 1);
  Outcome<double> broken;
  broken.allocations = 3;
  for (const Status& status :
       {Status::breakdown_at(2), Status::dependent_at(5), Status{Status::unsupported}, Status{}}) {
    broken.status = status;
    text += answer_as_json(Json("an id"), Problem::inverse_dynamics, broken, sizes(2, 1),
                           status.code == Status::ok)
                .dump() +
            "\n";
  }
  broken.fault = {Reason::outside_domain, "a loop\nof joints"};
  text += answer_as_json(Json(4), Problem::mass_matrix, broken, sizes(2, 1), false).dump() + "\n";
  for (const std::string line :
       {"", "[]", "hello", R"({"id":-1})", R"({"id":"1"})", R"({"id":1.5})", R"({"id":3})", R"({"ID":3})",
        "{", R"({"id":5,"x":[inf,-inf,nan,-nan,-NaN,Infinity]})", R"({"id":5,"x":"\"NaN"})"}) {
    const ReceivedAnswer read = read_answer(line);
    text += line + ": " + std::to_string(read.id) + " " + std::string(to_string(read.fault.reason)) + ": " +
            read.fault.detail + " " + read.json.dump() + "\n";
  }
  for (const Problem problem : all_problems)
    text += std::to_string(longest_answer(problem, sizes(3, 2))) + " ";
  return text + "\n";
}

/// The outcomes of programs that get three requests.
std::string ends() {
  std::string text;
  for (const char* command : {"exit 0",
                              "exit 7",
                              "kill -TERM $$",
                              "kill -KILL $$",
                              "exit 139",
                              "exit 128",
                              "exit 129",
                              "exit 200",
                              "echo MemoryError: 5 >&2; exit 1",
                              "echo std::bad_alloc >&2; kill -ABRT $$",
                              "echo Out of memory >&2; exit 1",
                              "echo Cannot allocate memory >&2; exit 3",
                              "echo memory is fine >&2; exit 3",
                              "sleep 30 & exit 0",
                              "sleep 30 & sleep 30 & echo two >&2; exit 2",
                              "printf half",
                              "printf half; exit 5",
                              "printf half; sleep 9",
                              "sleep 9",
                              "exec >&-; sleep 9",
                              "printf 'a\nb\nc'",
                              "printf 'a\n\nb\n'; read x; echo $x $x; read x; exit 4",
                              "head -c 300 /dev/zero | tr '\\0' x; sleep 9",
                              "printf 'first\nlast  \n\n' >&2; exit 1",
                              "head -c 900 /dev/zero | tr '\\0' y >&2; exit 1",
                              "printf 'tab\there \\377' >&2; exit 1",
                              "cat",
                              "read x; echo one; exec 0<&-; sleep 0.1; echo two; echo three",
                              "no_such_program",
                              "ulimit -f 0; echo x > /dev/null"}) {
    const std::string is = command;
    // The others print something, or end, long before. This machine may be busy.
    Process program(command, {.seconds = is == "sleep 9" ? 0.25 : is == "printf half; sleep 9" ? 1.5 : 30});
    text += is + "\n";
    for (int k = 0; k < 3; ++k) {
      program.send("question " + std::to_string(k));
      std::string line = "nothing";
      const Fault fault = program.receive(line, 100);
      text += "  " + line + "; " + std::string(to_string(fault.reason)) + ": " + fault.detail + "\n";
      if (fault) break;
    }
  }
  return text;
}

}  // namespace

// If a line or end has changed, protocol.txt is recorded again with KINTREE_WRITE_SPACE.
BOOST_AUTO_TEST_CASE(lines_and_ends_are_those_of_the_file) {
  const std::string now = questions() + answers() + ends();
  if (std::getenv("KINTREE_WRITE_SPACE") != nullptr) std::ofstream(PROTOCOL_TEXT) << now;
  std::ifstream file(PROTOCOL_TEXT);
  std::istringstream made(now);
  std::string line, expected;
  while (std::getline(file, expected)) {
    BOOST_TEST_REQUIRE(static_cast<bool>(std::getline(made, line)));
    BOOST_TEST(line == expected);
  }
  BOOST_TEST(!std::getline(made, line));
}
