// The command as a user runs it: solve against the certified golden values, generate and read back, verify
// and its exit codes.
#define BOOST_TEST_MODULE command
#include <boost/multiprecision/mpfr.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include <SQLiteCpp/SQLiteCpp.h>

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

BOOST_AUTO_TEST_CASE(verify_writes_records_that_a_script_can_read) {
  const Scratch folder;
  const Result r = kintree({"verify", "--plugin", "aba", "--plugin", "crba", "--family", "chain", "--trees",
                            "5", "--bodies", "6", "--json", folder.path("records.json")});
  BOOST_TEST(r.code == 0);
  std::ifstream file(folder.path("records.json"));
  const Json records = Json::parse(file);
  BOOST_TEST(records.size() == 10);  // two plugins, one problem each, five trees
  for (const Json& record : records) {
    BOOST_TEST(record.at("passed").get<bool>());
    BOOST_TEST(record.at("alpha").is_number());
    BOOST_TEST(record.at("certified_digits").get<int>() >= 25);
  }
}

BOOST_AUTO_TEST_CASE(verify_in_float_says_so_in_every_record) {
  const Scratch folder;
  const Result r = kintree({"verify", "--scalar", "float", "--plugin", "aba", "--trees", "5", "--bodies", "6",
                            "--json", folder.path("records.json")});
  BOOST_TEST(r.code == 0);
  std::ifstream file(folder.path("records.json"));
  for (const Json& record : Json::parse(file)) {
    BOOST_TEST(record.at("format") == "float");
    BOOST_TEST(record.at("case").get<std::string>().ends_with("/float"));
    BOOST_TEST(record.at("command").get<std::string>().find(" --scalar float") != std::string::npos);
    BOOST_TEST(record.at("error").get<double>() > 1e-9);
    BOOST_TEST(record.at("sigma").get<double>() > 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(verify_says_where_digits_are_lost) {
  const Result r = kintree({"verify", "--where", "--plugin", "crba_ltdl", "--family", "long_chain",
                            "--bodies", "30", "--seed", "76", "--trees", "4"});
  BOOST_TEST(r.code == 0);
  for (const char* part :
       {"WHERE crba_ltdl forward_dynamics: case long_chain-77, alpha ", "roundings by phase: factorization ",
        "by joint: joint29 ", " digits are lost at joint29, factorization: difference of "})
    BOOST_TEST(r.out.find(part) != std::string::npos, part);
  BOOST_TEST(r.out.find(", verdict ", r.out.find("WHERE ")) < r.out.find("roundings by phase"), r.out);
}

BOOST_AUTO_TEST_CASE(where_names_programs_that_cannot_be_traced) {
  const std::string command = KINTREE_COMMAND;
  const std::string library =
      (std::filesystem::path(command).parent_path() / "plugins/kintree_plugin_crba.so").string();
  const std::string program = "'" + command + "' serve '" + library + "'";
  const Result r = kintree({"verify", "--where", "--exec", program, "--family", "chain", "--trees", "1"});
  BOOST_TEST(r.out.find("  not traced: a program reports no operations; expected a plugin in C++\n") !=
                 std::string::npos,
             r.out << r.err);
}

/// Everything that a report shows is in its store, and the page can be rendered again from that alone.
BOOST_AUTO_TEST_CASE(a_report_is_a_run_in_a_store) {
  const Scratch folder;
  const Result r = kintree({"report",
                            "--out",
                            folder.path("page"),
                            "--plugin",
                            "ltdl",
                            "--plugin",
                            "aba",
                            "--trees",
                            "3",
                            "--bodies",
                            "4",
                            "--states",
                            "1",
                            "--skip",
                            "power",
                            "growth",
                            "claims",
                            "throughput",
                            "float_digits",
                            "--largest-tree",
                            "1000",
                            "--mutants",
                            std::string(KINTREE_TESTDATA) + "/mutants/scores.json"});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  const auto read = [&](const std::string& file) {
    std::ifstream stream(folder.path(file), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  for (const auto& [page, shown] : {std::pair{"cost", "id=\"cost\""},
                                    {"cost", "id=\"large\""},
                                    {"trust", "id=\"mutants\""},
                                    {"index", "id=\"verdicts\""}})
    BOOST_TEST(read(std::string("page/") + page + ".html").find(shown) != std::string::npos, shown);
  BOOST_TEST(read("page/cost.html").find("id=\"growth\"") == std::string::npos);

  const Result again =
      kintree({"report", "--out", folder.path("again"), "--from", folder.path("page/records.sqlite")});
  BOOST_TEST_REQUIRE(again.code == 0, again.out + again.err);
  for (const char* file : {"index.html", "records.csv", "costs.csv", "mutants.csv", "large_trees.csv"})
    BOOST_TEST((read(std::string("page/") + file) == read(std::string("again/") + file)), file);

  // Against itself, and against a run in which one answer was better.
  const WithoutFigures without;
  const auto against = [&](const std::string& change) {
    std::filesystem::copy_file(folder.path("page/records.sqlite"), folder.path("before.sqlite"),
                               std::filesystem::copy_options::overwrite_existing);
    SQLite::Database(folder.path("before.sqlite"), SQLite::OPEN_READWRITE).exec(change);
    return kintree({"report", "--out", folder.path("again"), "--from", folder.path("page/records.sqlite"),
                    "--against", folder.path("before.sqlite")});
  };
  const Result same = against("UPDATE runs SET \"commit\" = 'before'");
  BOOST_TEST(same.code == 0, same.out + same.err);
  BOOST_TEST(same.out.find("commit before: nothing changed") != std::string::npos, same.out);
  BOOST_TEST(same.out.find("\n0 worse than in ") != std::string::npos, same.out);
  const Result worse = against(
      "UPDATE measurements SET json = json_set(json, '$.depth', json_extract(json, '$.depth') - 1) WHERE "
      "ordinal = "
      "(SELECT min(ordinal) FROM measurements WHERE kind = 'costs')");
  BOOST_TEST(worse.code == 1, worse.out + worse.err);
  BOOST_TEST(worse.out.find("\n1 worse than in ") != std::string::npos, worse.out);
  BOOST_TEST(read("again/changes.csv").find("worse,longest chain of operations,") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_records_whatever_the_threads) {
  const Scratch folder;
  const std::vector<std::string> base{"verify", "--trees",  "12",      "--bodies", "4",        "--seed",
                                      "77",     "--plugin", "aba",     "--plugin", "crba",     "--plugin",
                                      "efpa",   "--plugin", "refined", "--plugin", "coriolis", "--json"};
  auto one = base, two = base;
  one.insert(one.end(), {folder.path("1.json"), "--jobs", "1"});
  two.insert(two.end(), {folder.path("2.json"), "--jobs", "2"});
  BOOST_TEST(kintree(one).code == 0);
  BOOST_TEST(kintree(two).code == 0);
  std::ifstream a(folder.path("1.json")), b(folder.path("2.json"));
  BOOST_TEST((Json::parse(a) == Json::parse(b)));
}

BOOST_AUTO_TEST_CASE(power_finds_where_errors_begin_to_show) {
  const Scratch folder;
  const Result r = kintree({"power", "--trees", "2", "--trials", "5", "--plugin", "crba", "--plugin", "ltdl",
                            "--plugin", "rnea", "--plugin", "aba", "--json", folder.path("power.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  std::ifstream file(folder.path("power.json"));
  const Json curves = Json::parse(file).at("curves");
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

BOOST_AUTO_TEST_CASE(cost_counts_the_humanoid) {
  const Scratch folder;
  const Result r =
      kintree({"cost", "--plugin", "ltdl", "--family", "humanoid30", "--json", folder.path("costs.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  std::ifstream file(folder.path("costs.json"));
  const Json costs = Json::parse(file);
  BOOST_TEST_REQUIRE(costs.size() == 1u);
  const Json& phase = costs[0].at("phases").at(1);
  BOOST_TEST(phase.at("phase") == "factorization");
  BOOST_TEST(phase.at("divisions") == 219);
  BOOST_TEST(phase.at("multiplications") == 1039);
  BOOST_TEST(phase.at("additions") == 1039);
  BOOST_TEST(costs[0].at("relation") == "equal");
  BOOST_TEST(r.out.find("  equal 1726m + 1477a: yes\n") != std::string::npos, r.out);
  BOOST_TEST(costs[0].at("difference") == "");
  BOOST_TEST(costs[0].at("depth").get<int>() < costs[0].at("work").get<int>());
}

BOOST_AUTO_TEST_CASE(cost_fails_if_no_plugin_can_be_counted) {
  const Scratch folder;
  std::filesystem::copy_file(DOUBLE_ONLY_LIBRARY, folder.path("kintree_plugin_zebra.so"));
  const Result r = kintree({"cost", "--plugin-path", folder.path(""), "--plugin", "zebra"});
  BOOST_TEST(r.code == 1);
  BOOST_TEST(r.out.find("unsupported: not built for this scalar") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(list_names_every_plugin) {
  const Result r = kintree({"list", "--json", "-"});
  BOOST_TEST(r.code == 0);
  std::vector<std::string> names;
  for (const Json& plugin : Json::parse(r.out)) names.push_back(plugin.at("plugin"));
  for (const std::string expected : {"aba", "crba", "crba_ltdl", "ltdl", "rnea"})
    BOOST_TEST(std::count(names.begin(), names.end(), expected) == 1);
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

/// A plugin for spherical joints alone also gets trees of spherical joints, and reports the reason why it
/// does not get others. In addition to eleven trees of each kind there is the case that was hunted.
BOOST_AUTO_TEST_CASE(plugins_of_a_narrow_domain_are_asked_within_it) {
  const Result r = kintree({"verify", "--plugin", "armstrong", "--trees", "11", "--bodies", "6"});
  BOOST_TEST(r.code == 0);
  BOOST_TEST(r.out.find("unsupported: armstrong forward_dynamics: ") != std::string::npos);
  BOOST_TEST(r.out.find("outside the domain") != std::string::npos);
  BOOST_TEST(r.out.find("23 cases") != std::string::npos);
}

/// The algorithm is proved right all the same, but its answers are useless: verdict D, below the promise.
/// (The test divide_and_conquer.sign_flip checks that a wrong formula is wrong.)
BOOST_AUTO_TEST_CASE(digits_that_are_lost_are_told_from_a_wrong_formula) {
  const std::string folder = std::filesystem::path(LOSES_DIGITS_LIBRARY).parent_path().string();
  const Scratch out;
  const Result r = kintree({"verify", "--plugin-path", folder, "--plugin", "loses_digits", "--trees", "10",
                            "--json", out.path("records.json")});
  BOOST_TEST(r.code == 1, r.out + r.err);
  std::ifstream file(out.path("records.json"));
  const Json records = Json::parse(file);
  BOOST_TEST(records.size() == 10);
  for (const Json& record : records) {
    BOOST_TEST(record.at("verdict").get<std::string>() == "D");
    BOOST_TEST(record.at("right").get<std::string>() == "proved");
    BOOST_TEST(!record.at("passed").get<bool>());
    BOOST_TEST(record.at("reason").get<std::string>() == "beyond_bounds");
  }
}

/// Slides that carry links that are nearly points: inverse inertias are lost, but H does not contain them.
/// The promise for such a robot is lower than for the same slides with inertia.
BOOST_AUTO_TEST_CASE(less_is_promised_for_links_that_are_nearly_points) {
  const Scratch folder;
  const auto verdict = [&](const std::string& moment) {
    std::ostringstream slides;
    slides << R"(<robot name="slides"><link name="body0"/>)";
    for (int i = 1; i <= 4; ++i)
      slides << "<link name=\"body" << i
             << R"("><inertial><origin xyz="0.5 0.1 0"/><mass value="1"/><inertia ixx=")" << moment
             << R"(" iyy=")" << moment << R"(" izz=")" << moment
             << R"(" ixy="0" ixz="0" iyz="0"/></inertial></link>)"
             << "<joint name=\"joint" << i << "\" type=\"prismatic\"><parent link=\"body" << i - 1
             << "\"/><child link=\"body" << i
             << R"("/><origin xyz="1 0 0" rpy="0.3 0.7 0"/><axis xyz="0 1 1"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>)";
    slides << "</robot>";
    const Result r = kintree({"verify", "--model", folder.write("slides.urdf", slides.str()), "--plugin",
                              "divide_and_conquer", "--trees", "10", "--json", folder.path("records.json")});
    BOOST_TEST(r.code == 0, r.out);
    std::ifstream file(folder.path("records.json"));
    std::set<std::string> promised;
    for (const Json& record : Json::parse(file)) promised.insert(record.at("promise").get<std::string>());
    BOOST_TEST_REQUIRE(promised.size() == 1);
    return *promised.begin();
  };
  BOOST_TEST(verdict("1e-7") == "D");
  BOOST_TEST(verdict("1e-2") == "C");
}

/// With a plugin that is wrong by one unit in the last place, each command that checks it exits with 1.
BOOST_AUTO_TEST_CASE(a_failure_is_an_exit_code) {
  const std::string folder = std::filesystem::path(ONE_ULP_LIBRARY).parent_path().string();
  const std::vector<std::string> wrong{"--plugin-path", folder, "--plugin", "one_ulp"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    return kintree(arguments);
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
      kintree({"report", "--from", out.path("page/records.sqlite"), "--out", out.path("again")}).code == 1);
}

BOOST_AUTO_TEST_CASE(nothing_judged_is_no_pass) {
  // Armstrong's algorithm is for spherical joints.
  const Result r =
      kintree({"verify", "--plugin", "armstrong", "--joints", "revolute", "--trees", "3", "--bodies", "4"});
  BOOST_TEST(r.code == 1);
  BOOST_TEST(r.out.find("not one case was judged") != std::string::npos);
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
