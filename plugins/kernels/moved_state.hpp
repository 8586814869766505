// The state of a tree in numbers T that depart from it along one coordinate or two: by epsilon of dual numbers, by i h of complex ones, or by h.
#pragma once

#include <array>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/spatial/joint.hpp"

namespace kintree {

template <class S, class T>
class MovedState {
 public:
  explicit MovedState(const Model& model) : layout_(model), f_ext_(model.bodies.size()) {
    for (const Body& body : model.bodies) kind_.push_back(body.joint.kind);
    q_.resize(static_cast<std::size_t>(layout_.nq));
    for (std::vector<T>* numbers : {&v_, &x_}) numbers->resize(static_cast<std::size_t>(layout_.n));
  }

  /// Takes a state. `x`: accelerations or forces.
  void set(VectorView<const S> q, VectorView<const S> v, VectorView<const S> x, const Force<S>* f_ext) {
    for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = T(q.data[i]);
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = T(v.data[i]), x_[i] = T(x.data[i]);
    for (std::size_t i = 0; i < f_ext_.size(); ++i) f_ext_[i] = {constant(f_ext[i].n), constant(f_ext[i].f)};
  }

  /// q + step N(q) e_k, k from 1: reference/notation.md.
  void move_q(int k, const T& step) {
    const auto body = static_cast<std::size_t>(layout_.body_of_velocity[static_cast<std::size_t>(k)]);
    std::array<T, 6> unit{};
    std::array<T, 7> rates{};
    unit[static_cast<std::size_t>(k - layout_.first_velocity[body])] = T(1.0);
    T* q = q_.data() + (layout_.first_position[body] - 1);
    position_rates(kind_[body], q, unit.data(), rates.data());
    for (int i = 0; i < info(kind_[body]).positions; ++i)
      q[i] = q[i] + rates[static_cast<std::size_t>(i)] * step;
  }
  void move_v(int k, const T& step) { add(v_, k, step); }
  void move_x(int k, const T& step) { add(x_, k, step); }

  VectorView<const T> q() const { return {q_.data(), layout_.nq}; }
  VectorView<const T> v() const { return {v_.data(), layout_.n}; }
  VectorView<const T> x() const { return {x_.data(), layout_.n}; }
  const Force<T>* f_ext() const { return f_ext_.data(); }

 private:
  static Vec3<T> constant(const Vec3<S>& a) { return {T(a.x), T(a.y), T(a.z)}; }
  static void add(std::vector<T>& numbers, int k, const T& step) {
    T& x = numbers[static_cast<std::size_t>(k) - 1];
    x = x + step;
  }

  Layout layout_;
  std::vector<JointKind> kind_;
  std::vector<T> q_, v_, x_;
  std::vector<Force<T>> f_ext_;
};

}  // namespace kintree
