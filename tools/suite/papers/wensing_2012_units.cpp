// Wensing, Featherstone & Orin 2012, Appendix: unit costs, functions of efpa/unit_costs.hpp.
#include "efpa/unit_costs.hpp"

#include <array>

#include "kintree/arithmetic/counted.hpp"
#include "suite/papers/wensing_2012.hpp"

namespace kintree::suite::wensing {
namespace {

/// Returns make()'s result without counting its operations, for constants and for terms that are counted
/// elsewhere.
template <class Make>
auto free_of_charge(Make make) {
  const Counting nobody_asks;
  return make();
}

template <class Work>
MeasureClaim unit(Work work) {
  return [=](const PaperClaim& claimed, ClaimContext&) {
    const Counting counting;
    work();
    return at_most(claimed, counting.total());
  };
}

}  // namespace

PaperMeasurements unit_costs() {
  using C = Counted;
  return {
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
       [](const PaperClaim& claimed, ClaimContext&) {
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
  };
}

}  // namespace kintree::suite::wensing
