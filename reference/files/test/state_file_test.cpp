// State files are read, and what is written is read back to the last bit.
#include "kintree/files/state_file.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "refused.hpp"
#include "state_text.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

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
