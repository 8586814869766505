#include "mechanics/scalars.hpp"

namespace kintree::oracle {

template <class T>
Dynamics<T> evaluate(const Model& model, const State& state, const ProblemSet& problems, bool with_sizes) {
  return dynamics(read<T>(model, state, [](double x) { return T(x); }), problems, epsilon<T>(), with_sizes);
}

template Dynamics<Real> evaluate<Real>(const Model&, const State&, const ProblemSet&, bool);
template Dynamics<Interval> evaluate<Interval>(const Model&, const State&, const ProblemSet&, bool);
template Dynamics<Exact> evaluate<Exact>(const Model&, const State&, const ProblemSet&, bool);
template Dynamics<Check> evaluate<Check>(const Model&, const State&, const ProblemSet&, bool);
template Dynamics<dd_real> evaluate<dd_real>(const Model&, const State&, const ProblemSet&, bool);
template Dynamics<double> evaluate<double>(const Model&, const State&, const ProblemSet&, bool);

std::string joint_of_coordinate(const Model& model, int coordinate) {
  const Layout layout(model);
  return model.bodies[static_cast<std::size_t>(layout.body_of_velocity[static_cast<std::size_t>(coordinate)])]
      .joint.name;
}

}  // namespace kintree::oracle
