// Featherstone 2005: where H and its factors have zeros. Entries are counted in the matrices themselves.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <Eigen/Cholesky>
#include <numeric>

#include "crba/crba.hpp"
#include "kernels/screw_plan.hpp"
#include "kernels/sparse_cost.hpp"
#include "ltl/ltl.hpp"
#include "suite/papers/featherstone_2005.hpp"

namespace kintree::suite::featherstone {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix inertia(const Case& c) {
  const int n = Layout(c.model).n;
  Matrix H(n, n);
  Crba<double>(c.model).mass_matrix({c.state.q.data(), static_cast<int>(c.state.q.size())}, {H.data(), n, n});
  return H;
}
Matrix ltl_factor(const Case& c) {
  Matrix L = inertia(c);
  const auto n = static_cast<int>(L.rows());
  const Lambda lambda = Layout(c.model).expanded_parent;
  factor_ltl<double>({L.data(), n, n}, view(lambda));
  return L.triangularView<Eigen::Lower>();
}
std::int64_t nonzeros(const Matrix& A) {
  return (A.array() != 0).count();
}

// --- secs. 2 and 3 ---

Measurement fill_in(const PaperClaim& claimed, ClaimContext&) {
  const Case c = paper_tree("tree1");
  const Matrix G = Eigen::LLT<Eigen::MatrixXd>(inertia(c)).matrixL();
  return same(claimed, fmt::format("{}; {}", nonzeros(ltl_factor(c)), nonzeros(G)));
}

/// L^T = R G R, where G is Cholesky's of R H R and R reverses the order.
Measurement reordered(const PaperClaim&, ClaimContext&) {
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

/// The expanded parent array of joints 1, 2 and 6 of Tree 1 with 2, 2 and 3 degrees of freedom.
Measurement expanded(const PaperClaim& claimed, ClaimContext&) {
  const Lambda lambda = Layout(paper_tree("tree1_multidof").model).expanded_parent;
  return same(claimed, fmt::format("{}", fmt::join(lambda.begin() + 1, lambda.end(), ", ")));
}

/// H, its rows and columns in depth-first order and then reversed: matrix (7).
Matrix nested(const Case& c) {
  const Matrix H = inertia(c);
  const Lambda lambda = Layout(c.model).expanded_parent;
  std::vector<int> order;  // depth-first
  const auto visit = [&](const auto& below, int parent) -> void {
    for (int i = 1; i < static_cast<int>(lambda.size()); ++i)
      if (lambda[static_cast<std::size_t>(i)] == parent) order.push_back(i - 1), below(below, i);
  };
  visit(visit, 0);
  std::reverse(order.begin(), order.end());
  return H(order, order);
}

/// The envelope of a symmetric matrix: below the diagonal, each entry that is not zero or is right of one that is not.
std::vector<std::pair<int, int>> envelope(const Matrix& A) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0, within = 0; j < i; ++j)
      if (within |= A(i, j) != 0; within) entries.emplace_back(i + 1, j + 1);
  return entries;
}

Measurement envelope_of_tree_1(const PaperClaim& claimed, ClaimContext&) {
  std::vector<std::string> names;
  for (const auto& [i, j] : envelope(nested(paper_tree("tree1")))) names.push_back(fmt::format("{}{}", i, j));
  return same(claimed, fmt::format("{}", fmt::join(names, ", ")));
}

/// General geometry and inertia, as the paper assumes. Two prismatic joints may be at right angles to each other.
CaseOptions revolute_joints() {
  CaseOptions options;
  options.joints = {JointKind::revolute};
  return options;
}
Case random_tree(std::uint64_t seed) {
  return random_case(moderate_families[seed % moderate_families.size()].family, 24, seed, revolute_joints());
}

/// The permuted matrix has no zero inside its envelope, and Cholesky's factor has no other entries than these.
Measurement no_zero_in_envelope(const PaperClaim&, ClaimContext&) {
  int agreed = 0, matrices = 0;
  std::int64_t entries = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed, ++matrices) {
    const Matrix H = nested(random_tree(seed)), G = Eigen::LLT<Eigen::MatrixXd>(H).matrixL();
    const std::int64_t inside = std::ssize(envelope(H)), diagonal = H.rows();
    if (nonzeros(H) == 2 * inside + diagonal && nonzeros(G) == inside + diagonal) ++agreed;
    entries += inside;
  }
  return on_all(agreed, matrices, fmt::format("trees, {} entries in all", entries));
}

// --- secs. 4.1 and 6 ---

/// D1 by (8), against the entries of H below its diagonal.
Measurement D1_counts(const PaperClaim&, ClaimContext&) {
  int agreed = 0, matrices = 0;
  std::int64_t sum = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed, ++matrices) {
    const Case c = random_tree(seed);
    const Matrix H = inertia(c);
    const std::int64_t below = (nonzeros(H) - H.rows()) / 2;
    if (below == Sparsity(Layout(c.model).expanded_parent).D1) ++agreed;
    sum += below;
  }
  return on_all(agreed, matrices, fmt::format("trees, D1 = {} in all", sum));
}

/// H of the humanoid's expanded graph, each joint a revolute one: inertia parameters and axes are general then, as the paper
/// assumes. A free joint has zeros of its own in H, as the unit matrix times the mass has.
Matrix humanoid_inertia() {
  return inertia(tree(Layout(paper_tree("humanoid30").model).expanded_parent, {JointKind::revolute}));
}
Measurement humanoid_nonzero(const PaperClaim& claimed, ClaimContext&) {
  return same(claimed, std::to_string(nonzeros(humanoid_inertia())));
}
Measurement humanoid_zero_share(const PaperClaim& claimed, ClaimContext&) {
  const Matrix H = humanoid_inertia();
  return rounded(claimed, 1 - static_cast<double>(nonzeros(H)) / static_cast<double>(H.size()));
}

// --- sec. 5 ---

/// Nodes without Denavit-Hartenberg parameters, by the plan that crba_screw follows. Bodies on the base need none, so it gives
/// them no such node; (17) has one of them as a DH node.
std::int64_t non_dh_nodes(const Model& model) {
  const ScrewPlan plan(model);
  std::int64_t count = std::max(0, plan.children[0] - 1);
  for (int i = 1; i <= plan.N; ++i)
    if (plan.plan[i].kind == Link::non_dh) ++count;
  return count;
}
Measurement non_dh_of_tree_1(const PaperClaim& claimed, ClaimContext&) {
  return same(claimed, std::to_string(non_dh_nodes(paper_tree("tree1").model)));
}
bool any_far_normal(const Model& model) {
  const ScrewPlan plan(model);
  for (int i = 1; i <= plan.N; ++i)
    if (plan.plan[i].far_normal) return true;
  return false;
}
Measurement non_dh(const PaperClaim&, ClaimContext&) {
  int agreed = 0, trees = 0;
  std::int64_t sum = 0;
  for (std::uint64_t seed = 1; trees < 200; ++seed) {
    const Model model =
        random_case(moderate_families[seed % moderate_families.size()].family, 24, seed, revolute_joints())
            .model;
    if (any_far_normal(model)) continue;  // such a node has no parameters by choice
    std::vector<int> children(model.bodies.size());
    for (int i = 1; i <= model.body_count(); ++i)
      ++children[static_cast<std::size_t>(model.bodies[static_cast<std::size_t>(i)].parent)];
    const std::int64_t formula = std::accumulate(children.begin(), children.end(), std::int64_t{},
                                                 [](auto all, int c) { return all + std::max(0, c - 1); });
    if (formula == non_dh_nodes(model)) ++agreed;
    sum += formula;
    ++trees;
  }
  return on_all(agreed, trees, fmt::format("trees, {} nodes in all", sum));
}

}  // namespace

PaperMeasurements sparsity() {
  return {
      {"fill_in", fill_in},
      {"reordered", reordered},
      {"expanded", expanded},
      {"envelope", envelope_of_tree_1},
      {"envelope_full", no_zero_in_envelope},
      {"D1_counts", D1_counts},
      {"humanoid_nonzero", humanoid_nonzero},
      {"humanoid_zero_share", humanoid_zero_share},
      {"non_dh_tree1", non_dh_of_tree_1},
      {"non_dh", non_dh},
  };
}

}  // namespace kintree::suite::featherstone
