// Forward dynamics by the constraint forces of all joints. Links of three or more children are split into parts
// (split.hpp), so that no clique has more than three joints. The work is O(N) on any tree.
// Yamane & Nakamura 2002, sec. 4. All else is in yamane_nakamura/yamane_nakamura.hpp: there a part is a body, and
// the joints between the parts of a link are fixed joints, W = 1 and no Wa.
#pragma once

#include "yamane_nakamura/yamane_nakamura.hpp"
#include "yamane_nakamura_split/split.hpp"

namespace kintree {

template <class S>
class YamaneNakamuraSplit final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit YamaneNakamuraSplit(const Model& model)
      : split_(model),
        parts_(tree_of_parts<S>(model, split_)),
        f_ext_(split_.parts.body_count()),
        N_(model.body_count()) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    for (int i = 1; i <= N_; ++i) f_ext_[split_.first[i]] = in.f_ext[i];  // on one part alone
    return parts_.forward_dynamics({in.q, in.v, in.tau, &f_ext_[0]}, qdd);
  }

  /// The constraint force of joint i in the last call, on link i in its coordinates.
  Force<S> constraint_force(int i) const { return parts_.constraint_force(split_.first[i]); }

 private:
  Split split_;
  YamaneNakamura<S> parts_;
  ByBody<Force<S>> f_ext_;
  int N_;
};

}  // namespace kintree
