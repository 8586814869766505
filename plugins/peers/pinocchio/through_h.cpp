// Its Cholesky factorization H = U D U^T of a given H, and forward dynamics through H with it.
#include "pinocchio/adapter.hpp"

#include <pinocchio/algorithm/cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace kintree::peers {
namespace {

template <class S>
class ThroughH final : public Adapter<S>,
                       public Solves<S, problems::Factorization, problems::ForwardDynamics> {
 public:
  using Vector = typename Adapter<S>::Vector;

  explicit ThroughH(const Model& model) : Adapter<S>(model), zero_(Vector::Zero(n_)) {}

  /// Factors H without reordering. The linear and the angular coordinates of a free joint are a chain in
  /// either order.
  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> result) override {
    check_size();
    Vector x(n_);
    for (int i = 0; i < n_; ++i) {
      x[i] = Adapter<S>::theirs(in.tau.data[i]);
      for (int j = i; j < n_; ++j) data_->M(i, j) = Adapter<S>::theirs(in.H.data[i * n_ + j]);
    }
    clock([&] {
      pinocchio::cholesky::decompose(pinocchio_, *data_);
      pinocchio::cholesky::solve(pinocchio_, *data_, x);
    });
    for (int i = 0; i < n_; ++i) {  // L = U^T
      result.x.data[i] = ours<S>(x[i]);
      for (int j = 0; j < n_; ++j) {
        result.L.data[i * n_ + j] = j <= i ? ours<S>(data_->U(j, i)) : S{};
        result.D.data[i * n_ + j] = i == j ? ours<S>(data_->D[i]) : S{};
      }
    }
    return {};
  }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    set_positions(in.q);
    set_forces(in.f_ext);
    const Vector v = theirs(in.v);
    Vector x = theirs(in.tau);
    clock([&] {
      x -= pinocchio::rnea(pinocchio_, *data_, q_, v, zero_,
                           forces_);  // nonLinearEffects takes no external forces
      pinocchio::crba(pinocchio_, *data_, q_, pinocchio::Convention::LOCAL);
      pinocchio::cholesky::decompose(pinocchio_, *data_);
      pinocchio::cholesky::solve(pinocchio_, *data_, x);
    });
    back(x, qdd);
    return {};
  }

 private:
  using Adapter<S>::back;
  using Adapter<S>::check_size;
  using Adapter<S>::clock;
  using Adapter<S>::data_;
  using Adapter<S>::forces_;
  using Adapter<S>::n_;
  using Adapter<S>::pinocchio_;
  using Adapter<S>::q_;
  using Adapter<S>::set_forces;
  using Adapter<S>::set_positions;
  using Adapter<S>::theirs;

  Vector zero_;
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PINOCCHIO(kintree::peers::ThroughH, "pinocchio_through_h", "cholesky::decompose and solve",
                  {kintree::Problem::factorization, kintree::Problem::forward_dynamics})
