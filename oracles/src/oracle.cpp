#include "kintree/oracle/oracle.hpp"

#include "kintree/data/error.hpp"
#include "measure.hpp"
#include "scalars.hpp"

namespace kintree::oracle {

template <class T>
Answer<T> evaluate(const Model& model, const State& state, const Wanted& wanted) {
  return answer(read<T>(model, state, [](double x) { return T(x); }), wanted, epsilon<T>());
}

template Answer<Real> evaluate<Real>(const Model&, const State&, const Wanted&);
template Answer<Exact> evaluate<Exact>(const Model&, const State&, const Wanted&);
template Answer<Check> evaluate<Check>(const Model&, const State&, const Wanted&);
template Answer<dd_real> evaluate<dd_real>(const Model&, const State&, const Wanted&);
template Answer<double> evaluate<double>(const Model&, const State&, const Wanted&);

std::string joint_of_coordinate(const Model& model, int coordinate) {
  const Layout layout(model);
  return model.bodies[static_cast<std::size_t>(layout.body_of_velocity[static_cast<std::size_t>(coordinate)])]
      .joint.name;
}

CertifiedAnswer solve(const Model& model, const State& state, const Wanted& wanted, int digits) {
  const bool needs_inverse = wanted.qdd || wanted.inverse || wanted.inverse_osim;
  const auto at = [&](int working_digits) {
    const Digits scope(static_cast<unsigned>(working_digits));
    Answer<Real> a = evaluate<Real>(model, state, wanted);
    if (needs_inverse && a.singular_at != 0)
      throw InputError(
          "joint '" + joint_of_coordinate(model, a.singular_at) +
          "': the mass matrix is singular in this state, so accelerations and inverses do not exist");
    return a;
  };
  int working = digits + 10;
  Answer<Real> coarse = at(working);
  while (working <= 16 * digits + 100) {
    const int coarse_digits = working;  // no claim beyond the arithmetic of either
    working += digits / 2 + 20;
    Answer<Real> fine = at(working);
    const Digits scope(static_cast<unsigned>(working));
    const int certified = std::min(agreeing_digits(coarse, fine, state, wanted), coarse_digits);
    if (certified >= digits) return {std::move(fine), certified};
    coarse = std::move(fine);
  }
  throw InputError("the answer is too sensitive for " + std::to_string(digits) + " certified digits");
}

}  // namespace kintree::oracle
