// Sees no rows of the Jacobian that depend on each other.
#include "sfa/sfa.hpp"
#include "sound.hpp"

namespace kintree {

template <class S>
class OverlooksRank final : public Solves<S, problems::DynamicallyConsistentInverse> {
 public:
  OverlooksRank(const Model& model, const std::vector<EndEffector>& end_effectors)
      : sound_(model, end_effectors) {}

  Status dynamically_consistent_inverse(VectorView<const S> q, MatrixView<S> J_bar) override {
    const Status status = sound_.dynamically_consistent_inverse(q, J_bar);
    return status.code == Status::dependent_rows ? Status{} : status;
  }

 private:
  Sfa<S> sound_;
};

inline Description overlooks_rank(const char* name) {
  Description description = faulty(name, Verdict::D);
  description.claims.front().problem = Problem::dynamically_consistent_inverse;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::OverlooksRank, (kintree::overlooks_rank("overlooks_rank")))
