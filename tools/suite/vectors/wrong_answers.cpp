#include "suite/vectors/wrong_answers.hpp"

#include <algorithm>

#include "kintree/model/format.hpp"
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

std::vector<OutputAt> outputs_at(const Case& c, Problem problem) {
  const Sizes sizes = sizes_of(Layout(c.model), c.state.end_effectors.size());
  std::vector<OutputAt> list;
  Eigen::Index first = 0;
  for (const Quantity& output : outputs(problem)) {
    list.push_back({list.size(), first, extent(output.columns, sizes), extent(output.rows, sizes)});
    first += list.back().columns;
  }
  return list;
}

OutputAt output_at(const Case& c, Problem problem, Eigen::Index column) {
  const std::vector<OutputAt> list = outputs_at(c, problem);
  return *std::find_if(list.begin(), list.end(),
                       [&](const OutputAt& at) { return column < at.first + at.columns; });
}

template <class T>
std::optional<Values> computed(const Case& c, Problem problem) {
  const auto d = oracle::evaluate<T>(c.model, c.state, {problem}, false);
  if (info(problem).divides() && d.singular_at != 0) return {};
  if (info(problem).solves_with == SolvesWith::constraints && d.of_K.dependent_row != 0) return {};
  if (d.of(problem).rows() == 0 && d.H.rows() != 0) return {};
  std::vector<oracle::Matrix<T>> all;
  for (std::size_t k = 0; k < outputs(problem).size(); ++k) all.push_back(d.of(problem, k));
  return side_by_side(all);
}
template std::optional<Values> computed<double>(const Case&, Problem);
template std::optional<Values> computed<oracle::Exact>(const Case&, Problem);

std::optional<Values> exact_answer(const Case& c, Problem problem) {
  return computed<oracle::Exact>(c, problem);
}

Values seen(const Misreading& m, Problem problem, const Values& x) {
  std::vector<Values> all;
  Eigen::Index first = 0;
  for (const Quantity& output : compared_outputs(problem)) {
    const AnswerMap T = map_of(m.maps, output);
    const Eigen::Index columns = output.is_vector() ? 1 : T.N().columns;
    Values y = matrix(T) * x.block(0, first, T.columns, columns);
    if (!output.is_vector()) y *= matrix(T.N()).transpose();
    for (std::size_t k = 0; k < T.shift.size(); ++k) y(static_cast<Eigen::Index>(k), 0) += T.shift[k];
    if (m.part == Misreading::lower) y = Values(y.triangularView<Eigen::Lower>());
    if (m.part == Misreading::upper) y = Values(y.triangularView<Eigen::Upper>());
    all.push_back(std::move(y));
    first += columns;
  }
  return side_by_side(all);
}

namespace {

/// `read`: maps an answer to the case to the misread one.
template <class Read>
bool is_answer(const Values& y, const Case& c, Problem problem, double u, const Read& read) {
  const auto is = [&](const std::optional<Values>& x, double precision) {
    return x && x->rows() == y.rows() && same(y, read(*x), precision);
  };
  return is(computed<double>(c, problem), std::max(u, unit_roundoff(Format::binary32))) &&
         is(exact_answer(c, problem), u);
}

}  // namespace

bool is_answer(const Values& y, const Case& c, Problem problem, double u) {
  return is_answer(y, c, problem, u, [](const Values& x) { return x; });
}

bool gives(const Misreading& m, Problem problem, const Values& y, double u) {
  return m.problems.contains(problem) &&
         is_answer(y, m.solved, problem, u, [&](const Values& x) { return seen(m, problem, x); });
}

Eigen::Array<bool, -1, -1> differences(const Values& y, const Values& x, double u, double least) {
  Eigen::Array<bool, -1, -1> result(x.rows(), x.cols());
  if (x.size() == 0) return result;
  const double largest = x.cwiseAbs().maxCoeff();
  const Eigen::VectorXd rows = x.cwiseAbs().rowwise().maxCoeff(), columns = x.cwiseAbs().colwise().maxCoeff();
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
  const bool has_its_form = y.rows() == x.rows() && y.cols() == x.cols();
  return has_its_form && !differences(y, x, u, least).any();
}

}  // namespace kintree::suite
