#include "suite/vectors/tolerances.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kintree/oracle/limits.hpp"

namespace kintree::suite::vectors {
namespace {

using oracle::limits::u_double;

Eigen::VectorXd by_triples(Eigen::VectorXd x) {
  for (Eigen::Index k = 0; k < x.size(); k += 3) x.segment(k, 3).setConstant(x.segment(k, 3).maxCoeff());
  return x;
}

}  // namespace

Tolerances::Tolerances(std::string id, const Case& c, const ProblemSet& problems)
    : id_(std::move(id)),
      c_(c),
      d_(oracle::evaluate<oracle::Exact>(c.model, c.state, problems)),
      judges_(oracle::Oracle::dense(c.model, c.state, problems, 1)) {
  const Layout layout(c.model);
  depth_ = *std::max_element(layout.depth.begin(), layout.depth.end());
  H_ = d_.H.cast<double>();
  H_inverse_ = H_.inverse();
  if (d_.J.size() != 0)
    Lambda_inverse_ = oracle::Matrix<oracle::Exact>(d_.J * d_.H.inverse() * d_.J.transpose()).cast<double>();
}

Tolerance Tolerances::of(Problem problem) const {
  const double limit = this->limit(problem), running = oracle::limits::running_error(depth_, u_double);
  const Eigen::VectorXd root = H_.diagonal().cwiseSqrt(), inverse_root = H_inverse_.diagonal().cwiseSqrt();
  const Quantity& output = outputs(problem).front();
  const Eigen::MatrixXd X = d_.of(problem).cast<double>();
  const Eigen::VectorXd sizes =
      d_.sizes_of(problem).size() == 0 ? Eigen::VectorXd() : d_.sizes_of(problem).leftCols(1);
  if (output.rows == Index::none) return {limit * X.col(0).cwiseAbs()};
  if (output.is_vector() && output.rows == Index::force) {
    const double size = std::max(force(X), u_double * force(sizes));
    return {limit * size * root + running * sizes};
  }
  if (output.is_vector())
    return {limit * std::max(std::sqrt(X.col(0).dot(H_ * X.col(0))), u_double * force(sizes)) * inverse_root};
  if (output.columns == Index::wrench) {
    const Eigen::MatrixXd Lambda = Lambda_inverse_.inverse();
    const Eigen::VectorXd columns = by_triples(Lambda.diagonal()).cwiseSqrt();
    const Eigen::VectorXd lengths = (X.transpose() * H_ * X).diagonal().cwiseSqrt();
    const double size = output.is_odd_in_velocity ? lengths.cwiseQuotient(columns).maxCoeff() : 1;
    return {limit * size * inverse_root, columns};
  }
  if (!output.is_metric()) {
    Eigen::VectorXd r = output.columns == Index::velocity ? inverse_root : root;
    if (output.rows == Index::twist) r = osim_scale().cwiseSqrt();
    if (output.rows == Index::constraint) {
      const Eigen::MatrixXd K = d_.K.cast<double>();
      r = (K * H_inverse_ * K.transpose()).diagonal().cwiseSqrt();
    }
    const Eigen::VectorXd columns = output.symmetry == Symmetry::symmetric ? r : root;
    const auto largest = [&](const Eigen::MatrixXd& M) {
      return (r.cwiseInverse().asDiagonal() * M * columns.cwiseInverse().asDiagonal()).cwiseAbs().maxCoeff();
    };
    return {limit * std::max(largest(X), u_double * largest(d_.sizes_of(problem))) * r, columns};
  }
  Eigen::VectorXd rows = std::sqrt(limit) * inverse_root;
  if (output.rows == Index::twist) rows = std::sqrt(limit) * osim_scale().cwiseSqrt();
  if (output.rows == Index::force)
    rows = (limit * H_.diagonal() + running * d_.H_size.diagonal()).cwiseSqrt();
  return {rows, rows};
}

bool Tolerances::accepts(Problem problem, const Values& y) const {
  std::vector<double> values;
  for (Eigen::Index i = 0; i < y.rows(); ++i)
    for (Eigen::Index k = 0; k < y.cols(); ++k) values.push_back(y(i, k));
  return judges_.of(problem)->judge({.outputs = {std::move(values)}}).verdict <= Verdict::B;
}

double Tolerances::force(const Eigen::VectorXd& f) const {
  return std::sqrt(f.dot(H_inverse_ * f));
}

/// The scale of the judge: rows of an end-effector by triples, the linear ones no smaller than the angular
/// ones times u reach.
Eigen::VectorXd Tolerances::osim_scale() const {
  Eigen::VectorXd scale = by_triples(Lambda_inverse_.diagonal());
  for (Eigen::Index e = 0; e < d_.reach.size(); ++e)
    for (Eigen::Index k = 6 * e + 3; k < 6 * e + 6; ++k)
      scale(k) = std::max(scale(k), scale(6 * e) * u_double * d_.reach(e) * u_double * d_.reach(e));
  return scale;
}

/// The largest relative error, in the judge's norm, of verdict A or B. The judge compares the error of a far
/// answer with it.
double Tolerances::limit(Problem problem) const {
  const oracle::ProblemOracle& judge = *judges_.of(problem);
  if (const auto why = judge.ill_posed())
    throw std::logic_error(id_ + ": ill-posed: " + why->to_string(c_.model));
  std::vector<double> far;
  for (const oracle::Exact& exact : judge.exact()) {
    const auto x = static_cast<double>(exact);
    far.push_back(x + std::abs(x) + 1);
  }
  const oracle::Judgement j = judge.judge({.outputs = {std::move(far)}});
  if (j.verdict <= Verdict::B || j.half_is_B || !std::isfinite(j.limit))
    throw std::logic_error(id_ + ": the judge decides nothing about " + std::string(name(problem)));
  return j.limit;
}

}  // namespace kintree::suite::vectors
