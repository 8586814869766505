// Right in double; where its operations are counted it ends at the first pivot.
#include <type_traits>

#include "sound.hpp"

namespace kintree {

template <class S>
class BreaksDownWhenCounted final : public Solves<S, problems::MassMatrix> {
 public:
  explicit BreaksDownWhenCounted(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    if constexpr (std::is_same_v<S, Number>) return Status::breakdown_at(1);
    return sound_.mass_matrix(q, H);
  }

 private:
  CrbaColumns<S> sound_;
};

inline Description breaks_down_when_counted() {
  Description description = faulty("breaks_down_when_counted");
  description.claims.front().growth.chain = 2;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::BreaksDownWhenCounted, (kintree::breaks_down_when_counted()))
