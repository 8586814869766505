// Its dynamics.
#include "pinocchio/adapter.hpp"

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace kintree::peers {
namespace {

template <class S>
class Dynamics final : public Adapter<S>,
                       public Solves<S, problems::MassMatrix, problems::MassMatrixInverse,
                                     problems::InverseDynamics, problems::ForwardDynamics> {
 public:
  using Vector = typename Adapter<S>::Vector;
  using Adapter<S>::Adapter;

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    set_positions(q);
    clock([&] { pinocchio::crba(pinocchio_, *data_, q_, pinocchio::Convention::LOCAL); });
    from_upper(data_->M, H);  // which is all that it fills
    return {};
  }

  Status mass_matrix_inverse(VectorView<const S> q, MatrixView<S> H_inverse) override {
    set_positions(q);
    clock([&] { pinocchio::computeMinverse(pinocchio_, *data_, q_); });
    from_upper(data_->Minv, H_inverse);
    return {};
  }

  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    set_positions(in.q);
    set_forces(in.f_ext);
    const Vector v = theirs(in.v), a = theirs(in.qdd);
    clock([&] { pinocchio::rnea(pinocchio_, *data_, q_, v, a, forces_); });
    back(data_->tau, tau);
    return {};
  }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    set_positions(in.q);
    set_forces(in.f_ext);
    const Vector v = theirs(in.v), tau = theirs(in.tau);
    clock([&] { pinocchio::aba(pinocchio_, *data_, q_, v, tau, forces_, pinocchio::Convention::LOCAL); });
    back(data_->ddq, qdd);
    return {};
  }

 private:
  using Adapter<S>::back;
  using Adapter<S>::clock;
  using Adapter<S>::data_;
  using Adapter<S>::forces_;
  using Adapter<S>::from_upper;
  using Adapter<S>::pinocchio_;
  using Adapter<S>::q_;
  using Adapter<S>::set_forces;
  using Adapter<S>::set_positions;
  using Adapter<S>::theirs;
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PINOCCHIO(kintree::peers::Dynamics, "pinocchio", "",
                  {kintree::Problem::mass_matrix, kintree::Problem::mass_matrix_inverse,
                   kintree::Problem::inverse_dynamics, kintree::Problem::forward_dynamics})
