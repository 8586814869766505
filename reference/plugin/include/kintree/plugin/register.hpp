// The one macro of a plugin's plugin.cpp:
//
//   KINTREE_PLUGIN(kintree::Rnea, {.name = "rnea", .citation = "...", .claims = {...}})
//
// It exports a plugin whose solvers are instances of the template named first, for double, float and Number.
// With KINTREE_DOUBLE_ONLY defined they are for double alone, which compiles sooner: mutants and planted bugs
// of which nothing else is asked are built so.
#pragma once

#include <boost/config.hpp>
#include <type_traits>

#include "kintree/algebra/number.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/plugin/stamp.hpp"

namespace kintree {

template <template <class> class Algorithm>
class PluginOf final : public Plugin {
 public:
  explicit PluginOf(Description description) : description_(std::move(description)) {
#ifdef KINTREE_DOUBLE_ONLY
    description_.scalars = {Scalar::double_precision};
#else
    description_.scalars = {Scalar::double_precision, Scalar::single_precision, Scalar::number};
#endif
  }

  const Description& description() const override { return description_; }

  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar == Scalar::double_precision) return make<double>(model, end_effectors);
#ifndef KINTREE_DOUBLE_ONLY
    if (scalar == Scalar::single_precision) return make<float>(model, end_effectors);
    if (scalar == Scalar::number) return make<Number>(model, end_effectors);
#endif
    return nullptr;
  }

  void compute_in(const Arithmetic* arithmetic) const override { Number::arithmetic = arithmetic; }

 private:
  /// An algorithm takes the model, and the end-effectors as well if it has a use for them.
  template <class S>
  static std::unique_ptr<SolverBase> make(const Model& model, const std::vector<EndEffector>& end_effectors) {
    if constexpr (std::is_constructible_v<Algorithm<S>, const Model&, const std::vector<EndEffector>&>)
      return std::make_unique<Algorithm<S>>(model, end_effectors);
    else
      return std::make_unique<Algorithm<S>>(model);
  }

  Description description_;
};

}  // namespace kintree

#define KINTREE_PLUGIN(algorithm, ...)                                                  \
  extern "C" {                                                                          \
  extern BOOST_SYMBOL_EXPORT const char kintree_plugin_stamp[];                         \
  const char kintree_plugin_stamp[] = KINTREE_STAMP;                                    \
  BOOST_SYMBOL_EXPORT const kintree::Plugin* kintree_plugin() {                         \
    static const kintree::PluginOf<algorithm> plugin(kintree::Description __VA_ARGS__); \
    return &plugin;                                                                     \
  }                                                                                     \
  }
