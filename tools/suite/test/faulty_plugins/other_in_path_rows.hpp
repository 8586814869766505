// Gives another last bit in path rows.
#pragma once

#include "sound.hpp"

namespace kintree {

template <class S>
class OtherInPathRows final : public Solves<S, problems::MassMatrix> {
 public:
  explicit OtherInPathRows(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override { return sound_.mass_matrix(q, H); }

  Status mass_matrix_in_path_rows(VectorView<const S> q, PathRows<S> H) override {
    const Status status = sound_.mass_matrix_in_path_rows(q, H);
    nudge(H.diagonal(1));
    return status;
  }

 private:
  CrbaColumns<S> sound_;
};

}  // namespace kintree
