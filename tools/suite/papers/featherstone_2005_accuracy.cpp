// Featherstone 2005: the errors of LTL compared with those of the dense Cholesky factorization.
#include <spdlog/fmt/fmt.h>

#include <Eigen/Cholesky>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <cmath>

#include "crba/crba.hpp"
#include "ltl/ltl.hpp"
#include "suite/papers/featherstone_2005.hpp"

namespace kintree::suite::featherstone {
namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;
template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The errors of LTL relative to those of Cholesky by Eigen.
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

MeasureClaim accuracy(Family family, double Ratios::*of, bool more) {
  return [=](const PaperClaim&, Laboratory&) {
    constexpr int bodies = 24;
    CaseOptions revolutes;
    revolutes.joints = {JointKind::revolute};
    double logs = 0;
    int matrices = 0;
    for (std::uint64_t seed = 1; matrices < 1000; ++seed) {
      const Case c = random_case(family, bodies, seed, revolutes);
      if (c.model.body_count() < bodies) continue;
      logs += std::log(against_cholesky(c.model, c.state).*of);
      ++matrices;
    }
    const double mean = std::exp(logs / matrices);
    return holds(more ? slightly_less(mean, 1) : slightly_less(1, mean),
                 fmt::format("{:.2f} of Cholesky's, {} matrices of {} revolutes", mean, matrices, bodies));
  };
}

// --- secs. 2 and 3: the same factors, and where they have zeros ---

Matrix<double> inertia(const Case& c) {
  const int n = Layout(c.model).n;
  Matrix<double> H(n, n);
  Crba<double>(c.model).mass_matrix({c.state.q.data(), static_cast<int>(c.state.q.size())}, {H.data(), n, n});
  return H;
}
Matrix<double> ltl_factor(const Case& c) {
  Matrix<double> L = inertia(c);
  const auto n = static_cast<int>(L.rows());
  const Lambda lambda = Layout(c.model).expanded_parent;
  factor_ltl<double>({L.data(), n, n}, view(lambda));
  return L.triangularView<Eigen::Lower>();
}

Measurement fill_in(const PaperClaim& claimed, Laboratory&) {
  const Case c = paper_tree("tree1");
  const auto entries = [](const Matrix<double>& A) { return (A.array() != 0).count(); };
  const Matrix<double> G = Eigen::LLT<Eigen::MatrixXd>(inertia(c)).matrixL();
  return same(claimed, std::to_string(entries(ltl_factor(c))) + "; " + std::to_string(entries(G)));
}

/// L^T = R G R, where G is Cholesky's of R H R and R reverses the order.
Measurement reordered(const PaperClaim&, Laboratory&) {
  double worst = 0;
  int matrices = 0;
  for (std::uint64_t seed = 1; matrices < 200; ++seed, ++matrices) {
    const Case c = random_case(moderate_families[seed % moderate_families.size()].family, 20, seed);
    const Eigen::MatrixXd H = inertia(c);
    const Eigen::MatrixXd G = Eigen::LLT<Eigen::MatrixXd>(H.reverse()).matrixL();
    const Eigen::MatrixXd L = ltl_factor(c), difference = L.transpose() - G.reverse();
    const double error = difference.norm() / L.norm();
    if (!(error <= worst)) worst = error;
  }
  return holds(worst < 1e-9, fmt::format("{:.0e} apart at most, relative, {} matrices", worst, matrices));
}

}  // namespace

PaperMeasurements accuracies() {
  return {
      {"fill_in", fill_in},
      {"reordered", reordered},
      {"accuracy_sparse", accuracy(Family::recursive, &Ratios::solution, true)},
      {"accuracy_dense", accuracy(Family::chain, &Ratios::solution, false)},
      {"residual_sparse", accuracy(Family::recursive, &Ratios::residual, true)},
  };
}

}  // namespace kintree::suite::featherstone
