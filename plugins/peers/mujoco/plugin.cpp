// Its dynamics and Jacobians.
#include "mujoco/adapter.hpp"

namespace kintree::peers {
namespace {

class MuJoCoPlugin final : public MuJoCo {
 public:
  using MuJoCo::MuJoCo;

  void jacobian(const double* q, const double* v, double* J, double* J_dot_v) {
    set_state(q, v);
    const auto rows = static_cast<Eigen::Index>(6 * tree_.ends.size());
    Charts::RowMajor of_ends = Charts::RowMajor::Zero(rows, tree_.n);
    Charts::Vector rates = Charts::Vector::Zero(rows);
    const Charts::Vector acceleration = charts_.without_acceleration(tree_);
    std::copy(acceleration.begin(), acceleration.end(), data_->qacc);
    const Eigen::Vector3d gravity(model_->opt.gravity);
    std::fill(model_->opt.gravity, model_->opt.gravity + 3, 0.0);  // which its accelerations contain
    clock_([&] {
      mj_fwdPosition(model_.get(), data_.get());
      mj_fwdVelocity(model_.get(), data_.get());
      mj_rnePostConstraint(model_.get(), data_.get());
      for (std::size_t e = 0; e < tree_.ends.size(); ++e) {
        const End& end = tree_.ends[e];
        if (end.link < 0) continue;
        const int body = body_[static_cast<std::size_t>(end.link)];
        const auto row = static_cast<Eigen::Index>(6 * e);
        Eigen::Vector3d offset = end.pose.p.cast<double>(), point;
        mju_rotVecMat(point.data(), offset.data(), data_->xmat + 9 * body);
        offset = point;
        mju_addTo3(point.data(), data_->xpos + 3 * body);
        double* own = of_ends.data() + row * tree_.n;
        mj_jac(model_.get(), data_.get(), own + 3 * tree_.n, own, point.data(), body);
        Eigen::Matrix<double, 6, 1> twist, rate;
        mj_objectVelocity(model_.get(), data_.get(), mjOBJ_XBODY, body, twist.data(), 0);
        mj_objectAcceleration(model_.get(), data_.get(), mjOBJ_XBODY, body, rate.data(), 0);
        const Eigen::Vector3d omega = twist.head<3>(), alpha = rate.head<3>();
        rates.segment<3>(row) = alpha;
        rates.segment<3>(row + 3) = rate.tail<3>() + alpha.cross(offset) + omega.cross(omega.cross(offset));
      }
    });
    std::copy(gravity.begin(), gravity.end(), model_->opt.gravity);
    jacobian_back(tree_, charts_, q, v, of_ends, rates, J, J_dot_v);
  }
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PEER(kintree::peers::MuJoCoPlugin, "mujoco", false)
