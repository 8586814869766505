// Its forward dynamics with constraints: of all six rows, or of the three linear ones.
#include "pinocchio/adapter.hpp"

#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace pinocchio {
/// The library computes the error of each placement, and multiplies it by gains that are zero here. A field has no logarithm.
template <>
struct log6_impl<kintree::peers::Exact> {
  template <typename Pose, typename Result>
  static void run(const Pose& /*M*/, MotionDense<Result>& error) {
    error.derived().setZero();
  }
};
}  // namespace pinocchio

namespace kintree::peers {
namespace {

template <class S>
class Constrained final : public Adapter<S>, public Solves<S, problems::ConstrainedForwardDynamics> {
 public:
  using typename Adapter<S>::T;
  using typename Adapter<S>::SE3;
  using typename Adapter<S>::Vector;
  using typename Adapter<S>::Vector3;
  using Contact = pinocchio::RigidConstraintModelTpl<T, 0>;
  using ContactData = pinocchio::RigidConstraintDataTpl<T, 0>;
  using Motion = pinocchio::MotionTpl<T, 0>;

  explicit Constrained(const Model& model) : Adapter<S>(model), zero_(Vector::Zero(n_)) {
    if (data_ == nullptr) return;
    for (const Constraint& c : model.constraints) {
      const bool linear = c.rows == std::array<bool, 6>{false, false, false, true, true, true};
      if (c.coupling || (c.row_count() != 6 && !linear))
        unknown_ = "constraint '" + c.name + "' has neither all six rows nor the three linear ones";
      const auto body = static_cast<std::size_t>(c.frame.body), other = static_cast<std::size_t>(c.relative_to);
      if (carrier_[body] == carrier_[other])
        unknown_ = "constraint '" + c.name + "' joins links that do not move against each other";
      if (!unknown_.empty()) return;
      contacts_.emplace_back(linear ? pinocchio::CONTACT_3D : pinocchio::CONTACT_6D, pinocchio_,
                             carrier_[body], frame_[body] * Adapter<S>::se3(c.frame.pose), carrier_[other],
                             SE3::Identity(), pinocchio::LOCAL);
      contact_data_.emplace_back(contacts_.back());
    }
    pinocchio::initConstraintDynamics(pinocchio_, *data_, contacts_);
  }

  Status constrained_forward_dynamics(const Input<S, problems::ConstrainedForwardDynamics>& in,
                                      Output<S, problems::ConstrainedForwardDynamics> out) override {
    set_positions(in.q);
    if (!unknown_.empty()) throw OutsideDomain(unknown_);
    const Vector v = theirs(in.v);
    const Vector tau = theirs(in.tau) + of_external_forces(in.f_ext);
    close(v, in.gamma);
    clock([&] {
      pinocchio::constraintDynamics(pinocchio_, *data_, q_, v, tau, contacts_, contact_data_, settings_);
    });
    int row = 0;
    for (const Contact& contact : contacts_) row += static_cast<int>(contact.size());
    for (int k = 0; k < row; ++k)
      if (data_->contact_chol.D[k] == T(0))
        throw OutsideDomain("rows depend on each other: the library asserts that no diagonal element is zero");
    back(data_->ddq, out.constrained_qdd);
    row = 0;
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      const auto& force = contact_data_[c].contact_force;
      if (contacts_[c].type == pinocchio::CONTACT_6D)
        for (int k = 0; k < 3; ++k) out.lambda.data[row++] = ours<S>(force.angular()[k]);
      for (int k = 0; k < 3; ++k) out.lambda.data[row++] = ours<S>(force.linear()[k]);
    }
    return {};
  }

 private:
  using Adapter<S>::back;
  using Adapter<S>::carrier_;
  using Adapter<S>::clock;
  using Adapter<S>::data_;
  using Adapter<S>::forces_;
  using Adapter<S>::frame_;
  using Adapter<S>::n_;
  using Adapter<S>::pinocchio_;
  using Adapter<S>::q_;
  using Adapter<S>::set_forces;
  using Adapter<S>::set_positions;
  using Adapter<S>::theirs;

  /// It takes no external forces: they are added to tau.
  Vector of_external_forces(const Force<S>* f_ext) {
    set_forces(f_ext);
    const Vector with = pinocchio::rnea(pinocchio_, *data_, q_, zero_, zero_, forces_);
    return pinocchio::rnea(pinocchio_, *data_, q_, zero_, zero_) - with;
  }

  /// Puts the frame on the second body where that on the first is, and requires the accelerations gamma. Those of points are of material
  /// points, Kintree's of the relative twist: they differ by (w_A + w_B) x (v_B - v_A), which is zero where the constraint holds.
  void close(const Vector& v, VectorView<const S> gamma) {
    pinocchio::forwardKinematics(pinocchio_, *data_, q_, v);
    const S* given = gamma.data;
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      Contact& contact = contacts_[c];
      const SE3 frame = data_->oMi[contact.joint1_id] * contact.joint1_placement;
      contact.joint2_placement = data_->oMi[contact.joint2_id].actInv(frame);
      const auto velocity = [&](pinocchio::JointIndex joint, const SE3& placement) {
        return joint == 0 ? Motion(Motion::Zero()) : Motion(placement.actInv(data_->v[joint]));
      };
      const Motion v_B = velocity(contact.joint1_id, contact.joint1_placement),
                   v_A = velocity(contact.joint2_id, contact.joint2_placement);
      Motion& desired = contact_data_[c].contact_acceleration_desired;
      desired.setZero();
      if (contact.type == pinocchio::CONTACT_6D)
        for (int k = 0; k < 3; ++k) desired.angular()[k] = Adapter<S>::theirs(*given++);
      for (int k = 0; k < 3; ++k) desired.linear()[k] = Adapter<S>::theirs(*given++);
      if (contact.type == pinocchio::CONTACT_3D)
        desired.linear() +=
            Vector3(v_A.angular() + v_B.angular()).cross(Vector3(v_B.linear() - v_A.linear()));
    }
  }

  Vector zero_;
  std::string unknown_;
  std::vector<Contact, Eigen::aligned_allocator<Contact>> contacts_;
  std::vector<ContactData, Eigen::aligned_allocator<ContactData>> contact_data_;
  pinocchio::ProximalSettingsTpl<T> settings_;  ///< mu = 0: one exact solution
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PINOCCHIO(kintree::peers::Constrained, "pinocchio_constraints", "constraintDynamics",
                  {kintree::Problem::constrained_forward_dynamics})
