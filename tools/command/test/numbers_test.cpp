// The numbers that commands write. A plugin with gravity of the other sign has errors that no rounding
// changes.
#include <boost/test/unit_test.hpp>

#include <iterator>
#include <nlohmann/json.hpp>

#include "command.hpp"

using namespace command;

namespace {

/// DIR is a folder of the test's own, ROBOT a file, STATE one of its states, REVERSED the folder of the plugin.
const std::vector<const char*> lines_with_numbers{
    "verify --plugin-path REVERSED --family chain --family recursive --trees 3 --bodies 4 --json -",
    "verify --plugin-path REVERSED --trees 16 --bodies 6 --scalar float",
    "verify --plugin-path REVERSED --family chain --trees 1 --bodies 3 --metamorphic --json DIR/images.json",
    "verify --plugin-path REVERSED --model ROBOT --state STATE --oracle tree --json DIR/robot.json",
    "campaign --plugin-path REVERSED --family chain --family star --cases 12 --seed 3 --bodies 4 --jobs 1 "
    "--store "
    "DIR/campaign",
    "search --plugin-path REVERSED --cases 8 --bodies 2 --compare --json DIR/hunted.json",
    "search --plugin-path REVERSED --cases 12 --bodies 3 --starts 2 --aim error --seed 7 --out "
    "DIR/worst.json",
    "verify --plugin-path REVERSED --worst DIR/worst.json --json DIR/worst_records.json",
    "verify --plugin-path REVERSED --family chain --trees 1 --bodies 4 --shrink DIR/shrunk",
    "prove --plugin-path REVERSED --bodies 1 --json DIR/proofs.json",
    "power --plugin crba --plugin ltdl --plugin rnea --trees 2 --degrees-of-freedom 4 --trials 3 --json "
    "DIR/power.json",
    "power --plugin dynamically_consistent_inverse --problem inverse_osim --trees 1 --degrees-of-freedom 6 "
    "--trials 2",
    "search --plugin-path REVERSED --family quadruped --cases 8 --aim error --seed 2 --json "
    "DIR/quadruped.json",
    "verify --plugin-path REVERSED --family asimo --family shapes --trees 4 --seed 30 --json DIR/chosen.json",
    "solve --model ROBOT --state STATE --digits 12",
    "solve --model ROBOT --state STATE --floating-base --problem inverse_dynamics",
    "solve --model ROBOT --state DIR/end.state --floating-base --problem dynamically_consistent_inverse "
    "--digits 9",
    "solve --model ROBOT --state DIR/end.state --floating-base --problem inverse_osim",
    "solve --model ROBOT --state STATE --plugin ltdl --problem factorization",
    "solve --model ROBOT --state STATE --plugin ltdl --problem factorization --digits 9",
    "generate --family star --bodies 3 --seed 4 --out DIR/generated",
    "generate --family chain --bodies 2 --seed 9 --joints fixed,planar --out DIR/generated",
    "golden --family chain --bodies 2 --digits 15 --out DIR/golden",
    "golden --family star --bodies 2 --seed 3 --field --out DIR/golden",
    "vectors --plugin-path REVERSED --json DIR/vectors.json",
};

/// A line for each element of the outermost list or object.
std::string in_few_lines(const std::string& json) {
  const auto parsed = nlohmann::ordered_json::parse(json);
  std::string text;
  for (const auto& [key, element] : parsed.items())
    text += (parsed.is_array() ? "" : key + ": ") + element.dump() + "\n";
  return text;
}

}  // namespace

// If a number has changed, numbers.txt is recorded again with KINTREE_WRITE_HELP.
BOOST_AUTO_TEST_CASE(commands_write_the_numbers_of_the_file) {
  const Scratch folder;
  const Places places{{"DIR/", folder.path("")},
                      {"ROBOT", KINTREE_TESTDATA "/golden/caterpillar_fixed1_n12_fixed/robot.urdf"},
                      {"STATE", KINTREE_TESTDATA "/golden/caterpillar_fixed1_n12_fixed/s0.state.json"},
                      {"REVERSED", std::filesystem::path(GRAVITY_REVERSED_LIBRARY).parent_path().string()}};
  folder.write("end.state", R"({"end_effectors": ["l_za1"]})");
  std::string now;
  for (const std::string line : lines_with_numbers) {
    const Result r = command::kintree(words_of(line, places));
    const bool is_json = r.out.starts_with("{") || r.out.starts_with("[");
    now += "$ kintree " + line + "\n" + (is_json ? in_few_lines(r.out) : r.out) + r.err + "-- exit code " +
           std::to_string(r.code) + "\n\n";
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path("")))
    if (const std::string end = entry.path().extension(); end == ".json" || end == ".csv" || end == ".urdf")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& path : files) {
    std::ifstream file(path);
    const std::string content(std::istreambuf_iterator<char>(file), {});
    now += path.string() + ":\n" + (path.extension() == ".json" ? in_few_lines(content) : content) + "\n";
  }
  for (const auto& [name, place] : places) now = with(now, place, name);
  check_lines_of(NUMBERS_TEXT, now, 1e-3);
}
