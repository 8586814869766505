// States as JSON: an object with
//   floating_base    true or false (false if left out)
//   gravity          [x, y, z]
//   q, v, tau, qdd   {joint name: [numbers]}, or a bare number for a joint that has one; left out: zero, or
//                    the identity
//   f_ext            {link name: [couple x, y, z, force x, y, z]}, in body coordinates
//   end_effectors    [link names], frames at the links' origins; or, in place of a name, the frame's pose in
//                    the link: {"link": name, "xyz": [x, y, z], "rpy": [roll, pitch, yaw]}
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/data/model.hpp"

namespace kintree {

/// A state file that has been read but not yet been held against a model: its `floating_base` decides how to
/// read that.
class StateDocument {
 public:
  bool floating_base() const { return floating_base_; }
  std::optional<Triple> gravity() const { return gravity_; }
  const std::vector<std::string>& warnings() const {
    return warnings_;
  }  ///< one line each, with the file's name

  /// The state of a (valid) model. Throws InputError `<file>: <element>: <reason>` if the file does not fit
  /// it.
  State bind(const Model& model) const;

 private:
  friend class StateReader;
  friend StateDocument parse_state_document(std::string_view text, const std::string& name);
  static constexpr std::size_t most_numbers = 7;  ///< of a joint or a link
  struct Entry {
    std::string name;  ///< of a joint or a link
    std::array<double, most_numbers> numbers{};
    std::size_t count = 0;  ///< as the file has them: above most_numbers only counted
    bool bare = false;      ///< a number without brackets
  };

  std::string name_;
  bool floating_base_ = false;
  std::optional<Triple> gravity_;
  std::vector<Entry> q_, v_, tau_, qdd_, f_ext_;
  struct Posed {
    std::optional<std::string> link;
    Placement pose;
  };
  std::vector<Posed> end_effectors_;
  std::vector<std::string> warnings_;
};

/// Throws InputError `<file>: <element>: <reason>` for anything but such an object. Unknown keys of it are
/// warnings.
StateDocument read_state_document(const std::filesystem::path& path);

/// The same from the text of a file, called `name` in messages.
StateDocument parse_state_document(std::string_view text, const std::string& name);

/// A state of the model, and the model's gravity, as such a file; reads back to the last bit. Throws
/// InputError if the state does not fit the model.
std::string write_state(const Model& model, const State& state, bool floating_base);

}  // namespace kintree
