// Constraints in URDF, JSON and states.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "kintree/files/model_json.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/trees/case.hpp"
#include "refused.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

const std::string head =
    "<robot name='r'><link name='base'/><link name='arm'/><link name='hand'/>"
    "<joint name='j' type='continuous'><parent link='base'/><child link='arm'/></joint>"
    "<joint name='k' type='continuous'><parent link='arm'/><child link='hand'/></joint>\n";

Model robot_with(const std::string& constraint) {
  return parse_urdf(head + constraint + "</robot>", "r.urdf", {}).model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(constraints_in_files)

BOOST_AUTO_TEST_CASE(reads_a_constraint) {
  const Model model = robot_with(
      "<motion_constraint name='c' rows='rz x'><frame link='hand'><origin xyz='1 2 3'/></frame>"
      "<relative_to link='arm'/></motion_constraint><motion_constraint name='d'><frame "
      "link='arm'/></motion_constraint>");
  BOOST_TEST_REQUIRE(model.constraints.size() == 2);
  const Constraint &c = model.constraints[0], &d = model.constraints[1];
  BOOST_TEST((c.name == "c" && c.frame.body == 2 && c.relative_to == 1));
  BOOST_TEST((c.frame.pose.xyz == Triple{1, 2, 3}));
  BOOST_TEST((c.rows == std::array{false, false, true, true, false, false}));
  BOOST_TEST((d.frame.body == 1 && d.relative_to == 0 && d.row_count() == 6));
  BOOST_TEST(Layout(model).constraint_rows == 8);
}

BOOST_AUTO_TEST_CASE(urdf_reader_rejects_what_is_no_constraint) {
  const auto refused = [](const std::string& constraint, const std::vector<std::string>& fragments) {
    BOOST_TEST_CONTEXT(constraint) {
      check_refused([&] { robot_with(constraint); }, fragments);
    }
  };
  const auto with = [](const std::string& attributes, const std::string& content) {
    return "<motion_constraint " + attributes + ">" + content + "</motion_constraint>";
  };
  refused(with("", "<frame link='arm'/>"), {"line 2", "no 'name'"});
  refused(with("name='c'", ""), {"motion_constraint 'c': no <frame>"});
  refused(with("name='c'", "<frame link='foot'/>"), {"the frame link 'foot' does not exist"});
  refused(with("name='c'", "<frame link='arm'/><relative_to link='foot'/>"), {"link 'foot' does not exist"});
  refused(with("name='c'", "<frame link='arm'/><relative_to link='arm'/>"),
          {"r.urdf: line 2: motion_constraint 'c': the frame is on the body that it must not move relative "
           "to, 'arm'; "
           "expected another body in <relative_to>"});
  refused(with("name='c'", "<frame link='base'/>"),
          {"r.urdf: line 2: motion_constraint 'c'", "relative to, 'base'; expected another body"});
  refused(with("name='c' rows='x w'", "<frame link='arm'/>"), {"rows: unknown row 'w'; expected some of rx"});
  refused(with("name='c' rows='x rz x'", "<frame link='arm'/>"),
          {"line 2: motion_constraint 'c': rows: the row 'x' is repeated; expected each row once"});
  refused(with("name='c' rows=' '", "<frame link='arm'/>"), {"rows is empty"});
  refused(with("name='c' type='ball'", "<frame link='arm'/>"), {"type"});
  refused(with("name='c'", "<frame link='arm'/>") + "\n" + with("name='c'", "<frame link='hand'/>"),
          {"r.urdf: line 3: motion_constraint 'c': the name is used by two constraints, here and in line 2; "
           "rename one"});
}

BOOST_AUTO_TEST_CASE(constraints_file_reads_back_to_the_last_bit) {
  int rows = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const Family family : {Family::contacts, Family::loops, Family::gears, Family::mechanisms}) {
      const Case c = random_case(family, 8, seed);
      const Model model = parse_urdf(write_urdf(c.model), "r.urdf", {}).model;
      const State state = parse_state_document(write_state(c.model, c.state, false), "s.json").bind(model);
      const auto constraints = [](const Model& of) {
        const auto json = model_as_json(of);
        return json.contains("constraints") ? json.at("constraints").dump() : "";
      };
      BOOST_TEST(constraints(model) == constraints(c.model));
      BOOST_TEST(state_as_json(state).dump() == state_as_json(c.state).dump());
      const Model again = model_from_json(model_as_json(c.model));
      BOOST_TEST(model_as_json(again).dump() == model_as_json(c.model).dump());
      BOOST_TEST((state_from_json(state_as_json(c.state), again).gamma == c.state.gamma));
      rows += Layout(model).constraint_rows;
    }
  BOOST_TEST(rows > 100);
}

/// Hinges a on the base, b on a, and so on.
std::string chain_of(const std::vector<std::pair<std::string, std::string>>& joints,
                     const std::string& more = "") {
  std::string text = "<robot name='r'><link name='l'/>\n", above = "l";
  for (const auto& [name, content] : joints) {
    text += "<link name='" + name + "_link'/><joint name='" + name + "' type='continuous'><parent link='" +
            above + "'/><child link='" + name + "_link'/>" + content + "</joint>\n";
    above = name + "_link";
  }
  return text + more + "</robot>";
}

UrdfFile read(const std::string& text, bool independent = false) {
  return parse_urdf(text, "r.urdf", {.independent_mimic = independent});
}

// A joint may follow one that comes later, or one that follows itself.
BOOST_AUTO_TEST_CASE(joints_follow_others) {
  const std::string text =
      chain_of({{"a", "<mimic joint='b' multiplier='-2' offset='0.5'/>"},
                {"b", "<mimic joint='c' multiplier='3'/>"},
                {"c", ""}},
               "<motion_constraint name='stop'><coupling joint='c' offset='1'/></motion_constraint>");
  const UrdfFile file = read(text);
  BOOST_TEST_REQUIRE(file.model.constraints.size() == 3U);
  const Constraint &a = file.model.constraints[0], &b = file.model.constraints[1],
                   &stop = file.model.constraints[2];
  BOOST_TEST((a.name == "a" && a.frame.body == 1 && a.relative_to == 2));
  BOOST_TEST((a.coupling->multiplier == -2 && a.coupling->offset == 0.5));
  BOOST_TEST(
      (b.frame.body == 2 && b.relative_to == 3 && b.coupling->multiplier == 3 && b.coupling->offset == 0));
  BOOST_TEST((stop.frame.body == 3 && stop.relative_to == 0 && stop.coupling->offset == 1));
  BOOST_TEST(Layout(file.model).constraint_rows == 3);
  BOOST_TEST(constraint_of_row(file.model, 2).name == "b");
  BOOST_TEST_REQUIRE(file.warnings.size() == 1U);
  BOOST_TEST(file.warnings[0].starts_with("r.urdf: line 2: joint 'a': <mimic joint=\"b\""));
  BOOST_TEST(file.warnings[0].ends_with(
      " (and 1 more) is a constraint, and only problems about constraints observe it; --mimic "
      "independent leaves it out"));
  const UrdfFile independent = read(text, true);
  BOOST_TEST((independent.model.constraints.size() == 1U && independent.model.constraints[0].name == "stop"));
  BOOST_TEST(independent.warnings[0].ends_with(" is not followed; the joint is taken as independent"));
}

BOOST_AUTO_TEST_CASE(couplings_that_are_none_are_refused) {
  const auto refused = [](const std::string& text, const std::vector<std::string>& fragments) {
    BOOST_TEST_CONTEXT(text) {
      check_refused([&] { read(text); }, fragments);
    }
  };
  const auto follower = [](const std::string& mimic) { return chain_of({{"a", ""}, {"b", mimic}}); };
  refused(follower("<mimic joint='A'/>"),
          {"r.urdf: line 3: joint 'b': <mimic joint=\"A\">: there is no joint 'A'", "'a'"});
  refused(follower("<mimic/>"), {"line 3", "no 'joint'"});
  refused(follower("<mimic joint=''/>"), {"line 3: joint 'b'", "there is no joint ''"});
  refused(follower("<mimic joint='a' multiplier='2x'/>"), {"line 3", "multiplier"});
  refused(follower("<mimic joint='b'/>"),
          {"joints follow each other in a cycle: 'b' follows 'b'; remove one"});
  refused(chain_of({{"a", "<mimic joint='c'/>"}, {"b", "<mimic joint='a'/>"}, {"c", "<mimic joint='b'/>"}}),
          {"r.urdf: line 4: joint 'c'", "'c' follows 'b' follows 'a' follows 'c'"});
  refused(
      "<robot name='r'><link name='l'/><link name='m'/><joint name='j' type='spherical'><parent "
      "link='l'/><child "
      "link='m'/></joint><motion_constraint name='k'><coupling joint='j'/></motion_constraint></robot>",
      {"motion_constraint 'k': <coupling joint=\"j\">: joint 'j' has 3 degrees of freedom; expected joints "
       "with one"});
  const auto constraint = [](const std::string& attributes, const std::string& content) {
    return chain_of({{"a", "<mimic joint='b'/>"}, {"b", ""}},
                    "<motion_constraint " + attributes + ">" + content + "</motion_constraint>");
  };
  refused(constraint("name='a'", "<coupling joint='b'/>"),
          {"line 4: motion_constraint 'a': the name is used by two", "line 2"});
  refused(constraint("name='k'", "<coupling/>"), {"motion_constraint 'k'", "no 'joint'"});
  refused(constraint("name='k'", "<coupling joint='a' follows=''/>"), {"motion_constraint 'k'", "follows"});
  refused(constraint("name='k' rows='x'", "<coupling joint='a'/>"),
          {"rows: a <coupling> is one row; remove the attribute"});
  refused(constraint("name='k'", "<coupling joint='a'/><frame link='l'/>"),
          {"<frame> is not beside <coupling>"});
}

// One number for each degree of freedom.
BOOST_AUTO_TEST_CASE(armature_is_read_from_urdf_and_json) {
  const auto robot = [](const std::string& type, const std::string& armature) {
    return "<robot name='r'><link name='l'/><link name='m'/><joint name='j' type='" + type +
           "'><parent link='l'/><child link='m'/>" + armature + "</joint></robot>";
  };
  const Model model = read(robot("spherical", "<armature values='0.5 1 0'/>")).model;
  BOOST_TEST((model.bodies[1].joint.armature == std::array<double, 6>{0.5, 1, 0}));
  auto json = model_as_json(model);
  auto& numbers = json.at("bodies").at(0).at("joint").at("armature");
  BOOST_TEST(numbers.dump() == "[0.5,1.0,0.0]");
  BOOST_TEST((model_from_json(json).bodies[1].joint.armature == model.bodies[1].joint.armature));
  numbers.push_back(1);
  check_refused([&] { model_from_json(json); }, {"armature has 4 numbers, not 3"});
  check_refused(
      [&] { read(robot("revolute", "<armature values='1 2'/>")); },
      {"line 1: joint 'j': <armature> values: 2 numbers; expected 1, one for each degree of freedom"});
  check_refused([&] { read(robot("fixed", "<armature values='1'/>")); }, {"1 numbers; expected 0"});
  check_refused([&] { read(robot("continuous", "<armature/>")); }, {"no 'values'"});
  check_refused([&] { read(robot("continuous", "<armature values='-1'/>")); },
                {"joint 'j': the armature is negative or not finite"});
}

BOOST_AUTO_TEST_CASE(joints_that_a_state_leaves_out_are_where_others_put_them) {
  const Model model = read(chain_of({{"a", "<mimic joint='b' multiplier='-2' offset='0.5'/>"},
                                     {"b", "<mimic joint='c' multiplier='3'/>"},
                                     {"c", ""}},
                                    "<motion_constraint name='again'><coupling joint='a' follows='b' "
                                    "multiplier='9'/></motion_constraint>"))
                          .model;
  const auto bound = [&](const std::string& text) {
    return parse_state_document(text, "s.json").bind(model);
  };
  BOOST_TEST(
      (bound("{}").q == std::vector<double>{0.5, 0, 0}));  // a follows two joints, the first of them here
  BOOST_TEST(
      (bound(R"({"q": {"c": 1}, "v": {"c": 2}, "qdd": {"c": -1}})").q == std::vector<double>{-5.5, 3, 1}));
  const State state = bound(R"({"q": {"b": 0.25}, "v": {"c": 2}, "qdd": {"a": 7, "c": -1}})");
  BOOST_TEST((state.q == std::vector<double>{0, 0.25, 0}));
  BOOST_TEST((state.v == std::vector<double>{-12, 6, 2}));
  BOOST_TEST((state.qdd == std::vector<double>{7, -3, -1}));
}

BOOST_AUTO_TEST_CASE(gamma_is_zero_unless_a_state_says_more) {
  const Model model =
      robot_with("<motion_constraint name='c' rows='rz x'><frame link='hand'/></motion_constraint>");
  const auto bound = [&](const std::string& text) {
    return parse_state_document(text, "s.json").bind(model);
  };
  BOOST_TEST((bound("{}").gamma == std::vector<double>{0, 0}));
  BOOST_TEST((bound(R"({"gamma": {"c": [1, 2]}})").gamma == std::vector<double>{1, 2}));
  check_refused([&] { bound(R"({"gamma": {"c": [1]}})"); },
                {"gamma: constraint 'c': 1 number where 2 are needed"});
  check_refused([&] { bound(R"({"gamma": {"C": [1, 2]}})"); },
                {"gamma: constraint 'C'", "no such constraint", "'c'"});
}

BOOST_AUTO_TEST_SUITE_END()
