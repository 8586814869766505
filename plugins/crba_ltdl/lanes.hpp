// One state in lanes: H in those of crba (crba/lanes.hpp), C and the factorization as in single calls.
#pragma once

#include "crba/lanes.hpp"
#include "crba_ltdl/crba_ltdl.hpp"

namespace kintree {

template <class T>
class CrbaLtdlInLanes final : public CrbaLtdlBy<T, CrbaInLanes<T>> {
 public:
  using CrbaLtdlBy<T, CrbaInLanes<T>>::CrbaLtdlBy;
};

}  // namespace kintree
