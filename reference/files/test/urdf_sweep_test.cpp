// One random mistake in a URDF file: it is refused, or it is where it cannot matter and the model is the same.
#define BOOST_TEST_MODULE input_sweep
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "kintree/files/model_json.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/model/error.hpp"
#include "kintree/trees/case.hpp"
#include "urdf_mutations.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

const UrdfOptions options{.independent_mimic = true};

std::string model_of(const std::string& urdf) {
  return model_as_json(parse_urdf(urdf, "r.urdf", options).model).dump();
}

struct Counts {
  int drawn = 0, refused = 0, harmless = 0;
};

/// Draws mistakes in one file.
void sweep(const std::string& file, const std::string& urdf, std::uint64_t seeds, Counts& counts) {
  const std::string model = model_of(urdf);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Generator generator = make_generator({word(file), seed});
    const std::optional<Mutation> mutation = mutated(urdf, generator);
    if (!mutation) continue;
    ++counts.drawn;
    BOOST_TEST_CONTEXT(file << ", seed " << seed << ": " << mutation->what) {
      try {
        const std::string other = model_of(mutation->text);
        BOOST_TEST(mutation->harmless, "accepted, although it may matter");
        BOOST_TEST((other == model), "accepted as another robot");
        ++counts.harmless;
      } catch (const InputError& error) {
        BOOST_TEST(std::string(error.what()).starts_with("r.urdf: line "), error.what());
        ++counts.refused;
      }
    }
  }
}

/// Neither "all are refused" nor "all are accepted" would pass.
void check_both_happen(const Counts& counts) {
  BOOST_TEST(counts.refused > counts.drawn / 4);
  BOOST_TEST(counts.harmless > counts.drawn / 20);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(urdf_sweep)

BOOST_AUTO_TEST_CASE(mistakes_in_every_urdf_of_testdata) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(KINTREE_TESTDATA))
    if (entry.path().extension() == ".urdf") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Counts counts;
  int swept = 0;
  for (const std::filesystem::path& file : files) {
    const std::string name = std::filesystem::relative(file, KINTREE_TESTDATA);
    Generator generator = make_generator({word(name)});
    const std::string urdf = decorated(read_text_file(file), generator);
    try {
      model_of(urdf);
    } catch (const InputError&) {
      continue;  // a case that is refused already, or an encoding that the mutations do not keep
    }
    sweep(name, urdf, 200, counts);
    ++swept;
  }
  BOOST_TEST(swept >= 25);
  BOOST_TEST(counts.drawn > 1000);
  check_both_happen(counts);
}

BOOST_AUTO_TEST_CASE(mistakes_in_random_robots) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Generator generator = make_generator({seed});
    const Model model = random_case(Family::recursive, 8, seed).model;
    sweep("random robot " + std::to_string(seed), decorated(write_urdf(model), generator), 60, counts);
  }
  BOOST_TEST(counts.drawn > 3000);
  check_both_happen(counts);
}

BOOST_AUTO_TEST_SUITE_END()
