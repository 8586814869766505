// One state in lanes: bodies of different branches are adjacent in a register. With KINTREE_LANES a library
// of packs also contains these solvers of its plugin. It exports them by a name with the version of this
// header.
#pragma once

#include <boost/config.hpp>
#include <memory>
#include <vector>

#include "kintree/plugin/plugin.hpp"

namespace kintree {

/// The solvers that a library of packs exports.
class LanesEntry {
 public:
  virtual ~LanesEntry() = default;
  /// A solver whose methods for one state compute in lanes; null in a scalar that the library is not for.
  virtual std::unique_ptr<SolverBase> prepare(const Model& model,
                                              const std::vector<EndEffector>& end_effectors,
                                              Scalar scalar) const = 0;
};

/// The entry of an algorithm in the scalars T.
template <template <class> class Algorithm, class... T>
class LanesOf final : public LanesEntry {
 public:
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return prepared_in<Algorithm, T...>(scalar, model, end_effectors);
  }
};

/// A plugin that also computes in lanes.
class HasLanes {
 public:
  virtual ~HasLanes() = default;
  virtual const Plugin& in_lanes() const = 0;
};

/// The plugin whose single calls compute in lanes; it claims what this one claims. Null if there is none.
inline const Plugin* in_lanes(const Plugin& plugin) {
  const auto* has = dynamic_cast<const HasLanes*>(&plugin);
  return has == nullptr ? nullptr : &has->in_lanes();
}

}  // namespace kintree

#define KINTREE_LANES_ENTRY kintree_lanes_1
/// Exports the algorithm in lanes, in the scalars of KINTREE_PLUGIN (plugin/register.hpp).
#define KINTREE_LANES(algorithm)                                                    \
  extern "C" BOOST_SYMBOL_EXPORT const kintree::LanesEntry* KINTREE_LANES_ENTRY() { \
    static const kintree::LanesOf<algorithm, KINTREE_SCALARS> exported;             \
    return &exported;                                                               \
  }
