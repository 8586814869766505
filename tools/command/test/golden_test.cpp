// kintree golden: its output fits its schema, and gives the same problem and answers when it is read again.
#define BOOST_TEST_MODULE golden
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/trees/case.hpp"

namespace {

using Json = nlohmann::json;
using kintree::oracle::Real;

Json parsed(const std::string& path) {
  std::ifstream file(path);
  return Json::parse(file);
}

/// As much of JSON Schema as ours uses.
void check_fits(const Json& value, Json schema, const Json& root, const std::string& where) {
  if (schema.contains("$ref"))
    schema = root.at(Json::json_pointer(schema.at("$ref").get<std::string>().substr(1)));
  if (schema.contains("const")) BOOST_TEST((value == schema.at("const")), where);
  if (schema.contains("enum"))
    BOOST_TEST(std::count(schema.at("enum").begin(), schema.at("enum").end(), value) == 1, where);
  const std::string type = schema.value("type", "");
  if (type == "object") {
    BOOST_TEST_REQUIRE(value.is_object(), where);
    for (const Json& key : schema.at("required"))
      BOOST_TEST(value.contains(key.get<std::string>()), where << key);
    for (const auto& [key, member] : value.items()) {
      const Json& properties = schema.at("properties");
      BOOST_TEST_REQUIRE((properties.contains(key) || schema.at("additionalProperties").is_object()),
                         where << "/" << key);
      check_fits(member, properties.contains(key) ? properties.at(key) : schema.at("additionalProperties"),
                 root, std::string(where).append("/").append(key));
    }
  } else if (type == "array") {
    BOOST_TEST_REQUIRE(value.is_array(), where);
    BOOST_TEST(value.size() >= schema.value("minItems", std::size_t{0}), where);
    BOOST_TEST(value.size() <= schema.value("maxItems", value.size()), where);
    if (!schema.contains("items")) return;
    for (const Json& item : value) check_fits(item, schema.at("items"), root, where + "/item");
  } else if (!type.empty()) {
    BOOST_TEST((type == "string"    ? value.is_string()
                : type == "integer" ? value.is_number_integer()
                                    : value.is_number()),
               where << " is no " << type);
  }
}

kintree::Placement placement(const Json& at) {
  return {at.at("xyz").get<kintree::Triple>(), at.at("rpy").get<kintree::Triple>()};
}

kintree::Model model_of(const Json& json) {
  kintree::Model model;
  model.name = json.at("name");
  model.gravity = json.at("gravity").get<kintree::Triple>();
  for (const Json& b : json.at("bodies")) {
    kintree::Body body;
    body.parent = b.at("parent");
    const Json &joint = b.at("joint"), &inertial = b.at("inertial");
    body.joint.kind = *kintree::joint_kind(joint.at("kind").get<std::string>());
    body.joint.placement = placement(joint.at("placement"));
    body.joint.axis = joint.at("axis").get<kintree::Triple>();
    body.joint.second_axis = joint.at("second_axis").get<kintree::Triple>();
    body.joint.pitch = joint.at("pitch");
    const auto I = inertial.at("inertia").get<std::array<double, 6>>();
    body.inertial = {
        placement(inertial.at("origin")), inertial.at("mass"), I[0], I[1], I[2], I[3], I[4], I[5]};
    model.bodies.push_back(body);
  }
  return model;
}

kintree::State state_of(const Json& json) {
  kintree::State state;
  state.q = json.at("q").get<std::vector<double>>();
  state.v = json.at("v").get<std::vector<double>>();
  state.qdd = json.at("qdd").get<std::vector<double>>();
  state.tau = json.at("tau").get<std::vector<double>>();
  state.f_ext = json.at("f_ext").get<std::vector<kintree::Wrench>>();
  for (const Json& e : json.at("end_effectors"))
    state.end_effectors.push_back({e.at("body"), placement(e.at("pose"))});
  return state;
}

/// Every number has 40 digits and is right to one unit of the last. A number that is printed as zero is small
/// compared with the largest.
template <class M>
void check_agrees(const Json& written, const M& exact, const std::string& what) {
  Real largest(0);
  for (Eigen::Index i = 0; i < exact.rows(); ++i)
    for (Eigen::Index j = 0; j < exact.cols(); ++j) largest = std::max(largest, Real(abs(exact(i, j))));
  BOOST_TEST(written.size() == static_cast<std::size_t>(exact.rows()), what);
  for (Eigen::Index i = 0; i < exact.rows(); ++i)
    for (Eigen::Index j = 0; j < exact.cols(); ++j) {
      const Json& row = written.at(static_cast<std::size_t>(i));
      const Json& entry = row.is_array() ? row.at(static_cast<std::size_t>(j)) : row;
      const std::string text = entry.get<std::string>();
      const Real error = abs(Real(text) - exact(i, j));
      Real most = abs(exact(i, j)) * Real("1e-39");
      if (text.starts_with("0e")) most = std::min(Real("1" + text.substr(1)), Real(largest * Real("1e-38")));
      BOOST_TEST((isfinite(error) && error <= most), what << ": " << text << " differs by " << error.str(3));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(is_the_problem_and_its_answers) {
  const kintree::oracle::Digits digits(100);
  const Json schema = parsed(std::string(KINTREE_TESTDATA) + "/golden/schema.json");
  const command::Scratch folder;
  const command::Result r = command::kintree({"golden", "--family", "complete", "--family", "star", "--trees",
                                              "4", "--bodies", "7", "--out", folder.path("golden")});
  BOOST_TEST_REQUIRE(r.code == 0, r.err);
  std::istringstream files(r.out);
  int count = 0;
  for (std::string path; std::getline(files, path); ++count) {
    const Json golden = parsed(path);
    BOOST_TEST_CONTEXT(path) {
      check_fits(golden, schema, schema, "");
      BOOST_TEST(golden.at("certified_digits").get<int>() == 40);
      const auto family = count % 2 == 0 ? kintree::Family::complete : kintree::Family::star;
      const kintree::Model model = model_of(golden.at("model"));
      const kintree::State state = state_of(golden.at("state"));
      BOOST_TEST(golden.at("case").get<std::string>() ==
                 std::string(info(family).name) + "-" + std::to_string(count + 1));
      const auto exact = kintree::oracle::evaluate<Real>(model, state, kintree::ProblemSet::all());
      const Json& answers = golden.at("answers");
      check_agrees(answers.at("H"), exact.H, "H");
      check_agrees(answers.at("C"), exact.C, "C");
      check_agrees(answers.at("tau"), exact.of(kintree::Problem::inverse_dynamics), "tau");
      check_agrees(answers.at("qdd"), exact.of(kintree::Problem::forward_dynamics), "qdd");
      check_agrees(answers.at("H_inverse"), exact.of(kintree::Problem::mass_matrix_inverse), "H_inverse");
      check_agrees(answers.at("J"), exact.J, "J");
      check_agrees(answers.at("lambda_inv"), exact.of(kintree::Problem::inverse_osim), "lambda_inv");
      BOOST_TEST(answers.contains("J_bar") == (exact.of_J.dependent_row == 0));
      if (exact.of_J.dependent_row == 0)
        check_agrees(answers.at("J_bar"), exact.of(kintree::Problem::dynamically_consistent_inverse),
                     "J_bar");
    }
  }
  BOOST_TEST(count == 4);
}

// A hinge along x of its own frame, which is askew in the world. The end-effector turns about x alone, and
// zeros result from the cancellation of cosines.
BOOST_AUTO_TEST_CASE(solve_prints_no_digits_of_zero) {
  const command::Scratch folder;
  const std::string model = folder.write("robot.urdf", R"(<robot name="one"><link name="base"/>
      <link name="arm"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
      <joint name="hinge" type="continuous"><origin rpy="0.3 0.4 0.5"/><parent link="base"/><child link="arm"/>
      <axis xyz="1 0 0"/></joint></robot>)");
  const std::string state = folder.write("state.json", R"({"q": {"hinge": [0.3]},
      "end_effectors": [{"link": "arm", "xyz": [0, 0.5, 0.25], "rpy": [0, 0, 0]}]})");
  const auto lambda = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"solve", "--model",   model,         "--state",
                                       state,   "--problem", "inverse_osim"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const command::Result r = command::kintree(arguments);
    BOOST_TEST_REQUIRE(r.code == 0, r.err);
    return Json::parse(r.out);
  };
  const Json rounded = lambda({}), digits = lambda({"--digits", "50"});
  BOOST_TEST(digits.at("certified_digits").get<int>() >= 50);
  for (std::size_t i = 1; i < 4; ++i) {
    BOOST_TEST(rounded.at("J")[i][0].get<double>() == 0);
    const std::string text = digits.at("J")[i][0];
    BOOST_TEST((text.starts_with("0e-") && std::stoi(text.substr(3)) >= 50), text);
  }
  BOOST_TEST(std::abs(rounded.at("J")[0][0].get<double>() - 1) < 1e-15);
  BOOST_TEST(digits.at("J")[0][0].get<std::string>() == "1." + std::string(49, '0'));

  // One joint moves no end-effector in six directions: of J-bar alone that is an error, of all problems it is left out.
  const auto solved = [&](const std::string& problem) {
    return command::kintree({"solve", "--model", model, "--state", state, "--problem", problem});
  };
  const command::Result none = solved("dynamically_consistent_inverse");
  BOOST_TEST(none.code == 2);
  BOOST_TEST(
      none.err.find(
          "the Jacobian of the end-effectors has not full row rank, so its dynamically consistent inverse "
          "does not exist") != std::string::npos);
  const command::Result all = solved("all");
  BOOST_TEST_REQUIRE(all.code == 0, all.err);
  BOOST_TEST((!Json::parse(all.out).contains("J_bar") && Json::parse(all.out).contains("lambda_inv")));
}

BOOST_AUTO_TEST_CASE(bad_input_is_one_line) {
  const command::Scratch folder;
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"golden", "--family", "nonsense"},
                                                {"golden", "--digits", "0"},
                                                {"golden", "--out", folder.write("file", "")}}) {
    const command::Result r = command::kintree(wrong);
    BOOST_TEST(r.code == 2);
    BOOST_TEST(std::count(r.err.begin(), r.err.end(), '\n') == 1, r.err);
  }
}
