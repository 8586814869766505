// The page about one robot, as a user writes it.
#define BOOST_TEST_MODULE robot
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "command.hpp"

using namespace command;
using Json = nlohmann::json;

namespace {

const std::string arm = KINTREE_TESTDATA "/robots/arm.urdf";

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  BOOST_TEST_REQUIRE(file.good(), path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The values that the page embeds.
Json embedded(const std::string& page) {
  const std::string begin = "href=\"data:application/json;charset=utf-8,";
  const std::size_t from = page.find(begin);
  BOOST_TEST_REQUIRE(from != std::string::npos);
  const std::size_t start = from + begin.size();
  std::string text = page.substr(start, page.find('"', start) - start);
  for (const auto& [escaped, letter] :
       {std::pair{"&quot;", "\""}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"%23", "#"}, {"%25", "%"}})
    text = with(text, escaped, letter);
  return Json::parse(text);
}

}  // namespace

BOOST_AUTO_TEST_CASE(robot_writes_the_values_that_solve_prints) {
  const Scratch folder;
  const std::string out = folder.path("page");
  const Result r =
      kintree({"robot", arm, "--out", out, "--plugin", "crba", "--plugin", "aba", "--states", "2"});
  BOOST_TEST(r.code == 0, r.err);
  BOOST_TEST(r.out.find("page: " + out + "/index.html") != std::string::npos, r.out);
  const std::string page = read(out + "/index.html");
  BOOST_TEST(page.size() < 1'000'000u);
  const Json values = Json::parse(read(out + "/values.json"));
  BOOST_TEST(embedded(page) == values);
  BOOST_TEST_REQUIRE(values.at("states").size() == 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    const std::string state = out + "/state_" + std::to_string(k) + ".json";
    const Json& given = values.at("states")[k];
    BOOST_TEST(given.at("state") == Json::parse(read(state)));
    for (const auto& [problem, quantity] :
         {std::pair{"mass_matrix", "H"}, {"bias_force", "C"}, {"inverse_osim", "lambda_inv"}}) {
      const Result solved = kintree({"solve", "--model", arm, "--state", state, "--problem", problem});
      BOOST_TEST(solved.code == 0, solved.err);
      BOOST_TEST(given.at("answers").at(quantity) == Json::parse(solved.out).at(quantity));
    }
  }
  // Nothing comes from elsewhere.
  for (const char* outside : {"src=", "http:", "https:", "@import", "url("})
    BOOST_TEST(page.find(outside) == std::string::npos, outside);
}

BOOST_AUTO_TEST_CASE(robot_reads_every_format) {
  const Scratch folder;
  for (const char* ending : {".xml", ".sdf"}) {
    const std::string out = folder.path(ending);
    const Result r = kintree({"robot", KINTREE_TESTDATA "/robots/arm" + std::string(ending), "--out", out,
                              "--plugin", "rnea", "--states", "1"});
    BOOST_TEST(r.code == 0, r.err);
    BOOST_TEST(std::filesystem::exists(out + "/index.html"));
  }
}

BOOST_AUTO_TEST_CASE(robot_with_constraints_has_their_values_and_names_dependent_rows) {
  const Scratch folder;
  const std::string out = folder.path("page"), robot = KINTREE_TESTDATA "/robots/public/minitaur_leg.urdf";
  const Result r = kintree({"robot", robot, "--out", out, "--plugin", "kkt", "--states", "1"});
  BOOST_TEST(r.code == 0, r.err);
  const Json answers = Json::parse(read(out + "/values.json")).at("states").at(0).at("answers");
  BOOST_TEST(answers.at("K").size() == answers.at("lambda").size());
  BOOST_TEST(read(out + "/index.html").find("is zero or a combination of others") == std::string::npos);

  const std::string all_rows =
      folder.write("all_rows.urdf", with(read(robot), "rows=\"x z\"", "rows=\"rx x y z\""));
  const Result dependent =
      kintree({"robot", all_rows, "--out", folder.path("all_rows"), "--plugin", "kkt", "--states", "1"});
  BOOST_TEST(dependent.code == 0, dependent.err);
  const std::string page = read(folder.path("all_rows/index.html"));
  BOOST_TEST(page.find("is zero or a combination of others in state") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(robot_prints_each_finding_that_changes_answers) {
  const Scratch folder;
  const std::string odd =
      folder.write("odd.urdf", with(read(arm), "</robot>", "<foo/><bar/><loop_joint/></robot>"));
  const Result r = kintree(
      {"robot", odd, "--out", folder.path("page"), "--ignore-unknown", "--plugin", "rnea", "--states", "1"});
  BOOST_TEST(r.code == 0, r.err);
  BOOST_TEST(r.out.find("findings in the file: 3\n") != std::string::npos, r.out);
  for (const char* line : {"<foo> in <robot> is unknown; ignored; correct or remove it\n",
                           "<bar> in <robot> is unknown; ignored; correct or remove it\n",
                           "element <loop_joint>: ", "; ignored; write <motion_constraint>, or remove it\n"})
    BOOST_TEST(r.out.find(line) != std::string::npos, r.out);
  BOOST_TEST(r.out.find("more with this remedy") == std::string::npos, r.out);
}

BOOST_AUTO_TEST_CASE(robot_rejects_bad_input_and_writes_nothing) {
  const Scratch folder;
  const std::string out = folder.path("page");
  const std::string bad = folder.write("bad.urdf", with(read(arm), "type=\"revolute\"", "type=\"hinge\""));
  refuses({"robot", bad, "--out", out}, {bad + ": line ", "hinge"});
  refuses({"robot", folder.path("none.urdf"), "--out", out}, {"none.urdf"});
  refuses({"robot", folder.write("still.urdf", "<robot name='r'><link name='a'/></robot>"), "--out", out},
          {"still.urdf: no joint moves; expected at least one"});
  refuses({"robot", arm, "--out", out, "--end-effector", "tol"}, {"arm.urdf: --end-effector: no link 'tol'"});
  refuses({"robot", arm, "--out", out, "--plugin", "abba"}, {"unknown plugin 'abba'"});
  BOOST_TEST(!std::filesystem::exists(out));
  const std::string file = folder.write("file", "");
  refuses({"robot", arm, "--out", file}, {file + ": not a folder"});
  BOOST_TEST(read(file).empty());
  refuses({"robot", arm}, {"--out is required"});
}

BOOST_AUTO_TEST_CASE(robot_with_a_wrong_algorithm_fails) {
  const Scratch folder;
  const std::string library = std::filesystem::path(GRAVITY_REVERSED_LIBRARY).parent_path().string();
  const Result r =
      kintree({"robot", arm, "--out", folder.path("page"), "--plugin-path", library, "--states", "1"});
  BOOST_TEST(r.code == 1);
  BOOST_TEST(r.out.find("FAILED gravity_reversed") != std::string::npos, r.out);
  BOOST_TEST(read(folder.path("page/index.html")).find("failed") != std::string::npos);
}
