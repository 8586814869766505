// Runs the built command as a user does.
#pragma once

#include <boost/process.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace command {

struct Result {
  int code;
  std::string out, err;
};

/// Output through files: no pipe can fill up. A command that takes longer than a minute is ended: code 124.
inline Result kintree(const std::vector<std::string>& arguments) {
  namespace bp = boost::process;
  static int count = 0;
  const auto folder = std::filesystem::temp_directory_path();
  const std::string stem =
      (folder / ("kintree-test-" + std::to_string(getpid()) + "-" + std::to_string(count++))).string();
  std::vector<std::string> whole{"60", KINTREE_COMMAND};
  whole.insert(whole.end(), arguments.begin(), arguments.end());
  bp::child child(bp::search_path("timeout"), bp::args(whole),
                  bp::std_in<bp::null, bp::std_out>(stem + ".out"), bp::std_err > (stem + ".err"));
  child.wait();
  Result result{};
  result.code = child.exit_code();
  const auto take = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    std::filesystem::remove(path);
    return text;
  };
  result.out = take(stem + ".out");
  result.err = take(stem + ".err");
  return result;
}

/// A folder that goes when the test ends.
class Scratch {
 public:
  Scratch() {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("kintree-test-" + std::to_string(getpid()) + "-folder-" + std::to_string(count++));
    std::filesystem::create_directories(folder_);
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

}  // namespace command
