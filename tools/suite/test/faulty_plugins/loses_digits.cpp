// Right in the field; in double half of the digits and more cancel. It promises C and reaches D.
#include "sound.hpp"

namespace kintree {

template <class S>
class LosesDigits final : public Solves<S, problems::MassMatrix> {
 public:
  explicit LosesDigits(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    const Status status = sound_.mass_matrix(q, H);
    if (H.rows > 0) H(1, 1) = (H(1, 1) + S(0x1p40)) - S(0x1p40);
    return status;
  }

 private:
  CrbaColumns<S> sound_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::LosesDigits, (kintree::faulty("loses_digits")))
