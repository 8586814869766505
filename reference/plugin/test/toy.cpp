// A plugin whose mass matrix holds one third, for the loader's test. TOY_NAME is its name.
#ifdef KINTREE_PACKS
#include "kintree/plugin/lanes.hpp"
#endif
#include "kintree/plugin/register.hpp"

namespace kintree {

template <class S>
class Toy final : public Solves<S, problems::MassMatrix> {
 public:
  explicit Toy(const Model&) {}
  StatusOf<S> mass_matrix(VectorView<const S>, MatrixView<S> H) override {
    H(1, 1) = S(1) / S(3);
    return {};
  }
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::Toy, {.name = TOY_NAME,
                              .citation = "none",
                              .claims = {{kintree::Problem::mass_matrix, kintree::Verdict::A, "1 div"}}})

#ifdef KINTREE_PACKS
KINTREE_LANES(kintree::Toy)
#endif
