// Its sparse factorization by the parents of degrees of freedom as they should be, and forward dynamics through H with it. (RBDL's own
// lambda_q has the joint that was added before in the place of the parent: findings/lambda_q.cpp. A caller can set it.)
#include "rbdl/adapter.hpp"

namespace kintree::peers {
namespace {

class RbdlSparse : Rbdl {
 public:
  using Rbdl::clock;
  using Rbdl::factorization;
  using Rbdl::joint_kinds;
  using Rbdl::names_pivots;
  static std::string library() { return Rbdl::library() + ", lambda_q corrected"; }

  explicit RbdlSparse(Tree tree)
      : Rbdl(std::move(tree)), zero_(VectorNd::Zero(tree_.n)), C_(zero_), H_(tree_.n, tree_.n) {
    std::vector<unsigned> last(tree_.links.size());  // by link: the nearest degree of freedom, from 1
    for (std::size_t i = 0; i < last.size(); ++i) {
      const Link& link = tree_.links[i];
      last[i] = link.parent < 0 ? 0 : last[static_cast<std::size_t>(link.parent)];
      for (int k = 0; k < link.nv; ++k) {
        const auto own = static_cast<unsigned>(link.v + k + 1);
        model_.lambda_q[own] = last[i];
        last[i] = own;
      }
    }
  }

  void forward_dynamics(const double* q, const double* v, const double* tau, const double* f_ext,
                        double* qdd) {
    set_state(q, v);
    const VectorNd velocity = charts_.velocity(tree_, v), given = charts_.force(tree_, tau);
    std::vector<rbd::Math::SpatialVector> forces = pushes(q, f_ext);
    VectorNd result(tree_.n);
    clock_([&] {
      rbd::InverseDynamics(model_, Q_, velocity, zero_, C_, &forces);  // not NonlinearEffects: findings
      H_.setZero();
      rbd::CompositeRigidBodyAlgorithm(model_, Q_, H_, false);
      rbd::Math::SparseFactorizeLTL(model_, H_);
      result = given - C_;
      rbd::Math::SparseSolveLTx(model_, H_, result);
      rbd::Math::SparseSolveLx(model_, H_, result);
    });
    charts_.acceleration_back(tree_, result.data(), qdd);
  }

 private:
  VectorNd zero_, C_;
  MatrixNd H_;
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PEER(kintree::peers::RbdlSparse, "rbdl_sparse", true)
