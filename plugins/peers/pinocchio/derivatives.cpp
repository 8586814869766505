// Its derivatives, Coriolis matrix, centroidal momentum and regressor.
#include "pinocchio/adapter.hpp"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/centroidal.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea-second-order-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace kintree::peers {
namespace {

template <class S>
class Derivatives final
    : public Adapter<S>,
      public Solves<S, problems::InverseDynamicsDerivatives, problems::ForwardDynamicsDerivatives,
                    problems::InverseDynamicsSecondDerivatives, problems::CoriolisMatrix,
                    problems::CentroidalMomentum, problems::Regressor> {
 public:
  using typename Adapter<S>::T;
  using typename Adapter<S>::Vector;
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

  explicit Derivatives(const Model& model) : Adapter<S>(model) {
    for (std::size_t i = 1; i < kind_.size(); ++i)
      has_fixed_mass_ = has_fixed_mass_ || (carrier_[i] == 0 && model.bodies[i].inertial.mass != 0);
    for (Matrix* result : {&by_q_, &by_v_, &by_force_}) result->setZero(n_, n_);
  }

  Status inverse_dynamics_derivatives(const Input<S, problems::InverseDynamicsDerivatives>& in,
                                      Output<S, problems::InverseDynamicsDerivatives> out) override {
    set_positions(in.q);
    set_forces(in.f_ext);
    const Vector v = theirs(in.v), a = theirs(in.qdd);
    clear();
    clock([&] {
      pinocchio::computeRNEADerivatives(pinocchio_, *data_, q_, v, a, forces_, by_q_, by_v_, by_force_);
    });
    from_full(by_q_, out.dtau_dq);
    from_full(by_v_, out.dtau_dv);
    return {};
  }

  Status forward_dynamics_derivatives(const Input<S, problems::ForwardDynamicsDerivatives>& in,
                                      Output<S, problems::ForwardDynamicsDerivatives> out) override {
    set_positions(in.q);
    set_forces(in.f_ext);
    const Vector v = theirs(in.v), tau = theirs(in.tau);
    clear();
    clock([&] {
      pinocchio::computeABADerivatives(pinocchio_, *data_, q_, v, tau, forces_, by_q_, by_v_, by_force_);
    });
    from_full(by_q_, out.dqdd_dq);
    from_full(by_v_, out.dqdd_dv);
    from_upper(by_force_, out.dqdd_dtau);
    return {};
  }

  Status inverse_dynamics_second_derivatives(
      const Input<S, problems::InverseDynamicsSecondDerivatives>& in,
      Output<S, problems::InverseDynamicsSecondDerivatives> out) override {
    set_positions(in.q);
    for (std::size_t i = 1; i < kind_.size(); ++i)
      for (const S& x : {in.f_ext[i].n.x, in.f_ext[i].n.y, in.f_ext[i].n.z, in.f_ext[i].f.x, in.f_ext[i].f.y,
                         in.f_ext[i].f.z})
        if (!(T(x) == T(0))) throw OutsideDomain("its second derivatives take no external forces");
    const Vector v = theirs(in.v), a = theirs(in.qdd);
    clock([&] { pinocchio::ComputeRNEASecondOrderDerivatives(pinocchio_, *data_, q_, v, a); });
    from_tensor(data_->d2tau_dqdq, out.d2tau_dqdq);
    from_tensor(data_->d2tau_dvdv, out.d2tau_dvdv);
    from_tensor(data_->d2tau_dqdv, out.d2tau_dqdv, true);
    from_tensor(data_->d2tau_dadq, out.dH_dq);
    return {};
  }

  Status coriolis_matrix(const Input<S, problems::CoriolisMatrix>& in, MatrixView<S> C) override {
    set_positions(in.q);
    const Vector v = theirs(in.v);
    clock([&] { pinocchio::computeCoriolisMatrix(pinocchio_, *data_, q_, v); });
    from_full(data_->C, C);
    return {};
  }

  /// Pinocchio has the linear rows first.
  Status centroidal_momentum(const Input<S, problems::CentroidalMomentum>& in,
                             Output<S, problems::CentroidalMomentum> out) override {
    set_positions(in.q);
    if (has_fixed_mass_)
      throw OutsideDomain(
          "its centre of mass is that of the bodies that move; here one is fixed to the base");
    const Vector v = theirs(in.v);
    clock([&] { pinocchio::dccrba(pinocchio_, *data_, q_, v); });
    const Vector rate = data_->dAg * v;
    for (int i = 0; i < 6; ++i) {
      const int row = (i + 3) % 6;
      out.A_G_dot_v.data[i] = ours<S>(rate[row]);
      for (int j = 0; j < n_; ++j) out.A_G.data[i * n_ + j] = ours<S>(data_->Ag(row, place(j)));
    }
    return {};
  }

  /// Pinocchio sums the parameters of the bodies that are fixed to one joint, in the frame of the joint.
  Status regressor(const Input<S, problems::Regressor>& in, MatrixView<S> Y) override {
    set_positions(in.q);
    const Vector v = theirs(in.v), a = theirs(in.qdd);
    clock([&] { pinocchio::computeJointTorqueRegressor(pinocchio_, *data_, q_, v, a); });
    const auto columns = static_cast<Eigen::Index>(10 * (kind_.size() - 1));
    for (std::size_t i = 1; i < kind_.size(); ++i) {
      Eigen::Matrix<T, Eigen::Dynamic, 10> of_body = Eigen::Matrix<T, Eigen::Dynamic, 10>::Zero(n_, 10);
      if (carrier_[i] != 0)
        of_body =
            data_->jointTorqueRegressor.middleCols(10 * static_cast<Eigen::Index>(carrier_[i] - 1), 10) *
            in_joint(frame_[i]);
      for (int row = 0; row < n_; ++row)
        for (int k = 0; k < 10; ++k)
          Y.data[row * columns + 10 * static_cast<Eigen::Index>(i - 1) + k] = ours<S>(of_body(place(row), k));
    }
    return {};
  }

 private:
  using Adapter<S>::carrier_;
  using Adapter<S>::clock;
  using Adapter<S>::data_;
  using Adapter<S>::forces_;
  using Adapter<S>::frame_;
  using Adapter<S>::from_upper;
  using Adapter<S>::kind_;
  using Adapter<S>::n_;
  using Adapter<S>::pinocchio_;
  using Adapter<S>::place;
  using Adapter<S>::q_;
  using Adapter<S>::set_forces;
  using Adapter<S>::set_positions;
  using Adapter<S>::theirs;
  using typename Adapter<S>::SE3;
  using typename Adapter<S>::Vector3;
  using typename Adapter<S>::Matrix3;

  void clear() {
    for (Matrix* result : {&by_q_, &by_v_, &by_force_}) result->setZero();
  }
  void from_full(const auto& M, MatrixView<S> result) const {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) result.data[i * n_ + j] = ours<S>(M(place(i), place(j)));
  }
  /// Kintree's first coordinate is Pinocchio's page. In d2tau_dqdv it is the column, that of q; the comment in the header of Pinocchio 3.7
  /// exchanges the two (findings/order.cpp).
  void from_tensor(const auto& tensor, MatrixView<S> result, bool first_is_column = false) const {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j)
        for (int k = 0; k < n_; ++k) {
          const int column = first_is_column ? j : k, page = first_is_column ? k : j;
          result.data[(i * n_ + j) * n_ + k] = ours<S>(tensor(place(i), place(column), place(page)));
        }
  }

  /// From the parameters in a frame of the joint's body to those in the frame of the joint: m, m c, and Ixx, Ixy, Iyy, Ixz, Iyz, Izz about the origin.
  static Eigen::Matrix<T, 10, 10> in_joint(const SE3& frame) {
    const Matrix3& R = frame.rotation();
    const Vector3& r = frame.translation();
    Eigen::Matrix<T, 10, 10> map;
    for (int k = 0; k < 10; ++k) {
      const auto is = [k](int place) { return T(k == place ? 1 : 0); };
      Vector3 h;
      h << is(1), is(2), is(3);
      Matrix3 I;
      I << is(4), is(5), is(7), is(5), is(6), is(8), is(7), is(8), is(9);
      const T m = is(0);
      const Vector3 turned = R * h, moved = turned + r * m;
      const auto outer = [](const Vector3& a, const Vector3& b) {
        return Matrix3(Matrix3::Identity() * a.dot(b) - b * a.transpose());
      };
      const Matrix3 about = R * I * R.transpose() + outer(r, turned) + outer(moved, r);
      map.col(k) << m, moved, about(0, 0), about(0, 1), about(1, 1), about(0, 2), about(1, 2), about(2, 2);
    }
    return map;
  }

  bool has_fixed_mass_ = false;
  Matrix by_q_, by_v_, by_force_;
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PINOCCHIO(kintree::peers::Derivatives, "pinocchio_derivatives", "",
                  {kintree::Problem::inverse_dynamics_derivatives,
                   kintree::Problem::forward_dynamics_derivatives,
                   kintree::Problem::inverse_dynamics_second_derivatives, kintree::Problem::coriolis_matrix,
                   kintree::Problem::centroidal_momentum, kintree::Problem::regressor})
