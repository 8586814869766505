#include "suite/execution/forward_mode.hpp"

#include <array>
#include <map>

#include "kintree/arithmetic/arithmetic_of.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "kintree/arithmetic/dual_numbers.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "kintree/spatial/joint.hpp"

namespace kintree::suite {
namespace {

/// A problem, and that of its derivatives, which has its name and reads the same quantities: the derivatives of each output by
/// its first inputs, or, if `along_v`, all outputs' rates, and then it reads v as well.
struct Differentiated {
  Problem problem, derivatives;
  bool along_v;
};
const std::vector<Differentiated>& differentiated() {
  static const std::vector<Differentiated> list = [] {
    std::vector<Differentiated> pairs;
    for (const auto& [suffix, along_v] :
         {std::pair<std::string_view, bool>{"_derivatives", false}, {"_rate", true}})
      for (const Problem derivatives : all_problems) {
        std::string_view of = name(derivatives);
        if (!of.ends_with(suffix)) continue;
        of.remove_suffix(suffix.size());
        if (const auto problem = kintree::problem(of)) pairs.push_back({*problem, derivatives, along_v});
      }
    return pairs;
  }();
  return list;
}

/// The place of a quantity in a list that has it.
std::size_t place_of(const Quantity& quantity, const Quantities& list) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), quantity) - list.begin());
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
    const Quantities& reads = info(problem).reads;
    if (of->along_v) {
      const S* v = call.in[place_of(quantity::v, reads)];
      const auto take = [&](std::size_t k, std::size_t at, const S& rate) { call.out[k][at] = rate; };
      return sweep(*solver, *of, call, quantity::q, rates_of_q(call.in[0], v), take);
    }
    Status status;
    const auto n = static_cast<std::size_t>(layout_.n);
    // The answers are differentiated by the first inputs. All derivatives of one answer follow each other.
    const std::size_t inputs = outputs(problem).size() / outputs(of->problem).size();
    for (std::size_t input = 0; input < inputs; ++input)
      for (std::size_t k = 0; k < n; ++k) {
        std::vector<S> rates(n, S{});  // of the numbers of the input
        rates[k] = S(1.0);
        if (reads[input] == quantity::q) rates = rates_of_q(call.in[0], rates.data());
        const auto take = [&](std::size_t answer, std::size_t at, const S& derivative) {
          call.out[answer * inputs + input][at * n + k] = derivative;
        };
        status = sweep(*solver, *of, call, reads[input], rates, take);
        if (status.code != Status::ok) return status;
      }
    return status;
  }

 private:
  /// Runs the plugin where one input moves at these rates. Calls `take` with an output, a place in it, and the derivative.
  template <class Take>
  Status sweep(Solver<Number>& solver, const Differentiated& of, const Call<S>& given, const Quantity& moved,
               const std::vector<S>& rates, Take&& take) {
    duals_.drop();
    const Quantities &reads = info(of.problem).reads, &returns = outputs(of.problem);
    std::array<std::vector<Number>, Quantities::most> in, out;
    Call<Number> call{given.sizes};
    for (std::size_t i = 0; i < reads.size(); ++i) {
      const S* numbers = given.in[place_of(reads[i], info(of.derivatives).reads)];
      for (std::size_t at = 0; at < size(reads[i], given.sizes); ++at)
        in[i].push_back(duals_.dual(to_base(numbers[at]), to_base(reads[i] == moved ? rates[at] : S{})));
      call.in[i] = in[i].data();
    }
    for (std::size_t k = 0; k < returns.size(); ++k) {
      out[k].resize(size(returns[k], given.sizes));
      call.out[k] = out[k].data();
    }
    const Status status = solver.call(of.problem, call);
    for (std::size_t k = 0; k < returns.size(); ++k)
      for (std::size_t at = 0; at < out[k].size(); ++at)
        take(k, at, from_base<S>(DualNumbers::derivative(out[k][at])));
    return status;
  }

  /// The rates of the numbers q at these velocities.
  std::vector<S> rates_of_q(const S* q, const S* velocities) const {
    std::vector<S> rates(static_cast<std::size_t>(layout_.nq), S{});
    for (std::size_t body = 1; body < kind_.size(); ++body) {
      const int first = layout_.first_position[body] - 1;
      position_rates(kind_[body], q + first, velocities + (layout_.first_velocity[body] - 1),
                     rates.data() + first);
    }
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
        result.claims.push_back({.problem = pair.derivatives,
                                 .promise = Verdict::D,
                                 .cost = (pair.along_v ? "" : "n times ") + claim->cost});
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
