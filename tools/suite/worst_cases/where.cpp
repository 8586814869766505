#include "suite/worst_cases/where.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_map>

#include "kintree/arithmetic/trace.hpp"
#include "kintree/model/numbers.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/oracle.hpp"
#include "suite/execution/answer.hpp"
#include "suite/execution/worker.hpp"
#include "suite/field/entry.hpp"
#include "suite/verification/rounded.hpp"

namespace kintree::suite {
namespace {

constexpr std::array<const char*, 9> operation_names{"input",    "sum",  "difference", "product", "quotient",
                                                     "negative", "root", "sine",       "cosine"};
constexpr std::size_t most_losses = 5;
constexpr double least_share = 0.01;

/// The bodies of the numbers of a case, by their bits. A number that belongs to several bodies has no owner.
class Owners {
 public:
  explicit Owners(const Case& c) : layout_(c.model) {
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
      const Body& body = c.model.bodies[i];
      for_each_number(body, [&](double x) { number(x, i); });
      if (!c.state.f_ext.empty()) all(c.state.f_ext[i], i);
      const auto q = static_cast<std::size_t>(layout_.first_position[i]),
                 v = static_cast<std::size_t>(layout_.first_velocity[i]);
      const JointKindInfo& kind = info(body.joint.kind);
      for (int k = 0; k < kind.positions; ++k) number(c.state.q[q - 1 + static_cast<std::size_t>(k)], i);
      for (int k = 0; k < kind.velocities; ++k)
        for (const std::vector<double>* x : {&c.state.v, &c.state.qdd, &c.state.tau})
          number((*x)[v - 1 + static_cast<std::size_t>(k)], i);
    }
    std::erase_if(bodies_, [](const auto& item) { return item.second == 0; });
  }
  const std::unordered_map<std::uint64_t, int>& bodies() const { return bodies_; }

 private:
  void number(double x, std::size_t body) {
    const double size = std::abs(x);
    if (size == 0.5 || size == 1 || size == 2) return;
    const auto [at, added] = bodies_.emplace(std::bit_cast<std::uint64_t>(size), static_cast<int>(body));
    if (!added && at->second != static_cast<int>(body)) at->second = 0;
  }
  template <class Range>
  void all(const Range& numbers, std::size_t body) {
    for (const double x : numbers) number(x, body);
  }
  Layout layout_;
  std::unordered_map<std::uint64_t, int> bodies_;
};

std::vector<RoundingShare> shares(const std::map<std::string, double>& sizes) {
  double total = 0;
  for (const auto& [name, size] : sizes) total += size;
  std::vector<RoundingShare> result;
  for (const auto& [name, size] : sizes)
    if (size > least_share * total) result.push_back({name, size / total});
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  return result;
}

/// The relative error of a number in units of roundings, at least 1.
double relative_error(const TracedOperation& o, double u) {
  return o.value == 0 ? 1 : std::max(std::abs(o.error / o.value) / u, 1.0);
}

/// By how many digits the operation's result is worse than its operands.
double digits_lost(const TracedOperation& o, const std::vector<TracedOperation>& tape, double u) {
  const double before = std::max(relative_error(tape[o.a], u), relative_error(tape[o.b], u));
  return std::log10(relative_error(o, u) / before);
}

/// The operations that pass on half of the error or more, and lose a digit or more.
std::vector<DigitLoss> losses(const Trace& trace, const std::vector<double>& influence, double error,
                              double u, const std::function<std::string(const TracedOperation&)>& joint) {
  const std::vector<TracedOperation>& tape = trace.tape();
  std::vector<DigitLoss> result;
  for (std::size_t k = 1; k < tape.size(); ++k) {
    const TracedOperation& o = tape[k];
    if (!(std::abs(influence[k] * o.error) >= 0.5 * std::abs(error))) continue;
    if (const double digits = digits_lost(o, tape, u); digits >= 1)
      result.push_back({operation_names[o.kind], tape[o.a].value, tape[o.b].value, o.value, digits,
                        trace.phases()[o.phase], joint(o)});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const DigitLoss& a, const DigitLoss& b) { return a.digits > b.digits; });
  if (result.size() > most_losses) result.resize(most_losses);
  return result;
}

}  // namespace

std::optional<LossOfDigits> loss_of_digits(const Plugin& plugin, Problem problem, const Case& drawn,
                                           Format format) {
  const Case c = rounded(drawn, format);
  const Description& d = plugin.description();
  if (outside(d.domain, c.model)) return {};
  const oracle::Oracle oracle = oracle::Oracle::dense(c.model, c.state, {problem}, c.id.seed, c.id.format);
  const oracle::ProblemOracle& exact = *oracle.of(problem);
  if (exact.ill_posed()) return {};
  Trace trace(c.id.format, Owners(c).bodies());
  const Outcome<Number> out =
      worker_of(plugin, c.model, c.state.end_effectors)
          ->in_arithmetic(trace.arithmetic(), {problem, c.state, exact.input_matrix()});
  if (out.status.code != Status::ok) return {};

  Outcome<double> doubles{out.status};
  for (std::size_t k = 0; k < out.outputs.size(); ++k)
    for (const Number& x : out.outputs[k]) doubles.outputs[k].push_back(trace.operation(x).value);
  const oracle::Judgement judgement = exact.judge(answer_of(doubles, d));
  // The solution of a factorization is traced.
  const bool factors = !info(problem).is_unique();
  const std::size_t output = factors ? outputs(problem).size() - 1 : judgement.output;
  const std::vector<Number>& answer = out.outputs[output];
  const std::vector<oracle::Exact> right = exact.exact();
  const Sizes sizes = sizes_of(Layout(c.model), c.state.end_effectors.size());
  std::size_t before = 0;  // numbers of the outputs before this one
  for (std::size_t k = 0; k < judgement.output; ++k) before += size(outputs(problem)[k], sizes);
  if (judgement.row == 0 || !std::isfinite(judgement.error) || before + answer.size() > right.size())
    return {};
  const auto columns = static_cast<std::size_t>(extent(outputs(problem)[output].columns, sizes));
  const std::size_t entry = judgement.column == 0 || factors
                                ? static_cast<std::size_t>(judgement.row - 1)
                                : static_cast<std::size_t>(judgement.row - 1) * columns +
                                      static_cast<std::size_t>(judgement.column - 1);

  LossOfDigits loss;
  const TracedOperation& result = trace.operation(answer[entry]);
  loss.entry = entry_name(c, problem, judgement.row, factors ? 0 : judgement.column, judgement.output);
  loss.value = result.value;
  loss.error = static_cast<double>(oracle::Exact(oracle::Exact(result.value) - right[before + entry]));
  loss.explained = result.error;
  loss.operations = static_cast<long>(trace.tape().size()) - 1;
  const auto joint = [&](const TracedOperation& o) {
    return o.body == 0 ? std::string("no joint")
                       : c.model.bodies[static_cast<std::size_t>(o.body)].joint.name;
  };
  const std::vector<double> influence = trace.influence(answer[entry]);
  std::map<std::string, double> by_phase, by_joint;
  for (std::size_t k = 1; k < trace.tape().size(); ++k) {
    const TracedOperation& o = trace.tape()[k];
    const double size = std::abs(influence[k] * o.rounding);
    by_phase[trace.phases()[o.phase]] += size;
    by_joint[joint(o)] += size;
  }
  loss.phases = shares(by_phase);
  loss.joints = shares(by_joint);
  loss.losses = losses(trace, influence, result.error, unit_roundoff(c.id.format), joint);
  return loss;
}

std::string to_string(const LossOfDigits& loss) {
  const auto phase = [](const std::string& name) { return name.empty() ? std::string("(no phase)") : name; };
  std::string text =
      fmt::format("  {}: {:.17g}, error {:.3g}; its roundings, to first order: {:.3g} ({} operations)\n",
                  loss.entry, loss.value, loss.error, loss.explained, loss.operations);
  const auto listed = [&](const char* what, const std::vector<RoundingShare>& shares) {
    text += fmt::format("    {}:", what);
    for (std::size_t k = 0; k < std::min<std::size_t>(shares.size(), 6); ++k)
      text += fmt::format("{} {} {:.0f} %", k == 0 ? "" : ",", phase(shares[k].name), 100 * shares[k].share);
    text += '\n';
  };
  if (loss.phases.size() == 1 && loss.phases.front().name.empty())
    text += "    roundings by phase: the plugin names none of its phases\n";
  else
    listed("roundings by phase", loss.phases);
  listed("by joint", loss.joints);
  for (const DigitLoss& l : loss.losses)
    text += fmt::format("    {:.1f} digits are lost at {}{}: {} of {:.17g} and {:.17g} is {:.3g}\n", l.digits,
                        l.joint, l.phase.empty() ? "" : ", " + l.phase, l.operation, l.a, l.b, l.result);
  if (loss.losses.empty()) text += "    no operation loses a digit that the answer lacks\n";
  return text;
}

}  // namespace kintree::suite
