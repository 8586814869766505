// Wensing, Featherstone & Orin 2012: the extended-force-propagator algorithm, the sparse factorization
// algorithm and that of Rodriguez, Jain and Kreutz-Delgado, on ASIMO and mechanisms made from it.
#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "efpa/unit_costs.hpp"
#include "kernels/sparse_cost.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "kintree/data/error.hpp"
#include "kintree/suite/reproduce.hpp"

namespace kintree::suite {
namespace {

/// A mechanism of revolutes, on a floating torso or on a fixed base, and its end-effectors' bodies.
struct Mechanism {
  std::vector<int> parent;
  std::vector<int> end_effectors;
  bool floating = true;

  Case at_random() const {
    std::vector<JointKind> joints(parent.size(), JointKind::revolute);
    if (floating) joints[1] = JointKind::free;
    return tree(parent, joints, 1, end_effectors);
  }
};

Mechanism of_paper(const std::string& topology, const std::string& end_effectors) {
  const Case c = paper_tree(topology, end_effectors);
  Mechanism m;
  for (const Body& body : c.model.bodies) m.parent.push_back(body.parent);
  for (const EndEffector& e : c.state.end_effectors) m.end_effectors.push_back(e.body);
  return m;
}

/// Every body and what it is called in the new numbering, with `before(i)` bodies in a row put between i and
/// its parent, and `beyond(i)` chains of so many bodies hung on it.
template <class Before, class Beyond>
Mechanism changed(const Mechanism& from, Before&& before, Beyond&& beyond) {
  Mechanism to{{0}, {}, from.floating};
  std::vector<int> now(from.parent.size());
  const auto add = [&to](int on) {
    to.parent.push_back(on);
    return static_cast<int>(to.parent.size()) - 1;
  };
  for (std::size_t i = 1; i < from.parent.size(); ++i) {
    int on = now[static_cast<std::size_t>(from.parent[i])];
    for (int k = before(static_cast<int>(i)); k > 0; --k) on = add(on);
    now[i] = add(on);
    for (const int length : beyond(static_cast<int>(i)))
      for (int l = 0, last = now[i]; l < length; ++l) last = add(last);
  }
  for (const int e : from.end_effectors) to.end_effectors.push_back(now[static_cast<std::size_t>(e)]);
  return to;
}

/// How far a ratio may be from one that it is "nearly".
constexpr double nearly = 0.1;

const std::vector<int> none;

Mechanism base_example() {
  return of_paper("asimo", "hands_and_feet");
}

/// So many joints more in each arm and leg. Their first bodies hang on the torso 1, and on the waist 23.
Mechanism longer_limbs(int more) {
  const Mechanism asimo = base_example();
  const auto is_limb = [](int i) { return i == 2 || i == 11 || i == 24 || i == 30; };
  return changed(
      asimo, [&](int i) { return is_limb(i) ? more : 0; }, [](int) { return none; });
}

/// On each palm two fingers of three joints more, and the two that are there lengthened to three.
Mechanism four_fingered_hands() {
  return changed(
      base_example(), [](int) { return 0; },
      [](int i) -> std::vector<int> {
        if (i == 8 || i == 17) return {3, 3};
        if (i == 9 || i == 10 || i == 18 || i == 19) return {2};
        return none;
      });
}

/// The left foot, 29, is the base: the leg is passed from the foot up, then the waist 23 and the torso.
Mechanism on_one_foot() {
  const Mechanism asimo = base_example();
  Mechanism m{{0}, {}, false};
  std::vector<int> now(asimo.parent.size(), -1);
  const auto add = [&](int i, int on) {
    m.parent.push_back(on);
    now[static_cast<std::size_t>(i)] = static_cast<int>(m.parent.size()) - 1;
  };
  for (int i = 28, on = 0; i >= 23; --i, on = now[static_cast<std::size_t>(i + 1)]) add(i, on);
  add(1, now[23]);
  for (std::size_t i = 2; i < asimo.parent.size(); ++i)
    if (now[i] < 0 && i != 29) add(static_cast<int>(i), now[static_cast<std::size_t>(asimo.parent[i])]);
  for (const int e : {8, 17, 35}) m.end_effectors.push_back(now[static_cast<std::size_t>(e)]);
  return m;
}

/// Operations of the three algorithms.
struct Costs {
  Costs(const Laboratory& lab, const Mechanism& mechanism) {
    const Case c = mechanism.at_random();
    const auto cost = [&](const char* plugin) {
      return static_cast<double>(lab.count(plugin, Problem::inverse_osim, c).operations().total());
    };
    sfa = cost("sfa"), efpa = cost("efpa"), rjk = cost("rjk");
  }
  double sfa, efpa, rjk;

  std::string order() const {
    std::vector<std::pair<double, std::string>> sorted{{sfa, "SFA"}, {efpa, "EFPA"}, {rjk, "RJK"}};
    std::sort(sorted.begin(), sorted.end());
    return sorted[0].second + " < " + sorted[1].second + " < " + sorted[2].second;
  }
  std::string text() const {
    return fmt::format("EFPA / SFA {:.2f}, RJK / EFPA {:.2f}", efpa / sfa, rjk / efpa);
  }
};

void add_bars(Laboratory& lab, double at, const Costs& costs) {
  for (const auto& bar : {std::pair("SFA", costs.sfa), {"EFPA", costs.efpa}, {"RJK", costs.rjk}}) {
    const char* const name = bar.first;  // clang 14 does not capture structured bindings
    const double y = bar.second;
    auto curve = std::find_if(lab.curves.begin(), lab.curves.end(), [&](const report::Curve& c) {
      return c.figure == "Wensing et al. 2012, Figs. 5 and 6" && c.name == name;
    });
    if (curve == lab.curves.end()) {
      lab.curves.push_back(
          {"Wensing et al. 2012, Figs. 5 and 6",
           "Λ⁻¹ of ASIMO, hands and feet (1), with longer limbs (2), with two arms and two legs more "
           "(3), four-fingered hands (4), head too (5), forefingers, thumbs and feet (6), on one foot (7)",
           "example",
           "operations",
           name,
           {},
           {}});
      curve = lab.curves.end() - 1;
    }
    curve->x.push_back(at);
    curve->y.push_back(y);
  }
}

std::vector<PhaseCost> base_phases(const Laboratory& lab, const char* plugin) {
  return lab.count(plugin, Problem::inverse_osim, base_example().at_random()).phases;
}

double zeros_of_H(const std::string& topology) {
  const Sparsity s(Layout(paper_tree(topology).model).expanded_parent);
  const auto n = static_cast<double>(s.n);
  return 1 - (2 * static_cast<double>(s.D1) + n) / (n * n);
}

double zeros_of_J(const Case& c) {
  const Layout layout(c.model);
  int supports = 0;
  for (const EndEffector& e : c.state.end_effectors)
    for (int i = e.body; i != 0; i = c.model.bodies[static_cast<std::size_t>(i)].parent)
      supports += info(c.model.bodies[static_cast<std::size_t>(i)].joint.kind).velocities;
  return 1 - supports / (static_cast<double>(c.state.end_effectors.size()) * layout.n);
}

MeasureClaim sfa_phase(const std::string& phase) {
  return [=](const PaperClaim& claimed, Laboratory& lab) {
    return same(claimed, m_and_a(lab.phase_count("sfa", Problem::inverse_osim,
                                                 paper_tree("asimo", "hands_and_feet"), phase)));
  };
}

/// The exponent of one size that the plugin's counted operations show.
MeasureClaim order_of(const std::string& plugin, const std::string& size) {
  return [=](const PaperClaim& claimed, Laboratory& lab) {
    const report::CostGrowth& g = lab.growth_of(plugin, Problem::inverse_osim, size);
    return order(claimed, {g.exponent, g.half_width});
  };
}

// --- the Appendix's unit costs: functions of efpa/unit_costs.hpp ---

/// What make() returns, made while nothing is counted: what is a constant, or counted elsewhere.
template <class Make>
auto free_of_charge(Make make) {
  const Counting nobody_asks;
  return make();
}

template <class Work>
MeasureClaim unit(Work work) {
  return [=](const PaperClaim& claimed, Laboratory&) {
    const Counting counting;
    work();
    return at_most(claimed, counting.total());
  };
}

void add_unit_costs(PaperMeasurements& measurements) {
  using C = Counted;
  measurements.insert({
      {"unit_privileged_inertia", unit([] {
         ProjectedInertia<C> P;
         privileged_inertia(C(), C(), P);
       })},
      {"unit_add", unit([] {
         ArticulatedInertia<C> A;
         add_inertia(RigidInertia<C>(), A);
       })},
      {"unit_privileged_motions", unit([] {
         Mobility<C> Lambda;
         privileged_motions(C(), C(), Lambda);
       })},
      {"unit_privileged_mobility", unit([] {
         // The angle's coefficient is that of the articulated inertias, counted there.
         ArticulatedInertia<C> Lambda;
         privileged_mobility(free_of_charge([] {
                               return VariableTurn<C>({C(), C()});
                             }),
                             Force<C>(), C(), Lambda);
       })},
      {"unit_base_inverse",
       [](const PaperClaim& claimed, Laboratory&) {
         const Counting counting;
         inverse_by_factors(ArticulatedInertia<C>());
         return same(claimed, std::to_string(counting.total().total()));
       }},
      {"unit_end_effector", unit([] {
         ArticulatedInertia<C> Lambda;
         const auto angle = free_of_charge([] { return VariableTurn<C>({C(), C()}); });
         end_effector_mobility(std::array{angle, angle, angle}, std::array<C, 3>{}, Lambda);
       })},
      {"unit_between", unit([] { between_end_effectors(Transform<C>(), Mobility<C>(), Transform<C>()); })},
      {"unit_base_product", unit([] { base_mobility(Mobility<C>(), Propagator<C>()); })},
      {"unit_base_product_privileged",
       unit([] { base_mobility_beyond_privileged(Mobility<C>(), Propagator<C>()); })},
  });
}

/// EFPA beats RJK.
MeasureClaim efpa_beats_rjk(double bar, Mechanism (*mechanism)()) {
  return [=](const PaperClaim&, Laboratory& lab) {
    const Costs costs(lab, mechanism());
    add_bars(lab, bar, costs);
    return holds(costs.efpa < costs.rjk, costs.text());
  };
}

}  // namespace

PaperMeasurements wensing_2012() {
  PaperMeasurements measurements{
      {"H_zeros", [](auto& c, auto&) { return rounded(c, zeros_of_H("asimo")); }},
      {"J_zeros",
       [](auto& c, auto&) { return rounded(c, zeros_of_J(paper_tree("asimo", "hands_and_feet"))); }},
      {"H_zeros_more", [](auto& c, auto&) { return rounded(c, zeros_of_H("asimo_four_arms_four_legs")); }},
      {"sfa_ltl", sfa_phase("factorization")},
      {"sfa_Y", sfa_phase("Y")},
      {"sfa_product", sfa_phase("Y Y^T")},
      {"asimo_crba",
       [](auto& c, auto& lab) {
         Measurement measured =
             same(c, m_and_a(lab.paper_count("crba_screw", Problem::mass_matrix, paper_tree("asimo"))));
         measured.apart =
             report::in_a_line(lab.apart("crba_screw", Problem::mass_matrix, paper_tree("asimo")));
         return measured;
       }},
      {"sfa_share",
       [](auto& c, auto& lab) {
         const Costs costs(lab, base_example());
         add_bars(lab, 1, costs);
         return rounded(c, costs.sfa / costs.efpa);
       }},
      {"base_order", [](auto& c, auto& lab) { return same(c, Costs(lab, base_example()).order()); }},
      {"limbs_order",
       [](auto&, auto& lab) {
         const Costs base(lab, base_example()), more(lab, longer_limbs(4));
         add_bars(lab, 2, more);
         return holds(
             more.efpa / more.sfa < base.efpa / base.sfa && more.efpa < more.rjk,
             fmt::format("EFPA / SFA {:.2f} to {:.2f} with 4 joints more in each limb; RJK / EFPA {:.2f}",
                         base.efpa / base.sfa, more.efpa / more.sfa, more.rjk / more.efpa));
       }},
      {"more_limbs_order",
       [](auto& c, auto& lab) {
         const Costs costs(lab, of_paper("asimo_four_arms_four_legs", "hands_and_feet"));
         add_bars(lab, 3, costs);
         return same(c, costs.order());
       }},
      {"more_limbs_efpa",
       [](auto&, auto& lab) {
         const Costs base(lab, base_example()),
             more(lab, of_paper("asimo_four_arms_four_legs", "hands_and_feet"));
         const double efpa = (more.efpa / more.sfa) / (base.efpa / base.sfa),
                      rjk = (more.rjk / more.sfa) / (base.rjk / base.sfa);
         return holds(std::abs(efpa - 1) <= nearly && rjk > 1.5,
                      fmt::format("EFPA / SFA times {:.2f}, RJK / SFA times {:.2f}", efpa, rjk));
       }},
      {"rjk_cross",
       [](auto&, auto& lab) {
         double cross = 0, most = 0;
         for (const PhaseCost& p : base_phases(lab, "rjk"))
           (p.phase == "cross terms" ? cross : most) =
               std::max(p.phase == "cross terms" ? cross : most, static_cast<double>(p.operations.total()));
         return holds(cross > 2 * most, fmt::format("{:.0f} operations, {:.0f} the next", cross, most));
       }},
      {"efpa_trade",
       [](auto&, auto& lab) {
         const auto cost = [&](const char* plugin, const char* phase) {
           return static_cast<double>(
               lab.phase_count(plugin, Problem::inverse_osim, base_example().at_random(), phase).total());
         };
         const double spent = cost("efpa", "inward"), outward = cost("efpa", "outward"),
                      rjk = cost("rjk", "diagonal") + cost("rjk", "cross terms");
         return holds(spent < rjk - outward, fmt::format("{:.0f} operations spent, {:.0f} of {:.0f} saved",
                                                         spent, rjk - outward, rjk));
       }},
      {"hands_sfa",
       [](auto&, auto& lab) {
         const Costs base(lab, base_example()), hands(lab, four_fingered_hands());
         return holds(
             hands.efpa / hands.sfa < base.efpa / base.sfa,
             fmt::format("EFPA / SFA {:.2f} to {:.2f}", base.efpa / base.sfa, hands.efpa / hands.sfa));
       }},
      {"hands_order", efpa_beats_rjk(4, four_fingered_hands)},
      {"hfh_order", efpa_beats_rjk(5, [] { return of_paper("asimo", "hands_feet_head"); })},
      {"ftf_order", efpa_beats_rjk(6, [] { return of_paper("asimo", "fingers_and_feet"); })},
      {"one_foot_order",
       [](auto&, auto& lab) {
         const Costs base(lab, base_example()), foot(lab, on_one_foot());
         add_bars(lab, 7, foot);
         return holds(foot.rjk / foot.efpa < base.rjk / base.efpa,
                      fmt::format("RJK / EFPA {:.2f} to {:.2f}", base.rjk / base.efpa, foot.rjk / foot.efpa));
       }},
  };
  for (const char* plugin : {"efpa", "rjk", "sfa"})
    for (const char* size : {"N", "d", "m"})
      measurements.emplace(std::string(plugin) + "_" + size, order_of(plugin, size));
  add_unit_costs(measurements);
  return measurements;
}

}  // namespace kintree::suite
