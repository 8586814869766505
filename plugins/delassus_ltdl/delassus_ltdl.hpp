// Forward dynamics of a tree with constraints, by Delassus' matrix K H^-1 K^T, with H = L^T D L in its sparse form.  Featherstone, RBDA 2008,
// chs. 6 and 8; the range-space method of RBDL.
#pragma once

#include "crba_ltdl/crba_ltdl.hpp"
#include "delassus/delassus.hpp"

namespace kintree {

template <class S>
class DelassusLtdl final : public DelassusBy<S, CrbaLtdl<S>> {
 public:
  using DelassusBy<S, CrbaLtdl<S>>::DelassusBy;
};

}  // namespace kintree
