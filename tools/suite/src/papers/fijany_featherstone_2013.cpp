// Fijany & Featherstone 2013: O(N) work and O(log N) time, by the scalar that counts and carries its critical
// path; beside the articulated-body and the divide-and-conquer algorithms. All of it at rest: the velocities
// of a chain are a recursion of their own in each of them, not a part of M^-1.
#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "kintree/arithmetic/counted.hpp"
#include "kintree/suite/reproduce.hpp"

namespace kintree::suite {
namespace {

/// Work and time of chains of revolutes, N = 16, 32, ...
struct Chains {
  std::vector<double> N, log_N, work, depth;

  template <class Ask>
  explicit Chains(const Ask& ask) {
    for (int bodies = 16; bodies <= 4096; bodies *= 2) {
      const auto [operations, longest] = ask(tree(chain_parents(bodies), {JointKind::revolute}));
      N.push_back(bodies);
      log_N.push_back(std::log2(bodies));
      work.push_back(static_cast<double>(operations));
      depth.push_back(static_cast<double>(longest));
    }
  }
  void leave(Laboratory& lab, const char* name) const {
    lab.curves.push_back({"Fijany & Featherstone 2013",
                          "M⁻¹ τ on a chain: the longest chain of operations against N", "N",
                          "operations in a row", name, N, depth});
  }
};

Chains at_rest(const Laboratory& lab, const char* plugin) {
  return Chains([&](const Case& c) {
    const Cost cost = lab.count(plugin, Problem::forward_dynamics, c, {"velocities"});
    return std::pair(cost.operations().total(), cost.depth);
  });
}

/// A column of Lambda^-1 of an end-effector in the tip's frame: the tip's acceleration under a unit force on
/// it, the forces between the bodies first. This is the product of the abstract, whose terms the bodies'
/// accelerations, [7] of the plugin, add up; the plugin itself goes through J, a recursion, for the sake of
/// its digits.
Chains column_of_osim() {
  return Chains([](const Case& c) {
    Tree<Counted> bodies = tree_with_shared_inertia<Counted>(c.model);
    ConstraintSpaces<Counted> space(bodies);
    InterbodyForces<Counted, CyclicReduction<Counted>> forces(c.model);
    BodyMotions<Counted> of(bodies.N);
    ByBody<Motion<Counted>> a(bodies.N);
    const std::vector<Counted> q(c.state.q.begin(), c.state.q.end()), tau(q.size());
    std::vector<Counted> qdd(q.size());
    of.p[bodies.N] = Force<Counted>{} - unit_force<Counted>(2);

    const Counting counting;
    bodies.set_positions({q.data(), static_cast<int>(q.size())});
    space.update(bodies);
    forces.factor(bodies, space);
    forces.solve(bodies, space, of, {tau.data(), bodies.n}, a, {qdd.data(), bodies.n});
    std::int64_t depth = 0;
    for (const Counted* x : {&a[bodies.N].w.x, &a[bodies.N].w.y, &a[bodies.N].w.z, &a[bodies.N].v.x,
                             &a[bodies.N].v.y, &a[bodies.N].v.z})
      depth = std::max(depth, x->depth);
    return std::pair(counting.total().total(), depth);
  });
}

Measurement of_depth(const PaperClaim& claimed, const Chains& chains, std::vector<double> Chains::*of) {
  Measurement measured = order(claimed, growth(chains.*of, chains.depth));
  measured.ours += fmt::format("; {:.0f} at N = {:.0f}", chains.depth.back(), chains.N.back());
  return measured;
}

MeasureClaim work_of(const char* plugin) {
  return [=](const PaperClaim& claimed, Laboratory& lab) {
    const Chains chains = at_rest(lab, plugin);
    return order(claimed, growth(chains.N, chains.work));
  };
}

/// The order of the time in N, or in log N where `of` says so; leaves the figure's curve behind.
MeasureClaim time_of(const char* plugin, std::vector<double> Chains::*of) {
  return [=](const PaperClaim& claimed, Laboratory& lab) {
    const Chains chains = at_rest(lab, plugin);
    chains.leave(lab, plugin);
    return of_depth(claimed, chains, of);
  };
}

}  // namespace

PaperMeasurements fijany_featherstone_2013() {
  return {
      {"work", work_of("fijany_featherstone")},
      {"work_parallel", work_of("fijany_featherstone_cyclic")},
      {"depth", time_of("fijany_featherstone_cyclic", &Chains::log_N)},
      {"osim_work",
       [](auto& c, auto&) {
         const Chains chains = column_of_osim();
         return order(c, growth(chains.N, chains.work));
       }},
      {"osim_depth", [](auto& c, auto&) { return of_depth(c, column_of_osim(), &Chains::log_N); }},
      {"serial_depth", time_of("fijany_featherstone", &Chains::N)},
      {"aba_depth", time_of("aba", &Chains::N)},
      {"dca_depth", time_of("divide_and_conquer", &Chains::log_N)},
      {"mixed_depth", time_of("divide_and_conquer_mixed", &Chains::log_N)},
      {"shortest",
       [](auto& c, auto& lab) {
         std::string best;
         double least = 0;
         std::string all;
         for (const char* plugin :
              {"fijany_featherstone_cyclic", "divide_and_conquer", "divide_and_conquer_mixed", "aba"}) {
           const double depth = at_rest(lab, plugin).depth.back();
           all += fmt::format("{}{} {:.0f}", all.empty() ? "" : ", ", plugin, depth);
           if (best.empty() || depth < least) best = plugin, least = depth;
         }
         return holds(best == c.theirs, all);
       }},
  };
}

}  // namespace kintree::suite
