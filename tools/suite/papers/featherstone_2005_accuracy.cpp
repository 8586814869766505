// Featherstone 2005: the errors of LTL and LTDL compared with those of the dense Cholesky factorization.
#include <spdlog/fmt/fmt.h>

#include <Eigen/Cholesky>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <cmath>

#include "crba/crba.hpp"
#include "ltdl/ltdl.hpp"
#include "ltl/ltl.hpp"
#include "suite/papers/featherstone_2005.hpp"

namespace kintree::suite::featherstone {
namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;
template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int bodies = 24, matrices = 1000;

/// Errors relative to those of Cholesky by Eigen, for one matrix, or geometric means of many.
struct Ratios {
  double solution = 1;       ///< LTL: |x - H^-1 b| in the H-norm
  double ltdl_solution = 1;  ///< the same of LTDL
  double residual = 1;       ///< |H - L^T L| against |H - G G^T|, Frobenius
};

Ratios against_cholesky(const Model& model, const State& state) {
  const int n = Layout(model).n;
  Matrix<double> H(n, n);
  Crba<double>(model).mass_matrix({state.q.data(), static_cast<int>(state.q.size())}, {H.data(), n, n});
  const Lambda lambda = Layout(model).expanded_parent;
  Matrix<double> L = H, LD = H;
  factor_ltl<double>({L.data(), n, n}, view(lambda));
  factor_ltdl<double>({LD.data(), n, n}, view(lambda));
  const Eigen::LLT<Eigen::MatrixXd> llt(H);
  const Matrix<Quad> exact = H.cast<Quad>(),
                     lower = Matrix<double>(L.triangularView<Eigen::Lower>()).cast<Quad>(),
                     standard = Matrix<double>(llt.matrixL()).cast<Quad>();

  using Vector = Eigen::Matrix<Quad, Eigen::Dynamic, 1>;
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(state.tau.data(), n), by_llt = llt.solve(b);
  Eigen::VectorXd by_ltl = b, by_ltdl = b;
  solve_ltl<double>({L.data(), n, n}, view(lambda), {by_ltl.data(), n});
  solve_ltdl<double>({LD.data(), n, n}, view(lambda), {by_ltdl.data(), n});
  const Vector x = exact.llt().solve(b.cast<Quad>());
  const auto error = [&](const Eigen::VectorXd& computed) {
    const Vector e = computed.cast<Quad>() - x;
    return Quad(sqrt(e.dot(exact * e)));
  };
  return {static_cast<double>(error(by_ltl) / error(by_llt)),
          static_cast<double>(error(by_ltdl) / error(by_llt)),
          static_cast<double>((exact - lower.transpose() * lower).norm() /
                              (exact - standard * standard.transpose()).norm())};
}

Ratios mean_ratios(Family family) {
  CaseOptions revolutes;
  revolutes.joints = {JointKind::revolute};
  Ratios logs{0, 0, 0};
  int count = 0;
  for (std::uint64_t seed = 1; count < matrices; ++seed) {
    const Case c = random_case(family, bodies, seed, revolutes);
    if (c.model.body_count() < bodies) continue;
    const Ratios one = against_cholesky(c.model, c.state);
    for (double Ratios::*of : {&Ratios::solution, &Ratios::ltdl_solution, &Ratios::residual})
      logs.*of += std::log(one.*of) / matrices;
    ++count;
  }
  return {std::exp(logs.solution), std::exp(logs.ltdl_solution), std::exp(logs.residual)};
}

/// Random recursive trees. Computed once: three claims rest on it.
const Ratios& much_sparsity() {
  static const Ratios ratios = mean_ratios(Family::recursive);
  return ratios;
}
const Ratios& no_sparsity() {
  static const Ratios ratios = mean_ratios(Family::chain);
  return ratios;
}

MeasureClaim accuracy(const Ratios& (*on)(), double Ratios::*of, bool more) {
  return [=](const PaperClaim&, ClaimContext&) {
    const double mean = on().*of;
    return holds(more ? slightly_less(mean, 1) : slightly_less(1, mean),
                 fmt::format("{:.2f} of Cholesky's, {} matrices of {} revolutes", mean, matrices, bodies));
  };
}

}  // namespace

PaperMeasurements accuracies() {
  return {
      {"accuracy_sparse", accuracy(much_sparsity, &Ratios::solution, true)},
      {"accuracy_dense", accuracy(no_sparsity, &Ratios::solution, false)},
      {"accuracy_sparse_ltdl", accuracy(much_sparsity, &Ratios::ltdl_solution, true)},
      {"accuracy_dense_ltdl", accuracy(no_sparsity, &Ratios::ltdl_solution, false)},
      {"residual_sparse", accuracy(much_sparsity, &Ratios::residual, true)},
  };
}

}  // namespace kintree::suite::featherstone
