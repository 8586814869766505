// The line protocol: written lines are read again, and lines outside the protocol are rejected.
#define BOOST_TEST_MODULE protocol
#include "suite/execution/protocol.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "kintree/files/json_file.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/trees/case.hpp"
#include "protocol_lines.hpp"
#include "suite/support/text.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

Case drawn(std::uint64_t seed) {
  CaseOptions options;
  options.state.max_end_effectors = 3;
  return random_case(Family::recursive, 6, seed, options);
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
