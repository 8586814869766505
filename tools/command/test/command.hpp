// Runs the built command as a user does.
#pragma once

#include <cerrno>
#include <cstdlib>

#include <boost/process.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace command {

struct Result {
  int code;
  std::string out, err;
};

/// A folder of its own, under a name that no other process has or had, which goes when the test ends.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "kintree-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
    folder_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

/// Output through files: no pipe can fill up. A command that takes more than a minute of processor time is ended by a
/// signal, whose number becomes the exit code. The time of the clock says nothing: the machine may be busy, or stand
/// still. `input`: the file that it has as its standard input.
inline Result kintree(const std::vector<std::string>& arguments, const std::string& input = "/dev/null") {
  namespace bp = boost::process;
  const Scratch folder;
  const std::string out = folder.path("out"), err = folder.path("err");
  std::vector<std::string> whole{"--cpu=60", KINTREE_COMMAND};
  whole.insert(whole.end(), arguments.begin(), arguments.end());
  bp::child child(bp::search_path("prlimit"), bp::args(whole), bp::std_in<input, bp::std_out>(out),
                  bp::std_err > err);
  child.wait();
  Result result{};
  result.code = child.exit_code();
  const auto take = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    return text;
  };
  result.out = take(out);
  result.err = take(err);
  return result;
}

/// Whether the file has these lines. With KINTREE_WRITE_HELP it is written anew before.
inline void check_lines_of(const char* path, const std::string& text) {
  if (std::getenv("KINTREE_WRITE_HELP") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  std::istringstream said(text);
  std::string expected, line;
  while (std::getline(file, expected)) {
    BOOST_TEST(static_cast<bool>(std::getline(said, line)));
    BOOST_TEST(line == expected);
  }
  BOOST_TEST(!std::getline(said, line));
}

}  // namespace command
