// A plugin that answers with ones, and describes itself as a test requires.
#pragma once

#include "kintree/plugin/register.hpp"

namespace kintree::suite::test {

inline Status said;

template <class S>
class FakeThatAnswersOnes final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit FakeThatAnswersOnes(const Model& model) : n_(Layout(model).n) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>&, VectorView<S> qdd) override {
    for (int i = 1; i <= n_; ++i) qdd(i) = S(1);
    return said;
  }

 private:
  int n_;
};

inline const PluginOf<FakeThatAnswersOnes> says(Description{
    .name = "says",
    .citation = "",
    .claims = {{.problem = Problem::forward_dynamics, .promise = Verdict::A, .cost = ""}}});

}  // namespace kintree::suite::test
