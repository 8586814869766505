#include "kintree/files/text_file.hpp"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "kintree/files/state_file.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/urdf.hpp"
#include "refused.hpp"

namespace {

using namespace kintree;
using kintree::test::check_refused;
namespace fs = std::filesystem;

}  // namespace

BOOST_AUTO_TEST_SUITE(text_file)

BOOST_AUTO_TEST_CASE(reads_every_byte) {
  const TemporaryFolder folder;
  std::string text("a\r\nb\0c\xff", 7);
  for (int k = 0; k < 3; ++k, text += text + std::string(70000, 'x')) {
    std::ofstream(folder / "f", std::ios::binary) << text;
    BOOST_TEST((read_text_file(folder / "f") == text));
  }
  std::ofstream(folder / "empty").flush();
  BOOST_TEST(read_text_file(folder / "empty").empty());
}

BOOST_AUTO_TEST_CASE(a_missing_folder_for_temporary_files_is_named) {
  setenv("TMPDIR", "/no/such/folder", 1);
  BOOST_CHECK_EXCEPTION(TemporaryFolder(), InputError, [](const InputError& error) {
    return std::string(error.what()).starts_with("TMPDIR: no folder for temporary files: ");
  });
  unsetenv("TMPDIR");
}

BOOST_AUTO_TEST_CASE(text_file_rejects_folders_devices_large_files) {
  const TemporaryFolder folder;
  fs::create_symlink("loop", folder / "loop");
  std::ofstream(folder / "large").flush();
  fs::resize_file(folder / "large", largest_text_file + 1);
  const std::vector<std::pair<fs::path, std::vector<std::string>>> cases{
      {folder.path(), {folder.path().filename(), "a folder; expected a file or a pipe"}},
      {"/dev/zero", {"/dev/zero: a device; expected a file or a pipe"}},
      {"/dev/null", {"/dev/null: a device; expected a file or a pipe"}},
      {folder / "none", {"none: cannot be opened: No such file"}},
      {folder / "a\nb", {"a\\x0ab: cannot be opened"}},
      {folder / "loop", {"loop: cannot be opened"}},
      {folder / "large", {"large: larger than 64 MiB"}},
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

/// Writes a text into a named pipe, piece by piece, once somebody reads it.
std::thread writer_of(const fs::path& pipe, const std::string& piece, int pieces) {
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  return std::thread([=] {
    std::ofstream stream(pipe, std::ios::binary);
    for (int k = 0; k < pieces && stream; ++k) stream << piece << std::flush;
  });
}

BOOST_AUTO_TEST_CASE(text_file_reads_a_pipe_and_keeps_its_text) {
  const TemporaryFolder folder;
  std::thread small = writer_of(folder / "small", "<robot name='r'><link name='a'/></robot>", 1);
  BOOST_TEST(read_urdf(folder / "small").model.bodies.at(0).name == "a");
  small.join();
  BOOST_TEST(read_urdf(folder / "small").model.bodies.at(0).name == "a");  // without a writer
  const std::string piece(100001, 'x');
  std::thread large = writer_of(folder / "large", piece, 7);
  const std::string text = read_text_file(folder / "large");
  large.join();
  BOOST_TEST((text.size() == 7 * piece.size() && text.find_first_not_of('x') == std::string::npos));
}

BOOST_AUTO_TEST_CASE(text_file_limits_the_length_of_a_pipe) {
  std::signal(SIGPIPE, SIG_IGN);  // for the writer
  const TemporaryFolder folder;
  std::thread endless = writer_of(folder / "endless", std::string(std::size_t{1} << 20, 'x'), 1 << 20);
  check_refused([&] { read_text_file(folder / "endless"); }, {"endless: larger than 64 MiB"});
  endless.join();
}

BOOST_AUTO_TEST_CASE(message_name_of_the_standard_input) {
  BOOST_TEST(message_name("-") == "standard input");
  BOOST_TEST(message_name("/dev/stdin") == "standard input");
  BOOST_TEST(message_name("./-") == "./-");
}

BOOST_AUTO_TEST_CASE(a_temporary_folder_goes_with_its_contents) {
  fs::path was;
  {
    const TemporaryFolder one, other;
    was = one.path();
    BOOST_TEST(one.path() != other.path());
    fs::create_directories(one / "a" / "b");
    std::ofstream(one / "a" / "b" / "c") << "text";
  }
  BOOST_TEST(!fs::exists(was));
}

std::size_t entries(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

BOOST_AUTO_TEST_CASE(a_file_appears_as_a_whole_or_not_at_all) {
  const TemporaryFolder folder;
  const fs::path file = folder / "f";
  const std::string text("a\r\nb\0c\xff", 7);
  write_text_file(file, text);
  BOOST_TEST((read_text_file(file) == text));
  {
    TextFileWriter writer(file);
    writer.stream() << "new";
    writer.close();
    BOOST_TEST((read_text_file(file) == text));
    BOOST_TEST(entries(folder) == 2u);
  }
  BOOST_TEST((read_text_file(file) == text));  // it was not published
  BOOST_TEST(entries(folder) == 1u);
  TextFileWriter writer(file);
  writer.stream() << "new";
  writer.publish();
  BOOST_TEST(read_text_file(file) == "new");
  BOOST_TEST(entries(folder) == 1u);
}

BOOST_AUTO_TEST_CASE(links_are_followed_and_devices_stay_what_they_are) {
  const TemporaryFolder folder;
  write_text_file(folder / "f", "old");
  fs::create_symlink("f", folder / "link");
  write_text_file(folder / "link", "new");
  BOOST_TEST(fs::is_symlink(folder / "link"));
  BOOST_TEST(read_text_file(folder / "f") == "new");
  fs::create_symlink("/dev/null", folder / "nothing");
  write_text_file(folder / "nothing", "text");
  BOOST_TEST(fs::is_character_file("/dev/null"));
  BOOST_TEST(entries(folder) == 3u);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_named) {
  const TemporaryFolder folder;
  write_text_file(folder / "f", "text");
  fs::create_directory(folder / "folder");
  check_refused([&] { write_text_file(folder / "folder", "x"); }, {"folder: cannot be written: a folder"});
  check_refused([&] { write_text_file(folder / "none" / "f", "x"); },
                {"none/f: cannot be written: No such file"});
  check_refused([&] { write_text_file(folder / "f" / "g", "x"); },
                {"f/g: cannot be written: Not a directory"});
  check_refused([&] { write_text_file("/dev/full", std::string(100000, 'x')); },
                {"/dev/full: cannot be written"});
  check_refused([&] { write_text_file(fs::path(std::string("a\0b", 3)), "x"); }, {"not a file name"});
  BOOST_TEST(entries(folder) == 2u);
}

BOOST_AUTO_TEST_CASE(the_readers_name_the_file) {
  const TemporaryFolder folder;
  std::ofstream(folder / "r.urdf") << "<robot name='r'><link name='a'/></robot>";
  std::ofstream(folder / "bad.urdf") << "<robot name='r'/>";
  std::ofstream(folder / "s.json") << R"({"q": {"j": [1]}})";
  BOOST_TEST(read_urdf(folder / "r.urdf").model.bodies.at(0).name == "a");
  check_refused([&] { read_urdf(folder / "bad.urdf"); }, {folder / "bad.urdf", "no links"});
  const StateDocument document = read_state_document(folder / "s.json");
  check_refused([&] { document.bind(Model{}); }, {folder / "s.json", "line 1: q: joint 'j'"});
}

BOOST_AUTO_TEST_SUITE_END()
