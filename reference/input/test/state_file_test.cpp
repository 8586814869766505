#include "kintree/input/state_file.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>

#include "kintree/input/urdf.hpp"
#include "refused.hpp"

namespace {

using namespace kintree;
using kintree::test::check_refused;

/// arm - hand (revolute), hand - tip (fixed), arm - sled (planar); with or without a floating base.
Model robot(bool floating_base) {
  const char* text = R"(<robot name="r">
    <link name="arm"/><link name="hand"/><link name="tip"/><link name="sled"/>
    <joint name="wrist" type="revolute"><parent link="arm"/><child link="hand"/></joint>
    <joint name="glue" type="fixed"><parent link="hand"/><child link="tip"/></joint>
    <joint name="slide" type="planar"><parent link="arm"/><child link="sled"/></joint></robot>)";
  return parse_urdf(text, "r.urdf", {.floating_base = floating_base, .independent_mimic = false}).model;
}

State bound(const std::string& text, const Model& model) {
  return parse_state_document(text, "s.json").bind(model);
}

std::vector<std::uint64_t> bits(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> result;
  result.reserve(numbers.size());
  for (const double x : numbers) result.push_back(std::bit_cast<std::uint64_t>(x));
  return result;
}

void check_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  BOOST_TEST(bits(a) == bits(b), boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(state_file)

BOOST_AUTO_TEST_CASE(reads_a_state) {
  const StateDocument document = parse_state_document(
      "\xef\xbb\xbf"
      R"({"floating_base": true, "gravity": [0, 1.5, -9.81],
      "q": {"slide": [0.1, -2, 3e-2], "floating_base": [1, 2, 3, 0.5, 0.5, 0.5, 0.5], "glue": []},
      "v": {"wrist": 7}, "tau": {"wrist": [8]}, "qdd": {"floating_base": [1, 2, 3, 4, 5, 6]},
      "f_ext": {"tip": [1, 2, 3, 4, 5, 6.5]}, "end_effectors": ["tip", "world", "tip"]})",
      "s.json");
  BOOST_TEST(document.floating_base());
  BOOST_REQUIRE(document.gravity().has_value());
  BOOST_TEST((*document.gravity() == Triple{0, 1.5, -9.81}));
  BOOST_TEST(document.warnings().empty());
  const State state = document.bind(robot(true));  // floating_base, wrist, glue, slide
  check_same_bits(state.q, {1, 2, 3, 0.5, 0.5, 0.5, 0.5, 0, 0.1, -2, 0.03});
  check_same_bits(state.v, {0, 0, 0, 0, 0, 0, 7, 0, 0, 0});
  check_same_bits(state.tau, {0, 0, 0, 0, 0, 0, 8, 0, 0, 0});
  check_same_bits(state.qdd, {1, 2, 3, 4, 5, 6, 0, 0, 0, 0});
  BOOST_REQUIRE(state.f_ext.size() == 5U);
  BOOST_TEST((state.f_ext[3] == Wrench{1, 2, 3, 4, 5, 6.5}));
  BOOST_TEST((state.f_ext[4] == Wrench{}));
  BOOST_REQUIRE(state.end_effectors.size() == 3U);
  BOOST_TEST(state.end_effectors[0].body == 3);
  BOOST_TEST(state.end_effectors[1].body == 0);
}

BOOST_AUTO_TEST_CASE(state_file_is_neutral_where_values_are_missing) {
  const StateDocument document = parse_state_document("{}", "s.json");
  BOOST_TEST(!document.floating_base());
  BOOST_TEST(!document.gravity().has_value());
  const State state = document.bind(robot(true));
  check_same_bits(state.q, {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  BOOST_TEST(state.end_effectors.empty());
}

BOOST_AUTO_TEST_CASE(numbers_are_exact) {
  const auto q = [](const std::string& token) {
    return bound(R"({"q": {"wrist": [)" + token + "]}}", robot(false)).q.at(0);
  };
  BOOST_TEST(q("0.1") == 0.1);
  BOOST_TEST(q("9007199254740993") == 9007199254740992.0);  // half-way, to even
  BOOST_TEST(q("9007199254740995") == 9007199254740996.0);
  BOOST_TEST(q("18446744073709551616") == 0x1p64);
  BOOST_TEST(q("-9223372036854775809") == -0x1p63);
  BOOST_TEST(q("5e-324") == 5e-324);
  BOOST_TEST(q("1.7976931348623157e308") == 1.7976931348623157e308);
  BOOST_TEST(q("0e-999") == 0.0);
}

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

BOOST_AUTO_TEST_CASE(state_reader_skips_unknown_keys_if_told_to) {
  const StateDocument document = parse_state_document(
      R"({"Q": {"a": [1, {"b": null}], "c": 1}, "gravity": [0, 0, 1], "x": [], "y": {}, "z": 1, "n\n": null,
          "s": "", "b": true, "f": 1.5, "i": -1, "v": {"wrist": 2},
          "end_effectors": [{"pose": {"xyz": [1]}, "link": "tip", "note": "x", "xyz": [1, 2, 3]}, "hand"]})",
      "s.json", true);
  BOOST_REQUIRE(document.warnings().size() == 11U);
  const auto says = [&](std::size_t k, const std::string& begin) {
    BOOST_TEST(document.warnings()[k].starts_with("s.json: " + begin), document.warnings()[k]);
    BOOST_TEST(document.warnings()[k].ends_with("; ignored"), document.warnings()[k]);
  };
  says(0, "line 1: key 'Q': unknown; expected ");
  says(4, "line 1: key 'n\\x0a': unknown; expected ");
  says(8, "line 2: key 'i': unknown; expected ");
  says(9, "line 3: end_effectors: key 'pose': unknown; expected ");
  BOOST_TEST(document.gravity().has_value());
  const State state = document.bind(robot(false));
  BOOST_TEST(state.v.at(0) == 2.0);
  BOOST_REQUIRE(state.end_effectors.size() == 2U);
  BOOST_TEST((state.end_effectors[0].pose.xyz == Triple{1, 2, 3}));
}

BOOST_AUTO_TEST_CASE(state_reader_names_the_line_of_every_error) {
  const auto message = [](const std::string& text) {
    try {
      bound(text, robot(false));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  BOOST_TEST(message("{\"q\":\n{\"wrist\": [1,\n\"2\"]}}") ==
             "s.json: line 3: q: joint 'wrist': a string where a number is needed");
  BOOST_TEST(message("{\"q\":\n5\n}") == "s.json: line 2: q: a number where an object, with an array for each name, is needed");
  BOOST_TEST(message("{\"q\": {\n\n\"wrist\": [1, 2]}}") ==
             "s.json: line 3: q: joint 'wrist': 2 numbers where 1 is needed");
  BOOST_TEST(message("{\"v\": {\n\"glue\": 0}}") ==
             "s.json: line 2: v: joint 'glue': a fixed joint has no coordinates");
  BOOST_TEST(message("{\n\"q\": {},\r\n\"q\": {}}") == "s.json: line 3: key 'q': appears twice");
  BOOST_TEST(message("{\n\"gravity\": [\n0, 0]}") == "s.json: line 3: gravity: 2 numbers instead of 3");
}

BOOST_AUTO_TEST_CASE(state_reader_names_the_nearest_joint_or_link) {
  const auto hint = [](const std::string& text) {
    try {
      bound(text, robot(false));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  BOOST_TEST(
      hint("{\"q\": {\n\"wirst\": 1}}") ==
      "s.json: line 2: q: joint 'wirst': the robot has no such joint; the nearest known name is 'wrist'");
  BOOST_TEST(
      hint(R"({"v": {"Slide": [1, 2, 3]}})") ==
      "s.json: line 1: v: joint 'Slide': the robot has no such joint; the nearest known name is 'slide'");
  BOOST_TEST(
      hint(R"({"tau": {"glu": []}})") ==
      "s.json: line 1: tau: joint 'glu': the robot has no such joint; the nearest known name is 'glue'");
  BOOST_TEST(hint(R"({"qdd": {"wrist_joint": [1]}})") ==
             "s.json: line 1: qdd: joint 'wrist_joint': the robot has no such joint; the nearest known name "
             "is 'wrist'");
  BOOST_TEST(
      hint(R"({"f_ext": {"sledd": [0, 0, 0, 0, 0, 0]}})") ==
      "s.json: line 1: f_ext: link 'sledd': the robot has no such link; the nearest known name is 'sled'");
  BOOST_TEST(hint("{\"end_effectors\": [\"hand\",\n\"tipp\"]}") ==
             "s.json: line 2: end_effectors: link 'tipp': the robot has no such link; the nearest known name "
             "is 'tip'");
  BOOST_TEST(hint("{\"end_effectors\": [\n{\"link\": \"ham\"}]}") ==
             "s.json: line 2: end_effectors: link 'ham': the robot has no such link; expected one of 'arm', "
             "'hand', 'tip', 'sled'");
}

BOOST_AUTO_TEST_CASE(state_reader_warns_of_a_force_on_the_base) {
  const auto warnings = [](const std::string& text, bool floating) {
    return parse_state_document(text, "s.json").warnings(robot(floating));
  };
  const std::string on_arm = "{\"f_ext\": {\n\"arm\": [0, 0, 0, 0, 0, 1]}}";
  BOOST_TEST(
      warnings(on_arm, false) ==
          std::vector<std::string>{"s.json: line 2: f_ext: link 'arm': it is the base and does not move, so "
                                   "the force has no effect"},
      boost::test_tools::per_element());
  BOOST_TEST(warnings(on_arm, true).empty());
  BOOST_TEST(warnings(R"({"f_ext": {"world": [0, 0, 1, 0, 0, 0]}})", true).size() == 1U);
  BOOST_TEST(warnings(R"({"f_ext": {"arm": [0, 0, 0, 0, 0, 0], "tip": [1, 2, 3, 4, 5, 6]}})", false).empty());
}

BOOST_AUTO_TEST_CASE(state_file_names_the_floating_base) {
  const auto base = [](const std::string& text, const UrdfOptions& options) {
    return parse_state_document(text, "s.json").with_its_base(options);
  };
  BOOST_TEST((base("{}", {}) == UrdfOptions{}));
  BOOST_TEST(
      (base(R"({"floating_base": false})", {.floating_base = true}) == UrdfOptions{.floating_base = true}));
  BOOST_TEST((base(R"({"floating_base": true})", {.independent_mimic = true}) ==
              UrdfOptions{.floating_base = true, .independent_mimic = true}));
  const UrdfOptions named{.floating_base = true, .floating_base_name = "root"};
  BOOST_TEST((base(R"({"floating_base": "root"})", {}) == named));
  BOOST_TEST((base(R"({"floating_base": "root"})", {.floating_base = true}) == named));
  BOOST_TEST((base(R"({"floating_base": "root"})", named) == named));
  BOOST_TEST((base(R"({"floating_base": true})", named) == named));
  BOOST_TEST((base("{}", named) == named));
  check_refused([&] { base(R"({"floating_base": "trunk"})", named); },
                {"s.json: floating_base: the joint is 'trunk', but --floating-base names it 'root'"});
}

BOOST_AUTO_TEST_CASE(bad_documents) {
  struct Case {
    std::string text;
    std::vector<std::string> fragments;
  };
  const std::vector<Case> cases{
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
  for (const Case& bad : cases) BOOST_TEST_CONTEXT(bad.text) {
      std::vector<std::string> fragments{"s.json: "};
      fragments.insert(fragments.end(), bad.fragments.begin(), bad.fragments.end());
      check_refused([&] { parse_state_document(bad.text, "s.json"); }, fragments);
    }
}

BOOST_AUTO_TEST_CASE(state_file_rejects_values_that_do_not_fit_the_robot) {
  struct Case {
    std::string text;
    std::vector<std::string> fragments;
  };
  const std::vector<Case> cases{
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
  for (const Case& bad : cases) BOOST_TEST_CONTEXT(bad.text) {
      check_refused([&] { bound(bad.text, model); }, bad.fragments);
    }
  check_refused([&] { bound(R"({"q": {"floating_base": [0, 0, 0, 1, 0, 0, 0]}})", robot(false)); },
                {"q: joint 'floating_base'", "no such joint"});
}

BOOST_AUTO_TEST_CASE(state_file_reads_back_to_the_last_bit) {
  Model model = robot(true);
  model.bodies[2].joint.name = "w\"\n\xc3\x9f\\";
  std::mt19937_64 random(3);
  const auto draw = [&random] {  // any finite double
    while (true)
      if (const auto x = std::bit_cast<double>(random()); std::isfinite(x)) return x;
  };
  for (int k = 0; k < 200; ++k) {
    for (double& x : model.gravity) x = draw();
    State state = neutral_state(model);
    for (std::vector<double>* const numbers : {&state.q, &state.v, &state.qdd, &state.tau})
      for (double& x : *numbers) x = draw();
    state.q[3] = 0.1 + k;  // the quaternion of the base, of a length that is one
    for (std::size_t i = 4; i < 7; ++i) state.q[i] = std::remainder(state.q[i], 1.0);
    state.v[0] = -0.0;
    state.v[1] = 123456789012345680.0;
    state.v[2] = 1e23;
    for (double& x : state.f_ext[3]) x = draw();
    state.f_ext[2] = {0, 0, -0.0, 0, 0, 0};
    state.end_effectors = {{.body = 4, .pose = {}},
                           {.body = 2, .pose = {.xyz = {draw(), -0.0, draw()}, .rpy = {draw(), draw(), 0}}},
                           {.body = 0, .pose = {}}};
    const StateDocument document = parse_state_document(write_state(model, state, k % 2 == 0), "s.json");
    BOOST_TEST(document.floating_base() == (k % 2 == 0));
    BOOST_TEST(document.warnings().empty());
    BOOST_TEST((document.gravity() == model.gravity));
    const State again = document.bind(model);
    check_same_bits(again.q, state.q);
    check_same_bits(again.v, state.v);
    check_same_bits(again.qdd, state.qdd);
    check_same_bits(again.tau, state.tau);
    for (std::size_t i = 0; i < state.f_ext.size(); ++i)
      check_same_bits({again.f_ext[i].begin(), again.f_ext[i].end()},
                      {state.f_ext[i].begin(), state.f_ext[i].end()});
    BOOST_REQUIRE(again.end_effectors.size() == 3U);
    for (std::size_t e = 0; e < 3; ++e) {
      BOOST_TEST(again.end_effectors[e].body == state.end_effectors[e].body);
      const Placement &is = again.end_effectors[e].pose, &was = state.end_effectors[e].pose;
      check_same_bits({is.xyz.begin(), is.xyz.end()}, {was.xyz.begin(), was.xyz.end()});
      check_same_bits({is.rpy.begin(), is.rpy.end()}, {was.rpy.begin(), was.rpy.end()});
    }
  }
}

BOOST_AUTO_TEST_CASE(state_writer_rejects_unwritable_states) {
  Model model = robot(false);
  State state = neutral_state(model);
  state.v[0] = std::numeric_limits<double>::infinity();
  check_refused([&] { write_state(model, state, false); }, {"joint 'wrist'", "v is not finite"});
  state.v[0] = 0;
  state.end_effectors = {{.body = 1, .pose = {.xyz = {}, .rpy = {}, .quaternion = {1, 1, 0, 0}}}};
  check_refused(
      [&] { write_state(model, state, false); },
      {"end-effector on link '" + model.bodies[1].name + "': a pose with a quaternion", "expected rpy"});
  state.end_effectors.clear();
  model.bodies[1].joint.name = "\xff";
  check_refused([&] { write_state(model, state, false); }, {"'\\xff'", "not UTF-8"});
}

BOOST_AUTO_TEST_SUITE_END()
