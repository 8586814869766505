#include "suite/execution/worker.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <optional>

#include "kintree/arithmetic/arithmetic_of.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "kintree/problems/problem.hpp"
#include "suite/execution/call.hpp"
#include "suite/execution/crash_report.hpp"
#include "suite/support/dense_limit.hpp"
#include "suite/support/numbers_of_packs.hpp"

namespace kintree::suite {
namespace {

using namespace calls;

/// Sets the arithmetic of the host and of a plugin on this thread, and takes both back.
class SharedArithmetic {
 public:
  SharedArithmetic(const Plugin& plugin, const Arithmetic& arithmetic) : plugin_(plugin), host_(arithmetic) {
    plugin_.compute_in(&arithmetic);
  }
  ~SharedArithmetic() { plugin_.compute_in(nullptr); }
  SharedArithmetic(const SharedArithmetic&) = delete;
  SharedArithmetic& operator=(const SharedArithmetic&) = delete;

 private:
  const Plugin& plugin_;
  ArithmeticScope host_;
};

/// The same numbers of many states, as structure of arrays.
template <class S>
class Columns {
 public:
  Columns(int size, int count) : size_(size), count_(count) {
    const std::vector<S> poisoned = poison<S>(size * count);
    numbers_.assign(poisoned.begin(), poisoned.end());
  }

  BatchView<S> view() { return {numbers_.data(), size_, count_}; }
  BatchView<const S> input() const { return {numbers_.data(), size_, count_}; }
  template <class Number>
  void set(int k, const std::vector<Number>& numbers) {
    for (int i = 1; i <= size_; ++i) view()(i, k) = S(numbers[static_cast<std::size_t>(i - 1)]);
  }
  std::vector<S> get(int k) const {
    std::vector<S> numbers;
    numbers.reserve(static_cast<std::size_t>(size_));
    for (int i = 1; i <= size_; ++i) numbers.push_back(input()(i, k));
    return numbers;
  }

 private:
  int size_, count_;
  NumbersOfPacks<S> numbers_;
};

/// The outcome in numbers of type R, each converted by read(number).
template <class R, class S>
Outcome<R> converted(const Outcome<S>& out, const auto& read) {
  const auto all = [&read](const std::vector<S>& numbers) {
    std::vector<R> result;
    result.reserve(numbers.size());
    for (const S& x : numbers) result.push_back(read(x));
    return result;
  };
  Outcome<R> result{out.status, {}, out.allocations, out.fault};
  for (std::size_t k = 0; k < out.outputs.size(); ++k) result.outputs[k] = all(out.outputs[k]);
  return result;
}
template <class R, class S>
std::vector<Outcome<R>> converted(const std::vector<Outcome<S>>& outcomes, const auto& read) {
  std::vector<Outcome<R>> result;
  result.reserve(outcomes.size());
  for (const Outcome<S>& out : outcomes) result.push_back(converted<R>(out, read));
  return result;
}

constexpr auto widen = [](float x) { return static_cast<double>(x); };

std::vector<Number> numbers_of(const auto& elements) {
  std::vector<Number> result;
  for (const auto& x : elements) result.push_back(number(x));
  return result;
}

/// The cost of a counted run with this answer, but for its operations.
Cost cost_of(const Outcome<Number>& answer) {
  Cost cost{answer.status, {}};
  Outcome<double> values = converted<double>(answer, [&cost](const Number& x) {
    const Counted& counted = read<Counted>(x);
    cost.depth = std::max(cost.depth, counted.depth);
    return counted.value;
  });
  cost.outputs = std::move(values.outputs);
  return cost;
}

}  // namespace

/// A solver whose numbers have so many digits. The numbers that it keeps precede the numbers of a call in the
/// arena.
struct InProcess::ManyDigits {
  explicit ManyDigits(unsigned digits) : digits(digits) {}
  Digits digits;
  std::unique_ptr<SolverBase> prepared;
};

InProcess::InProcess(const Plugin& plugin, Model model, std::vector<EndEffector> end_effectors)
    : plugin_(plugin),
      model_(std::move(model)),
      end_effectors_(std::move(end_effectors)),
      layout_(model_),
      field_arithmetic_(&arithmetic_of<Field>()) {}

InProcess::~InProcess() = default;

/// Null if the plugin is not built for S.
template <class S>
Solver<S>* InProcess::solver(std::unique_ptr<SolverBase>& prepared, Scalar scalar) const {
  if (prepared == nullptr) prepared = plugin_.prepare(model_, end_effectors_, scalar);
  return dynamic_cast<Solver<S>*>(prepared.get());
}

Outcome<double> InProcess::in_double(const SolverRequest& question) {
  return guarded<double>(
      [&] { return ask(plugin_, solver<double>(double_, Scalar::double_precision), layout_, question); });
}

Outcome<float> InProcess::in_float(const SolverRequest& question) {
  return guarded<float>(
      [&] { return ask(plugin_, solver<float>(float_, Scalar::single_precision), layout_, question); });
}

Outcome<double> Worker::in_format(Format format, const SolverRequest& question) {
  if (format == Format::binary64) return in_double(question);
  return converted<double>(in_float(question), widen);
}

std::vector<Outcome<double>> Worker::in_turn(Format format, const std::vector<SolverRequest>& questions) {
  std::vector<Outcome<double>> answers;
  answers.reserve(questions.size());
  for (const SolverRequest& question : questions) {
    RunningCall::asks(question.problem);
    answers.push_back(in_format(format, question));
  }
  return answers;
}

std::vector<Outcome<double>> Worker::in_batch_of_path_rows(Format format, const std::vector<State>& states) {
  std::vector<SolverRequest> questions;
  questions.reserve(states.size());
  for (const State& state : states)
    questions.push_back({problem_of(quantity::H), state, SolverRequest::none, true});
  return in_turn(format, questions);
}

std::unique_ptr<Worker> worker_of(const Plugin& plugin, Model model, std::vector<EndEffector> end_effectors) {
  if (const auto* source = dynamic_cast<const WorkerSource*>(&plugin))
    return source->worker(std::move(model), std::move(end_effectors));
  return std::make_unique<InProcess>(plugin, std::move(model), std::move(end_effectors));
}

template <class S>
Solver<S>* InProcess::batch_solver(std::unique_ptr<SolverBase>& prepared) const {
  if (prepared == nullptr) prepared = plugin_.prepare_batch(model_, end_effectors_, scalar_of<S>);
  return dynamic_cast<Solver<S>*>(prepared.get());
}

std::vector<Outcome<double>> InProcess::in_batch(Format format, Problem problem,
                                                 const std::vector<State>& states,
                                                 const std::vector<double>& H) {
  if (format == Format::binary64)
    return batch(batch_solver<double>(double_batch_), problem, states, H, false);
  return converted<double>(batch(batch_solver<float>(float_batch_), problem, states,
                                 std::vector<float>(H.begin(), H.end()), false),
                           widen);
}

std::vector<Outcome<double>> InProcess::in_batch_of_path_rows(Format format,
                                                              const std::vector<State>& states) {
  const Problem problem = problem_of(quantity::H);
  if (format == Format::binary64)
    return batch(batch_solver<double>(double_batch_), problem, states, {}, true);
  return converted<double>(batch(batch_solver<float>(float_batch_), problem, states, {}, true), widen);
}

template <class S>
std::vector<Outcome<S>> InProcess::batch(Solver<S>* requested, Problem problem,
                                         const std::vector<State>& states, const std::vector<S>& H,
                                         bool in_path_rows) const {
  std::vector<Outcome<S>> answers(states.size(), {{Status::unsupported}});
  if (requested == nullptr || states.empty()) return answers;
  std::optional<PathRowLayout> rows;
  if (in_path_rows) rows.emplace(layout_.expanded_parent);
  const PathRowLayout* const path_rows = rows ? &*rows : nullptr;
  const Sizes sizes = sizes_of(layout_, end_effectors_.size());
  const int count = static_cast<int>(states.size());
  const ProblemInfo& of = info(problem);
  std::vector<Columns<S>> in, out;
  for (const Quantity& q : of.reads) in.emplace_back(static_cast<int>(size(q, sizes, path_rows)), count);
  for (const Quantity& q : of.returns) out.emplace_back(static_cast<int>(size(q, sizes, path_rows)), count);
  for (int k = 0; k < count; ++k) {
    const Arrays<S> one =
        arrays<S>({problem, states[static_cast<std::size_t>(k)], SolverRequest::none, in_path_rows}, sizes,
                  path_rows, H);
    for (std::size_t i = 0; i < in.size(); ++i) in[i].set(k, one.in[i]);
  }
  std::vector<Status> statuses(states.size());
  // Room for one state has n x n numbers: packs of large trees get none.
  std::optional<Arrays<S>> single;
  if (plugin_.description().lanes.of(scalar_of<S>) == 1 || layout_.n <= automatic_dense_limit)
    single.emplace(problem, sizes, path_rows);
  BatchCall<S> call{sizes, count, statuses.data(), single ? &*single : nullptr, {}, {}, path_rows};
  for (std::size_t i = 0; i < in.size(); ++i) call.in[i] = in[i].input();
  for (std::size_t i = 0; i < out.size(); ++i) call.out[i] = out[i].view();
  const AllocationCount allocations;
  requested->call_batch(problem, call);
  const std::uint64_t blocks = allocations.blocks();
  for (int k = 0; k < count; ++k) {
    Outcome<S>& answer = answers[static_cast<std::size_t>(k)];
    answer.status = statuses[static_cast<std::size_t>(k)];
    answer.allocations = k == 0 ? blocks : 0;
    take_outputs(answer, problem, sizes, path_rows, [&](std::size_t i) { return out[i].get(k); });
  }
  return answers;
}

Cost InProcess::count(const SolverRequest& question, const std::vector<std::string>& free) {
  const SharedArithmetic counted(plugin_, arithmetic_of<Counted>());
  Solver<Number>* requested = solver<Number>(counted_, Scalar::number);
  if (requested == nullptr) return {{Status::unsupported}, {}};
  const Counting counting(free);
  Cost cost = cost_of(call(*requested, layout_, question));
  cost.phases = counting.phases();
  return cost;
}

Outcome<Number> InProcess::in_digits(const SolverRequest& question, unsigned digits) {
  // Before more digits are prepared the memory of the others is given back: iterations take much of it.
  if (many_digits_ == nullptr || many_digits_->digits.digits() != digits) {
    many_digits_.reset();
    many_digits_ = std::make_unique<ManyDigits>(digits);
  }
  const std::unique_ptr<ManyDigits>& many = many_digits_;
  const SharedArithmetic arithmetic(plugin_, many->digits.arithmetic());
  try {
    if (many->prepared == nullptr) {
      solver<Number>(many->prepared, Scalar::number);
      many->digits.keep();
    }
    Solver<Number>* requested = solver<Number>(many->prepared, Scalar::number);
    if (requested == nullptr) return {{Status::unsupported}};
    many->digits.drop();
    return call(*requested, layout_, question);
  } catch (const std::bad_alloc&) {
    return {{Status::out_of_memory}};
  }
}

Outcome<Number> InProcess::in_arithmetic(const Arithmetic& arithmetic, const SolverRequest& question) {
  const SharedArithmetic shared(plugin_, arithmetic);
  std::unique_ptr<SolverBase> prepared;
  Solver<Number>* requested = solver<Number>(prepared, Scalar::number);
  if (requested == nullptr) return {{Status::unsupported}};
  return call(*requested, layout_, question);
}

/// In the arithmetic of T.
template <class T>
Outcome<T> InProcess::in(const Arithmetic& of_T, std::unique_ptr<SolverBase>& prepared,
                         const SolverRequest& question, const std::vector<T>& H) const {
  const SharedArithmetic arithmetic(plugin_, of_T);
  return guarded<T>([&]() -> Outcome<T> {
    Solver<Number>* requested = solver<Number>(prepared, Scalar::number);
    if (requested == nullptr) return {{Status::unsupported}};
    return converted<T>(call(*requested, layout_, question, numbers_of(H)), read<T>);
  });
}

Outcome<Field> InProcess::in_field(const SolverRequest& question, const std::vector<Field>& H) {
  return in<Field>(*field_arithmetic_, field_, question, H);
}

std::vector<Outcome<Field>> Worker::in_field_batch(Problem problem, const std::vector<State>& states,
                                                   const std::vector<Field>& H, bool path_rows) {
  std::vector<Outcome<Field>> answers;
  for (const State& state : states)
    answers.push_back(in_field({problem, state, SolverRequest::none, path_rows}, H));
  return answers;
}

std::vector<Outcome<Field>> InProcess::in_field_batch(Problem problem, const std::vector<State>& states,
                                                      const std::vector<Field>& H, bool path_rows) {
  const SharedArithmetic arithmetic(plugin_, *field_arithmetic_);
  Solver<Number>* requested = batch_solver<Number>(field_batch_);
  return converted<Field>(batch(requested, problem, states, numbers_of(H), path_rows), read<Field>);
}

Outcome<Degree> InProcess::in_degrees(const SolverRequest& question, const std::vector<Degree>& H) {
  return in<Degree>(arithmetic_of<Degree>(), degrees_, question, H);
}

}  // namespace kintree::suite
