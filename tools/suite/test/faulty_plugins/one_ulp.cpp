// Off by one unit in the last place of one entry: no norm sees it, the field does.
#include "sound.hpp"

namespace kintree {

template <class S>
class OneUlp final : public Solves<S, problems::MassMatrix> {
 public:
  explicit OneUlp(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    const Status status = sound_.mass_matrix(q, H);
    if (H.rows > 0) nudge(H(1, 1));
    return status;
  }

 private:
  CrbaColumns<S> sound_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::OneUlp, (kintree::faulty("one_ulp")))
