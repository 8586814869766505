#include "kintree/files/model_json.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "kintree/model/error.hpp"

using namespace kintree;

namespace {

/// After it was written as text and read again.
nlohmann::json again(const nlohmann::ordered_json& value) {
  return nlohmann::json::parse(value.dump());
}

bool same_bits(const nlohmann::json& number, double x) {
  return std::bit_cast<std::uint64_t>(number.get<double>()) == std::bit_cast<std::uint64_t>(x);
}

/// An inertial in which all numbers differ.
const Inertial an_inertial{.origin = {.xyz = {4, 5, 6}, .rpy = {7, 8, 9}},
                           .mass = 10,
                           .ixx = 11,
                           .ixy = 12,
                           .ixz = 13,
                           .iyy = 14,
                           .iyz = 15,
                           .izz = 16};

}  // namespace

BOOST_AUTO_TEST_SUITE(model_json)

BOOST_AUTO_TEST_CASE(quaternion_is_in_place_of_rpy) {
  Model model;
  Body body;
  body.name = "body";
  body.joint.name = "joint";
  body.joint.placement = {.xyz = {1, 2, 3}, .rpy = {}, .quaternion = {0.1, 0.2, 0.3, 0.4}};
  model.bodies.push_back(body);
  nlohmann::json json = again(model_as_json(model));
  nlohmann::json& placement = json.at("bodies").at(0).at("joint").at("placement");
  BOOST_TEST(!placement.contains("rpy"));
  BOOST_TEST((model_from_json(json).bodies[1].joint.placement.quaternion == body.joint.placement.quaternion));
  placement["rpy"] = {0, 0, 0};
  BOOST_CHECK_THROW(model_from_json(json), InputError);
  placement.erase("rpy");
  placement["quaternion"] = {0, 0, 0, 0};
  BOOST_CHECK_EXCEPTION(model_from_json(json), InputError, [](const InputError& error) {
    return std::string(error.what()).find("the quaternion is zero") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(a_model_in_full) {
  Model model;
  model.name = "robot";
  model.gravity = {0, -0.0, 1e-300};
  Body body;
  body.name = "body";
  body.joint.name = "joint";
  body.joint.kind = JointKind::universal;
  body.joint.placement = {.xyz = {0.1, 0.2, 0.3}, .rpy = {1, 2, 3}};
  body.joint.axis = {1.0 / 3, 0, 5e-324};
  body.joint.second_axis = {0, 2, 0};
  body.joint.pitch = -0.25;
  body.inertial = an_inertial;
  model.bodies.push_back(body);
  const nlohmann::json json = again(model_as_json(model));
  BOOST_TEST(json.at("name") == "robot");
  for (std::size_t k = 0; k < 3; ++k) BOOST_TEST(same_bits(json.at("gravity").at(k), model.gravity[k]));
  BOOST_TEST_REQUIRE(json.at("bodies").size() == 1U);
  const nlohmann::json& one = json.at("bodies").at(0);
  BOOST_TEST(one.at("name") == "body");
  BOOST_TEST(one.at("parent") == 0);
  const nlohmann::json& joint = one.at("joint");
  BOOST_TEST(joint.at("name") == "joint");
  BOOST_TEST(joint.at("kind") == "universal");
  BOOST_TEST(joint.at("placement") == nlohmann::json({{"xyz", {0.1, 0.2, 0.3}}, {"rpy", {1.0, 2.0, 3.0}}}));
  for (std::size_t k = 0; k < 3; ++k) {
    BOOST_TEST(same_bits(joint.at("axis").at(k), body.joint.axis[k]));
    BOOST_TEST(same_bits(joint.at("second_axis").at(k), body.joint.second_axis[k]));
  }
  BOOST_TEST(joint.at("pitch") == -0.25);
  const nlohmann::json& inertial = one.at("inertial");
  BOOST_TEST(inertial.at("origin") == nlohmann::json({{"xyz", {4.0, 5.0, 6.0}}, {"rpy", {7.0, 8.0, 9.0}}}));
  BOOST_TEST(inertial.at("mass") == 10.0);
  BOOST_TEST(inertial.at("inertia") == nlohmann::json({11.0, 12.0, 13.0, 14.0, 15.0, 16.0}));
}

BOOST_AUTO_TEST_CASE(a_state_in_full) {
  State state;
  state.q = {1, 2};
  state.v = {3};
  state.qdd = {4};
  state.tau = {-0.0};
  state.f_ext = {Wrench{}, Wrench{1, 2, 3, 4, 5, 6}};
  state.end_effectors = {{1, {.xyz = {7, 8, 9}, .rpy = {0, 0, 1}}}};
  const nlohmann::json json = again(state_as_json(state));
  BOOST_TEST(json.size() == 6U);
  BOOST_TEST(json.at("q") == nlohmann::json({1.0, 2.0}));
  BOOST_TEST(json.at("v") == nlohmann::json::array({3.0}));
  BOOST_TEST(json.at("qdd") == nlohmann::json::array({4.0}));
  BOOST_TEST(same_bits(json.at("tau").at(0), -0.0));
  BOOST_TEST(json.at("f_ext").at(1) == nlohmann::json({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}));
  BOOST_TEST_REQUIRE(json.at("end_effectors").size() == 1U);
  const nlohmann::json& end_effector = json.at("end_effectors").at(0);
  BOOST_TEST(end_effector.at("body") == 1);
  BOOST_TEST(end_effector.at("pose") == nlohmann::json({{"xyz", {7.0, 8.0, 9.0}}, {"rpy", {0.0, 0.0, 1.0}}}));
}

BOOST_AUTO_TEST_CASE(model_json_reads_back_and_rejects_other_documents) {
  Model model;
  Body first;
  first.name = "first";
  first.joint.kind = JointKind::helical;
  first.joint.pitch = 0.5;
  first.inertial = an_inertial;
  Body second = first;
  second.parent = 1;
  second.joint.kind = JointKind::spherical;
  model.bodies.push_back(first);
  model.bodies.push_back(second);
  State state = neutral_state(model);
  state.end_effectors = {{2, {.xyz = {7, 8, 9}, .rpy = {0, 0, 1}}}};
  model.constraints = {{.name = "sole", .frame = {2, {}}, .rows = {true, true, true, true, true, true}}};
  state.gamma.resize(6);
  const nlohmann::ordered_json model_json = model_as_json(model), state_json = state_as_json(state);
  const Model again = model_from_json(model_json);
  BOOST_TEST(model_as_json(again).dump() == model_json.dump());
  BOOST_TEST(state_as_json(state_from_json(state_json, again)).dump() == state_json.dump());
  BOOST_TEST(model_as_json(model, [](double x) { return std::to_string(x); }).at("gravity").at(2) ==
             "-9.810000");

  const auto reason = [&](const char* where, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json bad_model = model_json, bad_state = state_json;
    const nlohmann::ordered_json::json_pointer at(where);
    (model_json.contains(at) || at.to_string().starts_with("/bod") ? bad_model : bad_state)[at] = value;
    try {
      state_from_json(bad_state, model_from_json(bad_model));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("nothing is refused");
  };
  const auto unknown = [&](const char* where) { return reason(where, 1); };
  BOOST_TEST(unknown("/bodys") ==
             "model: key 'bodys': unknown; expected 'name', 'gravity', 'bodies' or 'constraints'; the "
             "nearest known name is "
             "'bodies'");
  BOOST_TEST(
      unknown("/bodies/0/joints").starts_with("model: key 'joints': unknown; expected 'name', 'parent', "));
  BOOST_TEST(unknown("/bodies/1/joint/axes").ends_with("; the nearest known name is 'axis'"));
  BOOST_TEST(unknown("/bodies/1/joint/placement/quat")
                 .starts_with("model: key 'quat': unknown; expected 'xyz' or 'rpy'"));
  BOOST_TEST(unknown("/bodies/0/inertial/inertias").ends_with("; the nearest known name is 'inertia'"));
  BOOST_TEST(unknown("/bodies/0/inertial/origin/rpyy").ends_with("; the nearest known name is 'rpy'"));
  BOOST_TEST(reason("/bodies/0", 3) == "model: a number where an object is needed");
  BOOST_TEST(reason("/bodies/0/joint", {1}) == "model: an array where an object is needed");
  BOOST_TEST(reason("/name", 3) == "model: a number where a string is needed");
  BOOST_TEST(reason("/bodies/0/joint/kind", "rubber") == "model: unknown joint kind 'rubber'");
  BOOST_TEST(reason("/bodies/1/parent", 2) == "model: body 2 does not follow its parent");
  BOOST_TEST(reason("/bodies/1/parent", 4294967296) == "model: no whole number: 4294967296");
  BOOST_TEST(reason("/bodies/1/parent", 1.0) == "model: no whole number: 1.0");
  BOOST_TEST(reason("/bodies", 3) == "model: bodies is no list");
  BOOST_TEST(reason("/bodies/0/inertial/mass", true) == "model: no number: true");
  BOOST_TEST(reason("/gravity", 3) == "model: no list of 3 numbers: 3");
  BOOST_TEST(reason("/gravity", {1, 2, 3, 4}) == "model: no list of 3 numbers: [1,2,3,4]");
  BOOST_TEST(reason("/constraints/0/relative_to", 3) == "model: constraint 1: no body 3; expected 0 to 2");
  BOOST_TEST(reason("/constraints/0/rows", {true}) ==
             "model: constraint 1: rows is no list of 6 truth values");
  BOOST_TEST(reason("/q", {1.0, 2.0}) == "state: q has 2 numbers, not 5");
  BOOST_TEST(reason("/f_ext", nlohmann::ordered_json::array()) ==
             "state: f_ext has 0 rows, not 3: one for the base and one for each body");
  BOOST_TEST(reason("/end_effectors/0/body", 3) == "state: an end-effector on no body");
  BOOST_TEST(reason("/end_effectors/0/body", -4294967295) == "state: no whole number: -4294967295");
  BOOST_TEST(reason("/tau", "x") == "state: tau is no list");
  BOOST_TEST(unknown("/qd").starts_with("state: key 'qd': unknown; expected 'q', 'v', 'qdd', 'tau', "));
  BOOST_TEST(unknown("/end_effectors/0/link") == "state: key 'link': unknown; expected 'body' or 'pose'");
  nlohmann::ordered_json without = model_json;
  without.erase("gravity");
  BOOST_CHECK_EXCEPTION(model_from_json(without), InputError, [](const InputError& error) {
    return error.what() == std::string("model: key 'gravity' is missing");
  });
}

BOOST_AUTO_TEST_SUITE_END()
