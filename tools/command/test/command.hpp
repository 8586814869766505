// Runs the built command as a user does.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>

#include <boost/process.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
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

/// Output goes through files, so no pipe can fill up. A command that takes more than a minute of processor
/// time is ended by a signal, whose number becomes the exit code. The clock on the wall is not used, because
/// the machine may be busy or suspended. `input`: the file that is its standard input.
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

/// As long as it lives, PATH has none of the programs that draw figures. A report starts them otherwise, and waits seconds.
class WithoutFigures {
 public:
  WithoutFigures() {
    std::filesystem::create_symlink(boost::process::search_path("prlimit").string(), folder_.path("prlimit"));
    setenv("PATH", folder_.path("").c_str(), 1);
  }
  ~WithoutFigures() { setenv("PATH", before_.c_str(), 1); }
  WithoutFigures(const WithoutFigures&) = delete;
  WithoutFigures& operator=(const WithoutFigures&) = delete;

 private:
  Scratch folder_;
  std::string before_ = std::getenv("PATH");
};

/// The command ends with exit code 2 and one line that has these fragments.
inline void refuses(const std::vector<std::string>& arguments, const std::vector<std::string>& fragments) {
  std::string shown;
  for (const auto& a : arguments) shown += " " + a;
  BOOST_TEST_CONTEXT("kintree" << shown) {
    const Result r = kintree(arguments);
    BOOST_TEST(r.code == 2);
    BOOST_TEST(r.out.empty());
    BOOST_TEST(std::count(r.err.begin(), r.err.end(), '\n') == 1);
    for (const auto& f : fragments)
      BOOST_TEST(r.err.find(f) != std::string::npos, "'" << f << "' is not in: " << r.err);
  }
}

inline bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline nlohmann::json json_of(const std::string& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

/// The arguments, and the plugin of this library alone.
inline std::vector<std::string> with_plugin(std::vector<std::string> arguments, const char* library,
                                            const char* name) {
  const std::string folder = std::filesystem::path(library).parent_path().string();
  arguments.insert(arguments.end(), {"--plugin-path", folder, "--plugin", name});
  return arguments;
}

inline std::string with(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// Names that replace a folder or a file in the output, with its path.
using Places = std::vector<std::pair<std::string, std::string>>;

/// The words of a command line, with the places that they name.
inline std::vector<std::string> words_of(const std::string& line, const Places& places) {
  std::istringstream stream(line);
  std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  for (std::string& word : words)
    for (const auto& [name, place] : places) word = with(word, name, place);
  return words;
}

/// Returns true if two lines are the same, except for numbers with a point or an exponent that are so close,
/// relatively.
inline bool same_line(const std::string& a, const std::string& b, double tolerance) {
  if (a == b) return true;
  if (tolerance == 0) return false;
  static const std::regex number("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");
  if (std::regex_replace(a, number, "#") != std::regex_replace(b, number, "#")) return false;
  for (std::sregex_iterator x(a.begin(), a.end(), number), y(b.begin(), b.end(), number), end; x != end;
       ++x, ++y) {
    if (x->str() == y->str()) continue;
    const auto is_decimal = [](const auto& match) { return match[2].matched || match[3].matched; };
    const double value = std::stod(x->str()), expected = std::stod(y->str());
    if (!is_decimal(*x) || !is_decimal(*y) || !(std::abs(value - expected) <= tolerance * std::abs(expected)))
      return false;
  }
  return true;
}

/// Checks that the file has these lines. With KINTREE_WRITE_HELP the file is recorded first.
inline void check_lines_of(const char* path, const std::string& text, double tolerance = 0) {
  if (std::getenv("KINTREE_WRITE_HELP") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  std::istringstream said(text);
  std::string expected, line;
  while (std::getline(file, expected)) {
    BOOST_TEST_REQUIRE(static_cast<bool>(std::getline(said, line)));
    BOOST_TEST(same_line(line, expected, tolerance), line << " for " << expected);
  }
  BOOST_TEST(!std::getline(said, line));
}

}  // namespace command
