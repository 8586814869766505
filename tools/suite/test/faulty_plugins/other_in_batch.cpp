// Gives another last bit in the batch entry, to its second state.
#include "sound.hpp"

namespace kintree {

template <class S>
class OtherInBatch final : public Solves<S, problems::MassMatrix> {
 public:
  explicit OtherInBatch(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override { return sound_.mass_matrix(q, H); }

  void call_batch(Problem problem, const BatchCall<S>& batch) override {
    Solver<S>::call_batch(problem, batch);
    if (batch.count > 1) nudge(batch.out[0](1, 1));
  }

 private:
  CrbaColumns<S> sound_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::OtherInBatch, (kintree::faulty("other_in_batch")))
