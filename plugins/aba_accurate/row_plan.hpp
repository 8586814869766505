// The plan of the rows: their places, and the bodies that gather the rows of their subtree. It is made from
// the doubles of the model, for every scalar and every state.
#pragma once

#include <cmath>

#include "aba_accurate/body_rows.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

struct RowPlan {
  struct OfBody {
    int first = 0;  ///< of its rows, from 0
    int count = 0;  ///< its own, then those that its children pass
    bool gathers =
        false;       ///< a body of regular inertia, behind whose joint 6 - n_i rows are all that there is
    int passed = 0;  ///< rows that pass its joint
    int place = 0;   ///< of these among the rows of the parent, from 0
  };

  explicit RowPlan(const Model& model) : of(model.body_count()) {
    for (int i = 1; i <= model.body_count(); ++i) of[i].count = BodyRows<double>::count;
    for (int i = model.body_count(); i >= 1; --i) {
      const Body& body = model.bodies[static_cast<std::size_t>(i)];
      OfBody& rows = of[i];
      rows.first = total;
      total += rows.count;
      rows.gathers = body.inertial.mass > 0 && TensorPlan(body.inertial).rank == 3;
      rows.passed = rows.gathers ? 6 - info(body.joint.kind).velocities : rows.count;
      if (body.parent == 0) continue;
      rows.place = of[body.parent].count;
      of[body.parent].count += rows.passed;
    }
    double longest = 0;
    for (std::size_t i = 1; i < model.bodies.size(); ++i)
      for (const Triple& offset : {model.bodies[i].joint.placement.xyz, model.bodies[i].inertial.origin.xyz})
        for (const double x : offset) longest = std::max(longest, std::abs(x));
    if (longest > 0) length = std::exp2(std::floor(std::log2(longest)) - 3);
  }

  ByBody<OfBody> of;
  int total = 0;      ///< rows of all bodies
  double length = 1;  ///< [m], a power of two: about an eighth of the longest offset in the model
};

}  // namespace kintree
