// Bad input ends with exit code 2 and one line that names file, element and reason; nothing is printed to the
// standard output.
#define BOOST_TEST_MODULE bad_input
#include <SQLiteCpp/Database.h>

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "command.hpp"

using namespace command;

namespace {

const std::string link_a =
    "<link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
    "iyz='0'/></inertial></link>";
const std::string link_b =
    "<link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
    "iyz='0'/></inertial></link>";
const std::string link_c =
    "<link name='c'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
    "iyz='0'/></inertial></link>";

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& type = "continuous", const std::string& rest = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + rest + "</joint>";
}

std::string robot(const std::string& inside) {
  return "<?xml version='1.0'?>\n<robot name='r'>" + inside + "</robot>\n";
}

std::string inertial(const std::string& mass, const std::string& tensor) {
  return "<link name='b'><inertial><mass value='" + mass + "'/><inertia " + tensor + "/></inertial></link>";
}

const std::string good = robot(link_a + link_b + joint("j", "a", "b"));

struct Bad {
  std::string name, text;
  std::vector<std::string> fragments;
};

}  // namespace

BOOST_AUTO_TEST_CASE(programs_that_are_no_plugins) {
  const std::string mine = R"(echo '{"id":1,"kintree":1,"name":"mine","problems":{"mass_matrix":"A"}}'; cat)";
  refuses({"verify", "--exec", "exit 3;"}, {"program 'exit 3;'", "no description", "exit code 3"});
  refuses({"verify", "--exec", mine, "--plugin", "yours"}, {"unknown plugin 'yours'", "mine"});
  refuses({"verify", "--exec", mine, "--plugin", "aba"}, {"--plugin names no program of --exec"});
  refuses({"verify", "--exec", mine, "--exec", mine}, {"there is a plugin 'mine' already"});
  refuses({"verify", "--exec", mine, "--problem", "forward_dynamics"},
          {"no plugin solves forward_dynamics; expected one of mass_matrix"});
  const std::string less =
      R"(echo '{"id":1,"kintree":1,"name":"mine","problems":{"mass_matrix":{"promise":"A","less":{"thn":"D"}}}}'; cat)";
  refuses({"verify", "--exec", less},
          {"mine", "mass_matrix: less: unknown family 'thn'; the nearest known name is 'thin'; there are: "});
  refuses({"verify", "--exec", mine, "--time-limit", "0"}, {"--time-limit"});
  refuses({"serve", "nowhere.so"}, {"nowhere.so", "the plugin does not load"});
  const Scratch folder;
  // A solver is prepared with the sizes of the first request that has its number.
  const std::string library =
      (std::filesystem::path(KINTREE_COMMAND).parent_path() / "plugins/kintree_plugin_rnea.so").string();
  const std::string question =
      R"({"id":1,"ask":"inverse_dynamics","numbers":"double","solver":1,)"
      R"("model":{"name":"r","gravity":[0,0,0],"bodies":[]},"state":{"q":[],"v":[],"qdd":[],"tau":[],)"
      R"("f_ext":[[0,0,0,0,0,0]],"end_effectors":[)";
  const std::string end = R"({"body":0,"pose":{"xyz":[0,0,0],"rpy":[0,0,0]}})";
  const Result same =
      kintree({"serve", library}, folder.write("same", question + "]}}\n" + question + "]}}\n"));
  BOOST_TEST((same.code == 0 && same.out == "{\"id\":1,\"tau\":[]}\n{\"id\":1,\"tau\":[]}\n"),
             same.out + same.err);
  const Result other =
      kintree({"serve", library}, folder.write("other", question + "]}}\n" + question + end + "]}}\n"));
  BOOST_TEST(other.code == 2);
  BOOST_TEST(other.err ==
             "kintree: question: another model or other end-effectors than before for solver 1\n");
  const std::string model = folder.write("r.urdf", good), state = folder.write("s.json", "{}");
  refuses({"solve", "--model", model, "--state", state, "--exec", mine, "--plugin", "aba"},
          {"--exec: one program answers, and no plugin beside it"});
  refuses({"solve", "--model", model, "--state", state, "--exec", mine},
          {"plugin 'mine': an answer that is not of the protocol"});
}

BOOST_AUTO_TEST_CASE(the_good_one_is_accepted) {
  const Scratch folder;
  const Result r =
      kintree({"solve", "--model", folder.write("r.urdf", good), "--state", folder.write("s.json", "{}")});
  BOOST_TEST(r.code == 0);
  BOOST_TEST(r.err.empty());
  BOOST_TEST(r.out.find("\"H\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(ignore_unknown_reports_each_ignored_key) {
  const Scratch folder;
  const std::string damped =
      robot(link_a + link_b + joint("j", "a", "b", "continuous", "<dynamics damping='1' friction='0'/>"));
  const std::vector<std::string> solve{"solve", "--model", folder.write("r.urdf", damped), "--state",
                                       folder.write("s.json", "{\n\"speed\": 1}")};
  refuses(solve, {"s.json: line 2: key 'speed': unknown; expected 'floating_base', 'gravity', 'q'"});
  std::vector<std::string> ignoring = solve;
  ignoring.push_back("--ignore-unknown");
  const Result r = kintree(ignoring);
  BOOST_TEST(r.code == 0);
  BOOST_TEST(
      r.err.find("s.json: line 2: key 'speed': unknown; expected 'floating_base'") != std::string::npos,
      r.err);
  BOOST_TEST(r.err.find("; ignored\n") != std::string::npos, r.err);
  BOOST_TEST(r.err.find("r.urdf: damping and friction: no part of the model; left out 1 time (damping)") !=
                 std::string::npos,
             r.err);
}

BOOST_AUTO_TEST_CASE(models) {
  const std::string unit = "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'";
  const std::vector<Bad> cases{
      {"truncated", good.substr(0, good.size() - 15), {"truncated.urdf"}},
      {"no_such_parent", robot(link_b + joint("j", "nowhere", "b")), {"'j'", "nowhere"}},
      {"two_roots", robot(link_a + link_b), {"root", "a", "b"}},
      {"two_parents", robot(link_a + link_b + link_c + joint("j", "a", "c") + joint("k", "b", "c")), {"'c'"}},
      {"cycle", robot(link_a + link_b + link_c + joint("j", "b", "c") + joint("k", "c", "b")), {}},
      {"no_root", robot(link_a + link_b + joint("j", "a", "b") + joint("k", "b", "a")), {"root"}},
      {"itself", robot(link_a + link_b + joint("j", "a", "b") + joint("k", "b", "b")), {"'k'"}},
      {"unknown_type", robot(link_a + link_b + joint("j", "a", "b", "hinge")), {"'j'", "hinge"}},
      {"zero_axis",
       robot(link_a + link_b + joint("j", "a", "b", "continuous", "<axis xyz='0 0 0'/>")),
       {"'j'", "axis"}},
      {"two_components",
       robot(link_a + link_b + joint("j", "a", "b", "continuous", "<axis xyz='0 1'/>")),
       {"'j'", "axis"}},
      {"text_number",
       robot(link_a + link_b + joint("j", "a", "b", "continuous", "<axis xyz='0 1 up'/>")),
       {"'j'", "up"}},
      {"negative_mass", robot(link_a + inertial("-1", unit) + joint("j", "a", "b")), {"'b'", "mass"}},
      {"nan", robot(link_a + inertial("nan", unit) + joint("j", "a", "b")), {"'b'", "nan"}},
      {"inf", robot(link_a + inertial("inf", unit) + joint("j", "a", "b")), {"'b'", "inf"}},
      {"overflow", robot(link_a + inertial("1e999", unit) + joint("j", "a", "b")), {"'b'", "1e999"}},
      {"not_semidefinite",
       robot(link_a + inertial("1", "ixx='1' iyy='1' izz='-1' ixy='0' ixz='0' iyz='0'") +
             joint("j", "a", "b")),
       {"'b'", "semidefinite"}},
      {"duplicate_link", robot(link_a + link_b + link_b + joint("j", "a", "b")), {"'b'"}},
      {"duplicate_joint",
       robot(link_a + link_b + link_c + joint("j", "a", "b") + joint("j", "b", "c")),
       {"'j'"}},
      {"mimic",
       robot(link_a + link_b + joint("j", "a", "b", "continuous", "<mimic joint='k'/>")),
       {"'j'", "mimic"}},
      {"empty", "", {"empty.urdf"}},
      {"bomb",
       "<?xml version='1.0'?><!DOCTYPE robot [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b "
       "'&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
       "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]><robot name='&c;'/>",
       {"bomb.urdf"}},
      {"not_utf8", robot("<link name='\xff\xfe'/>"), {"UTF-8"}},
      {"nul", good + std::string(1, '\0') + good, {"NUL"}},
      {"wrong_root", "<sdf><model/></sdf>", {"sdf"}},
  };
  const Scratch folder;
  const std::string state = folder.write("s.json", "{}");
  for (const Bad& bad : cases) {
    std::vector<std::string> fragments = bad.fragments;
    fragments.push_back(bad.name + ".urdf: ");
    refuses({"solve", "--model", folder.write(bad.name + ".urdf", bad.text), "--state", state}, fragments);
  }
  refuses({"solve", "--model", folder.path(""), "--state", state}, {});
  refuses({"solve", "--model", folder.path("missing.urdf"), "--state", state}, {"missing.urdf"});
  refuses({"verify", "--model", folder.path("missing.urdf")}, {"missing.urdf"});
}

BOOST_AUTO_TEST_CASE(a_massless_leaf_has_a_mass_matrix) {
  const Scratch folder;
  const std::string model = folder.write("r.urdf", robot(link_a + "<link name='b'/>" + joint("j", "a", "b")));
  const std::string state = folder.write("s.json", "{}");
  for (const std::string problem : {"mass_matrix", "inverse_dynamics"}) {
    const Result r = kintree({"solve", "--model", model, "--state", state, "--problem", problem});
    BOOST_TEST(r.code == 0);
  }
  refuses({"solve", "--model", model, "--state", state, "--problem", "forward_dynamics"},
          {"r.urdf: the mass matrix is singular: joint 'j' moves no inertia; no answer to forward_dynamics"});
  refuses({"solve", "--model", model, "--state", state, "--plugin", "aba"},
          {"r.urdf: the mass matrix is singular: joint 'j' moves no inertia"});
  // If all problems are requested, those with an answer are answered, and one line gives the reason for the
  // others.
  const Result all = kintree({"solve", "--model", model, "--state", state});
  BOOST_TEST(all.code == 0);
  const auto answers = nlohmann::json::parse(all.out);
  BOOST_TEST((answers.at("H").at(0).at(0) == 0 && answers.at("tau").at(0) == 0));
  for (const char* part : {"qdd", "H_inverse", "lambda_inv"}) BOOST_TEST(answers.at(part).is_null(), part);
  BOOST_TEST(all.err.find("r.urdf: the mass matrix is singular: joint 'j' moves no inertia; no answer to "
                          "mass_matrix_inverse, forward_dynamics, inverse_osim") != std::string::npos,
             all.err);
  // A problem that needs no inverse is judged. A problem that needs it is a row with the reason.
  const Result sound = kintree({"verify", "--model", model, "--plugin", "rnea", "--plugin", "crba"});
  BOOST_TEST(sound.code == 0, sound.out);
  const Result forward = kintree({"verify", "--model", model, "--plugin", "aba"});
  BOOST_TEST(forward.code == 1);
  BOOST_TEST(
      (forward.out + forward.err).find("ill-posed: the mass matrix is singular to a rounding at joint 'j'") !=
          std::string::npos,
      forward.out);
}

BOOST_AUTO_TEST_CASE(states) {
  const std::vector<Bad> cases{
      {"unknown_joint", R"({"q": {"k": [1]}})", {"'k'"}},
      {"wrong_length", R"({"q": {"j": [1, 2]}})", {"'j'"}},
      {"nan", R"({"q": {"j": [NaN]}})", {}},
      {"overflow", R"({"q": {"j": [1e999]}})", {}},
      {"text", R"({"q": {"j": ["up"]}})", {"'j'"}},
      {"zero_quaternion",
       R"({"floating_base": true, "q": {"floating_base": [0, 0, 0, 0, 0, 0, 0]}})",
       {"'floating_base'", "quaternion"}},
      {"unknown_link", R"({"end_effectors": ["hand"]})", {"'hand'"}},
      {"not_json", "q: 1", {}},
      {"empty", "", {}},
  };
  const Scratch folder;
  const std::string model = folder.write("r.urdf", good);
  for (const Bad& bad : cases) {
    std::vector<std::string> fragments = bad.fragments;
    fragments.push_back(bad.name + ".json: ");
    refuses({"solve", "--model", model, "--state", folder.write(bad.name + ".json", bad.text)}, fragments);
  }
  refuses({"solve", "--model", model, "--state", folder.path("missing.json")}, {"missing.json"});
}

BOOST_AUTO_TEST_CASE(usage) {
  const Scratch folder;
  const std::string model = folder.write("r.urdf", good), state = folder.write("s.json", "{}");
  refuses({}, {});
  refuses({"improve"}, {"unknown subcommand 'improve'; the nearest known name is 'prove'"});
  refuses({"verify", "--plugin", "nonsense"}, {"unknown plugin 'nonsense'", "aba"});
  refuses({"verify", "--problem", "nonsense"}, {"unknown problem 'nonsense'; there are: ", "mass_matrix"});
  refuses({"verify", "--family", "nonsense"}, {"unknown family 'nonsense'", "chain"});
  refuses({"verify", "--joints", "hinge"}, {"hinge"});
  refuses({"verify", "--joints", "fixed"}, {"--joints: at least one kind must move"});
  refuses({"verify", "--numbering", "random"}, {"random"});
  refuses({"verify", "--trees", "0"}, {});
  refuses({"verify", "--trees", "many"}, {});
  refuses({"verify", "--plugin", "rnea", "--problem", "mass_matrix"},
          {"'rnea' solves none of the problems asked for", "inverse_dynamics"});
  refuses({"verify", "--plugin-path", folder.path("nowhere")}, {"nowhere"});
  std::filesystem::copy_file(OTHER_HEADERS_LIBRARY, folder.path("kintree_plugin_x.so"));
  refuses({"list", "--plugin-path", folder.path("")},
          {"kintree_plugin_x.so", "built for another suite: headers"});
  refuses({"verify", "--floating-base"}, {"--floating-base needs --model"});
  refuses({"solve", "--model", model}, {"--state"});
  refuses({"solve", "--model", model, "--state", state, "--plugin", "nonsense"}, {"nonsense"});
  refuses({"solve", "--model", model, "--state", state, "--problem", "nonsense"}, {"nonsense"});
  refuses({"solve", "--model", model, "--state", state, "--plugin", "aba", "--problem", "mass_matrix"},
          {"aba"});
  refuses({"solve", "--model", model, "--state", state, "--json", folder.path("no/such/folder/out.json")},
          {"out.json"});
  refuses({"report", "--out", model, "--trees", "1"}, {"r.urdf: cannot be made a folder"});
  refuses({"report", "--out", "/proc/kintree", "--trees", "1"}, {"/proc/kintree"});
  refuses({"report", "--out", folder.path("page"), "--from", folder.path("missing.sqlite")},
          {"missing.sqlite: no such store"});
  std::ofstream(folder.path("nothing.sqlite")).close();
  refuses({"report", "--out", folder.path("page"), "--from", folder.path("nothing.sqlite")},
          {"nothing.sqlite: the file is empty; expected a store of Kintree"});
  BOOST_TEST(std::filesystem::file_size(folder.path("nothing.sqlite")) == 0u);
  BOOST_TEST(!std::filesystem::exists(folder.path("page")));
  kintree({"verify", "--plugin", "crba", "--trees", "1", "--bodies", "1", "--store",
           folder.path("empty.sqlite")});
  SQLite::Database(folder.path("empty.sqlite"), SQLite::OPEN_READWRITE).exec("DELETE FROM runs");
  refuses({"report", "--out", folder.path("page"), "--from", folder.path("empty.sqlite")},
          {"empty.sqlite: no run in it"});
  refuses(
      {"report", "--out", folder.path("page"), "--trees", "1", "--against", folder.path("missing.sqlite")},
      {"missing.sqlite: no such store"});
  refuses({"report", "--out", folder.path("page"), "--trees", "1", "--against", folder.path("empty.sqlite")},
          {"empty.sqlite: no finished run in it"});
  refuses({"report", "--out", folder.path("page"), "--trees", "1", "--bench", model},
          {"r.urdf: not what kintree bench writes\n"});
  refuses({"bench", "--against", model}, {"r.urdf: not what kintree bench or Google Benchmark writes\n"});
  const std::vector<std::string> page{"report", "--out", folder.path("page"), "--trees", "1", "--mutants"};
  const auto mutants = [&](const std::string& file) {
    auto arguments = page;
    arguments.push_back(file);
    return arguments;
  };
  refuses(mutants(folder.path("missing.json")), {"missing.json"});
  refuses(mutants(model), {"r.urdf", "tools/mutate"});
  refuses(mutants(folder.write("other.json", R"({"plugins": [{"plugin": "aba"}]})")),
          {"other.json", "commit"});
  refuses(
      mutants(folder.write("sum.json", R"({"plugins": [{"plugin": "aba", "commit": "", "date": "", "seed": 1,
      "fresh": false, "mutants": 2, "field": 1, "verify": 0, "test": 0, "equal": 0, "equivalent": 0, "stillborn": 0,
      "typical": {"against": "", "asked": 0, "killed": null}, "results": []}]})")),
      {"sum.json", "aba", "add up"});
  refuses({"verify", "--trees", "1", "--store", model}, {"r.urdf"});
  refuses({"cost", "--plugin", "nonsense"}, {"nonsense", "aba"});
  refuses({"cost", "--family", "nonsense"}, {"nonsense", "humanoid30"});
  refuses({"reproduce", "nonsense"}, {"unknown paper 'nonsense'", "featherstone_2005"});
  refuses({"power", "--oracle", "tree"}, {"power is measured before the dense oracle"});
  refuses({"power", "--bodies", "2", "--degrees-of-freedom", "13"}, {"13 degrees of freedom"});
  refuses({"power", "--degrees-of-freedom", "0"}, {});
  refuses({"power", "--plugin", "nonsense"}, {"nonsense", "aba"});
  refuses({"generate", "--family", "tree1"}, {"unknown family 'tree1' of random trees", "chain"});
  refuses({"generate", "--out", model + "/x"}, {"r.urdf", ": cannot be made: "});
  refuses({"golden", "--out", model + "/x"}, {"r.urdf", ": cannot be made: "});
  refuses({"golden", "--field", "--digits", "5"}, {"--field", "--digits"});
  refuses({"new-plugin", "x", "--out", folder.path("")}, {": exists already"});
  refuses({"new-plugin", "x", "--out", model + "/x"}, {"r.urdf", ": cannot be made: "});
  refuses({"new-plugin", "x", "--out", folder.path("x"), "--language", "cobol"},
          {"unknown language 'cobol'; there are: c++, c, fortran, python, node"});
  refuses({"new-plugin", "x", "--out", folder.path("x"), "--problem", "nonsense"},
          {"unknown problem 'nonsense'; there are: mass_matrix, "});
  BOOST_TEST(!std::filesystem::exists(folder.path("x")));
  refuses({"solve", "--model", model, "--state", state, "--problem", "factorization"},
          {"the oracle does not factorize; plugin ltdl does"});
  std::filesystem::create_directory(folder.path("empty"));
  refuses({"verify", "--plugin-path", folder.path("empty")},
          {"no plugins found in ", "/empty; expected a folder with kintree_plugin_NAME.so"});
  const std::filesystem::path one = "kintree_plugin_rnea.so";
  std::filesystem::copy_file(std::filesystem::path(KINTREE_COMMAND).parent_path() / "plugins" / one,
                             folder.path("empty") / one);
  refuses({"verify", "--plugin-path", folder.path("empty"), "--problem", "mass_matrix"},
          {"no plugin solves mass_matrix; expected one of inverse_dynamics, bias_force"});
  refuses({"generate", "--joints", "hinge", "--out", folder.path("out")}, {"hinge"});
  refuses({"verify", "--where", "--metamorphic"}, {"the answers to transformed cases are not traced"});
  refuses({"verify", "--scalar", "half"}, {"unknown scalar 'half'", "double, float"});
  refuses({"verify", "--scalar", "float", "--metamorphic"},
          {"--metamorphic checks transformed cases in double only"});
  refuses({"verify", "--transformation", "nonsense"}, {"unknown transformation 'nonsense'", "renumbered"});
  refuses({"verify", "--state", state}, {"--state needs --model"});
  refuses({"verify", "--model", model, "--state", folder.path("missing.json")}, {"missing.json"});
  refuses({"verify", "--trees", "1", "--shrink", model + "/x"}, {"r.urdf", ": cannot be made: "});
}

/// One below the least value of an option, and one above the largest.
BOOST_AUTO_TEST_CASE(ranges_of_options) {
  const Scratch folder;
  const std::string model = folder.write("r.urdf", good), state = folder.write("s.json", "{}");
  const std::string out = folder.path("out");
  struct Range {
    std::vector<std::string> command;
    std::string option, below, above;
  };
  const std::vector<std::string> solve{"solve", "--model", model, "--state", state};
  const std::vector<std::string> report{"report", "--out", out}, campaign{"campaign", "--store", out};
  const std::vector<std::string> one_case{"campaign", "--store", out, "--cases", "1"};
  for (const Range& range : std::vector<Range>{{{"verify"}, "--trees", "0", "1000000001"},
                                               {{"verify"}, "--bodies", "0", "10000001"},
                                               {{"verify"}, "--jobs", "0", "1025"},
                                               {{"verify"}, "--time-limit", "0.009", "86401"},
                                               {{"verify"}, "--memory-limit", "0", "16777217"},
                                               {campaign, "--cases", "0", "1000000001"},
                                               {one_case, "--range", "0", "1000001"},
                                               {one_case, "--jobs", "0", "1025"},
                                               {{"generate"}, "--bodies", "0", "100001"},
                                               {{"golden"}, "--digits", "0", "1001"},
                                               {solve, "--digits", "0", "1001"},
                                               {{"power"}, "--degrees-of-freedom", "0", "151"},
                                               {{"power"}, "--trials", "0", "1000001"},
                                               {{"prove"}, "--bodies", "0", "6"},
                                               {report, "--trees", "0", "1000000001"},
                                               {report, "--states", "0", "1000001"},
                                               {report, "--bodies", "0", "100001"},
                                               {report, "--largest-tree", "-1", "10000001"}})
    for (const std::string& value : {range.below, range.above}) {
      std::vector<std::string> arguments = range.command;
      arguments.insert(arguments.end(), {range.option, value});
      refuses(arguments, {range.option + ": Value " + value, "not in range"});
    }
  BOOST_TEST(!std::filesystem::exists(out));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made) {
  const Scratch folder;
  const std::string below = folder.write("file", "") + "/vectors";
  refuses({"vectors", "--write", below}, {below + ": cannot be made: Not a directory"});
}

BOOST_AUTO_TEST_CASE(trees_found_before_name_their_file) {
  const Scratch folder;
  const std::filesystem::path testdata = KINTREE_TESTDATA;
  const auto found = [&](const std::string& text, const std::vector<std::string>& named) {
    folder.write("found.json", text);
    setenv("KINTREE_TESTDATA", folder.path("").c_str(), 1);
    refuses({"verify", "--plugin", "aba"}, named);
    unsetenv("KINTREE_TESTDATA");
  };
  found("[]", {"topologies: cannot be read: No such file or directory"});
  for (const char* name : {"topologies", "robots"})
    std::filesystem::create_directory_symlink(testdata / name, folder.path(name));
  found(R"([{"family": )", {"found.json: line 1, column 13: not JSON"});
  found(R"([{"family": "chain", "bodies": 3}])", {"found.json", "seed"});
  found(R"([{"family": "chain", "body": 3, "seed": 1}])",
        {"found.json: ", "key 'body': unknown", "'bodies'"});
  found(R"([{"family": "nonsense", "bodies": 3, "seed": 1}])",
        {"found.json: no family of random trees: 'nonsense'"});
}
