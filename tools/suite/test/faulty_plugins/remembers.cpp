// Gives another last bit from its second call on.
#include "sound.hpp"

namespace kintree {

template <class S>
class Remembers final : public Solves<S, problems::MassMatrix> {
 public:
  explicit Remembers(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    const Status status = sound_.mass_matrix(q, H);
    if (calls_++ > 0) nudge(H(1, 1));
    return status;
  }

 private:
  CrbaColumns<S> sound_;
  int calls_ = 0;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::Remembers, (kintree::faulty("remembers")))
