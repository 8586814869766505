// The joints of a tree at the positions of one state. The sines and cosines of the joints that turn about z
// are computed in the lanes of packs.
#pragma once

#include <vector>

#include "kernels/axis_tree.hpp"
#include "kintree/numbers/number_pack.hpp"
#include "kintree/numbers/pack_sincos.hpp"

namespace kintree {

template <class T>
class JointsInLanes {
  using P = NativePack<T>;

 public:
  explicit JointsInLanes(const AxisTree<T>& tree) {
    for (int i = 1; i <= tree.N; ++i) (tree.turns_about_z(i) ? turning_ : others_).push_back(i);
    angle_.resize(whole_packs(turning_.size())), sine_ = cosine_ = angle_;
  }

  void set_positions(VectorView<const T> q, AxisTree<T>& tree) {
    const Phase<T> phase("joints");
    for (std::size_t k = 0; k < turning_.size(); ++k) angle_[k] = *q.from(tree.first_position(turning_[k]));
    for (std::size_t k = 0; k < angle_.size(); k += P::lanes) {
      P sine, cosine;
      sincos(P::load(&angle_[k]), sine, cosine);
      sine.store(&sine_[k]);
      cosine.store(&cosine_[k]);
    }
    for (std::size_t k = 0; k < turning_.size(); ++k) {
      const int i = turning_[k];
      tree.X[i].R = turned_about_z(tree.E_0(i), sine_[k], cosine_[k]);
    }
    for (const int i : others_) tree.place(i, q);
  }

 private:
  static std::size_t whole_packs(std::size_t count) { return (count + P::lanes - 1) / P::lanes * P::lanes; }

  std::vector<int> turning_, others_;
  std::vector<T> angle_, sine_, cosine_;  ///< of the joints in turning_
};

}  // namespace kintree
