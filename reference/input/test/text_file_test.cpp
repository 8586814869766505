#include "kintree/input/text_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "kintree/input/state_file.hpp"
#include "kintree/input/urdf.hpp"
#include "refused.hpp"

namespace {

using namespace kintree;
using kintree::test::check_refused;
namespace fs = std::filesystem;

/// A folder of its own, removed afterwards.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "kintree_input_XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(text_file)

BOOST_AUTO_TEST_CASE(reads_every_byte) {
  const Folder folder;
  std::string text("a\r\nb\0c\xff", 7);
  for (int k = 0; k < 3; ++k, text += text + std::string(70000, 'x')) {
    std::ofstream(folder.path / "f", std::ios::binary) << text;
    BOOST_TEST((read_text_file(folder.path / "f") == text));
  }
  std::ofstream(folder.path / "empty").flush();
  BOOST_TEST(read_text_file(folder.path / "empty").empty());
}

BOOST_AUTO_TEST_CASE(refuses_what_is_not_a_regular_file) {
  const Folder folder;
  BOOST_REQUIRE(::mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
  fs::create_symlink("loop", folder.path / "loop");
  std::ofstream(folder.path / "large").flush();
  fs::resize_file(folder.path / "large", largest_text_file + 1);
  const std::vector<std::pair<fs::path, std::vector<std::string>>> cases{
      {folder.path, {folder.path.filename(), "not a regular file"}},
      {folder.path / "pipe", {"pipe: not a regular file"}},
      {"/dev/zero", {"/dev/zero: not a regular file"}},
      {folder.path / "none", {"none: cannot be opened: No such file"}},
      {folder.path / "a\nb", {"a\\x0ab: cannot be opened"}},
      {folder.path / "loop", {"loop: cannot be opened"}},
      {folder.path / "large", {"large: larger than 64 MiB"}},
      {fs::path(std::string(10000, 'x')), {"cannot be opened"}},
      {fs::path(std::string("a\0b", 3)), {"not a file name"}},
      {fs::path(), {"cannot be opened"}},
  };
  for (const auto& entry : cases) {
    const fs::path& path = entry.first;
    if (path.native().size() < 1000) check_refused([&] { read_text_file(path); }, entry.second);
    BOOST_CHECK_THROW(read_urdf(path), InputError);
    BOOST_CHECK_THROW(read_state_document(path), InputError);
  }
}

BOOST_AUTO_TEST_CASE(the_readers_name_the_file) {
  const Folder folder;
  std::ofstream(folder.path / "r.urdf") << "<robot name='r'><link name='a'/></robot>";
  std::ofstream(folder.path / "bad.urdf") << "<robot name='r'/>";
  std::ofstream(folder.path / "s.json") << R"({"q": {"j": [1]}})";
  BOOST_TEST(read_urdf(folder.path / "r.urdf").model.bodies.at(0).name == "a");
  check_refused([&] { read_urdf(folder.path / "bad.urdf"); }, {folder.path / "bad.urdf", "no links"});
  const StateDocument document = read_state_document(folder.path / "s.json");
  check_refused([&] { document.bind(Model{}); }, {folder.path / "s.json", "q: joint 'j'"});
}

BOOST_AUTO_TEST_SUITE_END()
