#include "suite/vectors/wrong_answers.hpp"

#include <algorithm>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/limits.hpp"

namespace kintree::suite {
namespace {

Values matrix(const AnswerMap& map) {
  Values M = Values::Zero(map.rows, map.columns);
  for (const AnswerMap::Entry& e : map.entries) M(e.row - 1, e.column - 1) += e.factor;
  return M;
}

}  // namespace

OutputAt output_at(Problem problem, const Sizes& sizes, Eigen::Index column) {
  OutputAt at{0, 0};
  for (const Quantity& output : outputs(problem)) {
    const Eigen::Index columns = extent(output.columns, sizes);
    if (column < at.first + columns) break;
    at.first += columns, ++at.output;
  }
  return at;
}

template <class T>
std::optional<Values> computed(const Case& c, Problem problem) {
  const auto d = oracle::evaluate<T>(c.model, c.state, {problem}, false);
  if (info(problem).divides() && d.singular_at != 0) return {};
  Values all(d.of(problem).rows(), 0);
  if (all.rows() == 0 && d.H.rows() != 0) return {};
  for (std::size_t k = 0; k < outputs(problem).size(); ++k) {
    const oracle::Matrix<T>& x = d.of(problem, k);
    all.conservativeResize(Eigen::NoChange, all.cols() + x.cols());
    all.rightCols(x.cols()) = x.template cast<double>();
  }
  return all;
}
template std::optional<Values> computed<double>(const Case&, Problem);
template std::optional<Values> computed<oracle::Exact>(const Case&, Problem);

std::optional<Values> exact_answer(const Case& c, Problem problem) {
  return computed<oracle::Exact>(c, problem);
}

Values seen(const Misreading& m, Problem problem, const Values& x) {
  Values all(0, 0);
  Eigen::Index first = 0;
  for (const Quantity& output : compared_outputs(problem)) {
    const AnswerMap T = map_of(m.maps, output);
    const Eigen::Index columns = output.is_vector() ? 1 : T.N().columns;
    Values y = matrix(T) * x.middleCols(first, columns);
    if (!output.is_vector()) y *= matrix(T.N()).transpose();
    for (std::size_t k = 0; k < T.shift.size(); ++k) y(static_cast<Eigen::Index>(k), 0) += T.shift[k];
    if (m.part == Misreading::lower) y = Values(y.triangularView<Eigen::Lower>());
    if (m.part == Misreading::upper) y = Values(y.triangularView<Eigen::Upper>());
    all.conservativeResize(y.rows(), all.cols() + y.cols());
    all.rightCols(y.cols()) = y;
    first += columns;
  }
  return all;
}

Eigen::Array<bool, -1, -1> differences(const Values& y, const Values& x, double u, double least) {
  const double largest = x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff();
  const Eigen::VectorXd rows = x.cwiseAbs().rowwise().maxCoeff(), columns = x.cwiseAbs().colwise().maxCoeff();
  Eigen::Array<bool, -1, -1> result(x.rows(), x.cols());
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      const double own = x.cols() == 1          ? largest
                         : x.rows() == x.cols() ? std::sqrt(rows(i) * columns(k))
                                                : columns(k);  // a row of J-bar may be zero
      const double scale = std::max(own, least);
      result(i, k) = !(std::abs(y(i, k) - x(i, k)) <= oracle::limits::same_entry(x(i, k), scale, u));
    }
  return result;
}

bool same(const Values& y, const Values& x, double u, double least) {
  return !differences(y, x, u, least).any();
}

}  // namespace kintree::suite
