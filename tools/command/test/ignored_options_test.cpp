// An option that would have no effect beside the others is rejected.
#include "command.hpp"

using namespace command;

BOOST_AUTO_TEST_CASE(options_reject_others_that_they_replace) {
  const Scratch folder;
  const auto rejects = [&](std::vector<std::string> arguments, const std::string& first,
                           const std::string& second) {
    refuses(arguments, {first, second, " do not go together; leave out one of them"});
  };
  const std::vector<std::vector<std::string>> of_trees{
      {"--family", "chain"}, {"--joints", "revolute"}, {"--bodies", "3"}, {"--numbering", "mixed"}};
  for (const std::string command : {"verify", "cost", "golden", "power"})
    for (const std::vector<std::string>& option : of_trees)
      rejects({command, "--model", "m", option[0], option[1]}, option[0], "--model");
  for (const std::vector<std::string>& option : of_trees)
    rejects({"campaign", "--store", "s", "--cases", "1", "--model", "m", option[0], option[1]}, option[0],
            "--model");
  rejects({"bench", "--model", "m", "--family", "chain"}, "--family", "--model");
  rejects({"bench", "--model", "m", "--bodies", "3"}, "--bodies", "--model");
  rejects({"verify", "--worst", "w", "--bodies", "3"}, "--bodies", "--worst");
  for (const std::vector<std::string>& option :
       std::vector<std::vector<std::string>>{{"--family", "chain"},
                                             {"--bodies", "3"},
                                             {"--trees", "3"},
                                             {"--seed", "3"},
                                             {"--joints", "revolute"},
                                             {"--numbering", "mixed"},
                                             {"--model", "m"},
                                             {"--floating-base"},
                                             {"--phases"},
                                             {"--formulas"}}) {
    std::vector<std::string> arguments{"cost", "--growth"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    rejects(arguments, option[0], "--growth");
  }
  for (const std::vector<std::string>& option :
       std::vector<std::vector<std::string>>{{"--plugin", "x"},
                                             {"--problem", "mass_matrix"},
                                             {"--exec", "x"},
                                             {"--vectors", "x"},
                                             {"--json", "x"}})
    rejects({"vectors", "--write", folder.path("out"), option[0], option[1]}, option[0], "--write");
  for (const std::vector<std::string>& option : std::vector<std::vector<std::string>>{{"--trees", "3"},
                                                                                      {"--states", "3"},
                                                                                      {"--bodies", "3"},
                                                                                      {"--seed", "3"},
                                                                                      {"--largest-tree", "0"},
                                                                                      {"--plugin", "aba"},
                                                                                      {"--exec", "x"}})
    rejects({"report", "--out", folder.path("out"), "--from", "a", option[0], option[1]}, option[0],
            "--from");
  rejects({"report", "--out", folder.path("out"), "--from", "a", "--mutants", "b"}, "--from", "--mutants");
  BOOST_TEST(!std::filesystem::exists(folder.path("out")));
  rejects({"list", "--problems", "--transformations"}, "--transformations", "--problems");
  rejects({"list", "--problems", "--json", "x"}, "--json", "--problems");
  rejects({"list", "--transformations", "--json", "x"}, "--json", "--transformations");
}

BOOST_AUTO_TEST_CASE(options_reject_what_they_do_not_apply_to) {
  const Scratch folder;
  const std::string model = folder.path("m.urdf"), state = folder.path("s.json");
  refuses({"verify", "--model", model, "--state", state, "--trees", "3"},
          {"--state is one case; expected --trees 1, or no --trees"});
  refuses({"solve", "--model", "m", "--state", "s", "--mimic", "ignored"}, {"--mimic", "'independent'"});
  refuses({"cost", "--jobs", "2"}, {"--jobs needs --growth"});
  for (const std::string option : {"--time-limit", "--memory-limit"}) {
    refuses({"verify", "--plugin", "aba", option, "7"}, {option + " needs --exec or --isolate"});
    refuses({"solve", "--model", model, "--state", state, option, "7"},
            {option + " needs --exec or --isolate"});
  }
  refuses({"solve", "--model", model, "--state", state, "--isolate"}, {"--isolate needs --plugin"});
  for (const std::string command : {"prove", "vectors", "cost"})
    refuses({command, "--oracle", "tree"}, {"unknown option '--oracle'"});
}

BOOST_AUTO_TEST_CASE(generate_names_the_kinds_of_joint_left_out) {
  const Scratch folder;
  const auto errors = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"generate", "--family", "chain", "--out", folder.path("out")});
    return kintree(options).err;
  };
  const std::string same =
      ", so other formats have other trees; --joints fixed,revolute,prismatic draws the same\n";
  BOOST_TEST(errors({}) ==
             "kintree: info: trees in urdf have no helical, cylindrical, universal, spherical joints" + same);
  BOOST_TEST(errors({"--format", "mjcf"}) ==
             "kintree: info: trees in mjcf have no helical, cylindrical, universal, planar, free joints" +
                 same);
  for (const std::string format : {"urdf", "mjcf", "sdf"})
    BOOST_TEST(errors({"--format", format, "--joints", "fixed,revolute,prismatic"}) == "");
}

BOOST_AUTO_TEST_CASE(lists_reject_empty_and_repeated_elements) {
  for (const std::string kinds : {"revolute,,revolute", "revolute,", ",revolute", ","})
    for (const std::string command : {"verify", "generate"})
      refuses({command, "--joints", kinds},
              {"--joints '" + kinds + "': an element is empty; expected joint kinds, separated by commas"});
  refuses({"verify", "--plugin", "aba", "--plugin", "crba", "--plugin", "aba"},
          {"--plugin aba is repeated; expected each plugin once"});
}
