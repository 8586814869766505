#include "kintree/plugin/loader.hpp"
#include "kintree/plugin/lanes.hpp"

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "kintree/arithmetic/arithmetic_of.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "kintree/model/error.hpp"
#include "kintree/numbers/number_pack.hpp"

namespace {

using namespace kintree;

namespace fs = std::filesystem;

/// A folder of the test's own, gone with it. Each has a name of its own: a path that was loaded once
/// always names the same library.
class Folder {
 public:
  Folder()
      : path_(fs::temp_directory_path() /
              ("kintree_loader_" + std::to_string(getpid()) + "_" + std::to_string(++count))) {
    fs::remove_all(path_);
    fs::create_directory(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path file(const std::string& name) const { return path_ / name; }
  const fs::path& path() const { return path_; }
  void add(const fs::path& library, const std::string& name) const { fs::copy_file(library, path_ / name); }
  void write(const std::string& name) const { std::ofstream(path_ / name) << "not a library\n"; }

 private:
  static inline int count = 0;
  fs::path path_;
};

std::vector<std::string> names(const std::vector<const Plugin*>& plugins) {
  std::vector<std::string> result;
  result.reserve(plugins.size());
  for (const Plugin* plugin : plugins) result.push_back(plugin->description().name);
  return result;
}

/// That the folders are refused in one line that begins with `start` and holds `part`.
void check_refused(const std::vector<fs::path>& folders, const std::string& start, const std::string& part) {
  const auto fits = [&](const InputError& error) {
    const std::string message = error.what();
    BOOST_TEST_INFO(message);
    return message.starts_with(start) && message.find(part) != std::string::npos &&
           message.find('\n') == std::string::npos;
  };
  BOOST_CHECK_EXCEPTION(SharedLibraries(folders).plugins(), InputError, fits);
}

const std::string toy = TOY_LIBRARY, other_toy = OTHER_TOY_LIBRARY, no_plugin = NO_PLUGIN_LIBRARY;

}  // namespace

BOOST_AUTO_TEST_SUITE(loader)

BOOST_AUTO_TEST_CASE(no_plugins_are_none) {
  const Folder folder;
  BOOST_TEST(SharedLibraries({}).plugins().empty());
  BOOST_TEST(SharedLibraries({folder.path()}).plugins().empty());
}

BOOST_AUTO_TEST_CASE(files_of_other_names_are_left_alone) {
  const Folder folder;
  for (const char* name : {"kintree_plugin_x.txt", "plugin_x.so", "kintree_plugin_x.so.bak", "README"})
    folder.write(name);
  BOOST_TEST(SharedLibraries({folder.path()}).plugins().empty());
}

BOOST_AUTO_TEST_CASE(a_missing_folder_is_named) {
  const Folder folder;
  check_refused({folder.path(), folder.file("absent")}, folder.file("absent").string() + ": ",
                "no such folder");
  folder.write("file");
  check_refused({folder.file("file")}, folder.file("file").string() + ": ",
                "a file; expected the folder that contains it");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_library_is_named) {
  const Folder folder;
  folder.write("kintree_plugin_x.so");
  check_refused({folder.path()}, folder.file("kintree_plugin_x.so").string() + ": ", "does not load");
}

BOOST_AUTO_TEST_CASE(loader_rejects_a_truncated_library) {
  const std::uintmax_t whole = fs::file_size(toy);
  for (const std::uintmax_t size : {std::uintmax_t{3000}, whole - 1}) {
    const Folder folder;
    folder.add(toy, "kintree_plugin_x.so");
    fs::resize_file(folder.file("kintree_plugin_x.so"), size);
    check_refused({folder.path()},
                  folder.file("kintree_plugin_x.so").string() + ": the file has " + std::to_string(size) +
                      " bytes; expected at least " + std::to_string(whole) + ": it is incomplete",
                  "; copy or build it again");
  }
}

BOOST_AUTO_TEST_CASE(a_library_without_the_entry_point_is_named) {
  const Folder folder;
  folder.add(no_plugin, "kintree_plugin_none.so");
  check_refused({folder.path()}, folder.file("kintree_plugin_none.so").string() + ": ",
                "no plugin of interface version 3");
}

/// One library for each item of the stamp, in which that item is another's.
BOOST_AUTO_TEST_CASE(loader_rejects_another_stamp_and_reports_the_difference) {
  const std::pair<std::string, std::string> faulty_plugins[]{
      {OTHER_INTERFACE_LIBRARY, "interface version 2, not 3"},
      {OTHER_HEADERS_LIBRARY, "headers 0123456789abcdef, not "},
      {OTHER_COMPILER_LIBRARY, "compiler Fortran, not "},
      {OTHER_STANDARD_LIBRARY_LIBRARY, "standard library none, not "}};
  for (const auto& [library, differs] : faulty_plugins) {
    const Folder folder;
    folder.add(library, "kintree_plugin_other.so");
    check_refused({folder.path()},
                  folder.file("kintree_plugin_other.so").string() +
                      ": the plugin was built for another suite: " + differs,
                  "; rebuild it");
  }
}

BOOST_AUTO_TEST_CASE(a_stamp_that_leaves_an_item_out_is_refused) {
  const Folder folder;
  folder.add(EMPTY_STAMP_LIBRARY, "kintree_plugin_other.so");
  check_refused({folder.path()}, folder.file("kintree_plugin_other.so").string() + ": ",
                "interface version not stated, not 3; headers not stated, not ");
}

BOOST_AUTO_TEST_CASE(plugins_come_sorted_by_name) {
  const Folder folder;
  folder.add(other_toy, "kintree_plugin_a.so");  // its name is zebra
  folder.add(toy, "kintree_plugin_b.so");        // its name is aardvark
  const std::vector<std::string> expected{"aardvark", "zebra"};
  BOOST_TEST(names(SharedLibraries({folder.path()}).plugins()) == expected, boost::test_tools::per_element());
  // Once more: the libraries are loaded already.
  BOOST_TEST(names(SharedLibraries({folder.path()}).plugins()) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_plugins_of_one_name_are_refused) {
  const Folder folder;
  folder.add(toy, "kintree_plugin_1.so");
  folder.add(toy, "kintree_plugin_2.so");
  check_refused({folder.path()}, folder.file("kintree_plugin_2.so").string() + ": ", "'aardvark'");
}

/// The host's own arithmetic, which it sets as well, does not reach the library, nor that of another thread.
BOOST_AUTO_TEST_CASE(an_arithmetic_reaches_the_numbers_of_the_library) {
  const Folder folder;
  folder.add(toy, "kintree_plugin_toy.so");
  const Plugin& plugin = *SharedLibraries({folder.path()}).plugins().at(0);
  plugin.compute_in(&arithmetic_of<Counted>());
  BOOST_TEST(Number::arithmetic == nullptr);
  const auto solver = plugin.prepare(Model{}, {}, Scalar::number);
  auto& third = method<Number, problems::MassMatrix>(*solver);
  Number answer;
  {
    const Counting counting;
    BOOST_TEST(third.mass_matrix({}, {&answer, 1, 1}).code == Status::ok);
    BOOST_TEST((counting.total() == Operations{0, 0, 1, 0, 0}));
  }
  BOOST_TEST(read<Counted>(answer).value == 1.0 / 3);
  BOOST_TEST(read<Counted>(answer).depth == 1);
  plugin.compute_in(nullptr);
}

BOOST_AUTO_TEST_CASE(a_plugin_built_for_double_alone_gives_no_other_solver) {
  const Folder folder;
  folder.add(other_toy, "kintree_plugin_toy.so");
  const Plugin& plugin = *SharedLibraries({folder.path()}).plugins().at(0);
  BOOST_TEST(plugin.prepare(Model{}, {}, Scalar::double_precision) != nullptr);
  for (const Scalar scalar : {Scalar::single_precision, Scalar::number}) {
    BOOST_TEST(plugin.prepare(Model{}, {}, scalar) == nullptr);
    BOOST_TEST(!plugin.description().built_for(scalar));
  }
}

/// By the names of all instruction sets that the loader may look for.
void add_fast_packs(const Folder& folder, const std::string& library) {
  for (const char* set : {"x86-64-v3", "x86-64-v4", "native"})
    folder.add(library, std::string("kintree_packs_toy.") + set + ".so");
}

void add_packs(const Folder& folder, const std::string& library) {
  add_fast_packs(folder, library);
  folder.add(TOY_PACKS_OF_NUMBER_LIBRARY, "kintree_packs_toy.number.so");
}

BOOST_AUTO_TEST_CASE(batches_are_those_of_the_packs_beside_a_plugin) {
  const Folder alone, folder;
  alone.add(toy, "kintree_plugin_toy.so");
  folder.add(toy, "kintree_plugin_toy.so");
  add_packs(folder, TOY_PACKS_LIBRARY);
  const Plugin& looped = *SharedLibraries({alone.path()}).plugins().at(0);
  BOOST_TEST(looped.description().lanes.of(Scalar::double_precision) == 1);
  const Plugin& plugin = *SharedLibraries({folder.path()}).plugins().at(0);
  BOOST_TEST(plugin.description().name == "aardvark");
  const int lanes = plugin.description().lanes.of(Scalar::double_precision);
  BOOST_TEST(lanes > 1);
  BOOST_TEST(plugin.description().lanes.of(Scalar::single_precision) == 2 * lanes);
  BOOST_TEST(plugin.description().lanes.of(Scalar::number) == native_lanes<Number>);
  BOOST_TEST(dynamic_cast<Solver<Number>*>(plugin.prepare_batch(Model{}, {}, Scalar::number).get()) !=
             nullptr);
}

BOOST_AUTO_TEST_CASE(lanes_are_those_of_the_packs_beside_a_plugin) {
  const Folder alone, folder;
  alone.add(toy, "kintree_plugin_toy.so");
  folder.add(toy, "kintree_plugin_toy.so");
  add_packs(folder, TOY_PACKS_LIBRARY);
  BOOST_TEST(in_lanes(*SharedLibraries({alone.path()}).plugins().at(0)) == nullptr);
  const Plugin* lanes = in_lanes(*SharedLibraries({folder.path()}).plugins().at(0));
  BOOST_TEST_REQUIRE(lanes != nullptr);
  BOOST_TEST(lanes->description().name == "aardvark");
  BOOST_TEST(lanes->description().lanes.of(Scalar::double_precision) == 1);
  using S = Scalar;
  BOOST_TEST(dynamic_cast<Solver<double>*>(lanes->prepare(Model{}, {}, S::double_precision).get()) !=
             nullptr);
  BOOST_TEST(dynamic_cast<Solver<float>*>(lanes->prepare(Model{}, {}, S::single_precision).get()) != nullptr);
  BOOST_TEST(dynamic_cast<Solver<Number>*>(lanes->prepare(Model{}, {}, S::number).get()) != nullptr);
  BOOST_TEST(lanes->description().built_for(S::number));
}

BOOST_AUTO_TEST_CASE(loader_gives_packs_of_number_the_arithmetic) {
  const Folder folder;
  folder.add(toy, "kintree_plugin_toy.so");
  add_packs(folder, TOY_PACKS_LIBRARY);
  const Plugin& plugin = *SharedLibraries({folder.path()}).plugins().at(0);
  plugin.compute_in(&arithmetic_of<Counted>());
  Model pendulum;
  pendulum.bodies.emplace_back().joint.kind = JointKind::revolute;
  const std::unique_ptr<SolverBase> solver = plugin.prepare_batch(pendulum, {}, Scalar::number);
  constexpr int states = native_lanes<Number> + 1;
  std::vector<Number> angles(states), thirds(states);
  std::vector<Status> status(states);
  const BatchCall<Number> call{.sizes = {.nq = 1, .n = 1, .bodies = 1},
                               .count = states,
                               .status = status.data(),
                               .in = {{{angles.data(), 1, states}}},
                               .out = {{{thirds.data(), 1, states}}}};
  dynamic_cast<Solver<Number>&>(*solver).call_batch(Problem::mass_matrix, call);
  for (const Number& x : thirds) BOOST_TEST(read<Counted>(x).value == 1.0 / 3);
  plugin.compute_in(nullptr);
}

BOOST_AUTO_TEST_CASE(loader_refuses_packs_without_those_of_number) {
  const Folder folder;
  folder.add(toy, "kintree_plugin_toy.so");
  add_fast_packs(folder, TOY_PACKS_LIBRARY);
  check_refused({folder.path()}, folder.file("kintree_packs_toy.").string(),
                "the same packs in Number, kintree_packs_toy.number.so, are missing");
}

BOOST_AUTO_TEST_CASE(loader_names_a_file_that_holds_no_packs) {
  for (const std::string& library : {no_plugin, toy}) {
    const Folder folder;
    folder.add(toy, "kintree_plugin_toy.so");
    add_packs(folder, library);
    check_refused({folder.path()}, folder.file("kintree_packs_toy.").string(), "it holds no packs");
  }
}

BOOST_AUTO_TEST_CASE(packs_with_another_stamp_are_refused) {
  const Folder folder;
  folder.add(toy, "kintree_plugin_toy.so");
  add_packs(folder, OTHER_HEADERS_LIBRARY);
  check_refused({folder.path()}, folder.file("kintree_packs_toy.").string(),
                "the plugin was built for another suite: headers 0123456789abcdef, not ");
}

BOOST_AUTO_TEST_SUITE_END()
