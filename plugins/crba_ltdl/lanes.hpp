// One state in lanes: H in those of crba_columns (crba_columns/lanes.hpp), and the sines of all joints side by side (kernels/joints_in_lanes.hpp);
// C and the factorization as in single calls.
#pragma once

#include "crba_columns/lanes.hpp"
#include "crba_ltdl/crba_ltdl.hpp"
#include "kernels/joints_in_lanes.hpp"

namespace kintree {

/// H, and all bodies at the same positions.
template <class T>
class MassMatrixInLanes {
 public:
  explicit MassMatrixInLanes(const Model& model) : crba_(model), tree_(model), joints_(tree_) {}

  void mass_matrix_in_path_rows(VectorView<const T> q, PathRows<T> H) {
    crba_.mass_matrix_in_path_rows(q, H);
    joints_.set_positions(q, tree_);
  }
  const AxisTree<T>& tree() const { return tree_; }

 private:
  CrbaInLanes<T> crba_;
  AxisTree<T> tree_;
  JointsInLanes<T> joints_;
};

template <class T>
class CrbaLtdlInLanes final : public CrbaLtdlBy<T, MassMatrixInLanes<T>> {
 public:
  using CrbaLtdlBy<T, MassMatrixInLanes<T>>::CrbaLtdlBy;
};

}  // namespace kintree
