// kintree search, and the use of its results by verify.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "command.hpp"

using namespace command;

namespace {

using Json = nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A folder with one plugin and the worst cases that are known of it.
struct PluginFolder {
  Scratch scratch;
  std::string path = scratch.path("plugins"), worst;

  PluginFolder(const std::string& library, const std::string& name) {
    std::filesystem::create_directories(path + "/" + name);
    worst = path + "/" + name + "/worst.json";
    std::filesystem::create_symlink(library, path + "/" + std::filesystem::path(library).filename().string());
  }
  void write(const std::string& text) const { std::ofstream(worst, std::ios::binary) << text; }
};

}  // namespace

/// Finds are written, and every verify without named trees checks them. The plugin is wrong everywhere, so
/// that this is visible.
BOOST_AUTO_TEST_CASE(verify_checks_the_cases_that_search_has_written) {
  const PluginFolder folder(ONE_ULP_LIBRARY, "one_ulp");
  const std::vector<std::string> plugin{"--plugin-path", folder.path, "--plugin", "one_ulp"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), plugin.begin(), plugin.end());
    return command::kintree(arguments);
  };
  const Result hunted =
      with({"search", "--cases", "60", "--bodies", "2", "--out", folder.worst, "--compare"});
  BOOST_TEST(hunted.code == 1, hunted.out << hunted.err);
  BOOST_TEST(contains(hunted.out, "FAILED one_ulp mass_matrix: case worst-1"), hunted.out);
  BOOST_TEST(
      contains(hunted.out, "  repeat: kintree search --plugin-path " + folder.path +
                               " --plugin one_ulp --problem mass_matrix --bodies 2 --cases 60 --seed 1\n"),
      hunted.out);
  BOOST_TEST(contains(hunted.out, "factor"), hunted.out);
  BOOST_TEST(contains(hunted.out, folder.worst + ": written"), hunted.out);
  BOOST_TEST(
      contains(hunted.out, "hunted by: kintree search --plugin-path " + folder.path +
                               " --plugin one_ulp --problem mass_matrix --bodies 2 --cases 60 --seed 1\n"),
      hunted.out);
  BOOST_TEST(json_of(folder.worst).at("cases").size() == 1);
  const Result again = with({"search", "--cases", "60", "--bodies", "2", "--out", folder.worst});
  BOOST_TEST(contains(again.out, "what it holds is as bad, and stays"), again.out);

  const Result verified = with({"verify", "--trees", "1", "--bodies", "1"});
  BOOST_TEST(verified.code == 1);
  BOOST_TEST(contains(verified.out, "\n2 cases, 2 verdicts, seeds 1 to 1 and 1 hunted: failed\n"),
             verified.out);
  const std::string repeat = "kintree verify --worst " + folder.worst + " --seed 1 --trees 1";
  BOOST_TEST(contains(verified.out, repeat), verified.out);
  const Result repeated = with({"verify", "--worst", folder.worst, "--seed", "1", "--trees", "1"});
  BOOST_TEST(repeated.code == 1);
  BOOST_TEST(contains(repeated.out, "FAILED one_ulp mass_matrix: case worst-1"), repeated.out);
  const Result chosen = with({"verify", "--family", "chain", "--trees", "1", "--bodies", "1"});
  BOOST_TEST(!contains(chosen.out, "hunted"), chosen.out);
}

BOOST_AUTO_TEST_CASE(a_hunt_depends_on_its_options_alone) {
  const Scratch folder;
  const auto hunted = [&](const std::string& file, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"search",   "--plugin", "crba",   "--cases",        "60",
                                       "--bodies", "2",        "--json", folder.path(file)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result r = command::kintree(arguments);
    BOOST_TEST(r.code == 0, r.out << r.err);
    Json row = json_of(folder.path(file)).at(0);
    return row;
  };
  const Json one = hunted("1", {"--jobs", "1"});
  BOOST_TEST(one.at("hunted").get<double>() > 0);
  BOOST_TEST(one.at("shrunk").at("passed").get<bool>());
  BOOST_TEST((one == hunted("2", {"--jobs", "2"})));
  BOOST_TEST((hunted("3", {"--seed", "900"}) != one));
  BOOST_TEST(hunted("4", {"--aim", "error"}).at("aim") == "error");
  const Json against = hunted("5", {"--against", "crba_screw", "--family", "quadruped"});
  BOOST_TEST(against.at("against") == "crba_screw");
  BOOST_TEST(against.at("from").get<std::string>().starts_with("quadruped-"));
  // Rounds until the time is over.
  BOOST_TEST(hunted("6", {"--hours", "1e-9"}).at("cases").get<int>() == 60);
}

BOOST_AUTO_TEST_CASE(hunts_that_are_refused) {
  const Scratch folder;
  refuses({"search", "--plugin", "aba", "--aim", "nonsense"},
          {"unknown aim 'nonsense'; there are: alpha, error"});
  refuses({"search", "--plugin", "aba", "--against", "crba"},
          {"--against: plugin 'crba' does not solve forward_dynamics"});
  refuses({"search", "--out", folder.path("worst.json")},
          {"--out: a file holds the worst cases of one plugin; choose it with --plugin"});
  refuses({"search", "--plugin", "aba", "--family", "nonsense"}, {"unknown family 'nonsense'"});
  refuses({"search", "--plugin", "aba", "--cases", "8", "--family", "mass_ratio", "--bodies", "8", "--out",
           folder.path("worst.json")},
          {"of the case found is beyond the ranges of moderate trees"});
  BOOST_TEST(!std::filesystem::exists(folder.path("worst.json")));
}

BOOST_AUTO_TEST_CASE(worst_cases_name_their_file) {
  const PluginFolder folder(ONE_ULP_LIBRARY, "one_ulp");
  BOOST_TEST_REQUIRE(
      command::kintree({"search", "--plugin", "crba", "--cases", "8", "--bodies", "2", "--out", folder.worst})
          .code == 0);
  const Json good = json_of(folder.worst);
  const auto bad = [&](const Json& json, const std::vector<std::string>& fragments) {
    folder.write(json.dump());
    refuses({"verify", "--worst", folder.worst, "--plugin", "crba"}, fragments);
  };
  const auto without = [&](const std::function<void(Json&)>& change) {
    Json changed = good;
    change(changed.at("cases").at(0));
    return changed;
  };
  refuses({"verify", "--plugin-path", folder.path, "--plugin", "one_ulp", "--trees", "1"},
          {"worst.json: it holds cases of plugin 'crba', not of 'one_ulp'"});
  refuses({"search", "--plugin", "aba", "--out", folder.worst},
          {"it holds cases of plugin 'crba', not of 'aba'"});
  refuses({"verify", "--worst", folder.worst, "--plugin", "aba"},
          {"no case from number 1 on is of a problem that the plugins solve"});
  refuses({"verify", "--worst", folder.worst, "--seed", "2", "--plugin", "crba"},
          {"no case from number 2 on"});
  refuses({"verify", "--worst", folder.worst, "--family", "chain"},
          {"--family and --worst do not go together"});
  refuses({"verify", "--worst", folder.path + "/none.json"}, {"none.json"});
  bad(Json::array(), {"worst.json: "});
  bad({{"plugin", "crba"}, {"cases", 1}}, {"worst.json: cases is no list"});
  bad(without([](Json& c) { c["problem"] = "nonsense"; }),
      {"worst.json: case 1: unknown problem 'nonsense'"});
  bad(without([](Json& c) { c["aim"] = "nonsense"; }), {"worst.json: case 1: unknown aim 'nonsense'"});
  bad(without([](Json& c) { c.erase("model"); }), {"worst.json: case 1: ", "model"});
  bad(without([](Json& c) { c["state"]["q"].push_back(1); }), {"worst.json: case 1: state: q has"});
  bad(without([](Json& c) { c["model"]["bodies"][0]["inertial"]["mass"] = -1; }),
      {"worst.json: case 1: ", "negative mass"});
  bad(without([](Json& c) {
        for (Json& body : c["model"]["bodies"]) {
          body["inertial"]["mass"] = 0;
          body["inertial"]["inertia"] = {0, 0, 0, 0, 0, 0};
        }
      }),
      {"worst.json: case 1: nothing beyond joint '", "has inertia"});
  folder.write(std::string(100, '[') + std::string(100, ']'));
  refuses({"verify", "--worst", folder.worst}, {"worst.json: nested too deeply"});
  folder.write("{\"plugin\": ");
  refuses({"verify", "--worst", folder.worst}, {"worst.json: ", "not JSON"});
}
