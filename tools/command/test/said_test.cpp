// The exact output of commands: standard output, standard error, exit code.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <iterator>
#include <regex>

#include "command.hpp"

using namespace command;

namespace {

/// Faulty plugins, each of which causes an output that sound plugins do not, and one that is built for double
/// alone.
const std::vector<std::pair<std::string, std::string>> libraries{
    {"ONE_ULP", ONE_ULP_LIBRARY}, {"MISCOUNTS", MISCOUNTS_LIBRARY}, {"REVERSED", GRAVITY_REVERSED_LIBRARY}};

/// DIR is a folder of the test's own, ROBOT a file, STATE one of its states; of each command line the words.
const std::vector<const char*> command_lines{
    "list --plugin-path ONE_ULP --json -",
    "list --transformations",
    "verify --plugin crba --plugin ltdl --family chain --family star --trees 2 --bodies 3",
    "verify --plugin crba --trees 22 --bodies 2 --seed 5 --scalar float",
    "verify --plugin crba --family chain --trees 1 --bodies 2 --transformation mirrored --store DIR/store",
    "verify --plugin crba --family chain --trees 1 --bodies 2 --metamorphic --jobs 1",
    "verify --plugin crba --plugin rnea --trees 9 --bodies 4 --metamorphic --jobs 1",
    "verify --plugin crba --family chain --trees 1 --bodies 2 --json -",
    "verify --plugin armstrong --joints revolute --trees 2 --bodies 2",
    "verify --plugin armstrong --plugin crba --joints revolute --trees 2 --bodies 2",
    "verify --plugin crba --model ROBOT --state STATE",
    "verify --plugin crba --model ROBOT --floating-base --trees 2",
    "verify --plugin-path ONE_ULP --trees 21 --bodies 4 --jobs 1",
    "verify --plugin-path ONE_ULP --trees 3 --bodies 4 --jobs 1 --fail-fast --shrink DIR/shrunk",
    "verify --plugin-path REVERSED --trees 2 --bodies 3 --jobs 1",
    "verify --plugin-path MISCOUNTS --trees 2 --bodies 3 --jobs 1",
    "verify --plugin-path DOUBLE --trees 2 --bodies 3 --where",
    "verify --plugin crba --scalar float --metamorphic --trees 1 --bodies 2",
    "verify --plugin crba --where --metamorphic --trees 1 --bodies 2",
    "prove --plugin crba --plugin dynamically_consistent_inverse --bodies 1",
    "prove --plugin-path ONE_ULP --bodies 1",
    "prove --plugin-path DOUBLE --bodies 1",
    "cost --plugin ltdl --family humanoid30 --phases",
    "cost --plugin-path MISCOUNTS --family chain --bodies 3 --phases --json -",
    "cost --plugin-path MISCOUNTS --growth",
    "cost --plugin-path DOUBLE",
    "power --plugin crba --trees 1 --degrees-of-freedom 3 --trials 2",
    "search --plugin crba --cases 8 --bodies 2 --compare --out DIR/worst.json",
    "search --plugin crba --cases 8 --bodies 2 --out DIR/worst.json",
    "search --plugin-path ONE_ULP --cases 8 --bodies 2 --starts 2 --aim error",
    "verify --plugin crba --worst DIR/worst.json",
    ("search --plugin-path DIR/hunted --plugin one_ulp --cases 8 --bodies 2 --out "
     "DIR/hunted/one_ulp/worst.json"),
    "verify --plugin-path DIR/hunted --jobs 1 --fail-fast",
    "verify --plugin-path DIR/hunted --trees 1 --bodies 2 --jobs 1",
    "campaign --plugin crba --cases 3 --bodies 3 --range 2 --jobs 1 --store DIR/campaign",
    "campaign --plugin-path ONE_ULP --cases 21 --bodies 4 --jobs 1 --store DIR/wrong_campaign",
    "campaign --plugin crba --cases 4 --bodies 3 --range 2 --jobs 1 --store DIR/campaign",
    ("campaign --plugin crba --problem mass_matrix --family chain --family star --joints revolute,prismatic "
     "--numbering mixed --cases 2 --bodies 3 --seed 9 --jobs 1 --store DIR/chosen"),
    "campaign --plugin crba --cases 2 --bodies 3 --jobs 1 --store DIR/chosen",
    ("campaign --plugin crba --model ROBOT --floating-base --mimic independent --cases 1 --jobs 1 --store "
     "DIR/robot"),
    "campaign --plugin crba --model ROBOT --cases 1 --jobs 1 --store DIR/robot",
    "campaign --plugin armstrong --joints revolute --cases 2 --bodies 2 --jobs 1 --store DIR/empty_campaign",
    "campaign --plugin crba --cases 1.5 --bodies 2 --store DIR/half",
    "campaign --plugin crba --cases 2e0 --bodies 1 --jobs 1 --store DIR/whole",
    "solve --model ROBOT --state STATE --problem mass_matrix --plugin crba",
    "generate --family star --bodies 3 --seed 4 --out DIR/generated",
    "golden --family chain --bodies 2 --trees 2 --out DIR/golden",
    "new-plugin mine --out DIR/new/c++",
    "new-plugin my_own --empty --problem inverse_osim --out DIR/new/empty",
    "new-plugin mine --language c --problem mass_matrix --out DIR/new/c",
    "new-plugin mine --language fortran --empty --problem forward_dynamics --out DIR/new/fortran",
    "new-plugin mine --language python --out DIR/new/python",
    "new-plugin mine --language node --problem inverse_dynamics --problem mass_matrix --out DIR/new/node",
    "new-plugin mine --language c --problem dynamically_consistent_inverse --out DIR/new/stub",
    "new-plugin mine --language cobol --out DIR/new/none",
    "vectors --plugin-path REVERSED",
    "vectors --plugin-path DOUBLE",
    "vectors --plugin crba --plugin ltdl --problem mass_matrix --problem factorization",
    "vectors --write DIR/vectors",
    "verify --plugin-path DOUBLE --scalar float --trees 2",
    "verify --plugin-path ONE_ULP --oracle dense --isolate --time-limit 7 --memory-limit 2000 --trees 1 --bodies 2",
    "verify --plugin crba --plugin rnea --problem inverse_dynamics --trees 2 --bodies 2 --seed 3 --numbering "
    "mixed",
    "verify --plugin crba --model ROBOT --mimic independent --trees 1 --seed 7",
    "solve --model ROBOT --state STATE --plugin armstrong",
    "solve --model ROBOT --state STATE --plugin-path DOUBLE --plugin zebra --digits 20",
    "solve --model ROBOT --state STATE --plugin-path DOUBLE --plugin zebra --problem all --json "
    "DIR/solved.json",
    "solve --model ROBOT --state STATE --plugin crba --problem inverse_dynamics",
    "new-plugin q1 --out DIR/new/short",
    "new-plugin Bad --out DIR/new/none",
    "new-plugin 1bad --out DIR/new/none",
    "new-plugin b-d --out DIR/new/none",
    "new-plugin all_of_them --out DIR/new/all --problem mass_matrix --problem factorization --problem "
    "inverse_dynamics --problem forward_dynamics --problem inverse_osim --problem "
    "dynamically_consistent_inverse "
    "--problem mass_matrix_inverse",
    "new-plugin factors --problem factorization --out DIR/new/factors",
    "new-plugin mine --language node --empty --problem forward_dynamics --out DIR/new/emptynode",
    "new-plugin mine --language python --problem nonsense --out DIR/new/none",
    "cost --plugin armstrong --plugin ltdl --trees 3 --json DIR/costs.json",
    "cost --plugin ltdl --family tree1 --family chain --bodies 5 --seed 3 --trees 3",
    "cost --plugin armstrong",
    "cost --plugin ltdl --family chain --bodies 3 --trees 1 --json -",
    "power --plugin-path DOUBLE --plugin zebra --trees 2 --degrees-of-freedom 3 --trials 1",
    "prove --plugin armstrong --plugin crba --problem forward_dynamics --problem mass_matrix --bodies 2 "
    "--jobs 1",
    "campaign --plugin-path REVERSED --cases 2 --bodies 2 --seed 4 --store DIR/two",
    "search --plugin rnea --against crba --cases 8 --bodies 2",
    "search --plugin crba --cases 8 --bodies 2 --aim error --compare --family chain --seed 3",
    "search --plugin crba --cases 8 --bodies 2 --store DIR/hunts",
    "search --plugin crba --cases 8 --bodies 2 --store DIR/hunts",
    "bench --plugin-path DOUBLE --family chain --bodies 2 --scalar float --rounds 1 --min-time 0.1",
    "bench --plugin-path DOUBLE --scalar float",
    "bench --plugin-path DOUBLE --family chain --bodies 2 --scalar float --min-time 1 --time-limit 0.01",
    "bench --plugin-path DOUBLE --family chain --bodies 2 --scalar float --min-time 1.01 --time-limit 0.01",
    "bench --plugin-path DOUBLE --family chain --bodies 2 --bodies 3 --scalar float --mode threads "
    "--mode single --mode batch --processes 1",
    "list --plugin-path REVERSED --plugin-path ONE_ULP --json DIR/list.json",
    ("report --plugin crba --trees 2 --states 1 --bodies 2 --out DIR/page --skip proofs power growth claims "
     "throughput "
     "float_digits large_trees costs"),
    "report --from DIR/page/records.sqlite --out DIR/again --against DIR/page/records.sqlite",
    "verify --plugin-path ONE_ULP --trees 3 --bodies 4 --jobs 1 --fail-fast --store DIR/stopped",
    "report --from DIR/stopped --out DIR/again --against DIR/stopped",
};

/// Replaces the parts of the output that change: times, roundings, and the cost of the kernels that the
/// faulty plugins use.
std::string without_measured(std::string text) {
  static const std::vector<std::pair<std::regex, const char*>> measured{
      {std::regex("\\d{4}-\\d\\d-\\d\\dT[0-9:]+Z|\\[\\d{4}-[^\\]]*\\]"), "MOMENT"},
      {std::regex("commit ([0-9a-f]{7,}(-dirty)?|unknown)"), "commit C"},
      {std::regex("costs \\d+ m, \\d+ a"), "costs M m, A a"},
      {std::regex("on core \\d+"), "on core K"},
      {std::regex("The machine (was quiet|WAS BUSY): .*"), "The machine B"},
      {std::regex("cycles and instructions are not counted: [^\\n]*\\n"), ""},
      {std::regex(" *-?\\d+\\.\\d+(e[-+]\\d+)?| *-?\\b\\d+e[-+]\\d+"), " #"}};
  for (const auto& [what, by] : measured) text = std::regex_replace(text, what, by);
  return text;
}

}  // namespace

// If a text has changed, said.txt is recorded again with KINTREE_WRITE_HELP.
BOOST_AUTO_TEST_CASE(commands_print_the_text_of_the_file) {
  const Scratch folder;
  const std::string dir = folder.path("");
  Places places{{"DIR/", dir},
                {"ROBOT", KINTREE_TESTDATA "/golden/caterpillar_fixed1_n12_fixed/robot.urdf"},
                {"STATE", KINTREE_TESTDATA "/golden/caterpillar_fixed1_n12_fixed/s0.state.json"},
                {"DOUBLE", folder.path("double")}};
  std::filesystem::create_directory(folder.path("double"));
  std::filesystem::copy_file(DOUBLE_ONLY_LIBRARY, folder.path("double/kintree_plugin_zebra.so"));
  std::filesystem::create_directories(folder.path("hunted/one_ulp"));
  for (const char* library : {ONE_ULP_LIBRARY, MISCOUNTS_LIBRARY})
    std::filesystem::create_symlink(
        library, folder.path("hunted/" + std::filesystem::path(library).filename().string()));
  for (const auto& [name, library] : libraries)
    places.emplace_back(name, std::filesystem::path(library).parent_path().string());
  std::string now;
  for (const std::string line : command_lines) {
    const Result r = command::kintree(words_of(line, places));
    std::string said = r.out + (r.err.empty() ? "" : "-- standard error\n" + r.err);
    for (const auto& [name, place] : places) said = with(said, place, name);
    now += "$ kintree " + line + "\n" + without_measured(said) + "-- exit code " + std::to_string(r.code) +
           "\n\n";
  }
  std::vector<std::string> made;  // by new-plugin: of each file the lines
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path("new"))) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    const std::string content(std::istreambuf_iterator<char>(file), {});
    BOOST_TEST(content.find("{{#") == std::string::npos, entry.path());
    made.push_back(with(entry.path().string(), dir, "DIR/") + ": " +
                   std::to_string(std::count(content.begin(), content.end(), '\n')) + " lines\n");
  }
  std::sort(made.begin(), made.end());
  for (const std::string& file : made) now += file;
  check_lines_of(SAID_TEXT, now);
}
