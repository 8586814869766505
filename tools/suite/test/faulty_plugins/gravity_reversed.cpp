// Takes gravity with the other sign.
#include "rnea_points/rnea_points.hpp"
#include "sound.hpp"

namespace kintree {

template <class S>
class GravityReversed final : public Solves<S, problems::InverseDynamics> {
 public:
  explicit GravityReversed(Model model) : sound_(reversed(std::move(model))) {}

  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    return sound_.inverse_dynamics(in, tau);
  }

 private:
  static Model reversed(Model model) {
    for (double& x : model.gravity) x = -x;
    return model;
  }
  RneaPoints<S> sound_;
};

inline Description gravity_reversed(const char* name) {
  Description description = faulty(name);
  description.claims.front().problem = Problem::inverse_dynamics;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::GravityReversed, (kintree::gravity_reversed("gravity_reversed")))
