// Throws an exception before the first call.
#include <stdexcept>

#include "sound.hpp"

namespace kintree {

template <class S>
class ThrowsWhenPrepared final : public Solves<S, problems::MassMatrix> {
 public:
  explicit ThrowsWhenPrepared(const Model&) { throw std::runtime_error("too many bodies"); }

  Status mass_matrix(VectorView<const S>, MatrixView<S>) override { return {}; }
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::ThrowsWhenPrepared, (kintree::faulty("throws_when_prepared")))
