// Yamane & Nakamura 2002, Figs. 4 and 5: chains of 30 degrees of freedom that move, by the classical Runge-Kutta method.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "kintree/spatial/joint.hpp"
#include "suite/papers/yamane_nakamura_2002.hpp"

namespace kintree::suite {
namespace {

constexpr int steps = 500;
constexpr double h = 1e-3;  // s

/// A tree that no forces but gravity act on, and that moves from a random state.
class Motion30 {
 public:
  Motion30(const ClaimContext& context, const char* plugin, const Case& c)
      : layout_(c.model),
        q_(c.state.q),
        v_(c.state.v),
        zero_(v_.size()),
        f_ext_(c.model.bodies.size()),
        dynamics_(context.plugin(plugin).prepare(c.model, {}, Scalar::double_precision)),
        gravity_(context.plugin("rnea").prepare(c.model, {}, Scalar::double_precision)),
        inertia_(context.plugin("crba").prepare(c.model, {}, Scalar::double_precision)) {
    for (const Body& body : c.model.bodies) kinds_.push_back(body.joint.kind);
  }

  const std::vector<double>& q() const { return q_; }

  /// After all steps, the change of the kinetic energy less the work of gravity, against the largest kinetic energy.
  double run() {
    const double before = kinetic_energy();
    double work = 0, largest = before;
    for (int step = 0; step < steps; ++step) {
      work += advance();
      largest = std::max(largest, kinetic_energy());
    }
    return std::abs(kinetic_energy() - before - work) / largest;
  }

 private:
  struct Rates {
    std::vector<double> q, v;
    double power = 0;
  };
  static VectorView<const double> view(const std::vector<double>& x) {
    return {x.data(), static_cast<int>(x.size())};
  }

  Rates rates(const std::vector<double>& q, const std::vector<double>& v) {
    Rates r{std::vector<double>(q.size()), std::vector<double>(v.size())};
    for (std::size_t i = 1; i < kinds_.size(); ++i)
      position_rates(kinds_[i], q.data() + layout_.first_position[i] - 1,
                     v.data() + layout_.first_velocity[i] - 1, r.q.data() + layout_.first_position[i] - 1);
    method<double, problems::ForwardDynamics>(*dynamics_)
        .forward_dynamics({view(q), view(v), view(zero_), f_ext_.data()}, {r.v.data(), layout_.n});
    std::vector<double> G(v.size());
    method<double, problems::InverseDynamics>(*gravity_).inverse_dynamics(
        {view(q), view(zero_), view(zero_), f_ext_.data()}, {G.data(), layout_.n});
    for (std::size_t i = 0; i < v.size(); ++i) r.power -= G[i] * v[i];
    return r;
  }

  /// One step; the work of gravity in it.
  double advance() {
    const auto moved = [](const std::vector<double>& x, const std::vector<double>& rate, double by) {
      std::vector<double> y = x;
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += by * rate[i];
      return y;
    };
    const Rates a = rates(q_, v_), b = rates(moved(q_, a.q, h / 2), moved(v_, a.v, h / 2)),
                c = rates(moved(q_, b.q, h / 2), moved(v_, b.v, h / 2)),
                d = rates(moved(q_, c.q, h), moved(v_, c.v, h));
    const auto mean = [](std::vector<double>& x, const auto& k1, const auto& k2, const auto& k3,
                         const auto& k4) {
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    };
    mean(q_, a.q, b.q, c.q, d.q), mean(v_, a.v, b.v, c.v, d.v);
    return h / 6 * (a.power + 2 * b.power + 2 * c.power + d.power);
  }

  double kinetic_energy() {
    std::vector<double> H(v_.size() * v_.size());
    method<double, problems::MassMatrix>(*inertia_).mass_matrix(view(q_), {H.data(), layout_.n, layout_.n});
    double sum = 0;
    for (std::size_t i = 0; i < v_.size(); ++i)
      for (std::size_t j = 0; j < v_.size(); ++j) sum += v_[i] * H[i * v_.size() + j] * v_[j] / 2;
    return sum;
  }

  Layout layout_;
  std::vector<JointKind> kinds_;
  std::vector<double> q_, v_, zero_;
  std::vector<Force<double>> f_ext_;
  std::unique_ptr<SolverBase> dynamics_, gravity_, inertia_;
};

/// The motion by their algorithm conserves energy, and is that by the articulated-body algorithm.
MeasureClaim moves(const std::vector<int>& parent) {
  return [=](const PaperClaim&, ClaimContext& context) {
    const Case c = tree(parent, {JointKind::spherical});
    Motion30 ours(context, "yamane_nakamura", c), other(context, "aba", c);
    const double energy = ours.run();
    other.run();
    double apart = 0;
    for (std::size_t i = 0; i < ours.q().size(); ++i) {
      const double d = std::abs(ours.q()[i] - other.q()[i]);
      if (!(d <= apart)) apart = d;
    }
    constexpr double visible = 1e-3;  // in a picture
    if (!(energy < visible && apart < visible))
      return holds(false, fmt::format("energy changes by {:.0e}, positions differ by {:.0e}", energy, apart));
    return holds(
        true, fmt::format("{} steps of {} s: energy is kept, and positions are those by aba, to less than {}",
                          steps, h, visible));
  };
}

}  // namespace

PaperMeasurements yamane_nakamura_simulations() {
  std::vector<int> branched{0, 0};
  branched.resize(11, 1);
  return {{"fig_4", moves(chain_parents(10))}, {"fig_5", moves(branched)}};
}

}  // namespace kintree::suite
