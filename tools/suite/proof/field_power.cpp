#include <algorithm>
#include <array>
#include <iterator>

#include "kintree/arithmetic/arithmetic_of.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/numbers.hpp"
#include "kintree/trees/random.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/field/proof.hpp"
#include "suite/proof/power.hpp"
#include "suite/support/dense_limit.hpp"
#include "suite/support/parallel.hpp"

namespace kintree::suite {
namespace {

/// The field with an error in one of the numbers that are read: parameters, and constants of the code.
class FaultyReading {
 public:
  /// In the number `at`, from 0, by 1 + error.
  FaultyReading(std::int64_t at, double error) : left_(at), factor_(Field(1) + Field(error)) {
    arithmetic_.context = this;
    arithmetic_.from_double = [](void* context, double x) {
      FaultyReading& self = *static_cast<FaultyReading*>(context);
      ++self.read_;
      return number(self.left_-- == 0 ? Field(x) * self.factor_ : Field(x));
    };
  }
  FaultyReading(const FaultyReading&) = delete;
  FaultyReading& operator=(const FaultyReading&) = delete;

  const Arithmetic& arithmetic() const { return arithmetic_; }
  std::int64_t numbers_read() const { return read_; }

 private:
  std::int64_t left_, read_ = 0;
  Field factor_;
  Arithmetic arithmetic_ = arithmetic_of<Field>();
};

/// A plugin before the field, in one case.
class PluginUnderTest {
 public:
  PluginUnderTest(const Case& c, const Plugin& plugin, Problem problem)
      : case_(field_twin(c)),
        plugin_(plugin),
        problem_(problem),
        proof_(case_, {problem}, true, field_point(c.id)) {}

  /// For an answer in numbers.
  bool is_proved() const {
    InProcess worker = proof_.worker(plugin_);
    return !proof_.expects_dependent_rows(problem_) &&
           proof_.ask(worker, plugin_, problem_).right == FieldCheck::proved;
  }

  /// One inertia parameter of one body.
  bool sees_inertia(Generator& generator, double error) const {
    Model model = case_.model;
    std::vector<double*> parameters;
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      Inertial& I = model.bodies[i].inertial;
      for (double* const x : masses(I)) parameters.push_back(x);
      for (double& x : I.origin.xyz) parameters.push_back(&x);
    }
    std::erase_if(parameters, [](const double* x) { return *x == 0; });
    if (parameters.empty()) return false;
    *pick(generator, parameters) *= 1 + error;
    InProcess worker(plugin_, model, case_.state.end_effectors);
    return is_wrong(proof_.ask(worker, plugin_, problem_));
  }

  /// One number that the plugin reads in a single call.
  bool sees_reading(Generator& generator, double error) const {
    const auto ask = [&](FaultyReading& reading) {
      InProcess worker = proof_.worker(plugin_);
      worker.compute_fields_in(reading.arithmetic());
      return is_wrong(proof_.ask_single(worker, plugin_, problem_));
    };
    FaultyReading sound(-1, 0);
    ask(sound);
    FaultyReading faulty(uniform_integer(generator, 0, static_cast<int>(sound.numbers_read()) - 1), error);
    return ask(faulty);
  }

  /// One entry of the answer; of factors one of L.
  bool sees_entry(Generator& generator, double error) const {
    InProcess worker = proof_.worker(plugin_);
    return is_wrong(proof_.ask(worker, plugin_, problem_, [&](Outcome<Field>& out) {
      std::vector<Field*> entries;
      for (std::size_t k = 0; k < (info(problem_).is_unique() ? outputs(problem_).size() : 1); ++k)
        for (Field& x : out.outputs[k])
          if (is_positive(x)) entries.push_back(&x);
      if (!entries.empty()) *pick(generator, entries) *= Field(1) + Field(error);
    }));
  }

 private:
  static bool is_wrong(const ProofOutcome& outcome) { return outcome.right == FieldCheck::wrong; }

  Case case_;
  const Plugin& plugin_;
  Problem problem_;
  Proof proof_;
};

struct Place {
  const char* planted;
  bool (PluginUnderTest::*sees)(Generator&, double) const;
};
constexpr std::array places{Place{"one inertia parameter of one body", &PluginUnderTest::sees_inertia},
                            Place{"one number that the plugin reads", &PluginUnderTest::sees_reading},
                            Place{"one entry of the answer", &PluginUnderTest::sees_entry}};

/// A tree that the plugin is for, with a degree of freedom, on which the problem's exact answer takes little time.
Case tree_for(const Plugin& plugin, Problem problem, std::uint64_t& seed) {
  CaseOptions options;
  options.joints = plugin.description().domain.joints;
  for (std::uint64_t tried = 0; tried < 10000; ++tried, ++seed) {
    Case c = random_case(moderate_families[seed % moderate_families.size()].family, 8, seed, options);
    const int n = Layout(c.model).n;
    if (!outside(plugin.description().domain, c.model) && n > 0 && problems_of_size(n).contains(problem)) {
      ++seed;
      return c;
    }
  }
  throw InputError("plugin '" + plugin.description().name + "': no random tree is in its domain");
}

}  // namespace

std::vector<report::FieldPower> field_power(const Plugin& plugin, const Claim& claim,
                                            const FieldPowerChoice& choice) {
  const Description& d = plugin.description();
  std::vector<report::FieldPower> rows;
  rows.reserve(places.size());
  for (const Place& place : places) rows.push_back({d.name, claim.problem, place.planted, 0, 0, 0});
  std::uint64_t seed = choice.seed;
  for (int k = 0; k < choice.cases; ++k) {
    const Case c = tree_for(plugin, claim.problem, seed);
    const PluginUnderTest under_test(c, plugin, claim.problem);
    if (!under_test.is_proved()) continue;
    for (std::size_t p = 0; p < places.size(); ++p) {
      for (int t = 0; t < choice.trials; ++t) {
        const auto sees = [&](double error) {
          Generator generator =
              make_generator({word("field power"), word(c.id.name()), p, static_cast<std::uint64_t>(t)});
          return (under_test.*places[p].sees)(generator, error);
        };
        ++rows[p].trials;
        const bool depends = sees(0x1p-10), flagged = sees(0x1p-52);
        if (!depends)
          ++rows[p].unseen;
        else if (flagged)
          ++rows[p].flagged;
      }
    }
  }
  // A factorization of the H that is given does not depend on the model.
  if (reads(claim.problem, quantity::H) && !d.factors_the_model) rows.erase(rows.begin());
  return rows;
}

std::vector<report::FieldPower> measure_field_power(const FieldPowerChoice& choice) {
  const Request request = choice.plugins.request();
  std::vector<std::pair<const Plugin*, const Claim*>> claims;
  for (const Plugin* plugin : request.plugins)
    for (const Problem problem : request.problems)
      if (const Claim* claim = plugin->description().claim(problem);
          claim != nullptr && !plugin->description().approximates)
        claims.emplace_back(plugin, claim);
  std::vector<std::vector<report::FieldPower>> parts(claims.size());
  in_parallel(choice.threads, claims.size(), [&](std::size_t, std::uint64_t k) {
    parts[k] = field_power(*claims[k].first, *claims[k].second, choice);
  });
  std::vector<report::FieldPower> rows;
  for (auto& part : parts) std::move(part.begin(), part.end(), std::back_inserter(rows));
  return rows;
}

}  // namespace kintree::suite
