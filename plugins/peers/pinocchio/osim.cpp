// Its routines for the inverse of the operational-space inertia, which it calls Delassus' matrix: each a peer of its own, chosen by KINTREE_ROUTINE.
#include "pinocchio/adapter.hpp"

#include <pinocchio/algorithm/contact-cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/delassus.hpp>

namespace kintree::peers {
namespace {

template <class S>
class Osim final : public Adapter<S> {
 public:
  using typename Adapter<S>::T;
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  using ContactModel = pinocchio::RigidConstraintModelTpl<T, 0>;
  using ContactData = pinocchio::RigidConstraintDataTpl<T, 0>;

  Osim(const Model& model, const std::vector<EndEffector>& end_effectors) : Adapter<S>(model) {
    if (data_ == nullptr) return;
    for (const EndEffector& end : end_effectors) {
      const auto body = static_cast<std::size_t>(end.body);
      on_base_ |= carrier_[body] == 0;
      contacts_.emplace_back(pinocchio::CONTACT_6D, pinocchio_, carrier_[body],
                             frame_[body] * Adapter<S>::se3(end.pose), pinocchio::LOCAL);
      contact_data_.emplace_back(contacts_.back());
    }
    if (on_base_) return;
    const auto rows = static_cast<Eigen::Index>(6 * end_effectors.size());
    result_.setZero(rows, rows);
    if constexpr (routine == pv) pinocchio::initPvDelassus(pinocchio_, *data_, contacts_);
    if constexpr (routine == cholesky) cholesky_.allocate(pinocchio_, contacts_);
  }

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    set_positions(q);
    if (on_base_) throw OutsideDomain("an end-effector that no joint moves is no contact of a joint");
    clock([&] {
      if constexpr (routine == efpa)
        pinocchio::computeDelassusMatrix(pinocchio_, *data_, q_, contacts_, contact_data_, result_, T(0));
      if constexpr (routine == pv)
        pinocchio::computePvDelassusMatrix(pinocchio_, *data_, q_, contacts_, contact_data_, result_, T(0));
      if constexpr (routine == cholesky) {
        pinocchio::crba(pinocchio_, *data_, q_, pinocchio::Convention::WORLD);
        cholesky_.compute(pinocchio_, *data_, contacts_, contact_data_, T(0));
        cholesky_.getInverseOperationalSpaceInertiaMatrix(result_);
      }
    });
    // Theirs are the linear ones, then the angular ones; the blocks below the diagonal are not filled.
    const int rows = static_cast<int>(result_.rows());
    const auto place = [](int row) { return row / 6 * 6 + (row + 3) % 6; };
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < rows; ++j) {
        const int a = place(i), b = place(j);
        Lambda_inverse.data[i * rows + j] = ours<S>(result_(std::min(a, b), std::max(a, b)));
      }
    return {};
  }

 private:
  enum Routine {
    efpa,      ///< computeDelassusMatrix: extended force propagators [Wensing, Featherstone & Orin 2012]
    pv,        ///< computePvDelassusMatrix: PV-OSIMr [Sathya & Carpentier 2024]
    cholesky,  ///< ContactCholeskyDecomposition, of H and J together
  };
  static constexpr Routine routine = KINTREE_ROUTINE;

  using Adapter<S>::carrier_;
  using Adapter<S>::clock;
  using Adapter<S>::data_;
  using Adapter<S>::frame_;
  using Adapter<S>::pinocchio_;
  using Adapter<S>::q_;
  using Adapter<S>::set_positions;

  std::vector<ContactModel, Eigen::aligned_allocator<ContactModel>> contacts_;
  std::vector<ContactData, Eigen::aligned_allocator<ContactData>> contact_data_;
  pinocchio::ContactCholeskyDecompositionTpl<T, 0> cholesky_;
  Matrix result_;
  bool on_base_ = false;  ///< whether an end-effector is
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PINOCCHIO(kintree::peers::Osim, KINTREE_NAME, {kintree::Problem::inverse_osim})
