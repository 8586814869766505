// Plugins examined on one case.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "built_plugin.hpp"
#include "suite/verification/examination.hpp"

namespace kintree::suite::test {

/// A plugin that says other things of itself.
class Renamed final : public Plugin {
 public:
  Renamed(const std::string& name, const std::function<void(Description&)>& change)
      : plugin_(built_plugin(name)), description_(plugin_.description()) {
    change(description_);
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return plugin_.prepare(model, end_effectors, scalar);
  }
  std::unique_ptr<SolverBase> prepare_batch(const Model& model, const std::vector<EndEffector>& end_effectors,
                                            Scalar scalar) const override {
    return plugin_.prepare_batch(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { plugin_.compute_in(arithmetic); }

 private:
  const Plugin& plugin_;
  Description description_;
};

inline report::Record found(const Case& c, const Plugin& requested) {
  const Problem problem = requested.description().claims.front().problem;
  return examine(c, {.plugins = {&requested}, .problems = {problem}}).records.at(0);
}

}  // namespace kintree::suite::test
