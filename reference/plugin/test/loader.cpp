#include "kintree/plugin/loader.hpp"

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "kintree/algebra/multiprecision.hpp"
#include "kintree/data/error.hpp"

namespace {

using namespace kintree;

namespace fs = std::filesystem;

/// A folder of the test's own, gone with it. Each has a name of its own: a path once loaded stands for the
/// same library for good.
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
  BOOST_CHECK_EXCEPTION(load_plugins(folders), InputError, fits);
}

const std::string toy = TOY_LIBRARY, other_toy = OTHER_TOY_LIBRARY, no_plugin = NO_PLUGIN_LIBRARY;

}  // namespace

BOOST_AUTO_TEST_SUITE(loader)

BOOST_AUTO_TEST_CASE(no_plugins_are_none) {
  const Folder folder;
  BOOST_TEST(load_plugins({}).empty());
  BOOST_TEST(load_plugins({folder.path()}).empty());
}

BOOST_AUTO_TEST_CASE(files_of_other_names_are_left_alone) {
  const Folder folder;
  for (const char* name : {"kintree_plugin_x.txt", "plugin_x.so", "kintree_plugin_x.so.bak", "README"})
    folder.write(name);
  BOOST_TEST(load_plugins({folder.path()}).empty());
}

BOOST_AUTO_TEST_CASE(a_missing_folder_is_named) {
  const Folder folder;
  check_refused({folder.path(), folder.file("absent")}, folder.file("absent").string() + ": ",
                "no such folder");
  folder.write("file");
  check_refused({folder.file("file")}, folder.file("file").string() + ": ", "no such folder");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_library_is_named) {
  const Folder folder;
  folder.write("kintree_plugin_x.so");
  check_refused({folder.path()}, folder.file("kintree_plugin_x.so").string() + ": ", "does not load");
}

BOOST_AUTO_TEST_CASE(a_library_without_the_entry_point_is_named) {
  const Folder folder;
  folder.add(no_plugin, "kintree_plugin_none.so");
  check_refused({folder.path()}, folder.file("kintree_plugin_none.so").string() + ": ",
                "version of the interface");
}

BOOST_AUTO_TEST_CASE(plugins_come_sorted_by_name) {
  const Folder folder;
  folder.add(other_toy, "kintree_plugin_a.so");  // its name is zebra
  folder.add(toy, "kintree_plugin_b.so");        // its name is aardvark
  const std::vector<std::string> expected{"aardvark", "zebra"};
  BOOST_TEST(names(load_plugins({folder.path()})) == expected, boost::test_tools::per_element());
  // Once more: the libraries are loaded already.
  BOOST_TEST(names(load_plugins({folder.path()})) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_plugins_of_one_name_are_refused) {
  const Folder folder;
  folder.add(toy, "kintree_plugin_1.so");
  folder.add(toy, "kintree_plugin_2.so");
  check_refused({folder.path()}, folder.file("kintree_plugin_2.so").string() + ": ", "'aardvark'");
}

BOOST_AUTO_TEST_CASE(digits_reach_the_arithmetic_of_the_library) {
  const Folder folder;
  folder.add(toy, "kintree_plugin_toy.so");
  const Plugin& plugin = *load_plugins({folder.path()}).at(0);
  for (const unsigned digits : {25u, 70u}) {
    const PrecisionScope precision(100);
    plugin.set_digits(digits);
    const auto solver = plugin.prepare(Model{}, {}, Scalar::multiprecision);
    Multiprecision answer;
    auto& third = dynamic_cast<Solver<Multiprecision>&>(*solver);
    BOOST_TEST(third.mass_matrix({}, {&answer, 1, 1}).code == Status::ok);
    const Multiprecision error = abs(answer - Multiprecision(1) / 3);
    BOOST_TEST(error <= pow(Multiprecision(10), -static_cast<int>(digits)));
    BOOST_TEST(error >= pow(Multiprecision(10), -static_cast<int>(digits) - 5));
  }
}

BOOST_AUTO_TEST_CASE(a_plugin_built_for_double_alone_gives_no_other_solver) {
  const Folder folder;
  folder.add(other_toy, "kintree_plugin_toy.so");
  const Plugin& plugin = *load_plugins({folder.path()}).at(0);
  BOOST_TEST(plugin.prepare(Model{}, {}, Scalar::double_precision) != nullptr);
  BOOST_TEST(plugin.prepare(Model{}, {}, Scalar::multiprecision) == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
