// For plugins with many mutants that are compiled together, each in a namespace of its own (batch.py). They
// are built for Number alone, and only compared with the exact answer in the finite field.
#pragma once

#include <memory>
#include <utility>

#include "kintree/plugin/register.hpp"

namespace kintree {

template <template <class> class Algorithm>
class NumberPlugin final : public Plugin {
 public:
  explicit NumberPlugin(Description description) : description_(std::move(description)) {
    description_.scalars = {Scalar::number};
  }

  const Description& description() const override { return description_; }

  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar != Scalar::number) return nullptr;
    if constexpr (std::is_constructible_v<Algorithm<Number>, const Model&, const std::vector<EndEffector>&>)
      return std::make_unique<Algorithm<Number>>(model, end_effectors);
    else
      return std::make_unique<Algorithm<Number>>(model);
  }

  void compute_in(const Arithmetic* arithmetic) const override { Number::arithmetic = arithmetic; }

 private:
  Description description_;
};

}  // namespace kintree

#undef KINTREE_PLUGIN
#define KINTREE_PLUGIN(algorithm, ...)                                                    \
  const kintree::Plugin* plugin() {                                                       \
    static const kintree::NumberPlugin<algorithm> made(kintree::Description __VA_ARGS__); \
    return &made;                                                                         \
  }
