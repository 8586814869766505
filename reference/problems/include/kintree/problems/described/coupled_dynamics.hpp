#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct CoupledDynamics {
  static constexpr ProblemInfo info{
      .name = "coupled_dynamics",
      .title = "Dynamics of coupled joints",
      .definition = "G^T H G and G^T C(q, G v): velocities G v of joints of which some follow others",
      .place = 24,
      .reads = {quantity::q, quantity::v, quantity::f_ext},
      .returns = {quantity::H_coupled, quantity::C_coupled},
      .observes_couplings = true};
  template <class M>
  static Answer<M> answer(const M& m) {
    const typename M::Matrix G = m.G();
    return {G.transpose() * m.H() * G, G.transpose() * m.C_at(G * m.v())};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    const typename M::Matrix G = m.G();
    const typename M::Sizes G_sizes = M::sizes_of(G);
    return {G_sizes.transpose() * m.sizes_of_H() * G_sizes, G_sizes.transpose() * m.sizes_of_C_at(G * m.v())};
  }
};

}  // namespace kintree::problems
