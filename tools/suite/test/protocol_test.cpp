// The line protocol: written lines are read again, and lines outside the protocol are rejected.
#define BOOST_TEST_MODULE protocol
#include "suite/execution/protocol.hpp"
#include "kintree/input/json_file.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

#include "kintree/data/error.hpp"
#include "kintree/input/model_json.hpp"
#include "kintree/input/temporary_folder.hpp"
#include "kintree/input/urdf.hpp"
#include "kintree/problems/problem.hpp"
#include "kintree/trees/case.hpp"
#include "suite/execution/process.hpp"
#include "suite/execution/program.hpp"
#include "suite/support/text.hpp"

using namespace kintree;
using namespace kintree::suite;
using Json = nlohmann::ordered_json;

namespace {

/// The message of the InputError that the call must throw.
template <class Call>
std::string refused(Call&& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  BOOST_ERROR("nothing is refused");
  return "";
}

#define SAYS(call, text) \
  BOOST_TEST(refused([&] { (void)(call); }).find(text) != std::string::npos, refused([&] { (void)(call); }))

Case drawn(std::uint64_t seed) {
  CaseOptions options;
  options.state.max_end_effectors = 3;
  return random_case(Family::recursive, 6, seed, options);
}

/// The sizes of bodies with one degree of freedom each.
Sizes sizes(int n, int end_effectors) {
  return {.nq = n, .n = n, .bodies = n, .end_effectors = end_effectors};
}

Json answer(Problem problem, int n, int end_effectors) {
  Outcome<double> out;
  const Quantities& parts = outputs(problem);
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (std::size_t i = 0; i < size(parts[k], sizes(n, end_effectors)); ++i)
      out.outputs[k].push_back(std::ldexp(1.0 + static_cast<double>(i) / 3, static_cast<int>(k)));
  return answer_as_json(7, problem, out, sizes(n, end_effectors));
}

template <class S = double>
Outcome<S> read(const Json& json, Problem problem = Problem::forward_dynamics, int n = 2) {
  bool without_root = false;
  return answer_from_json<S>(json, problem, sizes(n, 1), without_root);
}

Json sound_description() {
  return {{"kintree", 1}, {"name", "mine"}, {"problems", {{"mass_matrix", "A"}}}};
}

Json changed(const char* key, const Json& value) {
  Json description = sound_description();
  description[key] = value;
  return description;
}

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_of_the_field_are_text) {
  for (const Field& x : {Field(), Field(-0.3), Field::of(5, 7), Field::of(0, Field::p - 1)})
    BOOST_TEST((field_element(as_text(x)) == x), as_text(x));
  BOOST_TEST(as_text(Field::of(5, 7)) == "5+7i");
  for (const char* text :
       {"", "-1", "1.5", "5+", "5+i", "5+7", "5+7j", "5 ", "2305843009213693951", "1+2305843009213693951i"})
    BOOST_TEST(!field_element(text), text);
}

BOOST_AUTO_TEST_CASE(questions_are_read_as_they_were_written) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Case c = drawn(seed);
    const auto n = static_cast<std::size_t>(Layout(c.model).n);
    std::vector<double> H(n * n);
    for (std::size_t i = 0; i < H.size(); ++i) H[i] = 1 / (1.0 + static_cast<double>(i));
    const ModelText text(c.model, Numbers::floats, 11);
    for (const Problem problem : all_problems) {
      const ReceivedRequest q = read_question(text.question(5, {problem, c.state, H}));
      BOOST_TEST((q.problem == problem));
      BOOST_TEST((q.id == 5 && q.solver == 11 && q.numbers == Numbers::floats));
      BOOST_TEST((model_as_json(q.model) == model_as_json(c.model)));
      BOOST_TEST((state_as_json(q.state) == state_as_json(c.state)));
      BOOST_TEST((q.H == (problem == Problem::factorization ? H : std::vector<double>())));
    }
  }
}

/// A request to an importer contains a file that reads as the model.
BOOST_AUTO_TEST_CASE(questions_to_importers_have_the_text_of_a_file) {
  for (const bool floats : {false, true}) {
    Model model;
    model.name = "robot";
    model.bodies[0].name = floats ? "world" : "base";
    Body body{.name = "trunk", .parent = 0, .joint = {}, .inertial = {}};
    body.joint = {.name = floats ? "floating_base" : "hip",
                  .kind = floats ? JointKind::free : JointKind::revolute,
                  .placement = {}};
    body.inertial = {.origin = {}, .mass = 2, .ixx = 1, .iyy = 1, .izz = 1};
    model.bodies.push_back(body);
    const RobotText text = robot_text(model);
    BOOST_TEST(text.floating_base == floats);
    const State state = neutral_state(model);
    const Json json =
        Json::parse(ModelText(model, Numbers::doubles, 1, &text).question(2, {Problem::mass_matrix, state}));
    BOOST_TEST(json.at("floating_base") == floats);
    const Model read =
        parse_urdf(json.at("urdf").get<std::string>(), "urdf", {.floating_base = text.floating_base}).model;
    BOOST_TEST((model_as_json(read) == model_as_json(model)));
    BOOST_TEST(!Json::parse(ModelText(model, Numbers::doubles, 1).question(2, {Problem::mass_matrix, state}))
                    .contains("urdf"));
  }
}

/// Doubles that represent other numbers differ from those that represent themselves.
BOOST_AUTO_TEST_CASE(questions_in_the_field_say_what_each_double_stands_for) {
  const Case c = drawn(3);
  const double mass = c.model.bodies[1].inertial.mass, position = std::abs(c.state.q[0]);
  FieldParameters parameters;
  parameters[std::bit_cast<std::uint64_t>(mass)] = Field::of(12345);
  parameters[std::bit_cast<std::uint64_t>(position)] = Field::of(3, 4);
  const FieldPoint point(99, &parameters);
  const auto n = static_cast<std::size_t>(Layout(c.model).n);
  const std::vector<Field> H(n * n, Field::of(17, 1));
  const std::string line =
      ModelText(c.model, Numbers::field, 1).question(2, {Problem::factorization, c.state}, H);
  const ReceivedRequest q = read_question(line);
  BOOST_TEST(q.scale == FieldPoint::current_scale());
  BOOST_TEST(q.parameters.size() == 2U);
  BOOST_TEST((q.parameters.at(std::bit_cast<std::uint64_t>(mass)) == Field::of(12345)));
  BOOST_TEST((q.parameters.at(std::bit_cast<std::uint64_t>(position)) == Field::of(3, 4)));
  BOOST_TEST((q.field_H == H));
  const Json json = Json::parse(line);
  BOOST_TEST(json.at("model").at("bodies").at(0).at("inertial").at("mass") == "12345");
  BOOST_TEST(json.at("model_in_double").at("bodies").at(0).at("inertial").at("mass") == mass);
}

BOOST_AUTO_TEST_CASE(answers_are_read_as_they_were_written) {
  for (const Problem problem : all_problems) {
    const Json json = answer(problem, 4, 2);
    bool without_root = true;
    const Outcome<double> again =
        answer_from_json<double>(Json::parse(json.dump()), problem, sizes(4, 2), without_root);
    BOOST_TEST(!again.fault, name(problem));
    BOOST_TEST(!without_root);
    BOOST_TEST(answer_as_json(7, problem, again, sizes(4, 2)).dump() == json.dump());
    BOOST_TEST(json.dump().size() < longest_answer(problem, sizes(4, 2)));
  }
  const Outcome<Field> field = read<Field>({{"qdd", {"5+7i", 9U}}});
  BOOST_TEST((field.outputs[0] == std::vector<Field>{Field::of(5, 7), Field::of(9)}));
  Outcome<double> broken;
  broken.status = Status::breakdown_at(2);
  const Outcome<double> read_again = read(answer_as_json(1, Problem::forward_dynamics, broken, sizes(2, 0)));
  BOOST_TEST((read_again.status.code == Status::breakdown && read_again.status.coordinate == 2));
  const Status row = read({{"dependent_row", 9}}).status;
  BOOST_TEST((row.code == Status::dependent_rows && row.coordinate == 9));
  BOOST_TEST((read({{"unsupported", true}}).status.code == Status::unsupported));
  BOOST_TEST(!read({{"unsupported", true}}).fault);
  const auto refused = read({{"unsupported", "links without mass"}});
  BOOST_TEST((refused.status.code == Status::unsupported && refused.fault.reason == Reason::outside_domain));
  BOOST_TEST(refused.fault.detail == "links without mass");
  bool without_root = false;
  BOOST_TEST(
      !answer_from_json<Field>({{"without_root", true}}, Problem::forward_dynamics, sizes(2, 0), without_root)
           .fault);
  BOOST_TEST(without_root);
}

BOOST_AUTO_TEST_CASE(protocol_reports_a_fault_for_malformed_answers) {
  const auto reason = [](const Json& json) { return read(json).fault.reason; };
  BOOST_TEST((reason({{"tau", {1, 2}}}) == Reason::garbled));
  BOOST_TEST((reason({{"qdd", 1}}) == Reason::garbled));
  BOOST_TEST((reason({{"qdd", {1, "2"}}}) == Reason::garbled));
  BOOST_TEST((reason({{"qdd", {1, 2, 3}}}) == Reason::wrong_size));
  BOOST_TEST((reason({{"breakdown", "j2"}}) == Reason::garbled));
  BOOST_TEST((reason({{"error", "no such joint"}}) == Reason::reports_error));
  BOOST_TEST((read({{"H", {{1, 2}, {3}}}}, Problem::mass_matrix).fault.reason == Reason::wrong_size));
  BOOST_TEST((read({{"H", {{1, 2}}}}, Problem::mass_matrix).fault.reason == Reason::wrong_size));
  BOOST_TEST((read({{"H", 3}}, Problem::mass_matrix).fault.reason == Reason::garbled));
  BOOST_TEST((read<Field>({{"qdd", {"1", "1.5"}}}).fault.reason == Reason::garbled));
  BOOST_TEST((read<Field>({{"qdd", {"1", Field::p}}}).fault.reason == Reason::garbled));
}

BOOST_AUTO_TEST_CASE(protocol_reads_nan_and_infinity_as_nan) {
  const auto line = parse_line(R"({"id":1,"qdd":[NaN,-Infinity],"note":"NaN, \"Infinity\""})");
  BOOST_TEST_REQUIRE(line.has_value());
  const Outcome<double> out = read(*line);
  BOOST_TEST((!out.fault && std::isnan(out.outputs[0][0]) && std::isnan(out.outputs[0][1])));
  BOOST_TEST(line->at("note") == "NaN, \"Infinity\"");
  BOOST_TEST(!parse_line("{NaN:").has_value());
}

BOOST_AUTO_TEST_CASE(descriptions_are_read_as_they_were_written) {
  ProgramDescription mine;
  Description& d = mine.description;
  d.name = "mine";
  d.citation = "A. N. Author 1999";
  d.claims = {{.problem = Problem::factorization,
               .promise = Verdict::C,
               .cost = "O(n)",
               .less = {{"thin", Verdict::D}},
               .by_refinement = true}};
  d.domain = {.shape = Domain::serial_chain, .joints = {JointKind::revolute}, .massless_bodies = false};
  d.factor_form = FactorForm::LDLt;
  d.factors_the_model = true;
  d.has_pivots = false;
  d.nested_roots = true;
  d.approximates = true;
  d.scalars = {Scalar::single_precision};
  mine.in_field = true;
  const Json json = as_json(mine);
  const ProgramDescription again = description_from_json(json);
  BOOST_TEST(as_json(again).dump() == json.dump());
  BOOST_TEST(
      (again.answers(Numbers::floats) && again.answers(Numbers::field) && !again.answers(Numbers::doubles)));
  BOOST_TEST(description_from_json(changed("reads_urdf", true)).reads_urdf);
  BOOST_TEST(as_json(description_from_json(changed("reads_urdf", true))).at("reads_urdf") == true);
  const ProgramDescription shortest = description_from_json(sound_description());
  BOOST_TEST((shortest.answers(Numbers::doubles) && !shortest.in_field));
  BOOST_TEST((shortest.description.claim(Problem::mass_matrix)->promise == Verdict::A));
}

BOOST_AUTO_TEST_CASE(bad_descriptions_are_refused) {
  SAYS(description_from_json(changed("kintree", 2)), "it speaks version 2 of the protocol, not 1");
  SAYS(description_from_json(changed("kintree", 4294967297)), "it speaks version 4294967297 of the protocol");
  SAYS(description_from_json(changed("name", "")), "its name is empty or not printable");
  SAYS(description_from_json(changed("problems", Json::object())), "it solves no problem");
  SAYS(description_from_json(changed("problems", {{"dance", "A"}})), "unknown problem 'dance'");
  BOOST_TEST(refused([&] {
               description_from_json(changed("problems", {{"mass_matrix", "E"}}));
             }).ends_with("unknown promise 'E'; there are: A, B, C, D"));
  SAYS(description_from_json(changed("problems", {{"mass_matrix", "F"}})),
       "unknown promise 'F'; there are: A, B");
  SAYS(description_from_json(changed("numbers", {"quad", "double"})), "unknown kind of numbers 'quad'");
  SAYS(description_from_json(changed("domain", {{"shape", "ring"}})), "unknown shape of trees 'ring'");
  SAYS(description_from_json(changed("domain", {{"joints", {"rubber", "free"}}})),
       "unknown joint kind 'rubber'");
  SAYS(description_from_json(changed("factor_form", "QR")), "unknown form of factors 'QR'");
  Json importer = changed("reads_urdf", true);
  importer["numbers"] = {"double", "field"};
  SAYS(description_from_json(importer), "it reads URDF, whose numbers are not those of the field");
  SAYS(description_from_json({{"kintree", 1}}), "its description: key 'name' is missing");
  SAYS(description_from_json(changed("number", {"double"})), "key 'number': unknown; expected ");
  SAYS(description_from_json(changed("ask", "describe")), "it repeats the question");
}

BOOST_AUTO_TEST_CASE(bad_questions_are_refused) {
  const Case c = drawn(1);
  const Json doubles =
      Json::parse(ModelText(c.model, Numbers::doubles, 1).question(1, {Problem::mass_matrix, c.state}));
  const Json field =
      Json::parse(ModelText(c.model, Numbers::field, 1).question(1, {Problem::mass_matrix, c.state}));
  const auto with = [](Json question, const char* key, const Json& value) {
    question[key] = value;
    return question.dump();
  };
  SAYS(read_question("{"), "question: ");
  SAYS(read_question(with(doubles, "ask", "dance")), "question: unknown problem 'dance'");
  SAYS(read_question(with(doubles, "state", 1)), "question: state: a number where an object is needed");
  SAYS(read_question(with(doubles, "modle", 1)), "question: key 'modle': unknown; expected ");
  SAYS(read_question("[]"), "question: an array where an object is needed");
  SAYS(read_question(with(field, "scale", "many")), "question: no scale of angles");
  SAYS(read_question(with(field, "model", Json::object())),
       "question: model and state differ from their doubles");
  Json none = field;
  none["model"]["gravity"][0] = "x";
  SAYS(read_question(none.dump()), "question: no number of the field");
  Json factorization = doubles;
  factorization["ask"] = "factorization";
  factorization["H"] = Json::array({Json::array({"x"})});
  SAYS(read_question(factorization.dump()), "question: ");
  factorization["H"] = Json::array();
  SAYS(read_question(factorization.dump()), "question: H has 0 rows, not ");
  factorization.erase("H");
  SAYS(read_question(factorization.dump()), "question: there is no 'H' in it");
  SAYS(read_question(with(doubles, "solver", 1e300)), "question: solver: no whole number");
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  SAYS(read_question(R"({"id":1,"ask":)" + deep + "}"), "question: nested too deeply");
}

/// A program that prints or copies JSON may call itself for each level, and it searches all keys for each
/// key.
BOOST_AUTO_TEST_CASE(endless_nesting_and_keys_are_no_answer) {
  const auto nested = [](std::size_t depth) {
    return R"({"id":1,"error":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  BOOST_TEST((read_answer(nested(deepest_json - 1)).id == 1U));  // the object is one level
  BOOST_TEST((read_answer(nested(deepest_json)).fault.reason == Reason::garbled));
  BOOST_TEST((read_answer(nested(100000)).fault.reason == Reason::garbled));
  std::string keys = R"({"id":1)";
  for (int k = 0; k < 100000; ++k) keys += ",\"" + std::to_string(k) + "\":0";
  BOOST_TEST((read_answer(keys + "}").fault.reason == Reason::garbled));
  BOOST_TEST((read_answer(R"({"id":1,"\"[[\\":"]{:"})").id == 1U));
  BOOST_TEST(json_extent(R"({"a[{":["\"[[["]})").depth == 2U);
  BOOST_TEST(json_extent("{}]]][[").depth == 2U);
}

/// Writes more than a pipe holds, both ways, and as much to the standard error, whose last line is kept.
BOOST_AUTO_TEST_CASE(long_lines_are_written_and_read_whole) {
  const std::string line(8'000'000, 'x');
  Process echo("cat", {.seconds = 5});
  for (int k = 0; k < 2; ++k) {
    echo.send(line);
    std::string answer;
    const Fault fault = echo.receive(answer, 2 * line.size());
    BOOST_TEST(!fault, fault.detail);
    BOOST_TEST((answer == line));
  }
  Process loud("yes complaint | head -c 300000 >&2; echo last words >&2; read line; echo \"$line\"; exit 3",
               {.seconds = 5});
  loud.send("question");
  std::string answer;
  BOOST_TEST(!loud.receive(answer, 100));
  BOOST_TEST(answer == "question");
  const Fault end = loud.receive(answer, 100);
  BOOST_TEST((end.reason == Reason::exits));
  BOOST_TEST(end.detail.find("last words") != std::string::npos, end.detail);
  BOOST_TEST(end.detail.find("complaint") == std::string::npos, end.detail);
}

/// Files that this process has open, at numbers below, between and beyond those of the program's pipes, are
/// not open in its supervisor.
BOOST_AUTO_TEST_CASE(a_program_holds_open_what_is_its_own_alone) {
  std::array<int, 2> ends{};
  BOOST_TEST_REQUIRE(pipe(ends.data()) == 0);
  std::vector<int> copies{ends[1]};
  for (int k = 0; k < 24; ++k) copies.push_back(dup(ends[1]));
  for (const std::size_t free : {2U, 3U, 5U, 8U, 9U, 13U, 17U, 21U}) close(std::exchange(copies[free], -1));
  Process program("read x; echo $x", {.seconds = 30});
  for (const int copy : copies)
    if (copy >= 0) close(copy);
  pollfd end{ends[0], POLLIN, 0};
  BOOST_TEST(poll(&end, 1, 10000) == 1);
  BOOST_TEST(end.revents == POLLHUP);
  close(ends[0]);
  program.send("still there");
  std::string line;
  BOOST_TEST(!program.receive(line, 100));
  BOOST_TEST(line == "still there");
}

// If a line of complaints is longer than the kept part, its end is kept.
BOOST_AUTO_TEST_CASE(the_last_words_are_of_the_last_complaints) {
  constexpr int kept = 1 << 14, said = 200;
  for (const int more : {0, 1}) {
    Process program(
        "printf x >&2; head -c " + std::to_string(kept - 1 + more) + " /dev/zero | tr '\\0' y >&2; exit 1",
        {.seconds = 30});
    std::string line;
    const Fault end = program.receive(line, 100);
    BOOST_TEST((end.reason == Reason::exits));
    BOOST_TEST(end.detail.find(", and says: " + (more == 0 ? "x" + std::string(said - 1, 'y')
                                                           : std::string(said, 'y'))) != std::string::npos,
               end.detail);
  }
}

// This holds whether or not the program was requested to finish.
BOOST_AUTO_TEST_CASE(nothing_is_left_of_a_program) {
  const auto open_files = [] {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
  };
  const auto before = open_files();
  for (const bool finishes : {false, true}) {
    Process program("cat", {.seconds = 30});
    program.send("a line");
    std::string line;
    BOOST_TEST(!program.receive(line, 100));
    BOOST_TEST(open_files() == before + 4);
    if (finishes) program.finish();
  }
  BOOST_TEST(open_files() == before);
  BOOST_TEST(waitpid(-1, nullptr, WNOHANG) == -1);
  BOOST_TEST(errno == ECHILD);
}

// At its end a program may continue to work for a second.
BOOST_AUTO_TEST_CASE(a_program_finishes_what_it_does) {
  const TemporaryFolder folder;
  const auto file = folder / "done";
  {
    Process program("cat; sleep 0.05; echo done > " + quoted(file.string()), {.seconds = 30});
    program.finish();
  }
  BOOST_TEST(std::filesystem::exists(file));
}

// Nor does it leave its memory in a file.
BOOST_AUTO_TEST_CASE(a_program_that_crashes_writes_no_core) {
  rlimit allowed{};
  getrlimit(RLIMIT_CORE, &allowed);
  const rlimit most{allowed.rlim_max, allowed.rlim_max};
  setrlimit(RLIMIT_CORE, &most);
  Process program("ulimit -c; cat", {.seconds = 30});
  setrlimit(RLIMIT_CORE, &allowed);
  std::string line;
  BOOST_TEST(!program.receive(line, 100));
  BOOST_TEST(line == "0");
}

BOOST_AUTO_TEST_CASE(a_line_is_read_within_its_length) {
  for (const std::size_t longest : {3u, 4u}) {
    Process program("echo four; sleep 5", {.seconds = 5});
    std::string answer;
    BOOST_TEST(
        (program.receive(answer, longest).reason == (longest < 4 ? Reason::endless_output : Reason::none)));
  }
}

BOOST_AUTO_TEST_CASE(programs_that_do_not_say_what_they_are_are_refused) {
  const auto started = [](const std::string& command) {
    return Programs({command}, {.seconds = 0.5}).plugins();
  };
  SAYS(started("exit 3;"), "program 'exit 3;': no description: the plugin ends its process: exit code 3");
  errno = EAGAIN;  // of something before
  SAYS(started("exit 4;"), "the plugin ends its process: exit code 4");
  SAYS(started("no_such_program_anywhere"), "not found");
  SAYS(started("sleep 60"), "no description: no answer in the time allowed");
  SAYS(started("echo hello; cat"),
       "no description: the plugin prints on its standard output what is no answer: 'hello'");
  SAYS(started("echo '{\"id\":1}'; cat"), "its description: ");
  SAYS(started("kill -SEGV $$"), "the plugin crashed: SIGSEGV");
  SAYS(started("head -c 2000000 /dev/zero; cat"), "a line longer than any answer");
  BOOST_TEST(
      started(R"(echo '{"id":1,"kintree":1,"name":"mine","problems":{"mass_matrix":"A"}}'; cat)").size() ==
      1U);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{4, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  const std::string reason = refused([&] { started("cat"); });
  setrlimit(RLIMIT_NOFILE, &before);
  BOOST_TEST(reason.find("no process can be started") != std::string::npos, reason);
}

namespace {

/// A program that sends its description, then these lines, for any request.
const Plugin& says_lines(const std::string& lines, const std::string& numbers = "double") {
  const std::string description = R"({"id":1,"kintree":1,"name":"mine","numbers":[")" + numbers +
                                  R"("],"problems":{"inverse_dynamics":"A"}})";
  return *Programs({"printf '%s\\n' '" + description + "' " + lines + "; cat > /dev/null"}, {.seconds = 30})
              .plugins()
              .front();
}

std::string in_words(const Outcome<double>& out) {
  std::string text = std::to_string(out.status.code);
  for (const double x : out.outputs[0]) text += " " + Json(x).dump();
  return text + (out.fault ? ", " + out.fault.detail : "");
}

/// One joint: its answer is one number.
Case one_joint() {
  Case c;
  Body body;
  body.name = "body", body.joint.name = "joint", body.joint.kind = JointKind::revolute;
  body.inertial.mass = 1;
  c.model.bodies.push_back(body);
  c.state = neutral_state(c.model);
  return c;
}

/// Returns the outcome of two requests at once, whose numbers are 3 and 4.
std::string answers_to_two(const std::string& lines) {
  const Case c = one_joint();
  const SolverRequest question{Problem::inverse_dynamics, c.state};
  std::string text;
  for (const Outcome<double>& out :
       worker_of(says_lines(lines), c.model, {})->in_turn(Format::binary64, {question, question}))
    text += in_words(out) + "; ";
  return text;
}

}  // namespace

// In any order; after a fault those that are there stay.
BOOST_AUTO_TEST_CASE(answers_are_of_the_questions_with_their_numbers) {
  BOOST_TEST(answers_to_two(R"('{"id":3,"tau":[30]}' '{"id":4,"tau":[40]}')") == "0 30.0; 0 40.0; ");
  BOOST_TEST(answers_to_two(R"('{"id":4,"tau":[40]}' '{"id":3,"tau":[30]}')") == "0 30.0; 0 40.0; ");
  BOOST_TEST(answers_to_two(R"('{"id":4,"tau":[40]}' '{"id":5,"tau":[30]}')") ==
             "4, id 5 is that of no open question; 0 40.0; ");
  BOOST_TEST(answers_to_two(R"('{"id":4,"tau":[40]}' '{"id":4,"tau":[30]}')") ==
             "4, id 4 is that of no open question; 0 40.0; ");
  BOOST_TEST(answers_to_two(R"('{"id":3,"tau":[30]}' '{"id":0,"tau":[40]}')") ==
             "0 30.0; 4, id 0 is that of no open question; ");
  BOOST_TEST(answers_to_two(R"('{"id":3,"error":"no"}' '{"id":4,"tau":[40]}')") == "4, no; 0 40.0; ");
}

// A program gets no requests with numbers of a type that it does not answer.
BOOST_AUTO_TEST_CASE(a_program_is_asked_in_its_numbers_alone) {
  const Case c = one_joint();
  const SolverRequest question{Problem::inverse_dynamics, c.state};
  const std::string line = R"('{"id":3,"tau":[30]}')";
  const auto of_doubles = worker_of(says_lines(line), c.model, {});
  const Outcome<float> none = of_doubles->in_float(question);
  BOOST_TEST(none.status.code == Status::unsupported);
  BOOST_TEST((none.outputs[0].empty() && !none.fault));
  BOOST_TEST(of_doubles->in_field(question, {}).status.code == Status::unsupported);
  BOOST_TEST(in_words(of_doubles->in_double(question)) == "0 30.0");
  const auto of_floats = worker_of(says_lines(line, "float"), c.model, {});
  BOOST_TEST(of_floats->in_double(question).status.code == Status::unsupported);
  BOOST_TEST(of_floats->in_float(question).outputs[0].at(0) == 30);
  BOOST_TEST(of_floats->in_digits(question, 20).status.code == Status::unsupported);
  BOOST_TEST(of_floats->count(question, {}).status.code == Status::unsupported);
  BOOST_TEST(of_floats->in_degrees(question, {}).status.code == Status::unsupported);
}

// After three requests in a row without an answer in time, there are no more. An answer resets the count.
BOOST_AUTO_TEST_CASE(program_gets_no_requests_after_three_timeouts) {
  const TemporaryFolder folder;
  // Answers with its description, and answers the third request. Every process answers one request.
  const std::string command =
      R"(read x; case "$x" in *describe*) printf '%s\n' '{"id":1,"kintree":1,"name":"mine","problems":{"inverse_dynamics":"A"}}'; read x;; esac; )"
      "echo >> '" +
      (folder / "asked").string() + "'; test $(wc -l < '" + (folder / "asked").string() +
      R"(') = 3 && printf '{"id":5,"tau":[50]}\n'; sleep 60)";
  const Case c = one_joint();
  const SolverRequest question{Problem::inverse_dynamics, c.state};
  const auto worker = worker_of(*Programs({command}, {.seconds = 1.5}).plugins().front(), c.model, {});
  const std::string none = "4, 1.5 s", answered = "0 50.0",
                    last = "4, it gets no more requests, after 3 questions without an answer";
  for (const std::string& expected : {none, none, answered, none, none, none, last, last}) {
    const Outcome<double> out = worker->in_double(question);
    BOOST_TEST(in_words(out) == expected);
    BOOST_TEST((out.fault.reason == (expected == answered ? Reason::none : Reason::timed_out)));
  }
}

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

// Also in a process whose parent ignores the signal.
BOOST_AUTO_TEST_CASE(a_program_that_reads_no_more_is_waited_for_at_rest) {
  const auto before = signal(SIGPIPE, SIG_IGN);
  Process program("exec 0<&-; echo one; sleep 1", {.seconds = 30});
  std::string line;
  BOOST_TEST(!program.receive(line, 100));
  program.send("question");
  const std::clock_t start = std::clock();
  const Fault fault = program.receive(line, 100);
  BOOST_TEST(std::clock() - start < CLOCKS_PER_SEC / 4);
  signal(SIGPIPE, before);
  BOOST_TEST((fault.reason == Reason::exits && fault.detail == "exit code 0"));
}

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
