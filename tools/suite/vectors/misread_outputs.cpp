// Right answers that are taken for others: another index first, other axes, another point, another matrix.
#include <Eigen/Geometry>
#include <optional>

#include "suite/vectors/misread_frames.hpp"

namespace kintree::suite::mistakes {
namespace {

enum class Reading {
  by_coordinates,
  transposed,
  inner_first,
  half_of_by_v,
  twice_coriolis,
  inverse_differentiated,
  about_the_base,
  linear_first,
  axes_of_the_base,
  point_of_the_base,
  acceleration_of_the_point,
  inertia_about_the_centre,
  forces_on_the_other_body,
  rate_left_out,
  gravity_in_the_rate,
  change_of_velocities,
  velocities_as_rates,
  multipliers_inverted,
  multipliers_reversed,
  couplings_left_out,
  followers_left_out,
  multipliers_not_multiplied,
  armature_left_out,
  armature_twice,
  forces_held_fixed,
  rows_held_fixed,
  rate_held_fixed
};

/// J and its rate times v, in axes of the base or with the twists about the base's origin.
template <class T>
void move_twists(Reading reading, const Case& c, Outputs<T>& X) {
  const auto transforms = transforms_from_base(links_of<T>(c, false));
  const oracle::Matrix<T> twists = X[0] * widened<T>(c.state.v);
  for (std::size_t e = 0; e < c.state.end_effectors.size(); ++e) {
    const EndEffector& end = c.state.end_effectors[e];
    const auto rows = 6 * static_cast<Eigen::Index>(e);
    const PoseInBase<T> body(inverse_transform(transforms[static_cast<std::size_t>(end.body)]));
    const Matrix3x3<T> R = axes_in_base<T>(transforms, end);
    const Triple& xyz = end.pose.xyz;
    const Vector3x1<T> p = body.p + body.R * Vector3x1<T>(T(xyz[0]), T(xyz[1]), T(xyz[2]));
    const Vector3x1<T> w = twists.block(rows, 0, 3, 1), u = twists.block(rows + 3, 0, 3, 1);
    if (reading != Reading::point_of_the_base) X[1].block(rows + 3, 0, 3, 1) += w.cross(u);
    if (reading == Reading::acceleration_of_the_point) continue;
    for (oracle::Matrix<T>& x : X) {
      const oracle::Matrix<T> angular = R * x.middleRows(rows, 3), linear = R * x.middleRows(rows + 3, 3);
      x.middleRows(rows, 3) = angular;
      x.middleRows(rows + 3, 3) = linear;
      if (reading == Reading::point_of_the_base) x.middleRows(rows + 3, 3) += crossing(p) * angular;
    }
  }
}

/// The outputs as they are misread.
template <class T>
void misread(Reading reading, const Case& c, Problem problem, const oracle::Dynamics<T>& d, Outputs<T>& X) {
  const bool is_forward = problem == Problem::forward_dynamics_derivatives;
  switch (reading) {
    case Reading::by_coordinates:
      X[0] = X[0] * velocities_by_coordinates<T>(c);
      return;
    case Reading::transposed:
      for (oracle::Matrix<T>& x : X) x.transposeInPlace();
      return;
    case Reading::inner_first:
      for (oracle::Matrix<T>& x : X) swap_pairs(x);
      return;
    case Reading::half_of_by_v:
      X[0] = d.of(Problem::inverse_dynamics_derivatives, 1) / T(2);
      return;
    case Reading::twice_coriolis:
      if (problem == Problem::mass_matrix_rate) {
        X[0] = d.of(Problem::coriolis_matrix) * T(2);
        return;
      }
      X[1] = d.of(Problem::coriolis_matrix) * T(2);
      if (is_forward) X[1] = -X[2] * X[1];
      return;
    case Reading::inverse_differentiated: {
      const oracle::Matrix<T>& inverse = d.of(Problem::mass_matrix_inverse);
      for (Eigen::Index j = 0; j < X[3].rows(); ++j) {
        const oracle::Matrix<T> dH = X[3].middleCols(j * X[3].rows(), X[3].rows());
        X[3].middleCols(j * X[3].rows(), X[3].rows()) = -inverse * dH * inverse;
      }
      return;
    }
    case Reading::about_the_base: {
      const Matrix3x3<T> centre = crossing(centre_of_mass<T>(c));
      for (oracle::Matrix<T>& x : X) x.topRows(3) += centre * x.bottomRows(3);
      return;
    }
    case Reading::linear_first:
      for (oracle::Matrix<T>& x : X) swap_halves(x);
      return;
    case Reading::inertia_about_the_centre:
      refer_inertias_to_the_centre(c, X[0]);
      return;
    case Reading::forces_on_the_other_body:
      X[1] = -X[1];
      return;
    case Reading::rate_left_out:
      if (problem == Problem::constraint_jacobian)
        X[1].setConstant(T(0));
      else
        leave_out<T>(d.of(Problem::constraint_jacobian, 1), d, X[0], X[1]);
      return;
    case Reading::gravity_in_the_rate:
      if (problem == Problem::constraint_jacobian)
        X[1] -= gravity_of_rows<T>(c);
      else
        leave_out<T>(gravity_of_rows<T>(c), d, X[0], X[1]);
      return;
    case Reading::change_of_velocities:
      X[0] -= widened<T>(c.state.v);
      return;
    case Reading::velocities_as_rates:
    case Reading::multipliers_inverted:
    case Reading::multipliers_reversed:
    case Reading::couplings_left_out:
    case Reading::multipliers_not_multiplied:
    case Reading::armature_left_out:
    case Reading::armature_twice:
      return;  // the case is another
    case Reading::followers_left_out:
      keep_leaders<T>(d, X);
      return;
    case Reading::forces_held_fixed:
      hold_forces_fixed<T>(d, X);
      return;
    case Reading::rows_held_fixed:
      hold_rows_fixed<T>(0, d, X);
      hold_rows_fixed<T>(1, d, X);
      return;
    case Reading::rate_held_fixed:
      hold_rows_fixed<T>(1, d, X);
      return;
    default:
      move_twists(reading, c, X);
  }
}

/// The case at the velocities where the coordinates change by those of the state.
Case with_velocities_as_rates(const Case& c) {
  Case result = c;
  const Eigen::VectorXd v = velocities_by_coordinates<double>(c) * widened<double>(c.state.v);
  std::copy(v.begin(), v.end(), result.state.v.begin());
  return result;
}

Case misread_case(Reading reading, const Case& c) {
  if (reading == Reading::velocities_as_rates) return with_velocities_as_rates(c);
  if (reading == Reading::multipliers_inverted) return with_multipliers(c, [](double x) { return 1 / x; });
  if (reading == Reading::multipliers_reversed) return with_multipliers(c, [](double x) { return -x; });
  if (reading == Reading::couplings_left_out) return without_couplings(c);
  if (reading == Reading::multipliers_not_multiplied) return with_leaders_of_leaders(c);
  if (reading == Reading::armature_left_out) return with_armature(c, 0);
  if (reading == Reading::armature_twice) return with_armature(c, 2);
  return c;
}

/// The problems whose answers a misreading needs in addition to the one that it changes.
ProblemSet needed(Reading reading) {
  if (reading == Reading::half_of_by_v) return {Problem::inverse_dynamics_derivatives};
  if (reading == Reading::twice_coriolis) return {Problem::coriolis_matrix};
  if (reading == Reading::inverse_differentiated) return {Problem::mass_matrix_inverse};
  if (reading == Reading::rate_left_out) return {Problem::constraint_jacobian};
  if (reading == Reading::followers_left_out) return {Problem::mass_matrix, Problem::bias_force};
  return {};
}

template <class T>
std::optional<Values> misread_answer(Reading reading, const ProblemSet& changed, const Case& c,
                                     Problem problem) {
  if (!changed.contains(problem)) return computed<T>(c, problem);
  ProblemSet problems = needed(reading);
  problems.insert(problem);
  const Case solved = misread_case(reading, c);
  const auto d = oracle::evaluate<T>(solved.model, solved.state, problems, false);
  if (!problems.that_divide().empty() && d.singular_at != 0) return {};
  if (info(problem).solves_with == SolvesWith::constraints && d.of_K.dependent_row != 0) return {};
  if (d.of(problem).rows() == 0 && d.H.rows() != 0) return {};
  Outputs<T> X;
  for (std::size_t k = 0; k < outputs(problem).size(); ++k) X.push_back(d.of(problem, k));
  misread(reading, c, problem, d, X);
  return side_by_side(X);
}

struct OutputMistake {
  Reading reading;
  const char* name;
  const char* description;
  ProblemSet changed;
};
ProblemSet rates() {
  return ProblemSet::all().where([](const ProblemInfo& p) { return p.name.ends_with("_rate"); });
}
ProblemSet about_constraints() {
  return ProblemSet::all().where([](const ProblemInfo& p) { return p.is_about_constraints(); });
}
/// Those whose answers contain H or its inverse, and that have an answer on every tree.
ProblemSet with_inertia() {
  return ProblemSet::all().where([](const ProblemInfo& p) {
    const bool contains_H = p.divides() || p.name == info(Problem::mass_matrix).name ||
                            p.name == info(Problem::inverse_dynamics).name;
    return contains_H && p.is_unique() && !p.needs_independent_rows() && !p.is_about_constraints();
  });
}
const std::vector<OutputMistake>& output_mistakes() {
  using enum Problem;
  static const std::vector<OutputMistake> list{
      {Reading::by_coordinates,
       "derivative_by_coordinates",
       "the derivatives by q are those by the coordinates themselves, not along velocities of the joints",
       {inverse_dynamics_derivatives, forward_dynamics_derivatives}},
      {Reading::transposed,
       "transposed",
       "the answers are transposed",
       {inverse_dynamics_derivatives, forward_dynamics_derivatives, coriolis_matrix}},
      {Reading::inner_first,
       "inner_derivative_first",
       "the inner derivative's coordinate is the first index",
       {inverse_dynamics_second_derivatives}},
      {Reading::half_of_by_v,
       "half_the_derivative_by_v",
       "the Coriolis matrix is half the derivative of the bias force by v",
       {coriolis_matrix}},
      {Reading::twice_coriolis,
       "twice_the_coriolis_matrix",
       "the derivative by v is that of twice the Coriolis matrix",
       {inverse_dynamics_derivatives, forward_dynamics_derivatives}},
      {Reading::twice_coriolis,
       "rate_as_twice_the_coriolis_matrix",
       "the rate of the mass matrix is twice the Coriolis matrix, without its transpose",
       {mass_matrix_rate}},
      {Reading::velocities_as_rates, "velocities_as_rates_of_coordinates",
       "the coordinates themselves change by the velocities of the joints", rates()},
      {Reading::inverse_differentiated,
       "inverse_differentiated",
       "the inverse of the mass matrix is differentiated instead of the mass matrix",
       {inverse_dynamics_second_derivatives}},
      {Reading::about_the_base,
       "momentum_about_the_base",
       "the momentum is about the origin of the base, not about the centre of mass",
       {centroidal_momentum}},
      {Reading::linear_first,
       "linear_rows_first",
       "the linear rows come before the angular ones",
       {centroidal_momentum, jacobian}},
      {Reading::axes_of_the_base,
       "jacobian_in_axes_of_the_base",
       "the Jacobian's rows are in axes of the base, not of the end-effector",
       {jacobian}},
      {Reading::point_of_the_base,
       "jacobian_about_the_base",
       "the Jacobian's twists are about the origin of the base, in its axes",
       {jacobian}},
      {Reading::acceleration_of_the_point,
       "acceleration_of_the_point",
       "the rate of J v is the acceleration of the end-effector's point, not the rate of the twist",
       {jacobian}},
      {Reading::inertia_about_the_centre,
       "inertia_about_the_centre_of_mass",
       "the regressor's inertias are about the centres of mass, not about the origins of the bodies",
       {regressor}},
      {Reading::forces_on_the_other_body,
       "constraint_forces_on_the_other_body",
       "the forces of the constraints are those on the other body, with the opposite sign",
       {constrained_forward_dynamics, contact_impulse}},
      {Reading::rate_left_out,
       "constraint_rate_left_out",
       "the accelerations of the constraints lack what the velocities make of them, K_dot v",
       {constraint_jacobian, constrained_forward_dynamics}},
      {Reading::gravity_in_the_rate,
       "gravity_in_the_constraint_rate",
       "gravity counts among the accelerations of the constraints",
       {constraint_jacobian, constrained_forward_dynamics}},
      {Reading::multipliers_inverted, "coupling_inverted",
       "joints follow others with the inverse of the multiplier", about_constraints()},
      {Reading::multipliers_reversed, "coupling_reversed",
       "joints follow others with the opposite sign of the multiplier", about_constraints()},
      {Reading::couplings_left_out,
       "coupling_left_out",
       "the mass matrix and the bias force are those of joints that do not follow others",
       {coupled_dynamics}},
      {Reading::followers_left_out,
       "coupling_without_followers",
       "joints that follow others are left out, with their inertia and their forces",
       {coupled_dynamics}},
      {Reading::multipliers_not_multiplied, "coupling_not_multiplied",
       "a joint that follows a follower has its own multiplier alone", about_constraints()},
      {Reading::armature_left_out, "armature_left_out", "the armature of the joints is left out",
       with_inertia()},
      {Reading::armature_twice, "armature_twice", "the armature of the joints counts twice", with_inertia()},
      {Reading::change_of_velocities,
       "change_of_velocities",
       "the velocities after the impact are their change",
       {contact_impulse}},
      {Reading::forces_held_fixed,
       "constraint_forces_held_fixed",
       "the derivatives are those at constant forces of the constraints",
       {constrained_forward_dynamics_derivatives}},
      {Reading::rows_held_fixed,
       "constraint_rows_held_fixed",
       "the derivatives lack those of the constraints' accelerations, K qdd + K_dot v",
       {constrained_forward_dynamics_derivatives}},
      {Reading::rate_held_fixed,
       "constraint_rate_held_fixed",
       "the derivatives by v lack those of the constraints' rate, K_dot v",
       {constrained_forward_dynamics_derivatives}}};
  return list;
}

}  // namespace

std::vector<ComputedMistake> mistakes_of_outputs() {
  std::vector<ComputedMistake> list;
  for (const OutputMistake& of : output_mistakes()) {
    list.push_back({of.name, of.description,
                    [&of](const Case& c, Problem problem, double) {
                      return misread_answer<Exact>(of.reading, of.changed, c, problem);
                    },
                    [&of](const Case& c, Problem problem, double) {
                      return misread_answer<double>(of.reading, of.changed, c, problem);
                    }});
    list.back().changed = of.changed;
  }
  return list;
}

}  // namespace kintree::suite::mistakes
