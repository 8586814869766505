// Right in double; where its operations are counted it answers with ones.
#include <type_traits>

#include "sound.hpp"

namespace kintree {

template <class S>
class WrongWhenCounted final : public Solves<S, problems::MassMatrix> {
 public:
  explicit WrongWhenCounted(const Model& model) : sound_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    if constexpr (!std::is_same_v<S, Number>) return sound_.mass_matrix(q, H);
    for (int i = 1; i <= H.rows; ++i)
      for (int j = 1; j <= H.rows; ++j) H(i, j) = S(1);
    return {};
  }

 private:
  CrbaColumns<S> sound_;
};

inline Description wrong_when_counted() {
  Description description = faulty("wrong_when_counted");
  description.claims.front().growth.chain = 2;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::WrongWhenCounted, (kintree::wrong_when_counted()))
