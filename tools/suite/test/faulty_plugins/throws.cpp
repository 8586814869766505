// Throws an exception in every call.
#include <stdexcept>

#include "sound.hpp"

namespace kintree {

template <class S>
class Throws final : public Solves<S, problems::MassMatrix> {
 public:
  explicit Throws(const Model&) {}

  Status mass_matrix(VectorView<const S>, MatrixView<S>) override {
    throw std::runtime_error("too many bodies");
  }
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::Throws, (kintree::faulty("throws")))
