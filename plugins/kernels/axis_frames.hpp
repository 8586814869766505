// The axes of the joints of a model without its fixed joints, at q = 0, and the frames that are put on them.
#pragma once

#include <vector>

#include "kernels/axes.hpp"
#include "kintree/spatial/collapsed.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

template <class S>
struct AxisFrames {
  ByBody<Transform<S>> placement;  ///< of the frame of joint i, in the parent's given frame
  ByBody<Transform<S>> axis;       ///< z on joint i if that is revolute, in the given frame of body i
  ByBody<Transform<S>> pose;       ///< of the new frame F_i in the given frame of body i

  AxisFrames(const Model& model, const std::vector<MovingBody<S>>& moving) {
    const int N = static_cast<int>(moving.size()) - 1;
    placement = axis = pose = ByBody<Transform<S>>(N);
    pose[0].R = identity3<S>();
    for (int i = 1; i <= N; ++i) {
      const MovingBody<S>& from = moving[static_cast<std::size_t>(i)];
      const Joint& given = model.bodies[static_cast<std::size_t>(from.body)].joint;
      placement[i] = from.placement;
      axis[i].R = given.kind == JointKind::revolute ? axes_along(unit_axis<S>(given), points_down(given.axis))
                                                    : identity3<S>();
    }
  }

  /// The pose at q = 0 of a frame of body i in another of its parent.
  Transform<S> relative(int i, const Transform<S>& in_parent, const Transform<S>& in_body) const {
    return compose(inverse(in_parent), compose(placement[i], in_body));
  }
  /// The frame of the parent p whose DH child is c: on the common normal of their axes.
  Transform<S> towards(int p, int c, Neighbours how) const {
    const Transform<S> X = relative(c, axis[p], axis[c]);
    return compose(axis[p], common_normal(X.R.z, X.r, how));
  }
  /// The frame of a floating base whose privileged child is c: F_c at q = 0.
  Transform<S> frame_of_privileged(int p, int c) const { return relative(c, axis[p], pose[c]); }
};

}  // namespace kintree
