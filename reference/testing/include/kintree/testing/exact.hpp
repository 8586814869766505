// The judge for tests in C++17 or later, by the command `kintree judge`. gtest.hpp and catch2.hpp have assertions for two test frameworks.
#pragma once

#include <stdlib.h>
#include <sys/wait.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace kintree::testing {

/// Numbers of joints or links, by their names in the file of the robot.
using ByName = std::map<std::string, std::vector<double>>;

/// A state, as reference/notation.md describes it. Joints that are left out are at zero, or at the identity.
struct State {
  ByName q{}, v{}, qdd{}, tau{};
  ByName f_ext{};                            ///< by link: couple and force, in body coordinates
  std::vector<std::string> end_effectors{};  ///< links
  std::optional<std::array<double, 3>> gravity = std::nullopt;
  bool floating_base = false;  ///< a free joint comes before the root link of a URDF file
};

/// The outputs of a problem. Rows and columns are in the order in which `kintree solve` prints the joints (`order`).
class Answer {
 public:
  /// The only output: a number, a range of numbers, a range of rows, or a matrix of Eigen.
  template <class T, class = std::enable_if_t<!std::is_convertible_v<T, Answer>>>
  Answer(const T& numbers) {  // NOLINT(google-explicit-constructor)
    write(numbers);
  }
  Answer(const Answer&) = default;

  /// Several outputs by name: Answer::of({{"L", L}, {"D", D}, {"x", x}}).
  static Answer of(std::initializer_list<std::pair<const char*, Answer>> outputs) {
    Answer result;
    for (const auto& [name, output] : outputs)
      result.json_ += (result.json_.empty() ? "{\"" : ",\"") + std::string(name) + "\":" + output.json_;
    result.json_ += "}";
    return result;
  }

  const std::string& json() const { return json_; }

 private:
  template <class T, class = void>
  struct IsMatrix : std::false_type {};
  template <class T>
  struct IsMatrix<T, std::void_t<decltype(T::ColsAtCompileTime)>> : std::true_type {};

  Answer() = default;

  template <class T>
  void write(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      const auto number = static_cast<double>(value);
      std::array<char, 32> digits{};
      std::snprintf(digits.data(), digits.size(), "%.17g", number);
      json_ += std::isfinite(number) ? digits.data() : "null";
    } else if constexpr (IsMatrix<T>::value) {
      if constexpr (T::ColsAtCompileTime == 1 && T::RowsAtCompileTime != 1) {
        write_list(value.rows(), [&](auto i) { write(value(i)); });
      } else {
        write_list(value.rows(),
                   [&](auto i) { write_list(value.cols(), [&](auto j) { write(value(i, j)); }); });
      }
    } else {
      auto at = std::begin(value);
      write_list(std::distance(at, std::end(value)), [&](auto) { write(*at++); });
    }
  }

  template <class Size, class Write>
  void write_list(Size size, Write write_one) {
    json_ += "[";
    for (Size i = 0; i < size; ++i) {
      if (i > 0) json_ += ",";
      write_one(i);
    }
    json_ += "]";
  }

  std::string json_;
};

struct Judgement {
  bool passed = false;  ///< the verdict is A or B
  std::string text;  ///< verdict, error, the worst entry by joint, and known mistakes that give this answer
};

namespace detail {

inline std::string in_json(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

inline std::string as_json(const State& state) {
  std::string text = std::string("{\"floating_base\":") + (state.floating_base ? "true" : "false");
  const std::pair<const char*, const ByName&> parts[] = {
      {"q", state.q}, {"v", state.v}, {"qdd", state.qdd}, {"tau", state.tau}, {"f_ext", state.f_ext}};
  for (const auto& [key, numbers] : parts) {
    text += ",\"" + std::string(key) + "\":{";
    for (auto at = numbers.begin(); at != numbers.end(); ++at)
      text += (at == numbers.begin() ? "" : ",") + in_json(at->first) + ":" + Answer(at->second).json();
    text += "}";
  }
  if (state.gravity) text += ",\"gravity\":" + Answer(*state.gravity).json();
  text += ",\"end_effectors\":[";
  for (std::size_t k = 0; k < state.end_effectors.size(); ++k)
    text += (k == 0 ? "" : ",") + in_json(state.end_effectors[k]);
  return text + "]}";
}

inline std::string in_shell(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// The environment variable, or what the target kintree::testing knows, or the command in the PATH.
inline std::string command() {
  if (const char* named = std::getenv("KINTREE_COMMAND")) return named;
#ifdef KINTREE_COMMAND
  return KINTREE_COMMAND;
#else
  return "kintree";
#endif
}

/// A folder that is removed with its files.
class Folder {
 public:
  Folder() : path_((std::filesystem::temp_directory_path() / "kintree-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("kintree: " + path_ + ": cannot be made");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string write(const char* name, const std::string& text) const {
    const std::string file = path_ + "/" + name;
    std::ofstream(file) << text;
    return file;
  }

 private:
  std::string path_;
};

}  // namespace detail

/// Compares an answer with the exact one. `model` is a file in URDF, MJCF or SDF, and `problem` a name of `kintree list --problems`. Throws
/// std::runtime_error with the message of the command if the input is wrong, or if there is no command.
inline Judgement judge(const std::string& model, const State& state, const std::string& problem,
                       const Answer& answer) {
  const detail::Folder folder;
  std::string line = detail::in_shell(detail::command()) + " judge";
  for (const auto& [option, value] : std::initializer_list<std::pair<const char*, std::string>>{
           {"model", model},
           {"problem", problem},
           {"state", folder.write("state.json", detail::as_json(state))},
           {"answer", folder.write("answer.json", answer.json())}})
    line += std::string(" --") + option + " " + detail::in_shell(value);
  FILE* const output = popen((line + " 2>&1").c_str(), "r");
  if (output == nullptr) throw std::runtime_error("kintree: no process can be started");
  Judgement result;
  std::array<char, 4096> part{};
  for (std::size_t size = 0; (size = std::fread(part.data(), 1, part.size(), output)) > 0;)
    result.text.append(part.data(), size);
  const int status = pclose(output);
  result.passed = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!result.passed && !(WIFEXITED(status) && WEXITSTATUS(status) == 1))
    throw std::runtime_error(result.text.empty() ? line + ": no answer" : result.text);
  return result;
}

}  // namespace kintree::testing
