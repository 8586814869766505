// A sound plugin with a weak spot: near certain numbers of the case its answer loses digits.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "built_plugin.hpp"
#include "kintree/trees/random.hpp"

namespace kintree::suite::test {

/// The place of the weakness: `codimension` numbers of the first body (angle, rate, mass, distance of its
/// joint) have certain values, drawn from the seed. The distance from these is measured in units of the
/// numbers' ranges. If it is less than `radius`, the answer is off by u distance^-order, relatively;
/// elsewhere it is sound.
struct WeakSpot {
  struct Condition {
    int number;
    double value, range;
  };
  std::vector<Condition> conditions;
  double order, radius;

  WeakSpot(std::uint64_t seed, int codimension, double spot_radius) : order(0), radius(spot_radius) {
    Generator generator = make_generator({word("weak spot"), seed});
    std::vector<int> numbers{0, 1, 2, 3};
    shuffle(generator, numbers);
    constexpr double pi = std::numbers::pi;
    constexpr std::array<std::pair<double, double>, 4> ranges{{{-pi, pi}, {-2, 2}, {0.25, 4}, {0.1, 0.5}}};
    for (int k = 0; k < codimension; ++k) {
      const auto [low, high] = ranges[static_cast<std::size_t>(numbers[static_cast<std::size_t>(k)])];
      conditions.push_back({numbers[static_cast<std::size_t>(k)],
                            low + (high - low) * uniform(generator, 0.05, 0.95), high - low});
    }
    order = uniform_integer(generator, 1, 2);
  }

  /// Relative error.
  double error(double angle, double rate, double mass, double distance) const {
    const std::array<double, 4> numbers{angle, rate, mass, distance};
    double square = 0;
    for (const Condition& c : conditions) {
      const double off = (numbers[static_cast<std::size_t>(c.number)] - c.value) / c.range;
      square += off * off;
    }
    const double off = std::sqrt(square);
    if (off >= radius) return 0;
    return std::fmin(0x1p-53 / std::pow(std::fmax(off, 0x1p-50), order), 1);
  }
};

/// `rnea` with a weak spot, for trees of revolute joints.
class PlantedWeakness final : public Plugin {
 public:
  explicit PlantedWeakness(WeakSpot spot)
      : spot_(std::move(spot)), sound_(built_plugin("rnea")), description_(sound_.description()) {
    description_.name = "planted";
    description_.domain.joints = {JointKind::revolute};
  }

  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar != Scalar::double_precision) return sound_.prepare(model, end_effectors, scalar);
    return std::make_unique<WeakSolver>(spot_, model, sound_.prepare(model, end_effectors, scalar));
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }

 private:
  class WeakSolver final : public Solves<double, problems::InverseDynamics> {
   public:
    WeakSolver(const WeakSpot& spot, const Model& model, std::unique_ptr<SolverBase> sound)
        : spot_(spot), sound_(std::move(sound)) {
      const Body& first = model.bodies.at(1);
      const Triple& p = first.joint.placement.xyz;
      mass_ = first.inertial.mass;
      distance_ = std::hypot(p[0], p[1], p[2]);
    }
    Status inverse_dynamics(const Input<double, problems::InverseDynamics>& in,
                            VectorView<double> tau) override {
      const Status status = method<double, problems::InverseDynamics>(*sound_).inverse_dynamics(in, tau);
      const double error = spot_.error(in.q.data[0], in.v.data[0], mass_, distance_);
      for (int i = 0; i < tau.size; ++i) tau.data[i] *= 1 + error;
      return status;
    }

   private:
    const WeakSpot& spot_;
    std::unique_ptr<SolverBase> sound_;
    double mass_ = 0, distance_ = 0;
  };

  WeakSpot spot_;
  const Plugin& sound_;
  Description description_;
};

}  // namespace kintree::suite::test
