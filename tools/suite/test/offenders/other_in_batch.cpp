// Gives another last bit in the batch entry, to its second state.
#include "sound.hpp"

namespace kintree {

template <class S>
class OtherInBatch final : public Solver<S> {
 public:
  explicit OtherInBatch(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override { return sound_.mass_matrix(q, H); }

  void mass_matrix_batch(const Batch<S>& batch, BatchView<const S> q, BatchView<S> H) override {
    Solver<S>::mass_matrix_batch(batch, q, H);
    if (batch.count > 1) nudge(H(1, 1));
  }

 private:
  Crba<S> sound_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::OtherInBatch, (kintree::offender("other_in_batch")))
