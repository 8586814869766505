#include "suite/execution/forward_mode.hpp"

#include <array>
#include <map>

#include "kintree/algebra/joint.hpp"
#include "kintree/arithmetic/arithmetic_of.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "kintree/arithmetic/dual_numbers.hpp"
#include "kintree/plugin/wrapped_library.hpp"

namespace kintree::suite {
namespace {

/// A problem, and that of its derivatives, which has its name and reads the same quantities.
struct Differentiated {
  Problem problem, derivatives;
};
const std::vector<Differentiated>& differentiated() {
  static const std::vector<Differentiated> list = [] {
    constexpr std::string_view suffix = "_derivatives";
    std::vector<Differentiated> pairs;
    for (const Problem derivatives : all_problems) {
      std::string_view of = name(derivatives);
      if (!of.ends_with(suffix)) continue;
      of.remove_suffix(suffix.size());
      if (const auto problem = kintree::problem(of)) pairs.push_back({*problem, derivatives});
    }
    return pairs;
  }();
  return list;
}

/// Numbers of the base arithmetic for those of a solver.
template <class S>
Number to_base(const S& x) {
  if constexpr (std::is_same_v<S, Number>)
    return x;
  else
    return number(Counted(x));  // nothing is counted
}
template <class S>
S from_base(Number x) {
  if constexpr (std::is_same_v<S, Number>)
    return x;
  else
    return read<Counted>(x).value;
}
template <class S>
const Arithmetic& base_arithmetic() {
  if constexpr (std::is_same_v<S, Number>)
    return *Number::arithmetic;
  else
    return arithmetic_of<Counted>();
}

/// Sets the arithmetic of a plugin while it lives.
class PluginComputesIn {
 public:
  PluginComputesIn(const Plugin& plugin, const Arithmetic& arithmetic) : plugin_(plugin) {
    plugin_.compute_in(&arithmetic);
  }
  ~PluginComputesIn() { plugin_.compute_in(nullptr); }
  PluginComputesIn(const PluginComputesIn&) = delete;
  PluginComputesIn& operator=(const PluginComputesIn&) = delete;

 private:
  const Plugin& plugin_;
};

template <class S>
class ForwardModeSolver final : public Solver<S> {
 public:
  ForwardModeSolver(const Plugin& plugin, const Model& model, const std::vector<EndEffector>& end_effectors)
      : plugin_(plugin), layout_(model), duals_(base_arithmetic<S>()) {
    for (const Body& body : model.bodies) kind_.push_back(body.joint.kind);
    const PluginComputesIn scope(plugin_, duals_.arithmetic());
    prepared_ = plugin_.prepare(model, end_effectors, Scalar::number);
    duals_.keep();
  }

  Status call(Problem problem, const Call<S>& call) override {
    const auto of = std::find_if(differentiated().begin(), differentiated().end(),
                                 [&](const Differentiated& pair) { return pair.derivatives == problem; });
    auto* solver = dynamic_cast<Solver<Number>*>(prepared_.get());
    if (of == differentiated().end() || solver == nullptr) return {Status::unsupported};
    const PluginComputesIn scope(plugin_, duals_.arithmetic());
    Status status;
    const std::size_t inputs =
        outputs(problem).size();  // that the answer is differentiated by: the first ones
    for (std::size_t input = 0; input < inputs; ++input)
      for (int k = 1; k <= layout_.n; ++k) {
        status = column(*solver, of->problem, call, input, k, call.out[input]);
        if (status.code != Status::ok) return status;
      }
    return status;
  }

 private:
  /// Column k of the derivative by an input of the plugin.
  Status column(Solver<Number>& solver, Problem problem, const Call<S>& given, std::size_t input, int k,
                S* derivative) {
    duals_.drop();
    const Quantities& reads = info(problem).reads;
    std::array<std::vector<Number>, Quantities::most> in;
    Call<Number> call{given.sizes};
    for (std::size_t i = 0; i < reads.size(); ++i) {
      const std::vector<S> rates = rates_of(given, reads[i], i == input, k);
      for (std::size_t at = 0; at < rates.size(); ++at)
        in[i].push_back(duals_.dual(to_base(given.in[i][at]), to_base(rates[at])));
      call.in[i] = in[i].data();
    }
    std::vector<Number> answer(static_cast<std::size_t>(layout_.n));
    call.out[0] = answer.data();
    const Status status = solver.call(problem, call);
    for (std::size_t i = 0; i < answer.size(); ++i)
      derivative[i * answer.size() + static_cast<std::size_t>(k - 1)] =
          from_base<S>(DualNumbers::derivative(answer[i]));
    return status;
  }

  /// The rates of an input's numbers: zero, or those of a unit velocity of coordinate k.
  std::vector<S> rates_of(const Call<S>& given, const Quantity& quantity, bool is_moved, int k) const {
    std::vector<S> rates(size(quantity, given.sizes), S{});
    if (!is_moved) return rates;
    if (quantity != quantity::q) {
      rates[static_cast<std::size_t>(k - 1)] = S(1.0);
      return rates;
    }
    const auto body = static_cast<std::size_t>(layout_.body_of_velocity[static_cast<std::size_t>(k)]);
    const auto first = static_cast<std::size_t>(layout_.first_position[body] - 1);
    std::array<S, 6> unit{};
    unit[static_cast<std::size_t>(k - layout_.first_velocity[body])] = S(1.0);
    position_rates(kind_[body], given.in[0] + first, unit.data(), rates.data() + first);
    return rates;
  }

  const Plugin& plugin_;
  Layout layout_;
  std::vector<JointKind> kind_;
  DualNumbers duals_;
  std::unique_ptr<SolverBase> prepared_;
};

class ForwardMode final : public Plugin, public WrapsLibrary {
 public:
  explicit ForwardMode(const Plugin& plugin)
      : plugin_(plugin), description_(described(plugin.description())) {}

  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar == Scalar::double_precision)
      return std::make_unique<ForwardModeSolver<double>>(plugin_, model, end_effectors);
    if (scalar == Scalar::number)
      return std::make_unique<ForwardModeSolver<Number>>(plugin_, model, end_effectors);
    return nullptr;
  }
  void compute_in(const Arithmetic* /*arithmetic*/) const override {}  // the host's arithmetic is the base
  bool may_allocate() const override { return true; }                  // dual numbers

 private:
  /// No plugin promises the digits of derivatives.
  static Description described(const Description& of) {
    Description result = of;
    result.name = std::string(forward_mode_prefix) + of.name;
    result.citation = "Griewank & Walther 2008, ch. 3, applied to " + of.name;
    result.scalars = {Scalar::double_precision, Scalar::number};
    result.lanes = {};
    result.claims.clear();
    if (!of.built_for(Scalar::number) || of.approximates) return result;
    for (const Differentiated& pair : differentiated())
      if (const Claim* claim = of.claim(pair.problem))
        result.claims.push_back(
            {.problem = pair.derivatives, .promise = Verdict::D, .cost = "n times " + claim->cost});
    return result;
  }

  const Plugin& plugin_;
  Description description_;
};

}  // namespace

ProblemSet derivatives_by_forward_mode() {
  ProblemSet result;
  for (const Differentiated& pair : differentiated()) result.insert(pair.derivatives);
  return result;
}

ProblemSet differentiated_to(const ProblemSet& derivatives) {
  ProblemSet result;
  for (const Differentiated& pair : differentiated())
    if (derivatives.contains(pair.derivatives)) result.insert(pair.problem);
  return result;
}

const Plugin& forward_mode_of(const Plugin& plugin) {
  static std::map<const Plugin*, ForwardMode> all;
  return all.try_emplace(&plugin, plugin).first->second;
}

}  // namespace kintree::suite
