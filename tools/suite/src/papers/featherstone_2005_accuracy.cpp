// Featherstone 2005: the errors of LTL, beside those of the dense Cholesky factorization.
#include <spdlog/fmt/fmt.h>

#include <Eigen/Cholesky>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <cmath>

#include "crba/crba.hpp"
#include "featherstone_2005.hpp"
#include "ltl/ltl.hpp"

namespace kintree::suite::featherstone {
namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;
template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Of LTL against Cholesky by Eigen.
struct Ratios {
  double solution;  ///< |x - H^-1 b| in the H-norm
  double residual;  ///< |H - L^T L| against |H - G G^T|, Frobenius
};

Ratios against_cholesky(const Model& model, const State& state) {
  const int n = Layout(model).n;
  Matrix<double> H(n, n);
  Crba<double>(model).mass_matrix({state.q.data(), static_cast<int>(state.q.size())}, {H.data(), n, n});
  Matrix<double> L = H;
  const Lambda lambda = Layout(model).expanded_parent;
  factor_ltl<double>({L.data(), n, n}, view(lambda));
  const Eigen::LLT<Eigen::MatrixXd> llt(H);
  const Matrix<Quad> exact = H.cast<Quad>(),
                     lower = Matrix<double>(L.triangularView<Eigen::Lower>()).cast<Quad>(),
                     standard = Matrix<double>(llt.matrixL()).cast<Quad>();

  using Vector = Eigen::Matrix<Quad, Eigen::Dynamic, 1>;
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(state.tau.data(), n), by_llt = llt.solve(b);
  Eigen::VectorXd by_ltl = b;
  solve_ltl<double>({L.data(), n, n}, view(lambda), {by_ltl.data(), n});
  const Vector x = exact.llt().solve(b.cast<Quad>());
  const auto error = [&](const Eigen::VectorXd& computed) {
    const Vector e = computed.cast<Quad>() - x;
    return Quad(sqrt(e.dot(exact * e)));
  };
  return {static_cast<double>(error(by_ltl) / error(by_llt)),
          static_cast<double>((exact - lower.transpose() * lower).norm() /
                              (exact - standard * standard.transpose()).norm())};
}

/// A ratio below this is slight.
constexpr double slightly = 2;

MeasureClaim accuracy(Family family, double Ratios::*of, bool more) {
  return [=](const PaperClaim&, Laboratory&) {
    CaseOptions revolutes;
    revolutes.joints = {JointKind::revolute};
    double logs = 0;
    int matrices = 0;
    for (std::uint64_t seed = 1; matrices < 1000; ++seed) {
      const Case c = random_case(family, 24, seed, revolutes);
      if (c.model.body_count() < 24) continue;
      logs += std::log(against_cholesky(c.model, c.state).*of);
      ++matrices;
    }
    const double mean = std::exp(logs / matrices);
    return holds(more ? mean < 1 && mean > 1 / slightly : mean > 1 && mean < slightly,
                 fmt::format("{:.2f} of Cholesky's, {} matrices of 24 revolutes", mean, matrices));
  };
}

}  // namespace

PaperMeasurements accuracies() {
  return {
      {"accuracy_sparse", accuracy(Family::recursive, &Ratios::solution, true)},
      {"accuracy_dense", accuracy(Family::chain, &Ratios::solution, false)},
      {"residual_sparse", accuracy(Family::recursive, &Ratios::residual, true)},
  };
}

}  // namespace kintree::suite::featherstone
