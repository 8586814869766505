// Unknown options and unknown keys in JSON files are rejected, with the name that was probably intended.
#include "command.hpp"

using namespace command;

BOOST_AUTO_TEST_CASE(usage_error_names_the_help_of_the_subcommand) {
  refuses({}, {"(see kintree --help)"});
  refuses({"--nonsense"}, {"(see kintree --help)"});
  refuses({"solve"}, {"--model is required", "(see kintree solve --help)"});
  refuses({"verify", "--nonsense"}, {"--nonsense", "(see kintree verify --help)"});
  refuses({"bench", "--rounds", "0"}, {"--rounds", "(see kintree bench --help)"});
  refuses({"new-plugin"}, {"(see kintree new-plugin --help)"});
}

BOOST_AUTO_TEST_CASE(options_reject_an_empty_value) {
  for (const std::string option : {"--model", "--state", "--json", "--store", "--worst"})
    refuses({"verify", "--trees", "1", option, ""}, {option + ": the value is empty; expected a file"});
  for (const std::string option : {"--model", "--out", "--against"})
    refuses({"bench", option, ""}, {option + ": the value is empty; expected a file"});
  refuses({"report", "--out", ""}, {"--out: the value is empty; expected a folder"});
  refuses({"verify", "--shrink", ""}, {"--shrink: the value is empty; expected a folder"});
  refuses({"verify", "--plugin", "aba", "--plugin", ""}, {"--plugin: the value is empty; expected a name"});
  refuses({"verify", "--exec", ""}, {"--exec: the value is empty; expected a command"});
  refuses({"verify", "--trees", ""}, {"--trees: the value is empty; expected a number"});
  refuses({"robot", "", "--out", "page"}, {"FILE: the value is empty; expected a file"});
}

BOOST_AUTO_TEST_CASE(options_reject_a_missing_value) {
  refuses({"verify", "--trees"}, {"kintree: --trees: no value; expected a number from 1 to 1000000000 (see"});
  refuses({"verify", "--seed"}, {"kintree: --seed: no value; expected a number"});
  refuses({"verify", "--model"}, {"kintree: --model: no value; expected a file (see"});
  refuses({"verify", "--plugin"}, {"kintree: --plugin: no value; expected a name (see"});
  refuses({"verify", "--trees", ""}, {"--trees: the value is empty; expected a number from 1 to 1000000000"});
}

BOOST_AUTO_TEST_CASE(commands_fail_if_standard_output_is_full) {
  for (const std::string command :
       {"list", "list --json -", "verify --plugin crba --trees 1 --bodies 2", "--help"}) {
    const Scratch folder;
    const int code = boost::process::system(
        boost::process::search_path("sh"),
        boost::process::args({"-c", "exec '" KINTREE_COMMAND "' " + command + " > /dev/full"}),
        boost::process::std_err > folder.path("err"));
    std::ifstream file(folder.path("err"));
    const std::string err(std::istreambuf_iterator<char>(file), {});
    BOOST_TEST(code == 2, command);
    BOOST_TEST(err.ends_with("kintree: standard output: cannot be written\n"), command << ": " << err);
  }
}

BOOST_AUTO_TEST_CASE(seed_rejects_values_that_are_out_of_range) {
  const std::string range = "is not a whole number in range 0 to 18446744073709551615";
  for (const std::string command :
       {"verify", "bench", "search", "generate", "golden", "prove", "report", "campaign", "robot"})
    for (const std::string seed : {"-1", "18446744073709551616", "99999999999999999999999", "1.5"})
      refuses({command, "--seed", seed}, {"--seed: Value " + seed + " " + range});
  refuses({"verify", "--seed", "x"}, {"--seed: Value x is not a number"});
}

BOOST_AUTO_TEST_CASE(ranges_reject_text_that_is_not_a_number) {
  refuses({"verify", "--trees", "abc"}, {"--trees: Value abc is not a number"});
  refuses({"verify", "--trees", "1.5"}, {"--trees: Value 1.5 is not a whole number"});
  refuses({"verify", "--trees", "1e2"}, {"--trees: Value 1e2 is not a whole number in digits"});
  refuses({"verify", "--time-limit", "nan"}, {"--time-limit: Value nan is not a number"});
}

BOOST_AUTO_TEST_CASE(judge_rejects_answers_of_another_form) {
  const Scratch folder;
  const std::string link =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
      "iyz='0'/></inertial></link>";
  const std::string model = folder.write(
      "r.urdf", "<robot name='r'><link name='a'/><link name='b'>" + link + "<link name='c'>" + link +
                    "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
                    "<joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint></robot>");
  const std::string state = folder.write("s.json", "{}");
  const auto judge = [&](const std::string& text) {
    return std::vector<std::string>{
        "judge", "--model", model, "--state", state, "--json", "-", "--answer", folder.write("a.json", text)};
  };
  const auto rejects = [&](const std::string& answer, const std::string& reason) {
    refuses(judge(answer), {"a.json: " + reason});
  };
  rejects(R"({"mass_matrix": {"H": [[1, 2], [3]]}})", "mass_matrix: H, row 2: 1 entry; expected 2 numbers");
  rejects(R"({"mass_matrix": {"H": [[1, "x"], [3, 4]]}})",
          "mass_matrix: H, row 1, entry 2: not a number: \"x\"; expected 2 numbers");
  rejects(R"({"mass_matrix": {"H": [[1]]}})", "mass_matrix: H: 1 row; expected 2 rows of 2 numbers");
  rejects(R"({"mass_matrix": {"H": 3}})", "mass_matrix: H: not a list; expected 2 rows of 2 numbers");
  rejects(R"({"mass_matrix": {}})", "mass_matrix: H: missing; expected 2 rows of 2 numbers");
  rejects(R"({"inverse_dynamics": {"tau": [1]}})", "inverse_dynamics: tau: 1 entry; expected 2 numbers");
  rejects(R"({"inverse_dynamics": {"tau": "x"}})", "inverse_dynamics: tau: not a list; expected 2 numbers");
  rejects(R"({"tau": [1, 2]})",
          "'tau' is an output of inverse_dynamics; expected the name of a problem, or --problem");
  rejects(R"({"torque": [1, 2]})", "unknown problem 'torque'; there are: mass_matrix, ");
  // Numbers of the right form are judged, and not in the finite field.
  const Result wrong = kintree(judge(R"({"mass_matrix": {"H": [[1, null], [3, 4]]}})"));
  BOOST_TEST(wrong.code == 1);
  BOOST_TEST(wrong.out.find(R"("right": "not_asked")") != std::string::npos, wrong.out);
}

BOOST_AUTO_TEST_CASE(judge_rejects_incomplete_answers_about_constraints) {
  const Scratch folder;
  const std::string model = KINTREE_TESTDATA "/constraints/four_bar.urdf",
                    state = KINTREE_TESTDATA "/constraints/turning.json";
  const auto rejects = [&](const std::string& robot, const std::string& answer, const std::string& reason) {
    const std::string frame =
        R"({"order": ["shoulder", "elbow", "pivot"], "dofs": {"shoulder": [0], "elbow": [1], "pivot": [2]}, )";
    refuses({"judge", "--model", robot, "--state", state, "--answer",
             folder.write("a.json", frame + answer + "}")},
            {"a.json: constrained_forward_dynamics: " + reason});
  };
  const std::string C = R"("C": [-9.31, -9.31, 0], )", qdd = R"("constrained_qdd": [3, -3, 3])",
                    lambda = R"("lambda": [-0.5, 9.31])";
  rejects(model, C + qdd, "lambda: missing; expected 2 numbers, found 'constrained_qdd'");
  rejects(model, C + qdd + R"(, "lambda": null)", "lambda: missing; expected 2 numbers");
  rejects(model, C + lambda, "constrained_qdd: missing; expected 3 numbers, found 'lambda'");
  std::ifstream file(model);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::string tree = folder.write(
      "tree.urdf", std::regex_replace(text, std::regex("<motion_constraint[^]*</motion_constraint>"), ""));
  rejects(tree, C + lambda, "'" + tree + "' has no constraints; expected no answer to this problem");
  refuses({"judge", "--model", model, "--state", state, "--problem", "constrained_forward_dynamics",
           "--answer", folder.write("a.json", R"({"qdd": [3, -3, 3], "lambda": [-0.5, 9.31]})")},
          {"constrained_qdd: missing; expected 3 numbers, found 'qdd', 'lambda'"});
}

BOOST_AUTO_TEST_CASE(usage_error_names_the_nearest_name) {
  refuses({"verfy", "--trees", "3"},
          {"unknown subcommand 'verfy'; the nearest known name is 'verify' (see kintree --help)"});
  refuses({"nonsense"},
          {"unknown subcommand 'nonsense'; there are: list, verify, ", "robot (see kintree --help)"});
  refuses({}, {"A subcommand is required; there are: list, verify, "});
  refuses({"verify", "--tree", "3"},
          {"unknown option '--tree'; the nearest known name is '--trees' (see kintree"});
  refuses({"solve", "--modle=x"},
          {"unknown option '--modle'; the nearest known name is '--model' (see kintree"});
  refuses({"verify", "--nonsense"}, {"unknown option '--nonsense' (see kintree verify --help)"});
  refuses({"verify", "stray"}, {"unexpected argument 'stray' (see kintree verify --help)"});
}

BOOST_AUTO_TEST_CASE(unknown_names_are_listed_after_the_nearest) {
  const std::string hint = "; the nearest known name is ";
  refuses({"verify", "--plugin", "crbaa"}, {"unknown plugin 'crbaa'" + hint + "'crba'; there are: aba, "});
  refuses({"verify", "--problem", "mass_matrx"},
          {"unknown problem 'mass_matrx'" + hint + "'mass_matrix'; there are: mass_matrix, "});
  refuses({"verify", "--family", "chian"}, {"unknown family 'chian'" + hint + "'chain'; there are: "});
  refuses({"generate", "--family", "chian"},
          {"unknown family 'chian' of random trees" + hint + "'chain'; there are: "});
  refuses({"generate", "--format", "xml"}, {"kintree: unknown format 'xml'; there are: urdf, mjcf, sdf\n"});
  refuses({"bench", "--mode", "singel"},
          {"kintree: unknown mode 'singel'" + hint + "'single'; there are: single, batch, threads\n"});
  refuses({"report", "--out", "page", "--skip", "prof"},
          {"kintree: unknown quantity 'prof'", "; there are: ", "proofs"});
  refuses({"generate", "--family", "humanoid"},
          {"unknown family 'humanoid' of random trees; there are: ", "chain"});
}

BOOST_AUTO_TEST_CASE(options_of_reading_need_a_model) {
  for (const std::string command : {"verify", "cost", "power", "golden", "bench"}) {
    refuses({command, "--floating-base"}, {"--floating-base needs --model"});
    refuses({command, "--floating-base=root"}, {"--floating-base=root needs --model"});
    refuses({command, "--mimic", "independent"}, {"--mimic independent needs --model"});
    refuses({command, "--ignore-unknown"}, {"--ignore-unknown needs --model"});
  }
}

BOOST_AUTO_TEST_CASE(errors_about_a_robot_name_its_file) {
  const Scratch folder;
  // A point mass on the axis of its joint: the mass matrix is zero, though the link has mass.
  const std::string model = folder.write(
      "r.urdf",
      "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='0' iyy='0' "
      "izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='continuous'><parent "
      "link='a'/>"
      "<child link='b'/></joint></robot>");
  const std::string state = folder.write("s.json", "{}"), out = folder.path("out");
  refuses({"solve", "--model", model, "--state", state, "--problem", "forward_dynamics"},
          {model + ": the mass matrix is singular: joint 'j'"});
  refuses({"golden", "--model", model, "--out", out},
          {model + ": r-1: the mass matrix is singular: joint 'j'"});
  refuses({"golden", "--field", "--model", model, "--out", out}, {model + ": r-1: "});
  refuses({"power", "--plugin", "crba", "--model", model},
          {model + ": 1 degrees of freedom; expected 30; choose them by --degrees-of-freedom 1"});
}

BOOST_AUTO_TEST_CASE(program_that_repeats_questions_is_rejected) {
  refuses({"verify", "--exec", "cat"},
          {"program 'cat': it repeats the question instead of describing itself"});
  const auto says = [](const std::string& description, const std::vector<std::string>& fragments) {
    refuses({"verify", "--exec", "echo '" + description + "'; cat"}, fragments);
  };
  says(R"({"id":1,"kintree":1,"problems":{"mass_matrix":"A"}})", {"its description: key 'name' is missing"});
  says(R"({"id":1,"kintree":1,"name":3,"problems":{"mass_matrix":"A"}})",
       {"its description: a number where a string is needed"});
  says(R"({"id":1,"kintree":1,"name":"mine","problems":{"mass_matrix":"A"},"domian":{}})",
       {"key 'domian': unknown; expected 'kintree', ", "; the nearest known name is 'domain'"});
  says(R"({"id":1,"kintree":1,"name":"mine","problems":{"mass_matrix":"A"},"domain":{"joint":[]}})",
       {"key 'joint': unknown; expected 'shape', 'joints', 'massless_bodies', 'quaternions' or 'armature'; "
        "the nearest "
        "known name is "
        "'joints'"});
  says(R"({"id":1,"kintree":1,"name":"mine","problems":{"mass_matrix":{"promise":"A","lesss":{}}}})",
       {"key 'lesss': unknown", "'less'"});
  says(R"({"id":1,"kintree":1,"name":"mine","problems":3})",
       {"program", "a number where an object is needed"});
}

BOOST_AUTO_TEST_CASE(solve_reports_numbers_that_double_does_not_show) {
  const Scratch folder;
  const std::string inertia =
      "<inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial></link>";
  const std::string model = folder.write(
      "r.urdf",
      "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>" + inertia +
          "<link name='c'><inertial><origin xyz='0.1 0.2 0.3'/><mass value='1.1'/>" + inertia +
          "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
          "<joint name='k' type='continuous'><parent link='b'/><child link='c'/><axis xyz='0 1 1'/></joint>"
          "</robot>");
  const auto warning = [&](const std::string& velocities, const std::vector<std::string>& digits) {
    std::vector<std::string> arguments{"solve",
                                       "--model",
                                       model,
                                       "--problem",
                                       "bias_force",
                                       "--state",
                                       folder.write("s.json", R"({"v": {)" + velocities + "}}")};
    arguments.insert(arguments.end(), digits.begin(), digits.end());
    const Result r = kintree(arguments);
    BOOST_TEST(r.code == 0);
    return r.err;
  };
  const std::string expected = "; expected --digits\n";
  BOOST_TEST(warning(R"("j": [1], "k": [1])", {}).empty());
  const std::string lost = warning(R"("k": [1e20])", {}), beyond = warning(R"("j": [1e200])", {});
  BOOST_TEST(lost.find("r.urdf: C: a number printed as 0 may be up to ") != std::string::npos, lost);
  BOOST_TEST(lost.ends_with(", because others are far larger" + expected), lost);
  BOOST_TEST(beyond.find("r.urdf: C: a number exceeds the range of double and is printed as null" +
                         expected) != std::string::npos,
             beyond);
  BOOST_TEST(warning(R"("j": [1e200])", {"--digits", "20"}).empty());
}

BOOST_AUTO_TEST_CASE(json_files_reject_unknown_keys) {
  const Scratch folder;
  const auto worst = [&](const std::string& text, const std::vector<std::string>& fragments) {
    refuses({"verify", "--worst", folder.write("worst.json", text)}, fragments);
  };
  worst("[]", {"worst.json: an array where an object is needed"});
  worst("{\n\"plugin\": }", {"worst.json: line 2, column 11: not JSON"});
  worst(R"({"plugin": "aba", "case": []})",
        {"worst.json: key 'case': unknown; expected 'plugin' or 'cases'; the nearest known name is 'cases'"});
  worst(R"({"plugin": "aba", "plugin": "rnea", "cases": []})", {"worst.json: key 'plugin': appears twice"});
  worst(R"({"cases": []})", {"worst.json: key 'plugin' is missing"});
  worst(R"({"plugin": "aba", "cases": [{"problem": "forward_dynamics", "valu": 1}]})",
        {"worst.json: case 1: key 'valu': unknown; ", "the nearest known name is 'value'"});
  const auto vectors = [&](const std::string& text, const std::vector<std::string>& fragments) {
    refuses({"vectors", "--plugin", "rnea", "--vectors", folder.write("v.json", text)}, fragments);
  };
  vectors("3", {"v.json: a number where an object is needed"});
  vectors(R"({"formats": 1})", {"v.json: key 'formats': unknown; ", "the nearest known name is 'format'"});
}
