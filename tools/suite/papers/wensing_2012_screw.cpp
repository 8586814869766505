#include <array>
#include <stdexcept>

#include "crba_screw/cost.hpp"
#include "efpa/unit_costs.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "sfa/cost.hpp"
#include "suite/counting/growth.hpp"
#include "suite/papers/wensing_2012.hpp"

namespace kintree::suite::wensing {
namespace {

using C = Counted;

template <class Step>
Operations cost_of(Step step) {
  const Counting counting;
  step();
  return counting.total();
}

/// Made while nothing is counted: constants of the tree.
ConstantTurn<C> constant_turn() {
  const Counting nobody_asks;
  return {};
}

// --- over one joint and its link ---

/// I^A to the parent: U / D, I^A - U U^T / D, and the screws. The joint's turn has the coefficients of the
/// Appendix's 22m + 25a. With those of 20m + 22a, the least known, the SFA takes 79.0 % of EFPA's operations
/// on ASIMO, not 78.4. Without the sum there.
void inertia_over(Link link, const ConstantTurn<C>& constant) {
  const Force<C> U;
  const C D(1), d;
  const Force<C> G{{U.n.x / D, U.n.y / D, U.n.z}, {U.f.x / D, U.f.y / D, U.f.z / D}};
  ProjectedInertia<C> P = project(ArticulatedInertia<C>(), G.n, G.f);
  privileged_inertia(C(), C(1), P);
  if (link == Link::privileged) return;
  P = slid<Z>(P, d);
  ArticulatedInertia<C> A = turned<X>(P, constant);
  if (link == Link::non_dh) turn<Z>(A, constant), slide<Y>(A, d);
  slide<X>(A, d);
}

/// A force to the parent's frame; a motion goes the other way at the same cost, its halves exchanged.
void force_over(Link link) {
  Force<C> f;
  const Turn<C> t;
  const C d;
  if (link == Link::non_dh) {
    to_parent(Mat3<C>(), Vec3<C>(), f);
    return;
  }
  turn<Z>(f, t);
  if (link == Link::privileged) return;
  slide<Z>(f, d);
  turn<X>(f, t);
  slide<X>(f, d);
}

/// A row of chi L: f - G f_z, whose entry on the axis becomes zero.
void row_through_joint() {
  Force<C> f;
  const Force<C> G;
  const C z = f.n.z;
  f = {{f.n.x - G.n.x * z, f.n.y - G.n.y * z, C()}, f.f - G.f * z};
}

/// L a: the entry on the axis becomes minus the product of G and a without that entry.
void column_through_joint() {
  const Motion<C> a;
  const Force<C> G;
  [[maybe_unused]] const C z = -(G.n.x * a.w.x + G.n.y * a.w.y + dot(G.f, a.v));
}

/// X Lambda_pp X^T, then L and K.
void congruence_over(Link link, const VariableTurn<C>& theta, const ConstantTurn<C>& constant) {
  ArticulatedInertia<C> Lambda;
  const C d;
  if (link != Link::privileged) {
    slide<X>(Lambda, d);
    if (link == Link::non_dh) slide<Y>(Lambda, d), turn<Z>(Lambda, constant);
    turn<X>(Lambda, constant);
    slide<Z>(Lambda, d);
  }
  privileged_mobility(theta, Force<C>(), C(), Lambda);  // the turn about z, L and K
}

/// A column of J in the end-effector's frame: the joint's frame from that of its child, and z about it.
void jacobian_column(Link link) {
  Vec3<C> x, y, z, p;
  const Turn<C> t;
  const C d;
  const auto turn_axes = [&t](Vec3<C>& a, Vec3<C>& b) {
    turn(a.x, b.x, t), turn(a.y, b.y, t), turn(a.z, b.z, t);
  };
  turn_axes(x, y);
  if (link != Link::privileged) {
    p = p - z * d;
    turn_axes(y, z);
    if (link == Link::non_dh) turn_axes(x, y), p = p - y * d;
    p = p - x * d;
  }
  [[maybe_unused]] const Motion<C> column{z, cross(p, z)};
}

/// The same of the floating base: [p] times its axes.
void jacobian_of_base() {
  const Vec3<C> axis, p;
  for (int c = 0; c < 3; ++c) cross(p, axis);
}

// --- over the tree ---

struct Walk {
  explicit Walk(const Mechanism& mechanism) : of(mechanism), c(mechanism.at_random()), plan(c.model) {
    // On a robot no common normal is too far away, so the first random one without is taken.
    for (std::uint64_t seed = 2; any_far_normal(); ++seed) {
      if (seed > 1000) throw std::logic_error("no example with common normals that are near");
      c = mechanism.at_random(seed);
      plan = ScrewPlan(c.model);
    }
  }

  bool any_far_normal() const {
    for (int i = 1; i <= plan.N; ++i)
      if (plan.plan[i].far_normal) return true;
    return false;
  }
  Link link(int i) const { return plan.plan[i].kind; }

  template <class Visit>
  void up(int i, int to, Visit visit) const {
    for (; i != to; i = plan.parent[i]) visit(i);
  }
  bool below_privileged(int k) const {
    for (int i = k; i != 0; i = plan.parent[i])
      if (link(i) == Link::privileged) return true;
    return false;
  }
  int ancestor(int i, int j) const {
    while (i != j) (i > j ? i : j) = plan.parent[i > j ? i : j];
    return i;
  }

  const Mechanism& of;
  Case c;
  ScrewPlan plan;
};

}  // namespace

Case Mechanism::at_random(std::uint64_t seed) const {
  std::vector<JointKind> joints(parent.size(), JointKind::revolute);
  if (floating) joints[1] = JointKind::free;
  return tree(parent, joints, seed, end_effectors);
}

ScrewCosts::ScrewCosts(const Mechanism& mechanism) {
  const Walk walk(mechanism);
  const ScrewPlan& plan = walk.plan;
  const ConstantTurn<C> constant = constant_turn();
  const Mobility<C> dense;
  const Propagator<C> chi;
  const Transform<C> X;
  const auto six = [](auto step) { return 6 * cost_of(step); };
  const auto on_base = [&](int i) { return plan.parent[i] == 0; };

  ByBody<int> supports(plan.N), passed(plan.N);
  for (int i = plan.N; i >= 1; --i) {
    if (on_base(i) && mechanism.floating) {
      articulated += cost_of([] { inverse_by_factors(ArticulatedInertia<C>()); });
      continue;
    }
    if (on_base(i)) continue;
    articulated += cost_of([&] { inertia_over(walk.link(i), constant); });
    ArticulatedInertia<C> A;
    articulated += passed[plan.parent[i]]++ == 0 ? cost_of([&] { add_inertia(RigidInertia<C>(), A); })
                                                 : cost_of([&] { A += ArticulatedInertia<C>(); });
  }

  const std::vector<int>& ends = mechanism.end_effectors;
  for (const int k : ends) {
    walk.up(k, 0, [&](int i) {
      ++supports[i];
      if (on_base(i)) {
        if (mechanism.floating) {
          efpa_outward += walk.below_privileged(k)
                              ? cost_of([&] { base_mobility_beyond_privileged(dense, chi); })
                              : cost_of([&] { base_mobility(dense, chi); });
          jacobian += cost_of(jacobian_of_base);
        } else {
          efpa_outward += six([] { C() * C(); });  // K chi^T, a single row
          jacobian += cost_of([&] { jacobian_column(Link::non_dh); });
        }
        return;
      }
      const Link link = walk.link(i);
      efpa_inward += six([&] { row_through_joint(), force_over(link); });  // (11)
      efpa_outward += six([&] {                                            // (13)
        force_over(link);
        column_through_joint();
        [[maybe_unused]] const C K_chi = C() * C() + C();
      });
      jacobian += cost_of([&] { jacobian_column(link); });
    });
    efpa_outward += six([&] { X* Motion<C>(); });  // the last loop of Table I
    rjk_diagonal += cost_of([&] {
      ArticulatedInertia<C> Lambda;
      end_effector_mobility(std::array{constant, constant, constant}, std::array<C, 3>{}, Lambda);
    });
  }
  for (int i = 1; i <= plan.N; ++i)
    if (supports[i] > 0 && !on_base(i))
      rjk_diagonal += cost_of([&] {
        const VariableTurn<C> theta({C(), C(1)});
        congruence_over(walk.link(i), theta, constant);
      });
  for (std::size_t b = 0; b < ends.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      // Body 1 supports all end-effectors.
      const int g = walk.ancestor(ends[a], ends[b]);
      efpa_cross += cost_of([&] { base_mobility(dense, chi); });  // (14), a dense product
      rjk_cross += cost_of([&] { between_end_effectors(X, dense, X); });
      for (const int end : {ends[a], ends[b]})
        walk.up(end, g,
                [&](int i) { rjk_cross += six([&] { force_over(walk.link(i)), column_through_joint(); }); });
    }

  crba = total(crba_screw_cost(walk.c.model, {}));
  const std::vector<PhaseCost> sparse = sfa_cost(walk.c.model, walk.c.state.end_effectors);
  factorization = sparse.at(0).operations, Y = sparse.at(1).operations, product = sparse.at(2).operations;
}

Operations six_motions_over_a_link() {
  return 6 * cost_of([] { force_over(Link::dh), column_through_joint(); });
}
Operations dense_product() {
  return cost_of([] { base_mobility(Mobility<C>(), Propagator<C>()); });
}

double ScrewCosts::efpa() const {
  return static_cast<double>((articulated + efpa_inward + efpa_outward + efpa_cross).total());
}
double ScrewCosts::rjk() const {
  return static_cast<double>((articulated + rjk_diagonal + rjk_cross).total());
}
double ScrewCosts::sfa() const {
  return static_cast<double>((crba + factorization + Y + product).total());
}

}  // namespace kintree::suite::wensing
