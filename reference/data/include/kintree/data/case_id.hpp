// What names a case, and rebuilds it together with the options of its family.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kintree/data/joint_kind.hpp"

namespace kintree {

struct CaseId {
  std::string family;               ///< of random trees, or the name of a tree of the papers or of a robot
  std::vector<JointKind> joints;    ///< the kinds asked for; empty: those that the family draws by itself
  std::string transformation = {};  ///< applied to the case; empty: none
  std::uint64_t seed = 0;

  /// Without the seed, as tables group cases: "chain:revolute+spherical/reframed".
  std::string label() const;
  /// Of one case: "chain:revolute+spherical-7/reframed".
  std::string name() const;

  friend bool operator==(const CaseId&, const CaseId&) = default;
};

}  // namespace kintree
