// Armature and damping in the answers of a plugin, and their diagnosis.
#include <Eigen/Cholesky>
#include <boost/test/unit_test.hpp>

#include "kintree/oracle/dynamics.hpp"
#include "misreading_plugin.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

/// The oracle with armature and damping at every coordinate.
class Resisting final
    : public Solves<double, problems::MassMatrix, problems::InverseDynamics, problems::ForwardDynamics> {
 public:
  Resisting(double armature, double damping, double pull, const Model& model)
      : armature_(armature), damping_(damping), pull_(pull), model_(model) {}

  Status mass_matrix(VectorView<const double> q, MatrixView<double> H) override {
    State state = neutral_state(model_);
    take(q, state.q);
    const auto d = oracle::evaluate<double>(model_, state, {Problem::mass_matrix});
    for (int i = 1; i <= H.rows; ++i)
      for (int k = 1; k <= H.rows; ++k) H(i, k) = d.H(i - 1, k - 1) + (i == k ? armature_ : 0);
    return {};
  }
  Status inverse_dynamics(const Input<double, problems::InverseDynamics>& in,
                          VectorView<double> tau) override {
    const auto d = at(in);
    for (int i = 1; i <= tau.size; ++i) tau(i) = d.C(i - 1) + damping_ * in.v(i) + armature_ * in.qdd(i);
    tau(1) += pull_;
    for (int i = 1; i <= tau.size; ++i)
      for (int k = 1; k <= tau.size; ++k) tau(i) += d.H(i - 1, k - 1) * in.qdd(k);
    return {};
  }
  Status forward_dynamics(const Input<double, problems::ForwardDynamics>& in,
                          VectorView<double> qdd) override {
    const auto d = at(in);
    Eigen::MatrixXd H = d.H;
    H.diagonal().array() += armature_;
    Eigen::VectorXd b(qdd.size);
    for (int i = 1; i <= qdd.size; ++i) b(i - 1) = in.tau(i) - d.C(i - 1) - damping_ * in.v(i);
    const Eigen::VectorXd x = H.llt().solve(b);
    for (int i = 1; i <= qdd.size; ++i) qdd(i) = x(i - 1);
    return {};
  }

 private:
  static void take(VectorView<const double> from, std::vector<double>& to) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] = from(static_cast<int>(k) + 1);
  }
  oracle::Dynamics<double> at(const auto& in) const {
    State state = neutral_state(model_);
    take(in.q, state.q);
    take(in.v, state.v);
    for (std::size_t i = 0; i < state.f_ext.size(); ++i) {
      const auto& f = in.f_ext[i];
      state.f_ext[i] = {f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z};
    }
    return oracle::evaluate<double>(model_, state, {Problem::inverse_dynamics});
  }

  double armature_, damping_, pull_;
  Model model_;
};

class ResistingPlugin final : public Plugin {
 public:
  /// `pull`: at the first coordinate, whatever the motion.
  ResistingPlugin(double armature, double damping, double pull = 0)
      : armature_(armature), damping_(damping), pull_(pull) {
    description_.name = "resisting";
    description_.scalars = {Scalar::double_precision};
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>&,
                                      Scalar) const override {
    return std::make_unique<Resisting>(armature_, damping_, pull_, model);
  }
  void compute_in(const Arithmetic*) const override {}

 private:
  double armature_, damping_, pull_;
  Description description_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(armature_and_damping_are_told_with_their_constants) {
  const Case c = example(4);
  BOOST_TEST_REQUIRE(c.state.v.size() > 2U);  // fewer tell little
  for (const Problem problem : {Problem::mass_matrix, Problem::inverse_dynamics, Problem::forward_dynamics}) {
    const auto armed = diagnose(ResistingPlugin(0.125, 0), problem, c, Format::binary64);
    BOOST_TEST_REQUIRE((armed && armed->added), name(problem));
    BOOST_TEST((armed->added->kind == AddedForce::armature));
    BOOST_TEST(armed->added->constants.size() == c.state.v.size());
    BOOST_TEST(
        to_string(*armed).find("added to the diagonal of the mass matrix: 0.125, at") != std::string::npos,
        to_string(*armed));
    BOOST_TEST(to_string(*armed).find("no known mistake") == std::string::npos);
    // Unequal ones are named, six at most.
    auto unequal = *armed;
    unequal.added->constants = {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}};
    const std::string named = "mass matrix: 1 at 'a', 2 at 'b', 3 at 'c', 4 at 'd', 5 at 'e', 6 at 'f'";
    BOOST_TEST(to_string(unequal).find(named + "\n") != std::string::npos, to_string(unequal));
    unequal.added->constants.push_back({"g", 7});
    BOOST_TEST(to_string(unequal).find(named + ", ...\n") != std::string::npos, to_string(unequal));
    if (problem == Problem::mass_matrix) continue;
    const auto damped = diagnose(ResistingPlugin(0, 0.04), problem, c, Format::binary64);
    BOOST_TEST_REQUIRE((damped && damped->added), name(problem));
    BOOST_TEST((damped->added->kind == AddedForce::damping));
    BOOST_TEST(to_string(*damped).find("it looks as if the joints are damped: 0.04, at") != std::string::npos,
               to_string(*damped));
    const auto both = diagnose(ResistingPlugin(0.125, 0.04), problem, c, Format::binary64);
    BOOST_TEST((both && !both->added));
    const auto driven = diagnose(ResistingPlugin(0, -0.04), problem, c, Format::binary64);
    BOOST_TEST((driven && !driven->added));
  }
  // Such an armature leaves no digit of the mass matrix.
  const auto huge = diagnose(ResistingPlugin(1e300, 0), Problem::mass_matrix, c, Format::binary64);
  BOOST_TEST((huge && !huge->added));
  for (const double pull : {0.5, -0.5}) {
    const auto pulled = diagnose(ResistingPlugin(0, 0, pull), Problem::inverse_dynamics, c, Format::binary64);
    BOOST_TEST((pulled && pulled->wrong_entries == 1 && !pulled->added));
  }
}
