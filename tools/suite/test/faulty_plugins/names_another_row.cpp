// Names a row of the Jacobian that does not depend on others.
#include "sfa/sfa.hpp"
#include "sound.hpp"

namespace kintree {

template <class S>
class NamesAnotherRow final : public Solves<S, problems::DynamicallyConsistentInverse> {
 public:
  NamesAnotherRow(const Model& model, const std::vector<EndEffector>& end_effectors)
      : sound_(model, end_effectors) {}

  Status dynamically_consistent_inverse(VectorView<const S> q, MatrixView<S> J_bar) override {
    const Status status = sound_.dynamically_consistent_inverse(q, J_bar);
    return status.code == Status::dependent_rows ? Status::dependent_at(1000) : status;
  }

 private:
  Sfa<S> sound_;
};

inline Description names_another_row(const char* name) {
  Description description = faulty(name, Verdict::D);
  description.claims.front().problem = Problem::dynamically_consistent_inverse;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::NamesAnotherRow, (kintree::names_another_row("names_another_row")))
