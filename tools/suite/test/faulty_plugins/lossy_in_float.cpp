// Sound in double. In float it has a few digits less than possible.
#include <type_traits>

#include "sound.hpp"

namespace kintree {

template <class S>
class LossyInFloat final : public Solves<S, problems::MassMatrix> {
 public:
  explicit LossyInFloat(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    const Status status = sound_.mass_matrix(q, H);
    if constexpr (std::is_same_v<S, float>) H(1, 1) += H(1, 1) * S(0x1p-9);
    return status;
  }

 private:
  CrbaColumns<S> sound_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::LossyInFloat, (kintree::faulty("lossy_in_float", kintree::Verdict::A)))
