// Sound in double; in float it breaks down where no pivot is lost.
#include <type_traits>

#include "sound.hpp"

namespace kintree {

template <class S>
class GivesUpInFloat final : public Solves<S, problems::MassMatrix> {
 public:
  explicit GivesUpInFloat(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    if constexpr (std::is_same_v<S, float>) return Status::breakdown_at(1);
    return sound_.mass_matrix(q, H);
  }

 private:
  CrbaColumns<S> sound_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::GivesUpInFloat, (kintree::faulty("gives_up_in_float", kintree::Verdict::A)))
