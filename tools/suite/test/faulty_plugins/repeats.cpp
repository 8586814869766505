// FieldCheck, and slower by the factor REPEATS, if that is set.
#include "sound.hpp"

namespace kintree {

template <class S>
class Repeats final : public Solves<S, problems::MassMatrix> {
 public:
  explicit Repeats(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    Status status;
    for (int k = 0; k < REPEATS; ++k) status = sound_.mass_matrix(q, H);
    return status;
  }

 private:
  CrbaColumns<S> sound_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::Repeats, (kintree::faulty("repeats")))
