// Fijany & Featherstone 2013: O(N) work and O(log N) time, measured by the scalar that counts and carries its
// critical path. The articulated-body and the divide-and-conquer algorithms are measured as well. All systems
// are at rest, because in each algorithm the velocities of a chain are a recursion of their own, not a part
// of M^-1.
#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <map>

#include "kernels/blocks.hpp"
#include "kernels/constraint_space.hpp"
#include "suite/execution/worker.hpp"
#include "suite/papers/field_matrix.hpp"
#include "suite/papers/reproduce.hpp"

namespace kintree::suite {
namespace {

/// A tree of about so many revolutes.
using TreeOfSize = Case (*)(int bodies);

Case chain(int bodies) {
  return tree(chain_parents(bodies), {JointKind::revolute});
}
/// An end-effector on the tip.
Case chain_with_tip(int bodies) {
  return tree(chain_parents(bodies), {JointKind::revolute}, 1, {bodies});
}
/// A main chain of so many bodies, each of which carries a chain of `teeth`.
std::vector<int> comb_parents(int main_chain, int teeth) {
  std::vector<int> parent{0};
  for (int k = 0; k < main_chain; ++k) {
    parent.push_back(k == 0 ? 0 : static_cast<int>(parent.size()) - 1 - teeth);
    for (int l = 0; l < teeth; ++l) parent.push_back(static_cast<int>(parent.size()) - 1);
  }
  return parent;
}
/// Side branches of two bodies; end-effectors on the tip of the main chain, on one in its middle, and on the
/// tip of that one's branch.
Case short_branches(int bodies) {
  const int links = bodies / 4, middle = 3 * (links / 2) + 1;
  return tree(comb_parents(links, 2), {JointKind::revolute}, 1, {3 * links, middle, middle + 2});
}
/// Side branches as long as the main chain.
Case long_branches(int bodies) {
  const int links = static_cast<int>(std::lround(std::sqrt(bodies)));
  return tree(comb_parents(links, links - 1), {JointKind::revolute});
}

/// Work and time of trees of N = 16, 32, ... bodies or as many as there are in the next smaller such tree.
struct Trees {
  std::vector<double> N, log_N, work, depth;

  Trees(const ClaimContext& context, const char* plugin, Problem problem, TreeOfSize of_size,
        int largest = 4096) {
    for (int size = 16; size <= largest; size *= 2) {
      const Case c = of_size(size);
      const Cost cost = context.count(plugin, problem, c, {"velocities"});
      N.push_back(c.model.body_count());
      log_N.push_back(std::log2(N.back()));
      work.push_back(static_cast<double>(cost.operations().total()));
      depth.push_back(static_cast<double>(cost.depth));
    }
  }
  void leave(ClaimContext& context, const char* name) const {
    context.curves.push_back({"Fijany & Featherstone 2013",
                              "M⁻¹ τ on a chain: the longest chain of operations against N", "N",
                              "operations in a row", name, N, depth});
  }
};

/// On chains. Counted once for each plugin, since several claims rest on it.
const Trees& at_rest(const ClaimContext& context, const char* plugin) {
  static std::map<const Plugin*, Trees> counted;
  const Plugin* const key = &context.plugin(plugin);
  const auto found = counted.find(key);
  return found != counted.end()
             ? found->second
             : counted.emplace(key, Trees(context, plugin, Problem::forward_dynamics, chain)).first->second;
}

Measurement of_depth(const PaperClaim& claimed, const Trees& trees, std::vector<double> Trees::*of) {
  Measurement measured = order(claimed, growth(trees.*of, trees.depth));
  measured.ours += fmt::format("; {:.0f} at N = {:.0f}", trees.depth.back(), trees.N.back());
  return measured;
}

MeasureClaim work_of(const char* plugin) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    const Trees& chains = at_rest(context, plugin);
    return order(claimed, growth(chains.N, chains.work));
  };
}

/// The order of the time in N, or in log N if `of` selects it. Adds the figure's curve.
MeasureClaim time_of(const char* plugin, std::vector<double> Trees::*of) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    const Trees& chains = at_rest(context, plugin);
    chains.leave(context, plugin);
    return of_depth(claimed, chains, of);
  };
}

constexpr const char* by_reduction = "fijany_featherstone_cyclic";
constexpr const char* osim = "fijany_featherstone_osim";

/// The order of the time on trees of another shape, in log N if `of` selects it.
MeasureClaim time_on(const char* plugin, Problem problem, TreeOfSize of_size, std::vector<double> Trees::*of,
                     int largest) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    return of_depth(claimed, Trees(context, plugin, problem, of_size, largest), of);
  };
}

/// M^-1 and Lambda^-1 of a chain as products, each factor a matrix over all bodies; body i has the places 6i - 6 to 6i - 1.
///
///   M^-1      = Wa^T Z A^-1 E                         Z = P^T I^-1 P, block-tridiagonal
///   Lambda^-1 = beta^T I^-1 P A^-1 E S^T P^-1 beta
///
/// A is block-tridiagonal: of joint i it has the rows S_i^T and (W^T Z)_i, and E puts tau_i into the rows S_i^T. A F = E tau
/// then are all interbody forces F: their parts along S are tau, and the accelerations Z F have none along W. Symbols:
/// fijany_featherstone/constraint_force.hpp.
struct ProductForm {
  explicit ProductForm(const Case& c)
      : tree(c.model),
        I(6 * tree.N, 6 * tree.N),
        P(FieldMatrix::one(I.rows)),
        S(I.rows, tree.n),
        Wa(S),
        E(S),
        A(I),
        beta(I.rows, 6) {
    const std::vector<Field> q(c.state.q.begin(), c.state.q.end());
    tree.set_positions({q.data(), static_cast<int>(q.size())});
    ConstraintSpaces<Field> space(tree);
    space.update(tree);
    FieldMatrix W(I);
    for (int i = 1; i <= tree.N; ++i) {
      const int at = 6 * i - 6, p = tree.parent[i], n_i = tree.dof[i];
      for (int k = 0; k < 6; ++k) {
        const Motion<Field> unit{{Field(k == 0), Field(k == 1), Field(k == 2)},
                                 {Field(k == 3), Field(k == 4), Field(k == 5)}};
        put(I, at, at + k, tree.I[i] * unit);
        if (p != 0)
          put(P, 6 * p - 6, at + k, Force<Field>{} - transpose_times(tree.X[i], unit_force<Field>(k)));
        if (k >= n_i) put(W, at, at + k, space[i].W[k - n_i]);
      }
      for (int k = 0; k < n_i; ++k) {
        const int coordinate = tree.first[i] - 1 + k;
        const Motion<Field>& s = tree.subspace[i][k];
        put(S, at, coordinate, {s.w, s.v});
        put(Wa, at, coordinate, space[i].Wa[k]);
        E(at + k, coordinate) = Field(1);
      }
    }
    I_inverse_P = solution(I, P);
    Z = transposed(P) * I_inverse_P;
    A = E * transposed(S) + transposed(W) * Z;
    for (const EndEffector& e : c.state.end_effectors)
      for (int k = 0; k < 6; ++k)
        put(beta, 6 * e.body - 6, k, transpose_times(transform<Field>(e.pose), unit_force<Field>(k)));
  }

  bool is_block_tridiagonal() const {
    for (int i = 0; i < A.rows; ++i)
      for (int j = 0; j < A.columns; ++j)
        if (std::abs(i / 6 - j / 6) > 1 && A(i, j) != Field(0)) return false;
    return true;
  }
  FieldMatrix mass_matrix_inverse() const { return transposed(Wa) * (Z * solution(A, E)); }
  FieldMatrix inverse_osim() const {
    return transposed(beta) * (I_inverse_P * solution(A, E * (transposed(S) * solution(P, beta))));
  }

 private:
  static void put(FieldMatrix& M, int row, int column, const Force<Field>& f) {
    const Field* const parts[]{&f.n.x, &f.n.y, &f.n.z, &f.f.x, &f.f.y, &f.f.z};
    for (int r = 0; r < 6; ++r) M(row + r, column) = *parts[r];
  }

  Tree<Field> tree;
  FieldMatrix I, P, S, Wa, E, A, beta, I_inverse_P{0, 0}, Z{0, 0};
};

/// On chains the product equals a plugin's result, which is computed in another way, in a finite field.
MeasureClaim product_in_a_field(Problem problem, FieldMatrix (ProductForm::*product)() const,
                                const char* plugin) {
  return [=](const PaperClaim&, ClaimContext& context) {
    constexpr int cases = 100;
    int held = 0;
    std::size_t entries = 0;
    for (std::uint64_t seed = 1; seed <= cases; ++seed) {
      const FieldPoint point(seed);
      Case c = random_case(Family::chain, 10, seed);
      c.state.end_effectors.resize(1);
      c.state.end_effectors.front().body = c.model.body_count();
      const ProductForm form(c);
      const std::vector<Field> answer = InProcess(context.plugin(plugin), c.model, c.state.end_effectors)
                                            .in_field({problem, c.state})
                                            .outputs[0];
      entries += answer.size();
      if (form.is_block_tridiagonal() && (form.*product)().entries == answer) ++held;
    }
    return on_all(held, cases, fmt::format("chains, in all {} entries", entries));
  };
}

}  // namespace

PaperMeasurements fijany_featherstone_2013() {
  return {
      {"work", work_of("fijany_featherstone")},
      {"work_parallel", work_of("fijany_featherstone_cyclic")},
      {"depth", time_of("fijany_featherstone_cyclic", &Trees::log_N)},
      {"product",
       product_in_a_field(Problem::mass_matrix_inverse, &ProductForm::mass_matrix_inverse, "innovations")},
      {"osim_product", product_in_a_field(Problem::inverse_osim, &ProductForm::inverse_osim, "dense_osim")},
      {"branches_depth",
       time_on(by_reduction, Problem::forward_dynamics, short_branches, &Trees::log_N, 4096)},
      {"long_branches_depth",
       [](auto& c, auto& context) {
         const Trees trees(context, by_reduction, Problem::forward_dynamics, long_branches);
         return half_order(c, growth(trees.N, trees.depth));
       }},
      {"osim_work",
       [](auto& c, auto& context) {
         const Trees chains(context, osim, Problem::inverse_osim, chain_with_tip, 1024);
         return order(c, growth(chains.N, chains.work));
       }},
      {"osim_depth", time_on(osim, Problem::inverse_osim, chain_with_tip, &Trees::log_N, 1024)},
      {"osim_branches_depth", time_on(osim, Problem::inverse_osim, short_branches, &Trees::log_N, 1024)},
      {"osim_by_J_depth", time_on(by_reduction, Problem::inverse_osim, chain_with_tip, &Trees::N, 1024)},
      {"serial_depth", time_of("fijany_featherstone", &Trees::N)},
      {"aba_depth", time_of("aba", &Trees::N)},
      {"dca_depth", time_of("divide_and_conquer", &Trees::log_N)},
      {"mixed_depth", time_of("divide_and_conquer_mixed", &Trees::log_N)},
      {"shortest",
       [](auto& c, auto& context) {
         std::vector<std::pair<double, std::string>> depths;
         std::string all;
         for (const char* plugin :
              {"fijany_featherstone_cyclic", "divide_and_conquer", "divide_and_conquer_mixed", "aba"}) {
           const double depth = at_rest(context, plugin).depth.back();
           all += fmt::format("{}{} {:.0f}", all.empty() ? "" : ", ", plugin, depth);
           depths.emplace_back(depth, plugin);
         }
         return holds(std::min_element(depths.begin(), depths.end())->second == c.theirs, all);
       }},
  };
}

}  // namespace kintree::suite
