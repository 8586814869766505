// The joint between two parts of a tree: the force that it passes, and its motion. Only the answers of the
// parts at the two sides of the joint are known. x is its side towards the base, seen through X from its
// other side y. Featherstone 1999, part 1; numbering of the equations: README.md.
//
//   Y     inverse inertia between the sides     V   W (W^T Y W)^-1 W^T
//   t     Wa tau, the drive's force             c   velocity-product acceleration
#pragma once

#include "divide_and_conquer/constraint_mobility.hpp"
#include "kernels/constraint_space.hpp"

namespace kintree {

template <class S>
struct CutJoint {
  Force<S> t;
  Motion<S> c;
  Block<S> Y, V;

  /// From Y. Returns whether W^T Y W is positive definite.
  Truth<S> open(const ConstraintSpace<S>& space) { return constraint_mobility(space, Y, V); }  // [4]

  /// The force through the joint, if without it the sides had the relative acceleration Xe_x - e_y.
  Force<S> through(const Motion<S>& relative) const {
    return times<Force>(V, relative + c - times<Motion>(Y, t)) + t;  // [5]
  }

  /// That force, and the joint's acceleration into n_i numbers.
  Force<S> release(const ConstraintSpace<S>& space, const Motion<S>& Xe_x, const Motion<S>& e_y,
                   S* rate) const {
    Force<S> f = through(Xe_x - e_y);
    space.rates(times<Motion>(Y, f) + e_y - Xe_x - c, rate);  // [8]
    return f;
  }
};

}  // namespace kintree
