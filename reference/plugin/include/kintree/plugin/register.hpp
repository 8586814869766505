// The one macro of a plugin's plugin.cpp:
//
//   KINTREE_PLUGIN(kintree::Rnea, {.name = "rnea", .citation = "...", .claims = {...}})
//
// It exports a plugin whose solvers are instances of the template named first, for double, float and Number.
// With KINTREE_DOUBLE_ONLY defined they are for double alone, which compiles sooner. Mutants and planted bugs
// that need no other scalar are built so. With KINTREE_PACKS defined it exports the plugin's batches in packs
// instead, in double and float for the instruction set that is compiled for. With KINTREE_NUMBER_ONLY defined
// as well, the packs are in Number, for the finite field. The loader finds these libraries beside the
// plugin's.
//
// With KINTREE_NUMBER_ELSEWHERE defined, the solvers for Number are in another translation unit of the same plugin.cpp, with
// KINTREE_NUMBER_UNIT defined. That unit is compiled with less optimization, which takes half the time.
#pragma once

#include <boost/config.hpp>

#include "kintree/numbers/number.hpp"
#ifdef KINTREE_PACKS
#include "kintree/plugin/packs.hpp"
#endif
#include "kintree/plugin/plugin.hpp"
#include "kintree/plugin/stamp.hpp"

#if defined(KINTREE_DOUBLE_ONLY)
#define KINTREE_SCALARS double
#elif defined(KINTREE_NUMBER_ONLY)
#define KINTREE_SCALARS kintree::Number
#elif defined(KINTREE_PACKS)
#define KINTREE_SCALARS double, float
#else
#define KINTREE_SCALARS double, float, kintree::Number
#endif

namespace kintree {

/// A plugin whose solvers are instances of a template in the scalars T.
template <template <class> class Algorithm, class... T>
class PluginIn final : public Plugin {
 public:
  explicit PluginIn(Description description) : description_(std::move(description)) {
    description_.scalars = {scalar_of<T>...};
  }

  const Description& description() const override { return description_; }

  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return prepared_in<Algorithm, T...>(scalar, model, end_effectors);
  }

  void compute_in(const Arithmetic* arithmetic) const override { Number::arithmetic = arithmetic; }

 private:
  Description description_;
};

/// In every scalar.
template <template <class> class Algorithm>
using PluginOf = PluginIn<Algorithm, double, float, Number>;

}  // namespace kintree

#ifdef KINTREE_PACKS
#define KINTREE_EXPORTED(algorithm) kintree::PacksOf<algorithm, KINTREE_SCALARS>
#define KINTREE_ENTRY const kintree::Packs* kintree_packs
#else
#define KINTREE_EXPORTED(algorithm) kintree::PluginIn<algorithm, KINTREE_SCALARS>
#define KINTREE_ENTRY const kintree::Plugin* kintree_plugin
#endif

#define KINTREE_NUMBER_SOLVER(algorithm)                                                         \
  template std::unique_ptr<kintree::SolverBase> kintree::new_solver<algorithm<kintree::Number>>( \
      const kintree::Model&, const std::vector<kintree::EndEffector>&);
#ifdef KINTREE_NUMBER_ELSEWHERE
#define KINTREE_ELSEWHERE(algorithm) extern KINTREE_NUMBER_SOLVER(algorithm)
#else
#define KINTREE_ELSEWHERE(algorithm)
#endif

#ifdef KINTREE_NUMBER_UNIT
#define KINTREE_PLUGIN(algorithm, ...) KINTREE_NUMBER_SOLVER(algorithm)
#else
#define KINTREE_PLUGIN(algorithm, ...)                                                   \
  KINTREE_ELSEWHERE(algorithm)                                                           \
  extern "C" {                                                                           \
  extern BOOST_SYMBOL_EXPORT const char kintree_plugin_stamp[];                          \
  const char kintree_plugin_stamp[] = KINTREE_STAMP;                                     \
  BOOST_SYMBOL_EXPORT KINTREE_ENTRY() {                                                  \
    static const KINTREE_EXPORTED(algorithm) exported(kintree::Description __VA_ARGS__); \
    return &exported;                                                                    \
  }                                                                                      \
  }
#endif
