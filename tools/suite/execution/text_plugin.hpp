// A function as a plugin. It reads the questions of the line protocol and returns answers, without a process in between.
#pragma once

#include <functional>
#include <string>

#include "suite/execution/protocol.hpp"

namespace kintree::suite {

class TextPlugin final : public Plugin, public WorkerSource {
 public:
  /// From the text of a question to the text of its answer.
  using Answer = std::function<std::string(const std::string& question)>;

  /// `description`: what a program answers to `describe`. InputError as description_from_json(). The suite calls `answer` on the thread
  /// that asks. Its exceptions end the run.
  TextPlugin(const std::string& description, Answer answer);

  const Description& description() const override { return program_.description; }
  std::unique_ptr<SolverBase> prepare(const Model&, const std::vector<EndEffector>&, Scalar) const override {
    return nullptr;
  }
  void compute_in(const Arithmetic*) const override {}
  std::unique_ptr<Worker> worker(Model model, std::vector<EndEffector> end_effectors) const override;

 private:
  ProgramDescription program_;
  Answer answer_;
};

}  // namespace kintree::suite
