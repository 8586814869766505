// Mistakes with one unknown number, as functions from the number to an answer.
#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/trees/parts.hpp"
#include "suite/vectors/mistakes.hpp"

namespace kintree::suite::mistakes {
namespace {

using oracle::Exact;

/// A case as an implementation alters it: the answer to another one, with forces added to those of the equation of motion.
struct Altered {
  Parts parts;
  std::vector<double> armature = {};  ///< by coordinate; added to the diagonal of H
  std::vector<double> force = {};     ///< by coordinate; added to tau as inverse dynamics answers it
  double factor = 1;                  ///< of the answer
};

/// Which coordinates a mistake is made at.
struct Where {
  const char* name;
  const char* words;
  bool (*holds)(JointKind);
};
constexpr std::array<Where, 3> places{
    {{"", "", [](JointKind) { return true; }},
     {"_at_joints", " at all joints but free ones", [](JointKind kind) { return kind != JointKind::free; }},
     {"_at_hinges", " at revolute joints", [](JointKind kind) { return kind == JointKind::revolute; }}}};

/// By coordinate, in the order of the answer: of each joint at such a place as many numbers as `of` returns, 0 elsewhere.
template <class Of>
std::vector<double> by_coordinate(const Parts& parts, const Where& where, Of of) {
  std::vector<double> result;
  for (int i = 1; i <= parts.body_count(); ++i) {
    const Part& part = parts[i];
    for (std::size_t k = 0; k < part.v.size(); ++k)
      result.push_back(where.holds(part.body.joint.kind) ? of(part, k) : 0.0);
  }
  return result;
}

template <class T>
std::optional<Values> solved(const Case& c, const std::vector<double>& armature, Problem problem) {
  const auto n = static_cast<Eigen::Index>(c.state.v.size());
  if (armature.empty()) {  // a singular mass matrix: an answer of no finite numbers
    const auto x = computed<T>(c, problem);
    return x ? *x
             : Values::Constant(n, outputs(problem).front().is_vector() ? 1 : n,
                                std::numeric_limits<double>::quiet_NaN());
  }
  const auto d = oracle::evaluate<T>(c.model, c.state, {Problem::mass_matrix, Problem::inverse_dynamics});
  const oracle::Vector<T> added = widened<T>(armature);
  oracle::Matrix<T> H = d.H;
  H.diagonal() += added;
  switch (problem) {
    case Problem::mass_matrix:
      return rounded(H);
    case Problem::mass_matrix_inverse:
      return rounded(oracle::Matrix<T>(H.inverse()));
    case Problem::inverse_dynamics:
      return rounded(
          oracle::Vector<T>(d.of(Problem::inverse_dynamics) + added.cwiseProduct(widened<T>(c.state.qdd))));
    case Problem::forward_dynamics:
      return rounded(oracle::Vector<T>(H.lu().solve(widened<T>(c.state.tau) - d.C)));
    default:
      return {};
  }
}

/// The answer of the altered case.
template <class T>
std::optional<Values> answer(const Altered& altered, Problem problem) {
  Case c = altered.parts.put_together();
  if (problem == Problem::forward_dynamics)
    for (std::size_t k = 0; k < altered.force.size(); ++k) c.state.tau[k] -= altered.force[k];
  std::optional<Values> x = solved<T>(c, altered.armature, problem);
  if (!x) return x;
  if (problem == Problem::inverse_dynamics)
    for (std::size_t k = 0; k < altered.force.size(); ++k)
      (*x)(static_cast<Eigen::Index>(k)) += altered.force[k];
  return *x * altered.factor;
}

class Catalogue {
 public:
  /// `alter` changes the case that is taken apart.
  template <class Alter>
  void add(const std::string& name, const std::string& description, double sound, Alter alter,
           bool is_linear = true) {
    const auto altered = [alter](const Case& c, double number) {
      Altered result{Parts(c)};
      alter(result, number, c);
      return result;
    };
    list.push_back({name, description,
                    [altered](const Case& c, Problem problem, double number) {
                      return answer<Exact>(altered(c, number), problem);
                    },
                    [altered](const Case& c, Problem problem, double number) {
                      return answer<double>(altered(c, number), problem);
                    },
                    sound, is_linear});
  }
  /// A factor of some numbers of every body.
  template <class Alter>
  void scale(const std::string& name, const std::string& what, Alter alter, bool is_linear = true) {
    add(
        name, what + " are multiplied by {}", 1,
        [alter](Altered& altered, double number, const Case&) {
          for (Part& part : altered.parts.list) alter(part, number);
        },
        is_linear);
  }
  /// A force at some coordinates that is proportional to the result of `of`.
  template <class Of>
  void add_force(const std::string& name, const std::string& description, Of of) {
    for (const Where& where : places)
      add(name + where.name, description + where.words, 0,
          [where, of](Altered& altered, double number, const Case&) {
            altered.force = by_coordinate(
                altered.parts, where, [&](const Part& part, std::size_t k) { return number * of(part, k); });
          });
  }

  std::vector<ComputedMistake> list;
};

void times(std::vector<double>& x, double factor) {
  for (double& entry : x) entry *= factor;
}
void times(Triple& x, double factor) {
  for (double& entry : x) entry *= factor;
}

bool has_single_rates(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical;
}

void add_forces(Catalogue& catalogue) {
  for (const Where& where : places)
    catalogue.add(
        std::string("armature") + where.name,
        std::string("armature (the inertia of rotors) of {} is added to the diagonal of the mass matrix") +
            where.words,
        0, [where](Altered& altered, double number, const Case&) {
          altered.armature =
              by_coordinate(altered.parts, where, [&](const Part&, std::size_t) { return number; });
        });
  catalogue.add_force("damping", "the velocities are damped by {}",
                      [](const Part& part, std::size_t k) { return part.v[k]; });
  catalogue.add_force(
      "friction", "dry friction of {} resists the velocities",
      [](const Part& part, std::size_t k) { return part.v[k] == 0 ? 0.0 : std::copysign(1.0, part.v[k]); });
  catalogue.add_force("spring", "springs of stiffness {} pull the positions to zero",
                      [](const Part& part, std::size_t k) {
                        return has_single_rates(part.body.joint.kind) ? part.q[k] : 0.0;
                      });
  catalogue.add("velocity_terms_scaled", "the velocity terms are multiplied by {}", 1,
                [](Altered& altered, double number, const Case& c) {
                  const auto at = [&](double speed) {
                    Parts parts(c);
                    for (Part& part : parts.list) times(part.v, speed), times(part.qdd, 0);
                    return *exact_answer(parts.put_together(), Problem::inverse_dynamics);
                  };
                  const Values terms = (number - 1) * (at(1) - at(0));
                  altered.force.assign(terms.data(), terms.data() + terms.size());
                });
}

void add_terms(Catalogue& catalogue) {
  catalogue.add("gravity_scaled", "gravity is multiplied by {}", 1,
                [](Altered& altered, double number, const Case&) { times(altered.parts.gravity, number); });
  catalogue.add("gravity_constant", "gravity is (0, 0, -{}), whatever is passed", 9.8,
                [](Altered& altered, double number, const Case&) {
                  altered.parts.gravity = {0, 0, -number};
                });
  catalogue.scale("external_forces_scaled", "the external forces", [](Part& part, double factor) {
    for (double& f : part.f_ext) f *= factor;
  });
  catalogue.add("answer_scaled", "the answers are multiplied by {}", 1,
                [](Altered& altered, double number, const Case&) { altered.factor = number; });
}

void add_rates(Catalogue& catalogue) {
  for (const Where& where : places) {
    const std::string suffix = where.name, words = where.words;
    const auto scale = [&](const std::string& name, const std::string& what, std::vector<double> Part::*rates,
                           bool is_linear) {
      catalogue.scale(
          name + suffix, what + words,
          [where, rates](Part& part, double factor) {
            if (where.holds(part.body.joint.kind)) times(part.*rates, factor);
          },
          is_linear);
    };
    scale("velocities_scaled", "the velocities that are passed", &Part::v, false);
    scale("accelerations_scaled", "the accelerations that are passed", &Part::qdd, true);
    scale("joint_forces_scaled", "the joint forces that are passed", &Part::tau, true);
  }
  catalogue.scale(
      "angles_scaled", "the angles of revolute joints",
      [](Part& part, double factor) {
        if (part.body.joint.kind == JointKind::revolute) times(part.q, factor);
      },
      false);
  catalogue.scale(
      "slides_scaled", "the positions of prismatic joints",
      [](Part& part, double factor) {
        if (part.body.joint.kind == JointKind::prismatic) times(part.q, factor);
      },
      false);
}

void add_models(Catalogue& catalogue) {
  const auto inertia = [](Inertial& I, double factor) {
    for (double* moment : {&I.ixx, &I.ixy, &I.ixz, &I.iyy, &I.iyz, &I.izz}) *moment *= factor;
  };
  catalogue.scale("masses_scaled", "masses and inertias", [inertia](Part& part, double factor) {
    part.body.inertial.mass *= factor;
    inertia(part.body.inertial, factor);
  });
  catalogue.scale("masses_alone_scaled", "the masses, but not the inertias,",
                  [](Part& part, double factor) { part.body.inertial.mass *= factor; });
  catalogue.scale("inertias_scaled", "the inertias",
                  [inertia](Part& part, double factor) { inertia(part.body.inertial, factor); });
  catalogue.scale(
      "lengths_scaled", "the origins of joints and inertials",
      [](Part& part, double factor) {
        times(part.body.joint.placement.xyz, factor);
        times(part.body.inertial.origin.xyz, factor);
      },
      false);
  catalogue.scale(
      "joint_origins_scaled", "the origins of joints",
      [](Part& part, double factor) { times(part.body.joint.placement.xyz, factor); }, false);
  catalogue.scale(
      "centres_of_mass_scaled", "the origins of inertials",
      [](Part& part, double factor) { times(part.body.inertial.origin.xyz, factor); }, false);
  catalogue.scale(
      "rpy_scaled", "roll, pitch and yaw",
      [](Part& part, double factor) {
        times(part.body.joint.placement.rpy, factor);
        times(part.body.inertial.origin.rpy, factor);
      },
      false);
  catalogue.scale(
      "pitch_scaled", "the pitches of helical joints",
      [](Part& part, double factor) { part.body.joint.pitch *= factor; }, false);
}

}  // namespace

const std::vector<ComputedMistake>& mistakes_with_a_number() {
  static const std::vector<ComputedMistake> list = [] {
    Catalogue catalogue;
    add_forces(catalogue);
    add_terms(catalogue);
    add_rates(catalogue);
    add_models(catalogue);
    return catalogue.list;
  }();
  return list;
}

}  // namespace kintree::suite::mistakes
