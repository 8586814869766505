// Wensing, Featherstone & Orin 2012: the extended-force-propagator algorithm, the sparse factorization
// algorithm and that of Rodriguez, Jain and Kreutz-Delgado, on ASIMO and mechanisms made from it. They are
// measured as plugins in the frames of the model, and step by step in the frames of the paper. A comparison
// of the three must hold in both.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "kintree/arithmetic/counted.hpp"
#include "kintree/model/error.hpp"
#include "suite/papers/reproduce.hpp"
#include "suite/papers/wensing_2012.hpp"

namespace kintree::suite {
namespace {

using wensing::base_example;
using wensing::Mechanism;
using wensing::ScrewCosts;

Mechanism of_paper(const std::string& topology, const std::string& end_effectors) {
  const Case c = paper_tree(topology, end_effectors);
  Mechanism m;
  for (const Body& body : c.model.bodies) m.parent.push_back(body.parent);
  for (const EndEffector& e : c.state.end_effectors) m.end_effectors.push_back(e.body);
  return m;
}

/// Numbers the bodies again. `before(i)` bodies in a row are put between i and its parent, and `beyond(i)`
/// chains of so many bodies are attached to it.
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

/// The largest difference of a ratio from one that it is "nearly".
constexpr double nearly = 0.1;

const std::vector<int> none;

/// Adds so many joints to each arm and leg. The parents of their first bodies are the torso 1 and the waist
/// 23.
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
  Costs(double sfa, double efpa, double rjk) : sfa(sfa), efpa(efpa), rjk(rjk) {}
  Costs(const ClaimContext& context, const Case& c)
      : Costs(count(context, "sfa", c), count(context, "efpa", c), count(context, "rjk", c)) {}
  explicit Costs(const ScrewCosts& c) : Costs(c.sfa(), c.efpa(), c.rjk()) {}
  double sfa, efpa, rjk;

  static double count(const ClaimContext& context, const char* plugin, const Case& c) {
    return static_cast<double>(context.count(plugin, Problem::inverse_osim, c).operations().total());
  }
  std::string order() const {
    std::vector<std::pair<double, std::string>> sorted{{sfa, "SFA"}, {efpa, "EFPA"}, {rjk, "RJK"}};
    std::sort(sorted.begin(), sorted.end());
    return sorted[0].second + " < " + sorted[1].second + " < " + sorted[2].second;
  }
};

/// The cost of a mechanism in screw frames, as in the paper, and by the plugins in the frames of the model.
struct BothCosts {
  BothCosts(const ClaimContext& context, const Mechanism& mechanism)
      : screw(ScrewCosts(mechanism)), given(context, mechanism.at_random()) {}
  Costs screw, given;

  /// A claim that must hold in both.
  template <class Holds>
  Measurement hold(Holds&& holds_of, const std::function<std::string(const Costs&)>& text) const {
    return holds(holds_of(screw) && holds_of(given),
                 text(screw) + "; in the frames of the model " + text(given));
  }
};

/// A comparison of an example with the base example.
template <class Holds, class Text>
Measurement against_base(const ClaimContext& context, const BothCosts& example, Holds&& holds_of,
                         Text&& text) {
  const BothCosts base(context, base_example());
  return holds(
      holds_of(base.screw, example.screw) && holds_of(base.given, example.given),
      text(base.screw, example.screw) + "; in the frames of the model " + text(base.given, example.given));
}

constexpr const char* examples =
    "hands and feet | longer limbs | two arms, two legs more | four-fingered hands | head too | "
    "forefingers, thumbs, feet | on one foot";

void add_bars(ClaimContext& context, const std::string& figure, double at, const Costs& costs) {
  for (const auto& bar : {std::pair("SFA", costs.sfa), {"EFPA", costs.efpa}, {"RJK", costs.rjk}}) {
    const char* const name = bar.first;  // clang 14 does not capture structured bindings
    const double y = bar.second;
    auto curve = std::find_if(context.curves.begin(), context.curves.end(),
                              [&](const report::Curve& c) { return c.figure == figure && c.name == name; });
    if (curve == context.curves.end()) {
      context.curves.push_back({figure, "Λ⁻¹ of ASIMO", examples, "operations", name, {}, {}});
      curve = context.curves.end() - 1;
    }
    curve->x.push_back(at);
    curve->y.push_back(y);
  }
}

void add_bars(ClaimContext& context, double at, const BothCosts& costs) {
  add_bars(context, "Wensing et al. 2012, Figs. 5 and 6", at, costs.screw);
  add_bars(context, "Wensing et al. 2012, Figs. 5 and 6, in the frames of the model", at, costs.given);
}

MeasureClaim sfa_phase(const std::string& phase) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    return same(claimed, m_and_a(context.phase_count("sfa", Problem::inverse_osim,
                                                     paper_tree("asimo", "hands_and_feet"), phase)));
  };
}

/// The exponent of one size that the plugin's counted operations show.
MeasureClaim order_of(const std::string& plugin, const std::string& size) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    const report::CostGrowth& g = context.growth_of(plugin, Problem::inverse_osim, size);
    return order(claimed, {g.exponent, g.half_width});
  };
}

std::string rjk_by_efpa(const Costs& c) {
  return fmt::format("RJK / EFPA {:.2f}", c.rjk / c.efpa);
}

/// EFPA beats RJK.
MeasureClaim efpa_beats_rjk(double bar, Mechanism (*mechanism)()) {
  return [=](const PaperClaim&, ClaimContext& context) {
    const BothCosts costs(context, mechanism());
    add_bars(context, bar, costs);
    return costs.hold([](const Costs& c) { return c.efpa < c.rjk; }, rjk_by_efpa);
  };
}

MeasureClaim order_on(double bar, Mechanism (*mechanism)()) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    const BothCosts costs(context, mechanism());
    add_bars(context, bar, costs);
    return costs.hold([&](const Costs& c) { return c.order() == claimed.theirs; },
                      [](const Costs& c) { return c.order(); });
  };
}

Mechanism more_limbs() {
  return of_paper("asimo_four_arms_four_legs", "hands_and_feet");
}

Measurement sfa_share(const PaperClaim& claimed, ClaimContext& context) {
  const ScrewCosts costs(base_example());
  const Costs given(context, base_example().at_random());
  Measurement measured = rounded(claimed, costs.sfa() / costs.efpa());
  measured.ours +=
      fmt::format("; in the frames of the model, with J, {:.1f} %", 100 * given.sfa / given.efpa);
  measured.apart =
      fmt::format("J {}, with which it is {:.1f} %", m_and_a(costs.jacobian),
                  100 * (costs.sfa() + static_cast<double>(costs.jacobian.total())) / costs.efpa());
  return measured;
}

Measurement rjk_cross(const PaperClaim&, ClaimContext&) {
  const ScrewCosts costs(base_example());
  const std::int64_t cross = costs.rjk_cross.total(),
                     most = std::max(costs.articulated.total(), costs.rjk_diagonal.total());
  return holds(cross > 2 * most, fmt::format("{} operations, {} the next", cross, most));
}

Measurement efpa_trade(const PaperClaim&, ClaimContext&) {
  const ScrewCosts costs(base_example());
  const std::int64_t spent = costs.efpa_inward.total(), rjk = (costs.rjk_diagonal + costs.rjk_cross).total(),
                     saved = rjk - (costs.efpa_outward + costs.efpa_cross).total();
  return holds(spent < saved, fmt::format("{} operations spent, {} of {} saved", spent, saved, rjk));
}

bool efpa_gains_on_sfa(const Costs& base, const Costs& example) {
  return example.efpa / example.sfa < base.efpa / base.sfa;
}
std::string efpa_by_sfa(const Costs& base, const Costs& example) {
  return fmt::format("EFPA / SFA {:.2f} to {:.2f}", base.efpa / base.sfa, example.efpa / example.sfa);
}

}  // namespace

PaperMeasurements wensing_2012() {
  PaperMeasurements measurements{
      {"sfa_ltl", sfa_phase("factorization")},
      {"sfa_Y", sfa_phase("Y")},
      {"sfa_product", sfa_phase("Y Y^T")},
      {"asimo_crba",
       [](auto& c, auto& context) {
         Measurement measured =
             same(c, m_and_a(context.paper_count("crba_screw", Problem::mass_matrix, paper_tree("asimo"))));
         measured.apart =
             report::in_a_line(context.apart("crba_screw", Problem::mass_matrix, paper_tree("asimo")));
         return measured;
       }},
      {"sfa_share", sfa_share},
      {"base_order", order_on(1, base_example)},
      {"limbs_order",
       [](auto&, auto& context) {
         const BothCosts more(context, longer_limbs(4));
         add_bars(context, 2, more);
         return against_base(
             context, more,
             [](const Costs& base, const Costs& c) { return efpa_gains_on_sfa(base, c) && c.efpa < c.rjk; },
             [](const Costs& base, const Costs& c) { return efpa_by_sfa(base, c) + ", " + rjk_by_efpa(c); });
       }},
      {"more_limbs_order", order_on(3, more_limbs)},
      {"more_limbs_efpa",
       [](auto&, auto& context) {
         const auto efpa = [](const Costs& base, const Costs& c) {
           return c.efpa / c.sfa / (base.efpa / base.sfa);
         };
         const auto rjk = [](const Costs& base, const Costs& c) {
           return c.rjk / c.sfa / (base.rjk / base.sfa);
         };
         return against_base(
             context, BothCosts(context, more_limbs()),
             [&](const Costs& base, const Costs& c) {
               return std::abs(efpa(base, c) - 1) <= nearly && rjk(base, c) > 1.5;
             },
             [&](const Costs& base, const Costs& c) {
               return fmt::format("EFPA / SFA times {:.2f}, RJK / SFA times {:.2f}", efpa(base, c),
                                  rjk(base, c));
             });
       }},
      {"some_topologies",
       [](auto&, auto& context) {
         const BothCosts limbs(context, longer_limbs(12));
         return limbs.hold([](const Costs& c) { return c.efpa < c.sfa; },
                           [](const Costs& c) { return fmt::format("EFPA / SFA {:.2f}", c.efpa / c.sfa); });
       }},
      {"shared_support",
       [](auto&, auto& context) {
         const Case fingers = of_paper("asimo", "fingers_and_feet").at_random(),
                    foot = on_one_foot().at_random();
         const auto share = [&](const Case& c) {
           return Costs::count(context, "efpa_shared", c) / Costs::count(context, "efpa", c);
         };
         return holds(
             share(fingers) < 1 && share(foot) < 1,
             fmt::format("{:.2f} of EFPA's operations for forefingers, thumbs and feet, {:.2f} on one foot",
                         share(fingers), share(foot)));
       }},
      {"rjk_cross", rjk_cross},
      {"efpa_trade", efpa_trade},
      {"hands_sfa",
       [](auto&, auto& context) {
         return against_base(context, BothCosts(context, four_fingered_hands()), efpa_gains_on_sfa,
                             efpa_by_sfa);
       }},
      {"hands_order", efpa_beats_rjk(4, four_fingered_hands)},
      {"hfh_order", efpa_beats_rjk(5, [] { return of_paper("asimo", "hands_feet_head"); })},
      {"ftf_order", efpa_beats_rjk(6, [] { return of_paper("asimo", "fingers_and_feet"); })},
      {"one_foot_order",
       [](auto&, auto& context) {
         const BothCosts foot(context, on_one_foot());
         add_bars(context, 7, foot);
         return against_base(
             context, foot,
             [](const Costs& base, const Costs& c) { return c.rjk / c.efpa < base.rjk / base.efpa; },
             [](const Costs& base, const Costs& c) {
               return fmt::format("RJK / EFPA {:.2f} to {:.2f}", base.rjk / base.efpa, c.rjk / c.efpa);
             });
       }},
  };
  for (const char* plugin : {"efpa", "rjk", "sfa"})
    for (const char* size : {"N", "d", "m"})
      measurements.emplace(std::string(plugin) + "_" + size, order_of(plugin, size));
  measurements.merge(wensing::unit_costs());
  measurements.merge(wensing::breakdowns());
  return measurements;
}

wensing::Mechanism wensing::base_example() {
  return of_paper("asimo", "hands_and_feet");
}

}  // namespace kintree::suite
