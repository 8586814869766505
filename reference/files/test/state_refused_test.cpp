// State files that are refused: their errors name the line, the key and what is expected.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "refused.hpp"
#include "state_text.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

/// A text, and the fragments of the message about it.
struct RefusedState {
  std::string text;
  std::vector<std::string> fragments;
};

/// The message about a state of the robot with a fixed base.
std::string message_of(const std::string& text) {
  try {
    bound(text, robot(false));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(state_file)

BOOST_AUTO_TEST_CASE(state_reader_rejects_unknown_keys) {
  const std::string all =
      "'floating_base', 'gravity', 'q', 'v', 'tau', 'qdd', 'f_ext', 'end_effectors', 'gamma' or "
      "'restitution'; the nearest known "
      "name is ";
  struct Case {
    std::string text, message;
  };
  for (const Case& bad : std::vector<Case>{
           {R"({"qddd": {}})", "line 1: key 'qddd': unknown; expected " + all + "'qdd'"},
           {"{\n \"q\": {},\n \"Tau\": {}}", "line 3: key 'Tau': unknown; expected " + all + "'tau'"},
           {"{\"fext\"\n: 1}", "line 1: key 'fext': unknown; expected " + all + "'f_ext'"},
           {R"({"floating-base": true})",
            "line 1: key 'floating-base': unknown; expected " + all + "'floating_base'"},
           {R"({"graviti": [0, 0, 0]})", "line 1: key 'graviti': unknown; expected " + all + "'gravity'"},
           {R"({"": 1})", "line 1: key '': unknown; expected " + all.substr(0, all.find(';'))},
           {R"({"end_efectors": []})",
            "line 1: key 'end_efectors': unknown; expected " + all + "'end_effectors'"},
           {"{\"end_effectors\": [\n{\"link\": \"tip\",\n\"xzy\": [1, 2, 3]}]}",
            "line 3: end_effectors: key 'xzy': unknown; expected 'link', 'xyz' or 'rpy'; "
            "the nearest known name is 'xyz'"},
       })
    BOOST_CHECK_EXCEPTION(parse_state_document(bad.text, "s.json"), InputError, [&](const InputError& error) {
      BOOST_TEST(error.what() == "s.json: " + bad.message);
      return true;
    });
}

BOOST_AUTO_TEST_CASE(state_reader_names_the_line_of_every_error) {
  BOOST_TEST(message_of("{\"q\":\n{\"wrist\": [1,\n\"2\"]}}") ==
             "s.json: line 3: q: joint 'wrist': a string where a number is needed");
  BOOST_TEST(message_of("{\"q\":\n5\n}") ==
             "s.json: line 2: q: a number where an object, with an array for each name, is needed");
  BOOST_TEST(message_of("{\"q\": {\n\n\"wrist\": [1, 2]}}") ==
             "s.json: line 3: q: joint 'wrist': 2 numbers where 1 is needed");
  BOOST_TEST(message_of("{\"v\": {\n\"glue\": 0}}") ==
             "s.json: line 2: v: joint 'glue': a fixed joint has no coordinates");
  BOOST_TEST(message_of("{\n\"q\": {},\r\n\"q\": {}}") == "s.json: line 3: key 'q': appears twice");
  BOOST_TEST(message_of("{\n\"gravity\": [\n0, 0]}") == "s.json: line 3: gravity: 2 numbers instead of 3");
}

BOOST_AUTO_TEST_CASE(state_reader_names_the_nearest_joint_or_link) {
  BOOST_TEST(
      message_of("{\"q\": {\n\"wirst\": 1}}") ==
      "s.json: line 2: q: joint 'wirst': the robot has no such joint; the nearest known name is 'wrist'");
  BOOST_TEST(
      message_of(R"({"v": {"Slide": [1, 2, 3]}})") ==
      "s.json: line 1: v: joint 'Slide': the robot has no such joint; the nearest known name is 'slide'");
  BOOST_TEST(
      message_of(R"({"tau": {"glu": []}})") ==
      "s.json: line 1: tau: joint 'glu': the robot has no such joint; the nearest known name is 'glue'");
  BOOST_TEST(message_of(R"({"qdd": {"wrist_joint": [1]}})") ==
             "s.json: line 1: qdd: joint 'wrist_joint': the robot has no such joint; the nearest known name "
             "is 'wrist'");
  BOOST_TEST(
      message_of(R"({"f_ext": {"sledd": [0, 0, 0, 0, 0, 0]}})") ==
      "s.json: line 1: f_ext: link 'sledd': the robot has no such link; the nearest known name is 'sled'");
  BOOST_TEST(message_of("{\"end_effectors\": [\"hand\",\n\"tipp\"]}") ==
             "s.json: line 2: end_effectors: link 'tipp': the robot has no such link; the nearest known name "
             "is 'tip'");
  BOOST_TEST(message_of("{\"end_effectors\": [\n{\"link\": \"ham\"}]}") ==
             "s.json: line 2: end_effectors: link 'ham': the robot has no such link; expected one of 'arm', "
             "'hand', 'tip', 'sled'");
}

BOOST_AUTO_TEST_CASE(bad_documents) {
  const std::vector<RefusedState> cases{
      {"", {"empty"}},
      {" ", {"line 1", "not JSON"}},
      {"{\n \"q\": {\n", {"line 3", "not JSON"}},
      {"{} {}", {"line 1, column 4", "not JSON"}},
      {"{'q': {}}", {"line 1, column 2", "not JSON"}},
      {R"({"q": {"wrist": [nan]}})", {"line 1", "not JSON: nan; expected a number"}},
      {R"({"q": {"wrist": [-Infinity]}})", {"not JSON: Infinity; expected a number"}},
      {R"({"q": {"wrist": [NaN]}})", {"not JSON: NaN; expected a number"}},
      {R"({"q": {"wrist": [1,]}})", {"line 1", "not JSON"}},
      {R"({"q": {"wrist": [01]}})", {"line 1", "not JSON"}},
      {"{\"q\n\": {}}", {"line 1", "not JSON"}},
      {"{} // comment", {"line 1", "not JSON"}},
      {std::string("{}\0", 3), {"line 1", "NUL"}},
      {"{\n\"\xff\": 1}", {"line 2", "not UTF-8"}},
      {R"({"\ud800": 1})", {"line 1", "not JSON"}},
      {"{\"" + std::string(5000, 'x'), {"not JSON"}},
      {"[]", {"JSON: an array where an object is needed"}},
      {"null", {"JSON: null where an object"}},
      {"1", {"JSON: a number where an object"}},
      {"\"\"", {"JSON: a string where an object"}},
      {"true", {"JSON: true or false where an object"}},
      {R"({"q": {}, "q": {}})", {"key 'q'", "appears twice"}},
      {R"({"q": {"wrist": [1], "wrist": [1]}})", {"q: joint 'wrist'", "appears twice"}},
      {R"({"f_ext": {"tip": [], "tip": []}})", {"f_ext: link 'tip'", "appears twice"}},
      {R"({"v": {}, "v": 1})", {"key 'v'", "appears twice"}},
      {R"({"floating_base": 1})", {"floating_base: a number where true, false or"}},
      {R"({"floating_base": null})", {"floating_base: null where true, false or"}},
      {R"({"floating_base": "true"})", {"floating_base: a string 'true' where true without quotes"}},
      {R"({"floating_base": ""})", {"floating_base: the name of the joint is empty"}},
      {R"({"floating_base": [true]})", {"floating_base: an array"}},
      {R"({"floating_base": {}})", {"floating_base: an object"}},
      {R"({"gravity": [0, 0]})", {"gravity: 2 numbers instead of 3"}},
      {R"({"gravity": [0, 0, 0, 0]})", {"gravity: 4 numbers instead of 3"}},
      {R"({"gravity": []})", {"gravity: 0 numbers"}},
      {R"({"gravity": 9.81})", {"gravity: a number where an array of 3"}},
      {R"({"gravity": null})", {"gravity: null where an array of 3"}},
      {R"({"gravity": {"x": 0}})", {"gravity: an object where an array of 3"}},
      {R"({"gravity": [0, 0, "1"]})", {"gravity: a string where a number"}},
      {R"({"gravity": [0, 0, true]})", {"gravity: true or false where a number"}},
      {R"({"gravity": [0, 0, [1]]})", {"gravity: an array where a number"}},
      {R"({"gravity": [0, 0, {}]})", {"gravity: an object where a number"}},
      {R"({"gravity": [0, 0, 1e999]})", {"gravity: '1e999' is out of the range"}},
      {R"({"q": []})", {"q: an array where an object"}},
      {R"({"q": 1})", {"q: a number where an object"}},
      {R"({"q": null})", {"q: null where an object"}},
      {R"({"v": "x"})", {"v: a string where an object"}},
      {R"({"q": {"wrist": null}})", {"q: joint 'wrist': null where an array of numbers"}},
      {R"({"q": {"wrist": "1"}})", {"q: joint 'wrist': a string"}},
      {R"({"q": {"wrist": {}}})", {"q: joint 'wrist': an object"}},
      {R"({"q": {"wrist": [[1]]}})", {"q: joint 'wrist': an array where a number"}},
      {R"({"q": {"wrist": [{}]}})", {"q: joint 'wrist': an object where a number"}},
      {R"({"q": {"wrist": [null]}})", {"q: joint 'wrist': null where a number"}},
      {R"({"tau": {"wrist": [true]}})", {"tau: joint 'wrist': true or false where a number"}},
      {R"({"qdd": {"wrist": ["1"]}})", {"qdd: joint 'wrist': a string where a number"}},
      {R"({"q": {"wrist": [-1e999]}})", {"q: joint 'wrist'", "-1e999", "out of the range"}},
      {R"({"q": {"wrist": [1e-999]}})", {"q: joint 'wrist'", "1e-999", "out of the range"}},
      {R"({"f_ext": [1]})", {"f_ext: an array where an object"}},
      {R"({"f_ext": {"tip": null}})", {"f_ext: link 'tip': null"}},
      {R"({"end_effectors": "tip"})", {"end_effectors: a string where an array of link names"}},
      {R"({"end_effectors": {}})", {"end_effectors: an object where an array"}},
      {R"({"end_effectors": [1]})", {"end_effectors: a number where the name of a link"}},
      {R"({"end_effectors": [null]})", {"end_effectors: null where the name of a link"}},
      {R"({"end_effectors": [["tip"]]})", {"end_effectors: an array where the name of a link"}},
      {R"({"end_effectors": [{}]})", {"end_effectors: no 'link'"}},
      {R"({"end_effectors": [{"xyz": [0, 0, 0]}, "tip"]})", {"end_effectors: no 'link'"}},
      {R"({"end_effectors": [{"link": 1}]})", {"end_effectors: a number where the name of a link"}},
      {R"({"end_effectors": [{"link": ["tip"]}]})", {"end_effectors: an array where the name of a link"}},
      {R"({"end_effectors": [{"link": "tip", "link": "tip"}]})", {"end_effectors: key 'link' appears twice"}},
      {R"({"end_effectors": [{"link": "tip", "pose": 1}]})",
       {"end_effectors: key 'pose': unknown; expected"}},
      {R"({"end_effectors": [{"link": "tip", "xyz": 1}]})", {"end_effectors: a number where an array of 3"}},
      {R"({"end_effectors": [{"link": "tip", "xyz": "1"}]})", {"a string where an array of 3"}},
      {R"({"end_effectors": [{"link": "tip", "xyz": {}}]})", {"an object where an array of 3"}},
      {R"({"end_effectors": [{"link": "tip", "xyz": [1, 2]}]})", {"xyz: 2 numbers instead of 3"}},
      {R"({"end_effectors": [{"link": "tip", "rpy": [1, 2, 3, 4]}]})", {"rpy: 4 numbers instead of 3"}},
      {R"({"end_effectors": [{"link": "tip", "rpy": [1, "2", 3]}]})", {"a string where a number"}},
      {R"({"end_effectors": [{"link": "tip", "rpy": [[1], 2, 3]}]})", {"an array where a number"}},
  };
  for (const RefusedState& bad : cases) BOOST_TEST_CONTEXT(bad.text) {
      std::vector<std::string> fragments{"s.json: "};
      fragments.insert(fragments.end(), bad.fragments.begin(), bad.fragments.end());
      check_refused([&] { parse_state_document(bad.text, "s.json"); }, fragments);
    }
}

BOOST_AUTO_TEST_CASE(state_file_rejects_values_that_do_not_fit_the_robot) {
  const std::vector<RefusedState> cases{
      {R"({"q": {"elbow": [1]}})", {"s.json: line 1: q: joint 'elbow': the robot has no such joint"}},
      {R"({"v": {"a\nb\u0000": [1]}})", {"v: joint 'a\\x0ab\\x00'", "no such joint"}},
      {R"({"q": {"hand": [1]}})", {"q: joint 'hand': the robot has no such joint"}},
      {R"({"q": {"": [1]}})", {"q: joint '': the robot has no such joint"}},
      {R"({"q": {"glue": [1]}})", {"q: joint 'glue'", "fixed joint"}},
      {R"({"q": {"glue": 0}})", {"q: joint 'glue'", "fixed joint"}},
      {R"({"q": {"wrist": []}})", {"q: joint 'wrist': 0 numbers where 1 is needed"}},
      {R"({"q": {"wrist": [1, 2]}})", {"q: joint 'wrist': 2 numbers where 1 is needed"}},
      {R"({"tau": {"slide": [1, 2]}})", {"tau: joint 'slide': 2 numbers where 3 are needed"}},
      {R"({"tau": {"slide": 1}})", {"tau: joint 'slide': a number where an array of 3 is needed"}},
      {R"({"q": {"floating_base": [0, 0, 0, 1, 0, 0]}})", {"q: joint 'floating_base': 6 numbers where 7"}},
      {R"({"v": {"floating_base": [0, 0, 0, 1, 0, 0, 0]}})", {"v: joint 'floating_base': 7 numbers where 6"}},
      {R"({"q": {"slide": [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]}})", {"q: joint 'slide': 10 numbers where 3"}},
      {R"({"q": {"floating_base": [1, 1, 1, 0, 0, -0.0, 0]}})",
       {"joint 'floating_base'", "quaternion", "zero"}},
      {R"({"f_ext": {"finger": [0, 0, 0, 0, 0, 0]}})", {"f_ext: link 'finger': the robot has no such link"}},
      {R"({"f_ext": {"wrist": [0, 0, 0, 0, 0, 0]}})", {"f_ext: link 'wrist': the robot has no such link"}},
      {R"({"f_ext": {"tip": [0, 0, 0]}})", {"f_ext: link 'tip': 3 numbers where 6"}},
      {R"({"f_ext": {"tip": 1}})", {"f_ext: link 'tip': a number where an array of 6"}},
      {R"({"end_effectors": ["finger"]})", {"end_effectors: link 'finger': the robot has no such link"}},
      {R"({"end_effectors": [""]})", {"end_effectors: link ''"}},
  };
  const Model model = robot(true);
  for (const RefusedState& bad : cases) BOOST_TEST_CONTEXT(bad.text) {
      check_refused([&] { bound(bad.text, model); }, bad.fragments);
    }
  check_refused([&] { bound(R"({"q": {"floating_base": [0, 0, 0, 1, 0, 0, 0]}})", robot(false)); },
                {"q: joint 'floating_base'", "no such joint"});
}

BOOST_AUTO_TEST_SUITE_END()
