// Its mass matrix and nonlinear effects where joints mimic others. KINTREE_CONVENTION is that of its crba.
#include "pinocchio/adapter.hpp"

#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <algorithm>

namespace kintree::peers {
namespace {

template <class S>
class Mimic final : public Adapter<S>, public Solves<S, problems::CoupledDynamics> {
 public:
  using typename Adapter<S>::Follower;
  using typename Adapter<S>::T;
  using typename Adapter<S>::Vector;

  explicit Mimic(const Model& model) : Mimic(model, couplings(model)) {}

  Status coupled_dynamics(const Input<S, problems::CoupledDynamics>& in,
                          Output<S, problems::CoupledDynamics> out) override {
    if (!unknown_.empty()) throw OutsideDomain(unknown_);
    set_positions(in.q);
    set_forces(in.f_ext);
    Vector v(pinocchio_.nv);
    for (int k = 0; k < n_; ++k)
      if (coordinate_[k] >= 0) v[coordinate_[k]] = theirs(in.v.data[k]);
    const Vector zero = Vector::Zero(pinocchio_.nv);
    clock([&] {
      pinocchio::crba(pinocchio_, *data_, q_, pinocchio::Convention::KINTREE_CONVENTION);
      pinocchio::rnea(pinocchio_, *data_, q_, v, zero, forces_);
    });
    for (int i = 0; i < n_; ++i) {
      const int a = coordinate_[i];
      out.C_coupled.data[i] = a < 0 ? S{} : ours<S>(data_->tau[a]);
      for (int j = 0; j < n_; ++j) {
        const int b = coordinate_[j];
        out.H_coupled.data[i * n_ + j] =
            a < 0 || b < 0 ? S{} : ours<S>(data_->M(std::min(a, b), std::max(a, b)));
      }
    }
    return {};
  }

 private:
  struct Couplings {
    std::vector<Follower> followers;
    std::string unknown;  ///< why it has no such model
  };

  Mimic(const Model& model, const Couplings& couplings)
      : Adapter<S>(model, couplings.unknown.empty() ? couplings.followers : std::vector<Follower>()),
        unknown_(couplings.unknown) {
    int skipped = 0;
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      const bool follows = followers_[i].leader != 0;
      for (int c = 0; c < info(kind_[i]).velocities; ++c)
        coordinate_.push_back(follows ? -1 : place(velocity_[i] + c) - skipped);
      if (follows) ++skipped;
    }
  }

  static Couplings couplings(const Model& model) {
    Couplings result{std::vector<Follower>(model.bodies.size()), ""};
    std::vector<Follower>& by_body = result.followers;
    for (const Constraint& c : model.constraints) {
      if (!c.coupling) continue;
      const std::string joint =
          "joint '" + model.bodies[static_cast<std::size_t>(c.frame.body)].joint.name + "' ";
      if (c.relative_to == 0) return {{}, joint + "stands still"};
      Follower& follower = by_body[static_cast<std::size_t>(c.frame.body)];
      if (follower.leader != 0) return {{}, joint + "follows two"};
      follower = {static_cast<std::size_t>(c.relative_to), c.coupling->multiplier};
    }
    for (std::size_t i = 1; i < by_body.size(); ++i) {
      if (by_body[i].leader == 0) continue;
      const std::size_t leader = by_body[i].leader;
      if (by_body[leader].leader != 0)
        return {{}, "a joint follows one that follows another: the library has no such joint"};
      if (leader > i) return {{}, "a joint precedes the one that it follows: the library refuses it"};
    }
    return result;
  }

  using Adapter<S>::clock;
  using Adapter<S>::data_;
  using Adapter<S>::followers_;
  using Adapter<S>::forces_;
  using Adapter<S>::kind_;
  using Adapter<S>::n_;
  using Adapter<S>::pinocchio_;
  using Adapter<S>::place;
  using Adapter<S>::q_;
  using Adapter<S>::set_forces;
  using Adapter<S>::set_positions;
  using Adapter<S>::theirs;
  using Adapter<S>::velocity_;

  std::string unknown_;
  std::vector<int> coordinate_;  ///< of theirs, by ours; -1 of a joint that follows
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PINOCCHIO(kintree::peers::Mimic, KINTREE_NAME, "crba and rnea with mimic joints",
                  {kintree::Problem::coupled_dynamics})
