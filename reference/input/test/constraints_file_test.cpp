// Constraints in URDF, JSON and states.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "kintree/input/model_json.hpp"
#include "kintree/input/state_file.hpp"
#include "kintree/input/urdf.hpp"
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
    for (const Family family : {Family::contacts, Family::loops}) {
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
