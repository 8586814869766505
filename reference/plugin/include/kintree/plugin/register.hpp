// The one macro of a plugin's plugin.cpp:
//
//   KINTREE_PLUGIN(kintree::Rnea, {.name = "rnea", .citation = "...", .claims = {...}})
//
// It exports a plugin whose solvers are instances of the template named first, for double, float and Number.
// With KINTREE_DOUBLE_ONLY defined they are for double alone, which compiles sooner: mutants and planted bugs
// of which nothing else is asked are built so. With KINTREE_PACKS defined it exports the plugin's batches in
// packs instead, for the instruction set that is compiled for: the loader finds that library beside the
// plugin's.
#pragma once

#include <boost/config.hpp>

#include "kintree/algebra/number.hpp"
#ifdef KINTREE_PACKS
#include "kintree/plugin/packs.hpp"
#endif
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

  const Description& description() const override {
    return description_;
  }

  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar == Scalar::double_precision) return prepared<Algorithm<double>>(model, end_effectors);
#ifndef KINTREE_DOUBLE_ONLY
    if (scalar == Scalar::single_precision) return prepared<Algorithm<float>>(model, end_effectors);
    if (scalar == Scalar::number) return prepared<Algorithm<Number>>(model, end_effectors);
#endif
    return nullptr;
  }

  void compute_in(const Arithmetic* arithmetic) const override {
    Number::arithmetic = arithmetic;
  }

 private:
  Description description_;
};

}  // namespace kintree

#ifdef KINTREE_PACKS
#define KINTREE_EXPORTED(algorithm) kintree::PacksOf<algorithm>
#define KINTREE_ENTRY const kintree::Packs* kintree_packs
#else
#define KINTREE_EXPORTED(algorithm) kintree::PluginOf<algorithm>
#define KINTREE_ENTRY const kintree::Plugin* kintree_plugin
#endif

#define KINTREE_PLUGIN(algorithm, ...)                                                   \
  extern "C" {                                                                           \
  extern BOOST_SYMBOL_EXPORT const char kintree_plugin_stamp[];                          \
  const char kintree_plugin_stamp[] = KINTREE_STAMP;                                     \
  BOOST_SYMBOL_EXPORT KINTREE_ENTRY() {                                                  \
    static const KINTREE_EXPORTED(algorithm) exported(kintree::Description __VA_ARGS__); \
    return &exported;                                                                    \
  }                                                                                      \
  }
