// The examples of Wensing, Featherstone & Orin 2012, and their cost in screw frames.
#pragma once

#include <vector>

#include "suite/papers/reproduce.hpp"

namespace kintree::suite::wensing {

/// A mechanism of revolutes, on a floating torso or on a fixed base, and its end-effectors' bodies.
struct Mechanism {
  std::vector<int> parent;
  std::vector<int> end_effectors;
  bool floating = true;

  Case at_random(std::uint64_t seed = 1) const;
};

/// Operations of the three algorithms in the frames that the paper counts in, modified Denavit-Hartenberg
/// frames, with a privileged child of the floating base. No algorithm runs. The kernels carry out the steps
/// for every body, end-effector and pair on counting scalars. The unit tests of efpa and of the kernels check
/// the kernels' values and counts. Constants of the tree, and sines and cosines, are free.
struct ScrewCosts {
  explicit ScrewCosts(const Mechanism& mechanism);

  Operations articulated;                            ///< inertias, and the inverse of the floating base's
  Operations efpa_inward, efpa_outward, efpa_cross;  ///< beyond these
  Operations rjk_diagonal, rjk_cross;                ///< also beyond `articulated`
  Operations crba, factorization, Y, product;        ///< of the SFA
  Operations jacobian;                               ///< which the SFA takes as given

  double efpa() const;
  double rjk() const;
  double sfa() const;  ///< without J
};

/// ASIMO, end-effectors on its hands and feet.
Mechanism base_example();

/// Six motions over one link with Denavit-Hartenberg parameters and through its joint; and over any span by a propagator, a dense
/// product.
Operations six_motions_over_a_link();
Operations dense_product();

/// The unit costs of the Appendix.
PaperMeasurements unit_costs();
/// Zeros, and the costs of steps.
PaperMeasurements breakdowns();

}  // namespace kintree::suite::wensing
