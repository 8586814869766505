// The one macro of a plugin's plugin.cpp:
//
//   KINTREE_PLUGIN(kintree::Rnea, {.name = "rnea", .citation = "...", .claims = {...}})
//
// It exports a plugin whose solvers are instances of the template named first, for every scalar of the suite.
// An algorithm that must compare values, as Eigen's factorizations do, cannot be counted: it says #define
// KINTREE_NOT_COUNTED before it includes this.
#pragma once

#include <boost/config.hpp>
#include <type_traits>

#ifdef KINTREE_DOUBLE_ONLY
#define KINTREE_NOT_COUNTED
#else
#include "kintree/algebra/multiprecision.hpp"
#endif
#ifndef KINTREE_NOT_COUNTED
#include "kintree/algebra/counted.hpp"
#endif
#include "kintree/plugin/plugin.hpp"

namespace kintree {

template <template <class> class Algorithm>
class PluginOf final : public Plugin {
 public:
  explicit PluginOf(Description description) : description_(std::move(description)) {}

  const Description& description() const override { return description_; }

  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    switch (scalar) {
      case Scalar::double_precision:
        return make<double>(model, end_effectors);
      case Scalar::multiprecision:
#ifndef KINTREE_DOUBLE_ONLY
        return make<Multiprecision>(model, end_effectors);
#else
        break;
#endif
      case Scalar::counted:
#ifndef KINTREE_NOT_COUNTED
        return make<Counted>(model, end_effectors);
#else
        break;
#endif
    }
    return nullptr;
  }

  void set_digits([[maybe_unused]] unsigned digits) const override {
#ifndef KINTREE_DOUBLE_ONLY
    Multiprecision::default_precision(digits);
#endif
  }

#ifndef KINTREE_NOT_COUNTED
  void start_counting(const std::vector<std::string>& free) const override {
    counting().emplace(free);
  }
  std::vector<PhaseCost> stop_counting() const override {
    std::vector<PhaseCost> phases;
    if (counting()) phases = counting()->phases();
    counting().reset();
    return phases;
  }
#else
  void start_counting(const std::vector<std::string>& /*free*/) const override {}
  std::vector<PhaseCost> stop_counting() const override {
    return {};
  }
#endif

 private:
  /// An algorithm takes the model, and the end-effectors as well if it has a use for them.
  template <class S>
  static std::unique_ptr<SolverBase> make(const Model& model, const std::vector<EndEffector>& end_effectors) {
    if constexpr (std::is_constructible_v<Algorithm<S>, const Model&, const std::vector<EndEffector>&>)
      return std::make_unique<Algorithm<S>>(model, end_effectors);
    else
      return std::make_unique<Algorithm<S>>(model);
  }

#ifndef KINTREE_NOT_COUNTED
  static std::optional<Counting>& counting() {
    thread_local std::optional<Counting> here;
    return here;
  }
#endif

  Description description_;
};

}  // namespace kintree

/// The name carries the version of the interface: a plugin built for another one is not found, instead of
/// misread.
#define KINTREE_PLUGIN(algorithm, ...)                                                  \
  extern "C" BOOST_SYMBOL_EXPORT const kintree::Plugin* kintree_plugin_v2() {           \
    static const kintree::PluginOf<algorithm> plugin(kintree::Description __VA_ARGS__); \
    return &plugin;                                                                     \
  }
