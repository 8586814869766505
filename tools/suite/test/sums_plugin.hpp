// A plugin whose answers are wrong on purpose, so that results do not change with those of plugins.
#pragma once

#include <string>
#include <vector>

#include "kintree/plugin/register.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite::test {

/// Sums over the tree, by phases, that are no dynamics. Every request has an answer, and its cost depends on
/// every edge.
template <class S>
class Sums final : public Solves<S, problems::MassMatrix, problems::Factorization, problems::InverseDynamics,
                                 problems::ForwardDynamics, problems::InverseOsim> {
 public:
  Sums(const Model& model, const std::vector<EndEffector>& end_effectors) : layout_(model) {
    for (const Body& body : model.bodies)
      parent_.push_back(body.parent), mass_.push_back(S(body.inertial.mass));
    for (const EndEffector& e : end_effectors) ends_.push_back(e.body);
  }

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    const Phase<S> phase("edges");
    const S t = edges();
    for (int i = 1; i <= layout_.n; ++i)
      for (int j = 1; j <= layout_.n; ++j) H(i, j) = (i == j ? t + S(i) : S{}) + q(1) * S(0.25);
    return {};
  }
  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> result) override {
    const Phase<S> phase("rows");
    for (int i = 1; i <= layout_.n; ++i) {
      for (int j = 1; j <= layout_.n; ++j)
        result.L(i, j) = S(i == j ? 1 : 0), result.D(i, j) = i == j ? in.H(i, i) : S{};
      result.x(i) = in.tau(i) / in.H(i, i) * S(3) - in.tau(i) / in.H(i, i) * S(2);
    }
    return {};
  }
  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    return forces(in, in.qdd, tau);
  }
  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    return forces(in, in.tau, qdd);
  }
  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const Phase<S> phase("ends");
    S t = edges();
    for (const int end : ends_)
      for (int k = 0; k < end % 7; ++k) t = t * mass_[1];
    for (int i = 1; i <= Lambda_inverse.rows; ++i)
      for (int j = 1; j <= Lambda_inverse.columns; ++j) Lambda_inverse(i, j) = i == j ? t + q(1) : S{};
    return {};
  }

 private:
  S edges() const {
    S t = mass_[1];
    for (std::size_t i = 1; i < parent_.size(); ++i)
      for (int k = 0; k < static_cast<int>(i % 3) + parent_[i] % 5; ++k) t = t + mass_[i];
    return t;
  }
  Status forces(const auto& in, VectorView<const S> given, VectorView<S> x) {
    S t{};
    {
      const Phase<S> phase("masses");
      t = edges() * S(3) - mass_[1] / S(7);
    }
    const Phase<S> phase("rates");
    for (int i = 1; i <= layout_.n; ++i) {
      const S big = given(i) * S(1e6) + in.v(i);
      x(i) = big - given(i) * S(1e6) + t * in.q(1);
    }
    return {};
  }

  Layout layout_;
  std::vector<int> parent_, ends_;
  std::vector<S> mass_;
};

inline const PluginOf<Sums> sums(Description{
    .name = "sums",
    .citation = "none",
    .claims = {{.problem = Problem::mass_matrix,
                .promise = Verdict::D,
                .cost = "",
                .growth = {.chain = 1, .N = 1, .d = 0}},
               {.problem = Problem::factorization, .promise = Verdict::C, .cost = ""},
               {.problem = Problem::inverse_dynamics,
                .promise = Verdict::A,
                .cost = "",
                .less = {{"star", Verdict::C}}},
               {.problem = Problem::forward_dynamics,
                .promise = Verdict::B,
                .cost = "",
                .growth = {.chain = 3, .N = 3, .d = 1}},
               {.problem = Problem::inverse_osim,
                .promise = Verdict::B,
                .cost = "",
                .growth = {.chain = 1, .N = 0, .d = 0, .m = 1, .star = 2, .laden = 1}}}});

inline Request request_for_sums() {
  Request requested;
  requested.plugins = {&sums};
  requested.problems = ProblemSet::all();
  return requested;
}

}  // namespace kintree::suite::test
