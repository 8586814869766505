// Breaks down where it must, and names another joint.
#include "aba/aba.hpp"
#include "sound.hpp"

namespace kintree {

template <class S>
class NamesAnother final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit NamesAnother(const Model& model) : sound_(model) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    const Status status = sound_.forward_dynamics(in, qdd);
    return status.code == Status::breakdown ? Status::breakdown_at(qdd.size + 1) : status;
  }

 private:
  Aba<S> sound_;
};

inline Description names_another(const char* name) {
  Description description = faulty(name);
  description.claims.front().problem = Problem::forward_dynamics;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::NamesAnother, (kintree::names_another("names_another")))
