// Its derivatives of forward dynamics: mjd_transitionFD has finite differences of a step, which with a time step of one second are those of the
// accelerations. H^-1 is exact.
#include "mujoco/adapter.hpp"

namespace kintree::peers {
namespace {

class MuJoCoDerivatives : MuJoCo {
 public:
  using MuJoCo::clock;
  using MuJoCo::library;
  using MuJoCo::names_pivots;
  /// The velocities of the others are not ours, and turn with the position.
  static constexpr unsigned joint_kinds =
      MuJoCo::joint_kinds & ~(1U << KINTREE_FREE) & ~(1U << KINTREE_PLANAR);

  explicit MuJoCoDerivatives(Tree tree) : MuJoCo(std::move(tree)) { model_->opt.timestep = 1; }

  void forward_dynamics_derivatives(const double* q, const double* v, const double* tau, const double* f_ext,
                                    double* dqdd_dq, double* dqdd_dv, double* dqdd_dtau) {
    if (std::any_of(f_ext, f_ext + 6 * (tree_.links.size() + 1), [](double x) { return x != 0; }))
      throw Refused("its external forces stay where a body moves, and are not fixed in it");
    mass_matrix_inverse(q, dqdd_dtau);
    set_state(q, v);
    const Eigen::VectorXd force = charts_.force(tree_, tau);
    std::copy(force.begin(), force.end(), data_->qfrc_applied);
    const int n = tree_.n;
    Charts::RowMajor A(2 * n, 2 * n);
    clock_(
        [&] { mjd_transitionFD(model_.get(), data_.get(), 1e-6, 1, A.data(), nullptr, nullptr, nullptr); });
    const auto by_q = A.bottomLeftCorner(n, n);
    const Charts::RowMajor by_v = A.bottomRightCorner(n, n) - Charts::RowMajor::Identity(n, n);
    charts_.mass_matrix_back(
        tree_, [&](int i, int j) { return by_q(i, j); }, dqdd_dq);
    charts_.mass_matrix_back(
        tree_, [&](int i, int j) { return by_v(i, j); }, dqdd_dv);
  }
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PEER(kintree::peers::MuJoCoDerivatives, "mujoco_derivatives", false)
