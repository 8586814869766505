// Breaks down where it must, and in float names another joint.
#include <type_traits>

#include "aba/aba.hpp"
#include "sound.hpp"

namespace kintree {

template <class S>
class NamesAnotherInFloat final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit NamesAnotherInFloat(const Model& model) : sound_(model) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    const Status status = sound_.forward_dynamics(in, qdd);
    return std::is_same_v<S, float> && status.code == Status::breakdown ? Status::breakdown_at(qdd.size + 1)
                                                                        : status;
  }

 private:
  Aba<S> sound_;
};

inline Description names_another_in_float(const char* name) {
  Description description = faulty(name, Verdict::A);
  description.claims.front().problem = Problem::forward_dynamics;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::NamesAnotherInFloat, (kintree::names_another_in_float("names_another_in_float")))
