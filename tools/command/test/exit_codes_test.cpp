// Exit codes of commands that check plugins.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "command.hpp"

using namespace command;
using Json = nlohmann::json;

/// With a plugin that is wrong by one unit in the last place, each command that checks it exits with 1.
BOOST_AUTO_TEST_CASE(a_failure_is_an_exit_code) {
  const auto with = [](const std::vector<std::string>& arguments) {
    return command::kintree(with_plugin(arguments, ONE_ULP_LIBRARY, "one_ulp"));
  };
  BOOST_TEST(with({"verify", "--trees", "2", "--bodies", "4"}).code == 1);
  BOOST_TEST(with({"prove", "--bodies", "1"}).code == 1);
  // No error can be planted in a plugin that is wrong without one. A run without trials does not pass.
  const Result power = with({"power", "--trees", "1", "--degrees-of-freedom", "3"});
  BOOST_TEST(power.code == 1, power.out + power.err);
  BOOST_TEST(power.out.find("one entry of the answer") != std::string::npos, power.out);
  const Scratch out;
  const Result report =
      with({"report", "--trees", "2", "--states", "1", "--bodies", "4", "--out", out.path("page"), "--skip",
            "power", "costs", "growth", "claims", "throughput", "float_digits", "large_trees"});
  BOOST_TEST(report.code == 1, report.out << report.err);
  BOOST_TEST(report.out.find(" 1 proof, 1 not as they should be") != std::string::npos, report.out);
  // The page has this result, and so does a page that is rendered again.
  std::ifstream file(out.path("page/index.html"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  BOOST_TEST(page.find("0 of ") != std::string::npos);
  BOOST_TEST(page.find("<h1 class=\"passed\">") == std::string::npos);
  BOOST_TEST(
      command::kintree({"report", "--from", out.path("page/records.sqlite"), "--out", out.path("again")})
          .code == 1);
}

BOOST_AUTO_TEST_CASE(nothing_judged_is_no_pass) {
  // Armstrong's algorithm is for spherical joints.
  const Result r = command::kintree(
      {"verify", "--plugin", "armstrong", "--joints", "revolute", "--trees", "3", "--bodies", "4"});
  BOOST_TEST(r.code == 1);
  BOOST_TEST(r.out.find("not one case was judged") != std::string::npos);
}

/// With one wrong plugin, the campaign lists all failures, and does not print that there are more.
BOOST_AUTO_TEST_CASE(a_campaign_with_a_failure_does_not_pass) {
  const Scratch folder;
  const Result r =
      command::kintree(with_plugin({"campaign", "--cases", "2", "--bodies", "4", "--store", folder.path("c")},
                                   ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(r.code == 1, r.out << r.err);
  BOOST_TEST(says(r.out, "\n2 cases, 2 verdicts, seeds 1 to 2: failed\n"), r.out);
  BOOST_TEST(says(r.out, "FAILED one_ulp mass_matrix: case "), r.out);
  BOOST_TEST(!says(r.out, "more failures"), r.out);
}

BOOST_AUTO_TEST_CASE(prove_counts_what_is_wrong_and_what_was_never_proved) {
  const Scratch folder;
  const std::string json = folder.path("proofs.json");
  const Result wrong =
      command::kintree(with_plugin({"prove", "--bodies", "1", "--json", json}, ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(wrong.code == 1);
  const std::int64_t count = json_of(json).at(0).at("wrong");
  BOOST_TEST(count > 0);
  BOOST_TEST(says(wrong.out, ": " + std::to_string(count) + " answers are wrong\n"), wrong.out);
  for (const char* part : {"FAILED one_ulp mass_matrix: case small_tree-1 (seed 1, 1 body, ",
                           "; worst entry: ", "\n  repeat: kintree prove --bodies 1 --seed 1"})
    BOOST_TEST(says(wrong.out, part), wrong.out);
  std::filesystem::copy_file(DOUBLE_ONLY_LIBRARY, folder.path("kintree_plugin_zebra.so"));
  const Result never =
      command::kintree({"prove", "--bodies", "1", "--plugin-path", folder.path(""), "--plugin", "zebra"});
  BOOST_TEST(never.code == 1);
  BOOST_TEST(says(never.out, ": 1 plugin and problem was never proved\n"), never.out);
  const Result none =
      command::kintree({"prove", "--bodies", "1", "--shapes", "1", "--plugin", "central_differences"});
  BOOST_TEST(none.code == 1);
  BOOST_TEST(says(none.out, "not asked, because it approximates: central_differences\n"), none.out);
  BOOST_TEST(says(none.out, ": no plugin was asked\n"), none.out);
}

BOOST_AUTO_TEST_CASE(vectors_pass_if_all_answers_are_right_and_some_were_compared) {
  const Result sound = command::kintree({"vectors", "--plugin", "crba"});
  BOOST_TEST(sound.code == 0, sound.err);
  BOOST_TEST(says(sound.out, " vectors: all passed\n"), sound.out);
  const Result wrong =
      command::kintree(with_plugin({"vectors"}, GRAVITY_REVERSED_LIBRARY, "gravity_reversed"));
  BOOST_TEST(wrong.code == 1, wrong.err);
  BOOST_TEST(says(wrong.out, "it looks as if gravity has the other sign"), wrong.out);
  BOOST_TEST(says(wrong.out, " vectors: failed\n"), wrong.out);
  const Result unasked = command::kintree({"vectors", "--plugin", "ltdl"});
  BOOST_TEST(unasked.code == 1, unasked.err);
  BOOST_TEST(says(unasked.out, "ltdl: not one answer was compared\n"), unasked.out);
}

/// The folder can be made, or is there; a file in it cannot.
BOOST_AUTO_TEST_CASE(vectors_name_the_file_that_cannot_be_written) {
  const Scratch folder;
  const std::filesystem::path out = folder.path("out"), vectors = KINTREE_TESTDATA "/vectors";
  for (const auto& entry : std::filesystem::directory_iterator(vectors))
    std::filesystem::create_directories(out / entry.path().filename());
  const Result r = command::kintree({"vectors", "--write", out.string()});
  BOOST_TEST(r.code == 2);
  BOOST_TEST(says(r.err, ".json: "), r.err);
  BOOST_TEST(!says(r.err, "cannot be made"), r.err);
}
