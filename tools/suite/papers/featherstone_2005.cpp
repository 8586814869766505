// Featherstone 2005, section 6: forward dynamics of the humanoid, and of the chain of as many bodies.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "kernels/screw_frames.hpp"
#include "kernels/sparse_cost.hpp"
#include "suite/papers/featherstone_2005.hpp"

namespace kintree::suite::featherstone {
namespace {

struct Example {
  /// Seed 3: no common normal of it is too far away for Denavit-Hartenberg frames, as on the paper's
  /// mechanisms.
  explicit Example(const char* topology)
      : tree(paper_tree(topology, "", 3)), sparsity(Layout(tree.model).expanded_parent) {}

  /// The nodes of pi_a, pi_b and pi_c, and the sums of |nu(i)| over them.  (19)
  std::string D() const {
    const ScrewFrames<double> frames(tree.model);
    std::array<int, 6> sums{};
    const auto add = [&](std::size_t set, int i) {
      sums[2 * set] += 1, sums[2 * set + 1] += frames.subtree[i];
    };
    for (int i = 1; i <= frames.N; ++i) {
      const Link kind = frames.link[i].kind;
      if (kind == Link::dh || kind == Link::privileged) add(0, i);
      if (kind == Link::non_dh) add(1, i);
      if (kind == Link::privileged) add(2, i);
    }
    return fmt::format("{}", fmt::join(sums, ", "));
  }

  Operations crba(ClaimContext& context, const char* plugin = "crba_screw") const {
    return context.paper_count(plugin, Problem::mass_matrix, tree);
  }
  /// Without gravity, external forces, set-up and conversions, as the paper's figures are.
  Operations aba(ClaimContext& context) const {
    return context.phase_count("aba_minimal", Problem::forward_dynamics, tree, "dynamics");
  }
  Operations rnea(ClaimContext& context) const {
    return context.phase_count("rnea_screw", Problem::inverse_dynamics, tree, "dynamics");
  }
  std::vector<PhaseCost> crba_apart(ClaimContext& context, const char* plugin = "crba_screw") const {
    return context.apart(plugin, Problem::mass_matrix, tree);
  }
  std::vector<PhaseCost> aba_apart(ClaimContext& context) const {
    return context.apart("aba_minimal", Problem::forward_dynamics, tree, "dynamics");
  }
  Operations factorize() const { return factorize_ltdl(Layout(tree.model).expanded_parent); }
  Operations solve() const { return solve_by_ltdl(Layout(tree.model).expanded_parent); }

  Case tree;
  Sparsity sparsity;
};
const Example& humanoid() {
  static const Example example("humanoid30");
  return example;
}
const Example& chain() {
  static const Example example("chain30");
  return example;
}

/// The measurement with the terms that it leaves out, and in the caller's frames.
Measurement with_apart(Measurement measured, const Operations& counted, const Operations& published,
                       const std::vector<PhaseCost>& apart) {
  Operations in_callers_frames = counted;
  for (const PhaseCost& p : apart)
    if (p.phase == "conversion") in_callers_frames += p.operations;
  measured.apart = report::in_a_line(apart) + "; with the conversion " + m_and_a(in_callers_frames);
  if (in_callers_frames.total() > published.total()) measured.apart += ", dearer than published";
  return measured;
}

Operations m_a(std::int64_t m, std::int64_t a) {
  return {.multiplications = m, .additions = a};
}

/// (93n - 69)m + (81n - 66)a for 25 joints, 7m + 13a for the floating base, 4m + 8a for each non-DH node:
/// quoted.
Operations rnea(int non_dh_nodes) {
  return m_a(93 * 25 - 69, 81 * 25 - 66) + m_a(7, 13) + non_dh_nodes * m_a(4, 8);
}
/// (224n - 30)m + (205n - 37)a for 24 revolutes, 66m + 57a for each non-DH node: quoted.
Operations aba(int non_dh_nodes) {
  return m_a(224 * 24 - 30, 205 * 24 - 37) + non_dh_nodes * m_a(66, 57);
}

/// By our counts alone. `crba` may be the CRBA with the fewest operations that we know.
Operations through_H(ClaimContext& context, const Example& e, const char* crba = "crba_screw") {
  return e.crba(context, crba) + e.rnea(context) + e.factorize() + e.solve();
}

double ratio_am(const Operations& a, const Operations& b) {
  return static_cast<double>(a.total()) / static_cast<double>(b.total());
}
double ratio_m(const Operations& a, const Operations& b) {
  return static_cast<double>(a.m()) / static_cast<double>(b.m());
}

/// The slope of a chain, which is published as 93m + 81a.
Measurement rnea_slope(const PaperClaim& claimed, ClaimContext& context) {
  const auto chain_of = [&](int n) {
    return context.phase_count("rnea_screw", Problem::inverse_dynamics,
                               tree(chain_parents(n), {JointKind::revolute}, 3), "dynamics");
  };
  const Operations one = chain_of(6) + (-1) * chain_of(5);
  return same(claimed, m_and_a(one));
}
Measurement rnea_row(const PaperClaim& claimed, ClaimContext& context, const Example& e, int non_dh_nodes) {
  const Operations counted = e.rnea(context);
  return with_apart(at_most(claimed, counted), counted, rnea(non_dh_nodes),
                    context.apart("rnea_screw", Problem::inverse_dynamics, e.tree, "dynamics"));
}

/// crba_screw costs what is published.
Measurement crba_row(const PaperClaim& claimed, ClaimContext& context, const Example& e) {
  const Operations counted = e.crba(context);
  return with_apart(same(claimed, m_and_a(counted)), counted, counted, e.crba_apart(context));
}
Measurement crba_below_row(const PaperClaim& claimed, ClaimContext& context, const Example& e) {
  const Operations counted = e.crba(context, "crba_minimal");
  return with_apart(at_most(claimed, counted), counted, e.crba(context),
                    e.crba_apart(context, "crba_minimal"));
}
Measurement aba_row(const PaperClaim& claimed, ClaimContext& context, const Example& e,
                    const Operations& published) {
  const Operations counted = e.aba(context);
  return with_apart(at_most(claimed, counted), counted, published, e.aba_apart(context));
}

/// Sec. 6, CRBA, inverse dynamics, factorization and solution: quoted.
const Operations humanoid_total = m_a(6476, 5597), chain_total = m_a(14555, 11756);

/// The bars of the figure, by our counts and as quoted.
void figure_7(ClaimContext& context) {
  const auto bar = [&](const char* name, const Operations& on_humanoid, const Operations& on_chain) {
    context.curves.push_back(
        {"Featherstone 2005, Fig. 7",
         "Forward dynamics of the humanoid and of the chain of as many bodies",
         "humanoid | chain",
         "multiplications and additions",
         name,
         {1, 2},
         {static_cast<double>(on_humanoid.total()), static_cast<double>(on_chain.total())}});
  };
  bar("CRBA + LTDL + RNEA", through_H(context, humanoid()), through_H(context, chain()));
  bar("CRBA + LTDL + RNEA, quoted", humanoid_total, chain_total);
  bar("ABA", humanoid().aba(context), chain().aba(context));
  bar("ABA, quoted", aba(3), aba(0));
}

}  // namespace

PaperMeasurements humanoid_and_chain() {
  return {
      {"humanoid_D1", [](auto& c, auto&) { return same(c, std::to_string(humanoid().sparsity.D1)); }},
      {"humanoid_D2", [](auto& c, auto&) { return same(c, std::to_string(humanoid().sparsity.D2)); }},
      {"humanoid_factorize", [](auto& c, auto&) { return same(c, m_and_a(humanoid().factorize())); }},
      {"humanoid_solve", [](auto& c, auto&) { return same(c, m_and_a(humanoid().solve())); }},
      {"dense_factorize", [](auto& c, auto&) { return same(c, m_and_a(factorize_ltdl(chain_parents(30)))); }},
      {"dense_solve", [](auto& c, auto&) { return same(c, m_and_a(solve_by_ltdl(chain_parents(30)))); }},
      {"humanoid_D", [](auto& c, auto&) { return same(c, humanoid().D()); }},
      {"chain_D", [](auto& c, auto&) { return same(c, chain().D()); }},
      {"humanoid_crba", [](auto& c, auto& context) { return crba_row(c, context, humanoid()); }},
      {"chain_crba", [](auto& c, auto& context) { return crba_row(c, context, chain()); }},
      {"crba_ratio_am",
       [](auto& c, auto& context) {
         return rounded(c, ratio_am(chain().crba(context), humanoid().crba(context)));
       }},
      {"crba_ratio_m",
       [](auto& c, auto& context) {
         return rounded(c, ratio_m(chain().crba(context), humanoid().crba(context)));
       }},
      {"humanoid_crba_below", [](auto& c, auto& context) { return crba_below_row(c, context, humanoid()); }},
      {"chain_crba_below", [](auto& c, auto& context) { return crba_below_row(c, context, chain()); }},
      {"rnea_slope", rnea_slope},
      {"humanoid_rnea", [](auto& c, auto& context) { return rnea_row(c, context, humanoid(), 3); }},
      {"chain_rnea", [](auto& c, auto& context) { return rnea_row(c, context, chain(), 0); }},
      {"humanoid_aba", [](auto& c, auto& context) { return aba_row(c, context, humanoid(), aba(3)); }},
      {"chain_aba", [](auto& c, auto& context) { return aba_row(c, context, chain(), aba(0)); }},
      {"humanoid_total",
       [](auto& c, auto& context) {
         figure_7(context);
         return at_most(c, through_H(context, humanoid()));
       }},
      {"chain_total", [](auto& c, auto& context) { return at_most(c, through_H(context, chain())); }},
      {"total_ratio_am",
       [](auto& c, auto& context) {
         return rounded(c, ratio_am(through_H(context, chain()), through_H(context, humanoid())));
       }},
      {"total_ratio_m",
       [](auto& c, auto& context) {
         return rounded(c, ratio_m(through_H(context, chain()), through_H(context, humanoid())));
       }},
      {"slower_am",
       [](auto& c, auto& context) {
         return rounded(c, ratio_am(through_H(context, humanoid()), aba(3)) - 1);
       }},
      {"slower_m",
       [](auto& c, auto& context) {
         return rounded(c, ratio_m(through_H(context, humanoid()), aba(3)) - 1);
       }},
      {"slower_least",
       [](auto& c, auto& context) {
         return rounded(
             c, ratio_am(through_H(context, humanoid(), "crba_minimal"), humanoid().aba(context)) - 1);
       }},
      {"chain_aba_factor",
       [](auto& c, auto& context) { return rounded(c, ratio_am(through_H(context, chain()), aba(0))); }},
  };
}

}  // namespace kintree::suite::featherstone

namespace kintree::suite {

PaperMeasurements featherstone_2005() {
  PaperMeasurements all = featherstone::humanoid_and_chain();
  all.merge(featherstone::factorizations());
  all.merge(featherstone::details());
  all.merge(featherstone::accuracies());
  all.merge(featherstone::sparsity());
  return all;
}

}  // namespace kintree::suite
