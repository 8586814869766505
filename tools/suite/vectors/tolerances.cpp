#include "suite/vectors/tolerances.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unsupported/Eigen/KroneckerProduct>

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

Tolerance Tolerances::of(Problem problem, std::size_t output) const {
  const double limit = this->limit(problem, output),
               running = oracle::limits::running_error(depth_, u_double);
  const Eigen::VectorXd root = H_.diagonal().cwiseSqrt(), inverse_root = H_inverse_.diagonal().cwiseSqrt();
  const Quantity& quantity = outputs(problem)[output];
  const Eigen::MatrixXd X = d_.of(problem, output).cast<double>(), &sizes = d_.sizes_of(problem, output);
  if (quantity.rows == Index::none) return {limit * X.col(0).cwiseAbs()};
  if (quantity.is_vector() && quantity.rows == Index::force) {
    const double size = std::max(force(X), u_double * force(sizes));
    return {limit * size * root + running * sizes};
  }
  if (quantity.is_vector() && quantity.rows == Index::velocity)
    return {limit * std::max(std::sqrt(X.col(0).dot(H_ * X.col(0))), u_double * force(sizes)) * inverse_root};
  if (quantity.rows == Index::velocity && quantity.symmetry != Symmetry::symmetric) {  // |x|_H by column
    Eigen::VectorXd columns = root;
    if (quantity.columns == Index::wrench)
      columns = by_triples(Lambda_inverse_.inverse().diagonal()).cwiseSqrt();
    double size = sizes.size() == 0 ? 1 : 0;
    for (Eigen::Index k = 0; k < sizes.cols(); ++k)
      size = std::max({size, std::sqrt(X.col(k).dot(H_ * X.col(k))) / columns(k),
                       u_double * force(sizes.col(k)) / columns(k)});
    return {limit * size * inverse_root, columns};
  }
  if (!quantity.is_metric()) {
    const Tolerance scale = scale_of_entries(problem, output);
    const Eigen::MatrixXd by_entry = scale.by_entry();
    double error = limit;
    if (!info(problem).divides())  // or that of the sum's evaluation, entry by entry
      for (Eigen::Index i = 0; i < X.rows(); ++i)
        for (Eigen::Index k = 0; k < X.cols(); ++k)
          if (sizes(i, k) > 0) error = std::max(error, running * sizes(i, k) / by_entry(i, k));
    if (!std::isfinite(error))
      throw std::logic_error(id_ + ": " + std::string(quantity.name) + " is zero by cancellation");
    return {error * scale.rows, scale.columns};
  }
  Eigen::VectorXd rows = std::sqrt(limit) * inverse_root;
  if (quantity.rows == Index::twist) rows = std::sqrt(limit) * osim_scale().cwiseSqrt();
  if (quantity.rows == Index::force)
    rows = (limit * H_.diagonal() + running * d_.H_size.diagonal()).cwiseSqrt();
  return {rows, rows};
}

Values Tolerances::by_entry(Problem problem) const {
  std::vector<Values> all;
  for (std::size_t k = 0; k < outputs(problem).size(); ++k) all.push_back(of(problem, k).by_entry());
  return side_by_side(all);
}

bool Tolerances::accepts(Problem problem, std::size_t output, const Values& y) const {
  return judge(problem, output, y).verdict <= Verdict::B;
}

/// Judges an output, beside exact ones.
oracle::Judgement Tolerances::judge(Problem problem, std::size_t output, const Values& y) const {
  oracle::Answer answer;
  for (std::size_t k = 0; k < outputs(problem).size(); ++k) {
    const Values X = k == output ? y : Values(d_.of(problem, k).cast<double>());
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j) answer.outputs[k].push_back(X(i, j));
  }
  return judges_.of(problem)->judge(answer);
}

/// The change of each entry that measures 1. The columns of forces have H_kk^1/2, those of pairs the product of two, and those of inertial parameters the largest term in
/// the scale of the rows. A symmetric matrix has the same scale for rows and columns.
Tolerance Tolerances::scale_of_entries(Problem problem, std::size_t output) const {
  const Quantity& quantity = outputs(problem)[output];
  const bool is_symmetric = quantity.symmetry == Symmetry::symmetric;
  const Values exact = d_.of(problem, output).cast<double>();
  const Eigen::VectorXd root = H_.diagonal().cwiseSqrt();
  Eigen::VectorXd rows(exact.rows()), columns = root;
  if (quantity.is_vector()) columns = Eigen::VectorXd::Ones(1);
  if (quantity.columns == Index::forces) columns = Eigen::kroneckerProduct(root, root).eval();
  if (quantity.columns == Index::parameter)
    columns = (root.cwiseInverse().asDiagonal() * d_.sizes_of(problem, output)).colwise().maxCoeff();
  Eigen::Index largest = 0;
  columns.maxCoeff(&largest);
  for (Eigen::Index i = 0; i < exact.rows(); ++i) {
    Values y = exact;
    double& entry = y(i, is_symmetric ? i : largest);
    const double change = 0x1p64 * (1 + std::abs(entry));
    entry += change;
    rows(i) = change / judge(problem, output, y).error / (is_symmetric ? 1 : columns(largest));
  }
  if (is_symmetric) rows = columns = rows.cwiseSqrt();
  if (quantity.is_vector()) return {rows};
  return {rows, columns};
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
/// output with it.
double Tolerances::limit(Problem problem, std::size_t output) const {
  if (const auto why = judges_.of(problem)->ill_posed())
    throw std::logic_error(id_ + ": ill-posed: " + why->to_string(c_.model));
  const Values exact = d_.of(problem, output).cast<double>();
  const oracle::Judgement j =
      judge(problem, output, exact + exact.cwiseAbs() + Values::Ones(exact.rows(), exact.cols()));
  if (j.verdict <= Verdict::B || j.half_is_B || !std::isfinite(j.limit))
    throw std::logic_error(id_ + ": the judge decides nothing about " + std::string(name(problem)));
  return j.limit;
}

}  // namespace kintree::suite::vectors
