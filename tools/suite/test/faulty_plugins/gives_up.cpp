// Breaks down where there is nothing to break down at.
#include "sound.hpp"

namespace kintree {

template <class S>
class GivesUp final : public Solves<S, problems::MassMatrix> {
 public:
  explicit GivesUp(const Model& /*model*/) {}

  Status mass_matrix(VectorView<const S> /*q*/, MatrixView<S> /*H*/) override {
    return Status::breakdown_at(1);
  }
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::GivesUp, (kintree::faulty("gives_up")))
