// A Python function as a plugin. It reads the questions of the line protocol and returns answers, without a process in between.
#pragma once

#include "bindings.hpp"
#include "suite/execution/protocol.hpp"

namespace kintree::python {

class FunctionPlugin final : public Plugin, public suite::WorkerSource {
 public:
  /// `description`: what a program answers to `describe`. `answer`: a callable from the text of a question to that of its answer. The
  /// suite calls it on the thread that asks, which must hold the interpreter's lock. Its exceptions end the run.
  FunctionPlugin(const std::string& description, py::function answer);

  const Description& description() const override { return program_.description; }
  std::unique_ptr<SolverBase> prepare(const Model&, const std::vector<EndEffector>&, Scalar) const override {
    return nullptr;
  }
  void compute_in(const Arithmetic*) const override {}
  std::unique_ptr<suite::Worker> worker(Model model, std::vector<EndEffector> end_effectors) const override;

 private:
  suite::ProgramDescription program_;
  py::function answer_;
};

}  // namespace kintree::python
