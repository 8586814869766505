// Ends its process by a signal.
#include <cstdlib>

#include "sound.hpp"

namespace kintree {

template <class S>
class Crashes final : public Solves<S, problems::MassMatrix> {
 public:
  explicit Crashes(const Model&) {}

  Status mass_matrix(VectorView<const S>, MatrixView<S>) override { std::abort(); }
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::Crashes, (kintree::faulty("crashes")))
