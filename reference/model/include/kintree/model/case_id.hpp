// The identity of a case. Together with the options of its family it rebuilds the case.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kintree/model/format.hpp"
#include "kintree/model/joint_kind.hpp"

namespace kintree {

struct CaseId {
  std::string family;  ///< a family of random trees, or the name of a tree of the papers or of a robot
  std::vector<JointKind> joints;    ///< the kinds to draw from; those of the family if empty
  std::string transformation = {};  ///< its name (kintree/trees/metamorphic.hpp), or empty
  std::uint64_t seed = 0;
  Format format = Format::binary64;  ///< its numbers are rounded to it

  /// The name without the seed, by which tables group cases: "chain:revolute+spherical/reframed/float".
  std::string label() const;
  /// The name of this one case: "chain:revolute+spherical-7/reframed/float".
  std::string name() const;

  friend bool operator==(const CaseId&, const CaseId&) = default;
};

}  // namespace kintree
