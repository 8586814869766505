// One state in lanes: bodies of different branches side by side in a register. A library of packs may have that of its
// plugin besides the batches, by KINTREE_LANES, and exports it by a name with the version of this header.
#pragma once

#include <boost/config.hpp>
#include <memory>
#include <vector>

#include "kintree/plugin/plugin.hpp"

namespace kintree {

/// What a library of packs exports.
class LanesEntry {
 public:
  virtual ~LanesEntry() = default;
  /// A solver whose methods for one state compute in lanes; in double or float, else null.
  virtual std::unique_ptr<SolverBase> prepare(const Model& model,
                                              const std::vector<EndEffector>& end_effectors,
                                              Scalar scalar) const = 0;
};

template <template <class> class Algorithm>
class LanesOf final : public LanesEntry {
 public:
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar == Scalar::double_precision) return prepared<Algorithm<double>>(model, end_effectors);
    if (scalar == Scalar::single_precision) return prepared<Algorithm<float>>(model, end_effectors);
    return nullptr;
  }
};

/// A plugin that answers in lanes as well.
class HasLanes {
 public:
  virtual ~HasLanes() = default;
  virtual const Plugin& in_lanes() const = 0;
};

/// The plugin whose single calls compute in lanes, in double and float; it claims what this one claims. Null if there is none.
inline const Plugin* in_lanes(const Plugin& plugin) {
  const auto* has = dynamic_cast<const HasLanes*>(&plugin);
  return has == nullptr ? nullptr : &has->in_lanes();
}

}  // namespace kintree

#define KINTREE_LANES_ENTRY kintree_lanes_1
#define KINTREE_LANES(algorithm)                                                    \
  extern "C" BOOST_SYMBOL_EXPORT const kintree::LanesEntry* KINTREE_LANES_ENTRY() { \
    static const kintree::LanesOf<algorithm> exported;                              \
    return &exported;                                                               \
  }
