// Pinocchio's crba and computeMinverse are wrong, without an error, where joints are not numbered depth first; rnea and aba are right.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <cstdio>

int main() {
  namespace pin = pinocchio;
  pin::Model model;
  const pin::SE3 placement(Eigen::Matrix3d::Identity(), Eigen::Vector3d(1, 0, 0));
  const pin::Inertia body(1, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Identity());
  // Two limbs of two hinges on a trunk, level by level.
  for (const pin::JointIndex parent : {0, 1, 1, 2, 3}) {
    const pin::JointIndex joint =
        model.addJoint(parent, pin::JointModelRZ(), placement, std::to_string(model.njoints));
    model.appendBodyToJoint(joint, body);
  }
  pin::Data data(model), columns(model);
  const Eigen::VectorXd q = Eigen::VectorXd::Zero(5), v = q;
  pin::crba(model, data, q);
  const Eigen::MatrixXd M = data.M.selfadjointView<Eigen::Upper>(),
                        Minv = pin::computeMinverse(model, data, q).selfadjointView<Eigen::Upper>();
  Eigen::MatrixXd exact(5, 5);
  for (int k = 0; k < 5; ++k)
    exact.col(k) = pin::rnea(model, columns, q, v, Eigen::VectorXd::Unit(5, k).eval());
  exact.colwise() -= pin::rnea(model, columns, q, v, v);
  Eigen::Index i = 0, j = 0;
  const double off = (M - exact).cwiseAbs().maxCoeff(&i, &j),
               off_inverse = (Minv - exact.inverse()).cwiseAbs().maxCoeff();
  std::printf(
      "asked: M and its inverse of two limbs of two hinges on a trunk, numbered level by level, parents 0 1 "
      "1 2 3\n"
      "came: M(%d,%d) = %g; the inverse is off by up to %g; check(CRBAChecker()) says %s\n"
      "exact: %g, by rnea column by column\n",
      static_cast<int>(i) + 1, static_cast<int>(j) + 1, M(i, j), off_inverse,
      model.check(pin::CRBAChecker()) ? "true" : "false", exact(i, j));
  return off > 1e-9 ? 0 : 1;
}
