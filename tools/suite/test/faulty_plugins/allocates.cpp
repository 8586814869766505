// Takes memory in every call.
#include "sound.hpp"

namespace kintree {

template <class S>
class Allocates final : public Solves<S, problems::MassMatrix> {
 public:
  explicit Allocates(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    const Status status = sound_.mass_matrix(q, H);
    kept_ = std::make_unique<S>(H(1, 1));
    return status;
  }

 private:
  CrbaColumns<S> sound_;
  std::unique_ptr<S> kept_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::Allocates, (kintree::faulty("allocates")))
