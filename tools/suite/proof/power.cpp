#include "suite/proof/power.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/numbers.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/spatial/tree.hpp"
#include "kintree/trees/random.hpp"
#include "suite/cases/seeds.hpp"
#include "suite/execution/answer.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {
namespace {

/// Errors are 2^-10 to 2^-52.
constexpr int largest = 10, smallest = 52;

/// The input or the result of a plugin, with one number changed.
struct PluginInput {
  Model model;
  State state;
  std::vector<double> H;
};

/// A place for an error. It changes one number, of the input or of the result, by so much relative to its
/// size.
struct Place {
  std::function<void(PluginInput&, double)> before = [](PluginInput&, double) {};
  std::function<void(std::vector<double>&, double)> after = [](std::vector<double>&, double) {};
};

Place inertia_parameter(const Case& c, Generator& generator) {
  const auto of = [](Model& model, std::size_t i, std::size_t k) -> double& {
    Inertial& inertial = model.bodies[i].inertial;
    return k < 7 ? *masses(inertial)[k] : inertial.origin.xyz[k - 7];
  };
  Model model = c.model;
  for (;;) {
    const auto i = static_cast<std::size_t>(uniform_integer(generator, 1, model.body_count()));
    const auto k = static_cast<std::size_t>(uniform_integer(generator, 0, 9));
    if (of(model, i, k) == 0) continue;
    return {.before = [=](PluginInput& given, double error) { of(given.model, i, k) *= 1 + error; }};
  }
}

/// An entry of H, and the one opposite.
std::function<void(std::vector<double>&, double)> entry_of(const std::vector<double>& H, int n,
                                                           Generator& generator) {
  for (;;) {
    const auto i = static_cast<std::size_t>(uniform_integer(generator, 0, n - 1));
    const auto j = static_cast<std::size_t>(uniform_integer(generator, 0, static_cast<int>(i)));
    const auto size = static_cast<std::size_t>(n);
    if (H[size * i + j] == 0) continue;
    return [=](std::vector<double>& matrix, double error) {
      matrix[size * i + j] *= 1 + error;
      if (i != j) matrix[size * j + i] *= 1 + error;
    };
  }
}

/// The bias force of a body, v x* I v - f, by way of the external force f on it.
Place bias_force(const Case& c, Generator& generator) {
  Tree<double> tree(c.model);
  tree.set_positions({c.state.q.data(), static_cast<int>(c.state.q.size())});
  const VectorView<const double> rate{c.state.v.data(), tree.n};
  ByBody<Motion<double>> v(tree.N);
  for (int i = 1; i <= tree.N; ++i)
    v[i] = tree.X[i] * v[tree.parent[i]] + tree.subspace[i].times(rate.from(tree.first[i]));
  const int i = uniform_integer(generator, 1, tree.N);
  const auto at = static_cast<std::size_t>(i);
  const Force<double> gyroscopic = cross(v[i], tree.I[i] * v[i]);
  const Wrench g{gyroscopic.n.x, gyroscopic.n.y, gyroscopic.n.z,
                 gyroscopic.f.x, gyroscopic.f.y, gyroscopic.f.z};
  return {.before = [=](PluginInput& given, double error) {
    Wrench& f = given.state.f_ext[at];
    for (std::size_t k = 0; k < f.size(); ++k) f[k] -= error * (g[k] - f[k]);
  }};
}

constexpr const char* in_inertia = "one inertia parameter of one body";
constexpr const char* in_result = "one entry of the H returned";
constexpr const char* in_given_H = "one entry of the H factorized";
constexpr const char* in_force = "the bias force of one body";

std::vector<const char*> planted_in(Problem problem) {
  if (reads(problem, quantity::H)) return {in_given_H};
  if (reads(problem, quantity::v)) return {in_inertia, in_force};
  if (outputs(problem).front() == quantity::H) return {in_inertia, in_result};
  return {in_inertia};
}

/// All trials of one curve, by the size of the error, 2^-largest first.
struct Tally {
  std::size_t trials = 0, unseen = 0, false_alarms = 0;
  std::vector<std::size_t> flagged = std::vector<std::size_t>(smallest - largest + 1);
  /// Trials that are flagged at this size and at all larger ones.
  std::vector<std::size_t> flagged_from = flagged;

  void add(const std::vector<bool>& flags) {
    ++trials;
    if (!flags.front()) ++unseen;
    bool all = true;
    for (std::size_t k = 0; k < flags.size(); ++k) {
      all = all && flags[k];
      if (flags[k]) ++flagged[k];
      if (all) ++flagged_from[k];
    }
  }

  report::PowerCurve curve() const {
    report::PowerCurve c;
    c.trials = static_cast<std::int64_t>(trials);
    c.unseen = static_cast<std::int64_t>(unseen);
    c.false_alarms = static_cast<std::int64_t>(false_alarms);
    for (std::size_t k = 0; k < flagged.size(); ++k) {
      const double error = std::ldexp(1.0, -largest - static_cast<int>(k));
      const std::size_t seen = trials - unseen;
      if (2 * flagged_from[k] >= seen && seen > 0) c.half = error;
      if (10 * flagged_from[k] >= 9 * seen && seen > 0) c.most = error;
      if (flagged_from[k] == seen && seen > 0) c.always = error;
      c.errors.push_back(error);
      c.flagged.push_back(static_cast<double>(flagged[k]) / static_cast<double>(trials));
    }
    return c;
  }
};

/// A plugin whose answers to a case are judged after its input is changed.
class Subject {
 public:
  Subject(const Case& c, const Plugin& plugin, Problem problem, const oracle::Oracle& exact)
      : case_(c), plugin_(plugin), problem_(problem), exact_(exact) {}

  bool flagged(const Place& place, double error) const {
    PluginInput given{case_.model, case_.state, exact_.of(problem_of(quantity::x))->input_matrix()};
    place.before(given, error);
    InProcess worker(plugin_, given.model, given.state.end_effectors);
    Outcome<double> out = worker.in_double({problem_, given.state, given.H});
    if (out.status.code != Status::ok) return true;
    place.after(out.outputs[0], error);
    const Description& d = plugin_.description();
    const oracle::Judgement judgement = exact_.of(problem_)->judge(answer_of(out, d));
    return judgement.verdict > d.claim(problem_)->promise;
  }

 private:
  const Case& case_;
  const Plugin& plugin_;
  Problem problem_;
  const oracle::Oracle& exact_;
};

Place place_in(const char* what, const Case& c, const std::vector<double>& H, Generator& generator) {
  if (what == in_inertia) return inertia_parameter(c, generator);
  if (what == in_force) return bias_force(c, generator);
  const auto change = entry_of(H, Layout(c.model).n, generator);
  if (what == in_result) return {.after = change};
  return {.before = [change](PluginInput& given, double error) { change(given.H, error); }};
}

}  // namespace

Power measure_power(PowerChoice choice) {
  if (choice.plugins.names.empty()) choice.plugins.names.assign(sound_plugins.begin(), sound_plugins.end());
  if (choice.plugins.oracle == OracleChoice::tree)
    throw InputError("power is measured before the dense oracle");
  const Request request = choice.plugins.request();
  ProblemSet problems = request.claimed();
  for (const Problem problem : ProblemSet::all().that_read(quantity::H))
    problems.insert(problem);  // for its matrix, in which errors are planted as well

  using Key = std::tuple<std::string, Problem, std::string>;
  std::map<Key, Tally> tallies;
  std::vector<Key> order;
  Power power;
  // On hard families plugins promise less.
  CaseChoice families = choice.cases;
  if (families.families.empty() && families.model.empty())
    for (const FamilyInfo& entry : moderate_families) families.families.emplace_back(entry.name);
  const std::vector<Source> sources = families.sources();
  if (!families.model.empty())
    if (const int n = Layout(sources.front().draw(families.seed).model).n; n != choice.degrees_of_freedom)
      throw InputError(message_name(families.model) + ": " + std::to_string(n) +
                       " degrees of freedom; expected " + std::to_string(choice.degrees_of_freedom) +
                       "; choose them by --degrees-of-freedom " + std::to_string(n));
  const std::vector<SeededCase> cases =
      seeds_of_size(sources, choice.cases.seed, choice.degrees_of_freedom, choice.cases.trees);
  for (const auto& [source, seed] : cases) {
    const Case c = source->draw(seed);
    const oracle::Oracle exact = oracle::Oracle::dense(c.model, c.state, problems, c.id.seed);
    for (const Plugin* plugin : request.plugins)
      for (const Problem problem : request.problems) {
        const Description& d = plugin->description();
        const Claim* claim = d.claim(problem);
        if (claim == nullptr || claim->promise > Verdict::B || outside(d.domain, c.model) ||
            exact.of(problem)->ill_posed())
          continue;
        if (reads(problem, quantity::H) && d.factors_the_model) continue;  // it does not read H
        const Subject subject(c, *plugin, problem, exact);
        const bool false_alarm = subject.flagged({}, 0);
        if (false_alarm)
          power.false_alarms.push_back(d.name + " " + std::string(name(problem)) + ": case " + c.id.name());
        for (const char* what : planted_in(problem)) {
          const Key key{d.name, problem, what};
          if (!tallies.contains(key)) order.push_back(key);
          if (false_alarm) {
            ++tallies[key].false_alarms;
            continue;
          }
          for (int t = 0; t < choice.trials; ++t) {
            Generator generator =
                make_generator({word("power"), word(what), word(c.id.name()), static_cast<std::uint64_t>(t)});
            const Place place =
                place_in(what, c, exact.of(problem_of(quantity::x))->input_matrix(), generator);
            std::vector<bool> flags;
            for (int k = largest; k <= smallest; ++k)
              flags.push_back(subject.flagged(place, std::ldexp(1.0, -k)));
            tallies[key].add(flags);
          }
        }
      }
  }

  for (const Key& key : order) {
    report::PowerCurve& curve = power.curves.emplace_back(tallies.at(key).curve());
    curve.plugin = std::get<0>(key);
    curve.problem = std::get<1>(key);
    curve.planted = std::get<2>(key);
    curve.degrees_of_freedom = choice.degrees_of_freedom;
  }
  power.cases = cases.size();
  power.first_seed = cases.front().seed;
  power.last_seed = cases.back().seed;
  return power;
}

}  // namespace kintree::suite
