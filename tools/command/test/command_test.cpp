// The command as a user runs it: solve against the certified golden values, generate and read back, list, judge
// and new-plugin.
#define BOOST_TEST_MODULE command
#include <boost/multiprecision/mpfr.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <regex>

#include "command.hpp"

using namespace command;

namespace {

using Number = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<60>>;
using Json = nlohmann::json;
namespace fs = std::filesystem;

Number number(const Json& value) {
  return value.is_string() ? Number(value.get<std::string>()) : Number(value.get<double>());
}

/// The largest difference on the natural scale: sqrt(X_ii X_jj) for symmetric matrices, the largest entry for
/// vectors.
double difference(const Json& got, const Json& golden) {
  Number worst = 0;
  BOOST_REQUIRE_EQUAL(got.size(), golden.size());
  BOOST_REQUIRE(!golden.empty());
  if (golden[0].is_array()) {
    for (std::size_t i = 0; i < golden.size(); ++i)
      for (std::size_t j = 0; j < golden.size(); ++j)
        worst = std::max<Number>(worst, abs(number(got[i][j]) - number(golden[i][j])) /
                                            sqrt(number(golden[i][i]) * number(golden[j][j])));
  } else {
    Number scale = 0;
    for (const Json& x : golden) scale = std::max<Number>(scale, abs(number(x)));
    for (std::size_t i = 0; i < golden.size(); ++i)
      worst = std::max<Number>(worst, abs(number(got[i]) - number(golden[i])) / scale);
  }
  return static_cast<double>(worst);
}

Json solve(const fs::path& folder, const std::string& state, const std::vector<std::string>& options) {
  std::vector<std::string> arguments{"solve", "--model", (folder / "robot.urdf").string(), "--state",
                                     (folder / (state + ".state.json")).string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Result r = kintree(arguments);
  BOOST_TEST_REQUIRE(r.code == 0, r.err);
  return Json::parse(r.out);
}

}  // namespace

BOOST_AUTO_TEST_CASE(solve_agrees_with_the_golden_values) {
  int compared = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(KINTREE_TESTDATA) / "golden")) {
    if (!entry.is_directory()) continue;
    for (const std::string state : {"s0", "s1"}) {
      std::ifstream file(entry.path() / (state + ".golden.json"));
      const Json golden = Json::parse(file);
      const auto agrees = [&](const Json& got, const std::string& key, double within) {
        BOOST_TEST(difference(got.at(key), golden.at(key)) <= within, entry.path().filename()
                                                                          << " " << state << " " << key);
        ++compared;
      };
      for (const auto& [problem, key] : {std::pair{"mass_matrix", "H"},
                                         {"bias_force", "C"},
                                         {"forward_dynamics", "qdd"},
                                         {"inverse_dynamics", "tau"},
                                         {"inverse_osim", "lambda_inv"}}) {
        const Json exact = solve(entry.path(), state, {"--problem", problem, "--digits", "40"});
        BOOST_TEST(exact.at("order") == golden.at("order"));
        BOOST_TEST(exact.at("certified_digits").get<int>() >= 40);
        agrees(exact, key, 1e-38);
      }
      // Plugins: in double to a few roundings times the condition of these small trees, in multiprecision to
      // every digit.
      const double in_double = 1e-12 * std::max(1.0, golden.at("kappa").get<double>()), in_digits = 1e-38;
      const std::vector<std::pair<std::string, std::vector<std::string>>> plugins{
          {"crba", {"H"}}, {"rnea", {"C", "tau"}}, {"aba", {"qdd"}}, {"crba_ltdl", {"qdd"}}};
      for (const auto& [plugin, keys] : plugins)
        for (const std::string& key : keys) {
          agrees(solve(entry.path(), state, {"--plugin", plugin}), key, in_double);
          agrees(solve(entry.path(), state, {"--plugin", plugin, "--digits", "40"}), key, in_digits);
        }
    }
  }
  BOOST_TEST(compared == 6 * (5 + 10));
}

BOOST_AUTO_TEST_CASE(generated_trees_are_read_back) {
  const Scratch folder;
  for (const std::string seed : {"1", "2"}) {
    const Result made = kintree(
        {"generate", "--family", "complete", "--bodies", "12", "--seed", seed, "--out", folder.path("out")});
    BOOST_TEST_REQUIRE(made.code == 0, made.err);
    const std::string stem = folder.path("out/complete-" + seed);
    const Result solved = kintree({"solve", "--model", stem + ".urdf", "--state", stem + ".state.json"});
    BOOST_TEST(solved.code == 0, solved.err);
    const Result verified = kintree({"verify", "--model", stem + ".urdf", "--trees", "3", "--plugin", "aba",
                                     "--plugin", "crba", "--plugin", "rnea", "--plugin", "efpa"});
    BOOST_TEST(verified.code == 0, verified.out);
  }
}

BOOST_AUTO_TEST_CASE(judge_accepts_the_output_of_solve) {
  const Scratch folder;
  const std::string model =
      folder.write("r.urdf", R"(<robot name="r"><link name="a"/><link name="b"><inertial>
    <origin xyz="0.5 0 0"/><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
    <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint></robot>)");
  const std::string state = folder.write("s.json", R"({"q": {"j": 0.5}})");
  const std::vector<std::string> judge{"judge", "--model", model, "--state", state, "--answer"};
  const auto with = [](std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return kintree(arguments);
  };
  for (const std::vector<std::string>& digits : {std::vector<std::string>{}, {"--digits", "20"}}) {
    const Result solved =
        with({"solve", "--model", model, "--state", state, "--problem", "inverse_dynamics"}, digits);
    const std::string answer = folder.write("solved.json", solved.out);
    for (const std::vector<std::string>& problem :
         {std::vector<std::string>{answer}, {answer, "--problem", "inverse_dynamics"}}) {
      const Result r = with(judge, problem);
      BOOST_TEST(r.code == 0, r.out << r.err);
      BOOST_TEST(r.out.find("inverse_dynamics: verdict A") != std::string::npos, r.out);
    }
  }
  const std::string unknown =
      folder.write("unknown.json", R"({"order": ["j"], "dofs": {"j": [0]}, "torque": [0]})");
  refuses({"judge", "--model", model, "--state", state, "--answer", unknown},
          {unknown + ": key 'torque': not an output of a problem"});
  const std::string output = folder.write("output.json", R"({"H": [[1]]})");
  refuses({"judge", "--model", model, "--state", state, "--answer", output},
          {output +
           ": 'H' is an output of mass_matrix; expected the name of a problem, or --problem mass_matrix"});
  const std::string misspelt = folder.write("misspelt.json", R"({"massmatrix": {"H": [[1]]}})");
  refuses(
      {"judge", "--model", model, "--state", state, "--answer", misspelt},
      {misspelt + ": unknown problem 'massmatrix'; the nearest known name is 'mass_matrix'; there are: "});
}

BOOST_AUTO_TEST_CASE(power_finds_where_errors_begin_to_show) {
  const Scratch folder;
  const Result r = kintree({"power", "--trees", "2", "--trials", "5", "--plugin", "crba", "--plugin", "ltdl",
                            "--plugin", "rnea", "--plugin", "aba", "--json", folder.path("power.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  const Json curves = json_of(folder.path("power.json")).at("curves");
  BOOST_TEST(curves.size() == 9);
  for (const Json& curve : curves) {
    const std::vector<double> errors = curve.at("errors"), flagged = curve.at("flagged");
    BOOST_TEST(curve.at("trials") == 10);
    BOOST_TEST(errors.size() == flagged.size());
    BOOST_TEST(errors.front() == 0x1p-10);
    BOOST_TEST(errors.back() == 0x1p-52);
    BOOST_TEST(flagged.front() >= 0.5);
    BOOST_TEST(flagged.back() < 0.5);  // an error of one rounding is not flagged
    // No limit allows four digits to be lost at 30 degrees of freedom.
    BOOST_TEST(curve.at("half").get<double>() < 1e-4);
    BOOST_TEST(curve.at("half").get<double>() <= curve.at("most").get<double>());
  }
}

BOOST_AUTO_TEST_CASE(list_names_every_plugin) {
  const Result r = kintree({"list", "--json", "-"});
  BOOST_TEST(r.code == 0);
  std::vector<std::string> names;
  for (const Json& plugin : Json::parse(r.out)) names.push_back(plugin.at("plugin"));
  for (const std::string expected : {"aba", "crba", "crba_ltdl", "ltdl", "rnea"})
    BOOST_TEST(std::count(names.begin(), names.end(), expected) == 1);
}

/// Columns are as wide as they must be, the last one as it is.
BOOST_AUTO_TEST_CASE(list_is_a_table) {
  const std::string folder = std::filesystem::path(ONE_ULP_LIBRARY).parent_path().string();
  const Result r = kintree({"list", "--plugin-path", folder});
  BOOST_TEST(r.code == 0);
  BOOST_TEST(r.out ==
             "plugin   problem      promise  domain                citation\n"
             "one_ulp  mass_matrix  C        any tree, all joints  none: it breaks a promise for a test\n"
             "oracle   all          exact    any tree, all joints  dense multiprecision (kintree solve)\n");
}

/// For example, "Walker & Orin 1982, method 3; Jain 1991, eq. (28)" cites two works.
BOOST_AUTO_TEST_CASE(the_references_have_every_work_that_a_plugin_cites) {
  std::ifstream file(fs::path(KINTREE_TESTDATA).parent_path() / "reports" / "page" / "references.bib");
  const std::string references{std::istreambuf_iterator<char>(file), {}};
  const std::regex work(R"((?:[A-Z][\w-]+, )*(?:[A-Z][\w-]+ & )?[A-Z][\w-]+ \d{4})");
  int works = 0;
  for (const Json& plugin : Json::parse(kintree({"list", "--json", "-"}).out)) {
    const std::string citation = plugin.at("citation");
    for (std::sregex_iterator at(citation.begin(), citation.end(), work), end; at != end; ++at, ++works)
      BOOST_TEST(references.find("shorthand = {" +
                                 std::regex_replace(at->str(), std::regex("Featherstone, RBDA"), "RBDA") +
                                 "}") != std::string::npos,
                 plugin.at("plugin") << " cites " << at->str());
  }
  BOOST_TEST(works > 40);
}

/// The class has the plugin's name in camel case. The header and the registration have the name as it is.
BOOST_AUTO_TEST_CASE(a_new_plugin_has_its_name_in_its_files) {
  const Scratch folder;
  for (const auto& [name, of_class] : {std::pair{"my_own_2nd", "MyOwn2nd"}, std::pair{"q", "Q"}}) {
    const Result r = kintree({"new-plugin", name, "--out", folder.path(name)});
    BOOST_TEST(r.code == 0, r.err);
    const auto has = [&](const std::string& file, const std::string& part) {
      std::ifstream in(folder.path(std::string(name) + "/" + file));
      const std::string text(std::istreambuf_iterator<char>(in), {});
      BOOST_TEST(says(text, part), file << " has no '" << part << "': " << text);
      BOOST_TEST(!says(text, "NewPlugin"), text);
      BOOST_TEST(!says(text, "new_plugin"), text);
    };
    has(std::string(name) + ".hpp", "class " + std::string(of_class) + " final");
    has("plugin.cpp", "KINTREE_PLUGIN(kintree::" + std::string(of_class) + ",");
  }
}
