// A body and its joint in the sweeps of the articulated-body algorithm. Symbols: aba_minimal/aba_minimal.hpp.
#pragma once

#include "kernels/articulated_screw.hpp"
#include "kernels/screw_frames.hpp"
#include "kintree/numbers/pivots.hpp"

namespace kintree {

/// The inertia of a body on a revolute joint after regrouping. A leaf also has h_y = 0.
template <bool leaf, class S>
auto regrouped(const RigidInertia<S>& A) {
  const Sym3<S>& I = A.I;
  return SparseRigidInertia{Zero{}, Sparse3{A.h.x, zero_if<leaf>(A.h.y), Zero{}},
                            SparseSym3{I.xx, I.xy, I.xz, Zero{}, I.yz, I.zz}};
}

/// Turns the axes of a leaf about z until h_y = 0.
template <class S>
void align(ScrewFrames<S>& frames, int leaf) {
  using std::sqrt;
  const Vec3<S>& h = frames.I[leaf].h;
  const S length = sqrt(h.x * h.x + h.y * h.y);
  // A distance of a rounding counts: of a thin body the inertia about the axis may be no more than that.
  if (!in_all_lanes(is_positive(length))) return;
  const Turn<S> by{h.y / length, h.x / length};
  const Transform<S> turned = along_z(by.c, by.s, S{});
  frames.pose[leaf] = compose(frames.pose[leaf], turned);
  frames.I[leaf] = to_parent(inverse(turned), frames.I[leaf]);
  frames.link[leaf].theta_0 = sum(frames.link[leaf].theta_0, by);
}

/// The frames of the sweeps. From the tips to the base, leaves are aligned and bodies on revolute joints are
/// regrouped.
template <class S>
ScrewFrames<S> minimal_frames(const Model& model) {
  ScrewFrames<S> frames(model);
  for (int i = frames.N; i >= 1; --i) {
    if (!frames.revolute(i)) continue;
    if (frames.children[i] == 0) align(frames, i);
    regroup(frames.link[i], frames.I[i], frames.I[frames.parent[i]]);
  }
  return frames;
}

/// D = A_zz, G = (G_n, G_f) = U / D but for G_z = 1, and P: 20m + 15a of a full A.
auto eliminated(const AnyInertia auto& A) {
  const auto& [I, H, M] = A;
  const auto D = I.zz;                                   // (32)
  const Sparse3 G_n{I.xz / D, I.yz / D, Zero{}};         // (33)
  const Sparse3 G_f{H.x.z / D, H.y.z / D, H.z.z / D};    // (33)
  return std::tuple{D, G_n, G_f, project(A, G_n, G_f)};  // (41)
}

/// The articulated-body inertias of an inward sweep. A body needs one from when the first of its children has passed its joint until
/// it passes its own; then it is another body's. Those on the base keep theirs, and those without children on joints that are not revolute.
template <class S>
class OpenInertias {
 public:
  explicit OpenInertias(const ScrewPlan& plan) : place_(plan.N) {
    std::vector<int> free;
    int count = 0;
    for (int i = plan.N; i >= 1; --i) {
      const int p = plan.parent[i];
      const auto place = [&](int body) {
        if (place_[body] != 0) return;
        if (free.empty()) free.push_back(++count);
        place_[body] = free.back();
        free.pop_back();
      };
      if (p != 0) place(p);
      if (p != 0 && plan.children[i] != 0) free.push_back(place_[i]);
      if (place_[i] == 0 && (p == 0 || !plan.revolute(i))) place_[i] = ++count;
    }
    A_ = ByBody<ArticulatedInertia<S>>(count);
  }
  /// The inertia of body i; null if it needs none.
  ArticulatedInertia<S>* of(int i) { return place_[i] == 0 ? nullptr : &A_[place_[i]]; }

 private:
  ByBody<int> place_;  ///< in A_, from 1
  ByBody<ArticulatedInertia<S>> A_;
};

/// The articulated-body inertia of a body, from its own and those of its children. K is the scalar of
/// constants.
template <class S, class K = Shared<S>>
struct MinimalInertia {
  RigidInertia<K> I;  ///< regrouped, if the joint is revolute
  bool revolute = false;
  bool opens = false;                  ///< the first of its parent's children in the inward sweep
  ArticulatedInertia<S>* A = nullptr;  ///< null: a leaf on a revolute joint, where what passes is constant

  MinimalInertia() = default;
  MinimalInertia(const ScrewFrames<S>& frames, int i, OpenInertias<S>& open)
      : I(as<K>(frames.I[i])),
        revolute(frames.revolute(i)),
        opens(frames.last_child[frames.parent[i]] == i),
        A(open.of(i)) {
    if (frames.children[i] == 0 && A != nullptr) *A = articulated(frames.I[i]);
  }

  /// Adds what passes a child's joint: 21a, or 15a if projected. Adding to I alone costs 15a, or 9a if
  /// regrouped.
  void take(const AnyInertia auto& P, const MinimalInertia& child) {
    if (!child.opens)
      *A = *A + P;  // (40)
    else if (revolute)
      *A = articulated_sparse(regrouped<false>(as<S>(I))) + P;  // (40)
    else
      *A = articulated_sparse(as<S>(I)) + P;  // (40)
  }
};

template <class S, class K = Shared<S>>
struct MinimalBody : MinimalInertia<S, K> {
  using MinimalInertia<S, K>::MinimalInertia;
  Vec3<S> w;
  Force<S> p;
  Motion<S> alpha;

  /// Sets the bias force of the body at zero classical acceleration: 27m + 15a. If it is regrouped, 24m +
  /// 12a; a regrouped leaf, 20m + 9a.
  void set_bias(const auto& inertia) {
    p = {cross(w, inertia.I * w), cross(w, cross(w, inertia.h))};  // (16)
  }

  void take(const AnyInertia auto& P, const Force<S>& force, const MinimalBody& child) {
    p += force;  // (46)
    MinimalInertia<S, K>::take(P, child);
  }
};

template <class S, class K = Shared<S>>
struct MinimalJoint {
  using Body = MinimalBody<S, K>;

  virtual ~MinimalJoint() = default;
  /// Sines, cosines and placements.
  virtual void place(const S* q) = 0;
  /// w, eta, and the bias force of the body itself.
  virtual void velocity(const Vec3<S>& w_parent, const S* rate, Body& body) = 0;
  /// A, p and nu of the joint; what passes it, to the parent. Returns whether D is positive definite.
  virtual Truth<S> inward(const S* tau, Body& body, Body& parent) = 0;
  /// alpha and q-ddot.
  virtual void outward(const Motion<S>& alpha_parent, Body& body, S* qdd) const = 0;
};

}  // namespace kintree
