// Programs that read their robots from URDF: importers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// A robot as a file, and true if a free joint precedes its root link.
struct RobotText {
  std::string urdf;
  bool floating_base = false;
};

/// The text of a model, as write_urdf() writes it.
RobotText robot_text(const Model& model);

/// A plugin whose workers can be given the text of the file that the model was read from.
class UrdfReader {
 public:
  virtual ~UrdfReader() = default;
  virtual std::unique_ptr<Worker> worker(Model model, std::vector<EndEffector> end_effectors,
                                         RobotText text) const = 0;
};

/// As worker_of(), of a model that was read from this text. The plugin must outlive it.
std::unique_ptr<Worker> worker_of(const Plugin& plugin, Model model, std::vector<EndEffector> end_effectors,
                                  const RobotText& text);

}  // namespace kintree::suite
