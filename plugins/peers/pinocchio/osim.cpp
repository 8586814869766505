// Its routines for the inverse of the operational-space inertia, which it calls Delassus' matrix: each a peer of its own, chosen by KINTREE_ROUTINE.
#include "pinocchio/adapter.hpp"

#include <pinocchio/algorithm/contact-cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/delassus.hpp>

namespace kintree::peers {
namespace {

enum Routine {
  efpa,      ///< extended force propagators [Wensing, Featherstone & Orin 2012]
  pv,        ///< PV-OSIMr [Sathya & Carpentier 2024]
  cholesky,  ///< of H and J together
};
constexpr Routine routine = KINTREE_ROUTINE;
constexpr const char* routine_names[] = {"computeDelassusMatrix", "computePvDelassusMatrix",
                                         "ContactCholeskyDecomposition"};

template <class S>
class Osim final : public Adapter<S>, public Solves<S, problems::InverseOsim> {
 public:
  using typename Adapter<S>::T;
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  using ContactModel = pinocchio::RigidConstraintModelTpl<T, 0>;
  using ContactData = pinocchio::RigidConstraintDataTpl<T, 0>;

  Osim(const Model& model, const std::vector<EndEffector>& end_effectors) : Adapter<S>(model) {
    if (data_ == nullptr) return;
    for (const EndEffector& end : end_effectors) {
      const auto body = static_cast<std::size_t>(end.body);
      const bool moved = carrier_[body] != 0;
      first_row_.push_back(moved ? 6 * static_cast<int>(contacts_.size()) : fixed);
      if (!moved) continue;
      contacts_.emplace_back(pinocchio::CONTACT_6D, pinocchio_, carrier_[body],
                             frame_[body] * Adapter<S>::se3(end.pose), pinocchio::LOCAL);
      contact_data_.emplace_back(contacts_.back());
    }
    const auto rows = static_cast<Eigen::Index>(6 * contacts_.size());
    result_.setZero(rows, rows);
    if constexpr (routine == pv) pinocchio::initPvDelassus(pinocchio_, *data_, contacts_);
    if constexpr (routine == cholesky) cholesky_.allocate(pinocchio_, contacts_);
  }

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    set_positions(q);
    if (!contacts_.empty()) compute();
    // Theirs are the linear ones, then the angular ones; the blocks below the diagonal are not filled.
    const int rows = 6 * static_cast<int>(first_row_.size());
    const auto place = [this](int row) {
      const int first = first_row_[static_cast<std::size_t>(row / 6)];
      return first == fixed ? fixed : first + (row + 3) % 6;
    };
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < rows; ++j) {
        const int a = std::min(place(i), place(j)), b = std::max(place(i), place(j));
        Lambda_inverse.data[i * rows + j] = a == fixed ? S{} : ours<S>(result_(a, b));
      }
    return {};
  }

 private:
  static constexpr int fixed = -1;  ///< the row of an end-effector that no joint moves: its rows are zeros

  void compute() {
    clock([this] {
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
    if constexpr (routine == cholesky)
      for (Eigen::Index k = result_.rows() - 1; k >= 0; --k)
        if (cholesky_.D[k] == T(0))
          throw OutsideDomain("J lacks full rank: the library asserts that no diagonal element is zero");
  }

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
  std::vector<int> first_row_;  ///< by end-effector, of those of result_; or `fixed`
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PINOCCHIO(kintree::peers::Osim, KINTREE_NAME, kintree::peers::routine_names[kintree::peers::routine],
                  {kintree::Problem::inverse_osim})
