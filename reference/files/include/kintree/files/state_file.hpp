// States as JSON: an object with the following keys, which are all optional.
//
// - `floating_base`: true, false (default), or the name of the floating base's joint, as in UrdfOptions.
// - `gravity`: `[x, y, z]`. The default is the model's gravity.
// - `q`, `v`, `tau`, `qdd`: `{joint name: [numbers]}`. A joint with one coordinate may have a number without
//   brackets. Joints that are left out are at zero, or at the identity.
// - `f_ext`: `{link name: [couple x, y, z, force x, y, z]}`, in body coordinates.
// - `end_effectors`: `[link names]`, for frames at the links' origins. An entry may also be the pose of a
//   frame in the link, as in `{"link": name, "xyz": [x, y, z], "rpy": [roll, pitch, yaw]}`.
// - `gamma`: `{constraint name: [numbers]}`, the required accelerations of the rows of a constraint. The
//   default is zero.
// - `restitution`: a number, for contact impulses. The default is zero.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/files/urdf.hpp"
#include "kintree/model/model.hpp"

namespace kintree {

/// The contents of a state file, before a model is known: the file's `floating_base` decides how the model is
/// read.
class StateDocument {
 public:
  bool floating_base() const { return floating_base_; }
  /// The options with the floating base that the file requests. Throws InputError if both name its joint and
  /// the names differ.
  UrdfOptions with_its_base(UrdfOptions options) const;
  std::optional<Triple> gravity() const { return gravity_; }
  /// The warnings: one line each, which begins with the name of the file.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// The state of a (valid) model. Throws InputError `<file>: line L: <element>: <reason>` if the file does not
  /// fit the model.
  State bind(const Model& model) const;
  /// Warnings about this model: external forces on its base, which have no effect.
  std::vector<std::string> warnings(const Model& model) const;

 private:
  friend class StateReader;
  friend class StateBinding;
  friend StateDocument parse_state_document(std::string_view, const std::string&, bool);
  static constexpr std::size_t most_numbers = 7;  ///< that a joint or a link can have
  struct Entry {
    std::string name;  ///< of a joint, a link or a constraint
    std::array<double, most_numbers> numbers{};
    std::size_t count = 0;  ///< in the file; those beyond most_numbers are counted but not kept
    bool bare = false;      ///< a number without brackets
    std::size_t line = 0;   ///< of the name
  };

  std::string name_;
  bool floating_base_ = false;
  std::string floating_base_name_;
  std::optional<Triple> gravity_;
  std::vector<Entry> q_, v_, tau_, qdd_, f_ext_, gamma_;
  double restitution_ = 0;
  struct Posed {
    std::optional<std::string> link;
    Placement pose;
    std::size_t line = 0;
  };
  std::vector<Posed> end_effectors_;
  std::vector<std::string> warnings_;
};

/// Throws InputError `<file>: line L: <element>: <reason>` for any other content. An unknown key is an
/// error, or, if they are to be ignored, a warning.
StateDocument read_state_document(const std::filesystem::path& path, bool ignore_unknown = false);

/// The same from the text of a file, called `name` in messages.
StateDocument parse_state_document(std::string_view text, const std::string& name,
                                   bool ignore_unknown = false);

/// A state of the model and the model's gravity in this format. Read again, it is the same to the last bit.
/// Throws InputError if the state does not fit the model.
std::string write_state(const Model& model, const State& state, bool floating_base);

}  // namespace kintree
