// Wensing, Featherstone & Orin 2012: zeros of H and J, the steps of Fig. 5, spans of links, and the dynamically consistent
// inverse.
#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "kintree/model/field.hpp"
#include "suite/execution/worker.hpp"
#include "suite/papers/wensing_2012.hpp"

namespace kintree::suite::wensing {
namespace {

/// A tree of the papers that has revolutes instead of joints of more freedom. So the axes are general, as the paper assumes. A free
/// joint has zeros of its own in H and J.
Case expanded(const std::string& topology, const std::string& end_effectors) {
  const Case given = paper_tree(topology, end_effectors);
  const Layout layout(given.model);
  std::vector<int> ends;
  for (const EndEffector& e : given.state.end_effectors) {
    const auto body = static_cast<std::size_t>(e.body);
    ends.push_back(layout.first_velocity[body] + info(given.model.bodies[body].joint.kind).velocities - 1);
  }
  Case c = tree(layout.expanded_parent, {JointKind::revolute}, 1, ends);
  for (EndEffector& e : c.state.end_effectors) e.pose.xyz = {0.2, 0.3, 0.5}, e.pose.rpy = {0.3, 0.5, 0.7};
  return c;
}

/// The share of zeros in a plugin's matrix, in a finite field.
MeasureClaim zeros(const char* plugin, Problem problem, const char* topology, const char* end_effectors) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    const FieldPoint point(1);
    const Case c = expanded(topology, end_effectors);
    const std::vector<Field> A = InProcess(context.plugin(plugin), c.model, c.state.end_effectors)
                                     .in_field({problem, c.state})
                                     .outputs[0];
    const auto zero = std::count(A.begin(), A.end(), Field(0));
    return rounded(claimed, static_cast<double>(zero) / static_cast<double>(A.size()));
  };
}

/// The cost of each step, and a bar for it.
Measurement breakdown(const PaperClaim&, ClaimContext& context) {
  const ScrewCosts c(base_example());
  const auto bars = [&](const char* name, const std::vector<Operations>& steps) {
    report::Curve curve{"Wensing et al. 2012, Fig. 5",
                        "Λ⁻¹ of ASIMO, hands and feet: cost of each step",
                        "SFA | EFPA | RJK",
                        "operations",
                        name,
                        {},
                        {}};
    for (std::size_t k = 0; k < steps.size(); ++k)
      curve.x.push_back(static_cast<double>(k + 1)), curve.y.push_back(static_cast<double>(steps[k].total()));
    context.curves.push_back(std::move(curve));
  };
  bars("inertias: H, or articulated bodies", {c.crba, c.articulated, c.articulated});
  bars("outward: Y, or diagonal blocks", {c.Y, c.efpa_outward, c.rjk_diagonal});
  bars("across: Y Yᵀ, or off-diagonal blocks", {c.product, c.efpa_cross, c.rjk_cross});
  bars("inward: L, or force propagators", {c.factorization, c.efpa_inward});
  return holds(
      c.efpa_inward.total() > 0 && c.efpa_cross.total() < c.rjk_cross.total() && c.sfa() < c.efpa(),
      fmt::format(
          "SFA: H {}, L {}, Y {}, Y Yᵀ {}; EFPA: inertias {}, inward {}, outward {}, off-diagonal {}; RJK: "
          "inertias {}, diagonal {}, off-diagonal {}",
          c.crba.total(), c.factorization.total(), c.Y.total(), c.product.total(), c.articulated.total(),
          c.efpa_inward.total(), c.efpa_outward.total(), c.efpa_cross.total(), c.articulated.total(),
          c.rjk_diagonal.total(), c.rjk_cross.total()));
}

/// A dense product against as many local transforms as there are links in the span.
Measurement short_spans(const PaperClaim&, ClaimContext&) {
  const std::int64_t dense = dense_product().total(), local = six_motions_over_a_link().total();
  const std::int64_t links = dense / local + 1;
  return holds(links <= 3,
               fmt::format("{} operations, {} for each link: cheaper from {} links on", dense, local, links));
}

/// By sparse factors, and by the propagators of EFPA.
Measurement consistent_inverse(const PaperClaim&, ClaimContext& context) {
  const Case c = paper_tree("asimo", "hands_and_feet");
  const auto count = [&](const char* plugin, Problem problem) {
    return context.count(plugin, problem, c).operations().total();
  };
  const std::int64_t sparse = count("sfa", Problem::dynamically_consistent_inverse),
                     propagators =
                         count("dynamically_consistent_inverse", Problem::dynamically_consistent_inverse);
  return holds(
      2 * sparse < propagators,
      fmt::format("{} operations by sparse factors, {} by propagators; of Λ⁻¹ alone {} and {}", sparse,
                  propagators, count("sfa", Problem::inverse_osim), count("efpa", Problem::inverse_osim)));
}

}  // namespace

PaperMeasurements breakdowns() {
  return {
      {"H_zeros", zeros("crba", Problem::mass_matrix, "asimo", "")},
      {"J_zeros", zeros("path_jacobian", Problem::jacobian, "asimo", "hands_and_feet")},
      {"H_zeros_more", zeros("crba", Problem::mass_matrix, "asimo_four_arms_four_legs", "")},
      {"breakdown", breakdown},
      {"short_spans", short_spans},
      {"jbar", consistent_inverse},
  };
}

}  // namespace kintree::suite::wensing
