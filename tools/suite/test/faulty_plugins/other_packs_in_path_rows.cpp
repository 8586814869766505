// A sound algorithm whose batches in packs give another last bit in path rows.
#include "other_in_path_rows.hpp"

namespace kintree {

/// OtherInPathRows in packs alone.
template <class S>
class OtherPacksInPathRows final : public Solves<S, problems::MassMatrix> {
 public:
  explicit OtherPacksInPathRows(const Model& model) : sound_(model) {}

  StatusOf<S> mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    return sound_.mass_matrix(q, H);
  }

  StatusOf<S> mass_matrix_in_path_rows(VectorView<const S> q, PathRows<S> H) override {
    const StatusOf<S> status = sound_.mass_matrix_in_path_rows(q, H);
    if constexpr (is_pack<S>) nudge(H.diagonal(1));
    return status;
  }

 private:
  CrbaColumns<S> sound_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::OtherPacksInPathRows,
               (kintree::in_path_rows(kintree::faulty("other_packs_in_path_rows"))))
