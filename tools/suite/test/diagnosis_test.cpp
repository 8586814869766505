// Slips planted into sound plugins, and their diagnosis.
#define BOOST_TEST_MODULE diagnosis
#include "suite/vectors/diagnosis.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "built_plugin.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/plugin/solver.hpp"
#include "kintree/trees/random_model.hpp"
#include "suite/execution/worker.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::suite::test::built_plugin;

namespace {

const std::map<Problem, const char*> sound{{Problem::mass_matrix, "crba"},
                                           {Problem::inverse_dynamics, "rnea"},
                                           {Problem::forward_dynamics, "aba"},
                                           {Problem::inverse_osim, "pv_osim"},
                                           {Problem::dynamically_consistent_inverse, "sfa"}};

/// x -> M x + shift, or X -> M X N^T and of that one triangle.
std::vector<double> mapped(const Misreading& m, Problem problem, const std::vector<double>& x) {
  const AnswerMap T = maps_of_answer(m.maps, problem).front();
  const auto n = static_cast<std::size_t>(T.rows);
  if (x.size() == n && (problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics)) {
    std::vector<double> y = T.shift.empty() ? std::vector<double>(n, 0.0) : T.shift;
    for (const auto& e : T.entries)
      y[static_cast<std::size_t>(e.row - 1)] += e.factor * x[static_cast<std::size_t>(e.column - 1)];
    return y;
  }
  const auto columns = static_cast<std::size_t>(T.N().rows), given = static_cast<std::size_t>(T.N().columns);
  std::vector<double> y(n * columns, 0.0);
  for (const auto& a : T.entries)
    for (const auto& b : T.N().entries) {
      if (m.part == Misreading::lower && b.row > a.row) continue;
      if (m.part == Misreading::upper && b.row < a.row) continue;
      y[static_cast<std::size_t>(a.row - 1) * columns + static_cast<std::size_t>(b.row - 1)] +=
          a.factor * b.factor *
          x[static_cast<std::size_t>(a.column - 1) * given + static_cast<std::size_t>(b.column - 1)];
    }
  return y;
}

using Misreader = std::function<std::optional<Misreading>(const Case&)>;

/// Reads every request as an implementation with slips does, and lets a sound plugin answer it.
class FakeThatMisreads final : public Solver<double> {
 public:
  FakeThatMisreads(const Plugin& plugin, Misreader read, const Model& model,
                   const std::vector<EndEffector>& ends)
      : plugin_(plugin), read_(std::move(read)) {
    given_.model = model;
    given_.state = neutral_state(model);
    given_.state.end_effectors = ends;
  }

  Status call(Problem problem, const Call<double>& call) override {
    const Quantities& reads = info(problem).reads;
    for (std::size_t i = 0; i < reads.size(); ++i) take(reads[i], call.in[i]);
    const std::vector<double> y = values(problem);
    std::copy(y.begin(), y.end(), call.out[0]);
    return {};
  }

 private:
  void take(const Quantity& input, const double* from) {
    State& state = given_.state;
    for (auto [quantity, to] : {std::pair{quantity::q, &state.q}, std::pair{quantity::v, &state.v},
                                std::pair{quantity::qdd, &state.qdd}, std::pair{quantity::tau, &state.tau}})
      if (input == quantity) std::copy_n(from, to->size(), to->begin());
    if (input == quantity::f_ext)
      for (Wrench& w : state.f_ext) std::copy_n(from, 6, w.begin()), from += 6;
  }
  std::vector<double> values(Problem problem) {
    const auto m = read_(given_);
    const Case& solved = m ? m->solved : given_;
    InProcess worker(plugin_, solved.model, solved.state.end_effectors);
    const std::vector<double> x = worker.in_double({problem, solved.state}).outputs[0];
    return m && m->problems.contains(problem) ? mapped(*m, problem, x) : x;
  }

  const Plugin& plugin_;
  Misreader read_;
  Case given_;
};

class FakePluginThatMisreads final : public Plugin {
 public:
  FakePluginThatMisreads(const Plugin& plugin, Misreader read, const Domain& domain = {})
      : plugin_(plugin), read_(std::move(read)) {
    description_.domain = domain;
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& ends,
                                      Scalar scalar) const override {
    if (scalar != Scalar::double_precision) return nullptr;
    return std::make_unique<FakeThatMisreads>(plugin_, read_, model, ends);
  }
  void compute_in(const Arithmetic* arithmetic) const override { plugin_.compute_in(arithmetic); }

 private:
  const Plugin& plugin_;
  Misreader read_;
  Description description_ = plugin_.description();
};

/// With joints of every kind, a floating base, end-effectors, and fixed joints; names in no order.
Case example(std::uint64_t seed) {
  CaseOptions options;
  options.floating_base = seed % 2 == 0;
  Case c = random_case(Family::recursive, 9, seed, options);
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
    c.model.bodies[i].joint.name.insert(0, std::to_string(3 * i % 10));
  return c;
}

std::string told(const Diagnosis& d) {
  std::string names;
  for (const auto& [first, second] : d.slips)
    names.append(first->name)
        .append(second == nullptr ? "" : "+")
        .append(second == nullptr ? "" : second->name)
        .append(" ");
  return names;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_slip_is_named) {
  for (const KnownMistake& slip : known_mistakes()) {
    int requested = 0, alone = 0;
    for (std::uint64_t seed = 1; seed <= 40 && requested < 7; ++seed) {
      const Case c = example(seed);
      for (const auto& [problem, name] : sound) {
        const FakePluginThatMisreads careless(built_plugin(name), slip.misread);
        const auto m = slip.misread(c);
        if (!m || !m->problems.contains(problem)) continue;
        if (oracle::evaluate<double>(m->solved.model, m->solved.state, {problem}).singular_at != 0) continue;
        const auto d = diagnose(careless, problem, c, Format::binary64);
        if (!d) continue;  // the slip does not show
        ++requested;
        const bool named = std::any_of(d->slips.begin(), d->slips.end(), [&](const auto& s) {
          return s.first == &slip && s.second == nullptr;
        });
        BOOST_TEST(named, slip.name << " in " << c.id.name() << ", " << kintree::name(problem) << ": "
                                    << to_string(*d));
        alone += named && d->slips.size() == 1;
      }
    }
    BOOST_TEST(requested >= 3, slip.name << " shows in " << requested << " answers");
    BOOST_TEST(alone >= 1, slip.name << " is never told from others");
  }
}

// An implementation with a slip contradicts others, not itself: its forward dynamics undoes its inverse dynamics, whose change with
// the accelerations is its mass matrix.
BOOST_AUTO_TEST_CASE(an_implementation_with_a_slip_agrees_with_itself) {
  const double half = oracle::limits::half_of_the_digits(unit_roundoff(Format::binary64));
  for (const KnownMistake& slip : known_mistakes())
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      Case c = example(seed);
      const auto m = slip.misread(c);
      if (!m || m->part != Misreading::all || !m->problems.contains(Problem::forward_dynamics)) continue;
      const auto seen = [&](Problem problem, const Case& given) {
        const auto read = slip.misread(given);
        const auto d = oracle::evaluate<double>(read->solved.model, read->solved.state, {problem});
        const Eigen::VectorXd x = problem == Problem::mass_matrix ? Eigen::VectorXd(d.H.reshaped())
                                  : problem == Problem::inverse_dynamics
                                      ? Eigen::VectorXd(d.of(Problem::inverse_dynamics))
                                      : Eigen::VectorXd(d.of(Problem::forward_dynamics));
        return mapped(*read, problem, {x.begin(), x.end()});
      };
      const auto n = c.state.v.size();
      c.state.tau = seen(Problem::inverse_dynamics, c);
      if (oracle::evaluate<double>(m->solved.model, m->solved.state, {Problem::forward_dynamics})
              .singular_at == 0) {
        const std::vector<double> qdd = seen(Problem::forward_dynamics, c);
        for (std::size_t k = 0; k < n; ++k)
          BOOST_TEST(std::abs(qdd[k] - c.state.qdd[k]) <= half, slip.name << " in " << c.id.name());
      }
      if (!m->problems.contains(Problem::mass_matrix)) continue;
      const std::vector<double> H = seen(Problem::mass_matrix, c);
      double scale = 1;
      for (const double x : c.state.tau) scale = std::max(scale, std::abs(x));
      for (std::size_t k = 0; k < n; ++k) {
        Case more = c;
        more.state.qdd[k] += 1;
        const std::vector<double> tau = seen(Problem::inverse_dynamics, more);
        for (std::size_t i = 0; i < n; ++i)
          BOOST_TEST(std::abs(tau[i] - c.state.tau[i] - H[i * n + k]) <= half * scale,
                     slip.name << " in " << c.id.name());
      }
    }
}

BOOST_AUTO_TEST_CASE(most_pairs_of_slips_are_named) {
  int requested = 0, named = 0, single = 0;
  const std::vector<KnownMistake>& all = known_mistakes();
  for (std::uint64_t seed = 1; requested < 24; ++seed) {
    const Case c = example(seed);
    const KnownMistake &first = all[seed * 7 % all.size()], &second = all[seed * 11 % all.size()];
    const Problem problem = std::next(sound.begin(), static_cast<long>(seed % sound.size()))->first;
    const auto m = misread(c, first, second);
    if (&first == &second || !m || !m->problems.contains(problem)) continue;
    if (oracle::evaluate<double>(m->solved.model, m->solved.state, {problem}).singular_at != 0) continue;
    const FakePluginThatMisreads careless(built_plugin(sound.at(problem)),
                                          [&](const Case& given) { return misread(given, first, second); });
    const auto d = diagnose(careless, problem, c, Format::binary64);
    if (!d) continue;
    ++requested;
    const bool found = std::any_of(d->slips.begin(), d->slips.end(), [&](const auto& s) {
      return std::set{s.first, s.second} == std::set{&first, &second};
    });
    const bool one_shows = !d->slips.empty() && d->slips.front().second == nullptr;
    named += found;
    single += one_shows;
    if (!found && !one_shows)
      BOOST_TEST_MESSAGE(first.name << " + " << second.name << " in " << kintree::name(problem) << " of "
                                    << c.id.name() << ": " << told(*d) << to_string(*d));
  }
  BOOST_TEST_MESSAGE(requested << " asked, " << named << " named as a pair, " << single
                               << " where one alone shows");
  BOOST_TEST(named + single >= requested * 9 / 10);
  BOOST_TEST(named >= requested / 2);
}

BOOST_AUTO_TEST_CASE(no_sound_plugin_has_a_slip) {
  for (const auto& [problem, name] : sound)
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      BOOST_TEST(!diagnose(built_plugin(name), problem, example(seed), Format::binary64).has_value(),
                 name << " in " << seed);
}

BOOST_AUTO_TEST_CASE(diagnosis_reports_where_the_answer_is_right) {
  const Case c = example(2);
  const FakePluginThatMisreads still(built_plugin("rnea"), known_mistake("velocity_terms_missing")->misread);
  const auto d = diagnose(still, Problem::inverse_dynamics, c, Format::binary64);
  BOOST_REQUIRE(d.has_value());
  BOOST_TEST((std::find(d->right.begin(), d->right.end(), "at rest") != d->right.end()));
  BOOST_TEST(to_string(*d).find("the answer is right at rest") != std::string::npos, to_string(*d));
  BOOST_TEST(to_string(*d).find("it looks as if the velocity terms are missing (velocity_terms_missing)") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(diagnosis_reports_mistakes_at_other_joints_and_in_one_triangle) {
  const auto read = [](const Case& given) -> std::optional<Misreading> {
    const auto& bodies = given.model.bodies;
    const bool is_simple = std::all_of(bodies.begin() + 1, bodies.end(), [](const Body& b) {
      return b.joint.kind == JointKind::revolute || b.joint.kind == JointKind::fixed;
    });
    if (is_simple) return {};
    return known_mistake("lower_triangle_only")->misread(given);
  };
  const auto d = diagnose(FakePluginThatMisreads(built_plugin("crba"), read), Problem::mass_matrix,
                          example(2), Format::binary64);
  BOOST_TEST_REQUIRE(d.has_value());
  const std::vector<std::string> right{"with free joints fixed", "with revolute joints alone"};
  BOOST_TEST(d->right == right, boost::test_tools::per_element());
  const std::string text = to_string(*d);
  for (const char* line :
       {"\n  only entries above the diagonal are wrong, and the exact matrix is symmetric\n",
        "\n  the answer is right with free joints fixed, and with revolute joints alone\n"})
    BOOST_TEST(text.find(line) != std::string::npos, text);
}

// Neither where there is nothing left to be answered, nor where the plugin is not for the tree.
BOOST_AUTO_TEST_CASE(diagnosis_does_not_report_changes_without_an_answer) {
  const auto is_right = [](const std::vector<JointKind>& joints, const Domain& domain) {
    Topology topology;
    for (const JointKind kind : joints) {
      topology.parent.push_back(topology.body_count());
      topology.joints.push_back(kind);
    }
    Generator generator = make_generator({word("not asked")});
    Case c;
    c.model = random_model("floating", topology, generator);
    c.state = random_state(c.model, generator);
    // Wrong as long as a joint is free.
    const auto read = [](const Case& given) -> std::optional<Misreading> {
      if (given.model.bodies[1].joint.kind != JointKind::free) return {};
      return known_mistake("lower_triangle_only")->misread(given);
    };
    const auto d = diagnose(FakePluginThatMisreads(built_plugin("crba"), read, domain), Problem::mass_matrix,
                            c, Format::binary64);
    BOOST_TEST_REQUIRE(d.has_value());
    return std::count(d->right.begin(), d->right.end(), "with free joints fixed") > 0;
  };
  using enum JointKind;
  BOOST_TEST(is_right({free, revolute}, {}));
  BOOST_TEST(!is_right({free, revolute}, {.joints = {free, revolute}}));
  BOOST_TEST(!is_right({free}, {}));
}

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
  const Case c = example(3);
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
  for (const double pull : {0.5, -0.5}) {
    const auto pulled = diagnose(ResistingPlugin(0, 0, pull), Problem::inverse_dynamics, c, Format::binary64);
    BOOST_TEST((pulled && pulled->wrong_entries == 1 && !pulled->added));
  }
}

/// Answers with the rows and columns of coordinates 2 and 3 swapped, in every case.
class FakePluginThatSwapsCoordinates final : public Plugin {
 public:
  const Description& description() const override { return sound_.description(); }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& ends,
                                      Scalar scalar) const override {
    if (scalar != Scalar::double_precision) return nullptr;
    struct Swaps final : Solver<double> {
      Status call(Problem problem, const Call<double>& call) override {
        const Status status = sound->call(problem, call);
        for (std::size_t k = 0; k < n; ++k) std::swap(call.out[0][n + k], call.out[0][2 * n + k]);
        for (std::size_t k = 0; k < n; ++k) std::swap(call.out[0][k * n + 1], call.out[0][k * n + 2]);
        return status;
      }
      std::unique_ptr<SolverBase> prepared;
      Solver<double>* sound = nullptr;
      std::size_t n = 0;
    };
    auto solver = std::make_unique<Swaps>();
    solver->prepared = sound_.prepare(model, ends, scalar);
    solver->sound = dynamic_cast<Solver<double>*>(solver->prepared.get());
    solver->n = static_cast<std::size_t>(Layout(model).n);
    return solver;
  }

 private:
  const Plugin& sound_ = built_plugin("crba");
};

BOOST_AUTO_TEST_CASE(diagnosis_names_another_order_in_one_answer) {
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::prismatic};
  Case c = random_case(Family::chain, 4, 1, options);
  for (std::uint64_t seed = 2; Layout(c.model).n != 4; ++seed)
    c = random_case(Family::chain, 4, seed, options);
  const auto d = diagnose(FakePluginThatSwapsCoordinates(), Problem::mass_matrix, c, Format::binary64,
                          Answered::this_case);
  BOOST_REQUIRE(d.has_value());
  BOOST_TEST(to_string(*d).find("(rows_in_another_order)") != std::string::npos, to_string(*d));
}

BOOST_AUTO_TEST_CASE(diagnosis_reports_that_no_known_mistake_explains_it) {
  const Case c = example(1);
  const FakePluginThatMisreads doubled(built_plugin("crba"), [](const Case& given) {
    auto m = known_mistake("lower_triangle_only")->misread(given);
    m->part = Misreading::all;
    m->maps.forces.entries.front().factor = 2;
    return m;
  });
  const auto d = diagnose(doubled, Problem::mass_matrix, c, Format::binary64);
  BOOST_REQUIRE(d.has_value());
  BOOST_TEST(d->slips.empty(), told(*d));
  BOOST_TEST(to_string(*d).find("no known mistake") != std::string::npos);
}
