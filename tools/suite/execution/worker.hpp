// The interface through which the suite calls a plugin: in double, in float, counted, in many digits, or in a
// finite field. One implementation calls it in this process, another communicates with a process of its own.
// Callers do not know the difference.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kintree/arithmetic/digits.hpp"
#include "kintree/model/degree.hpp"
#include "kintree/model/field.hpp"
#include "kintree/model/finding.hpp"
#include "kintree/model/format.hpp"
#include "kintree/numbers/number.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/problems/quantity.hpp"

namespace kintree::suite {

/// In which a plugin computes for answers of this format.
constexpr Scalar scalar(Format format) {
  return format == Format::binary64 ? Scalar::double_precision : Scalar::single_precision;
}

/// Why there is no answer that could be judged, though one was owed.
struct Fault {
  Reason reason = Reason::none;
  std::string detail = {};

  explicit operator bool() const { return reason != Reason::none; }
};

/// The end of a call. Numbers that the plugin did not write are NaN.
template <class S>
struct Outcome {
  Status status = {};
  /// In the order of the problem's description; matrices row by row.
  std::array<std::vector<S>, Quantities::most> outputs = {};
  /// Blocks that the plugin took from the heap for the call, see AllocationCount. The first outcome of a
  /// batch has the number for the whole batch.
  std::uint64_t allocations = 0;
  Fault fault = {};
};

/// The cost of an answer.
struct Cost {
  Status status;
  std::vector<PhaseCost> phases;
  std::int64_t depth = 0;  ///< T_inf: operations on the longest chain behind any number of the result
  std::array<std::vector<double>, Quantities::most> outputs = {};  ///< of the counted run

  Operations operations() const { return total(phases); }
};

/// A problem about one state of the worker's model. `H` (n x n, row by row) is the input of a factorization,
/// whose right side is state.tau. In path rows it may be passed to plugins whose claim declares them; the
/// outcome is dense in any case.
struct SolverRequest {
  Problem problem;
  const State& state;
  const std::vector<double>& H = none;
  bool path_rows = false;

  static inline const std::vector<double> none;
};

/// A plugin, prepared for one model and its end-effectors, which answers requests about its states. A scalar
/// that the plugin is not built for is `unsupported`. Counts, digits, other arithmetics and degrees need a plugin
/// that is a template, and are `unsupported` unless a worker overrides them. A worker serves one thread at a time.
class Worker {
 public:
  virtual ~Worker() = default;

  virtual Outcome<double> in_double(const SolverRequest& question) = 0;
  virtual Outcome<float> in_float(const SolverRequest& question) = 0;
  /// In the format. The numbers of the request must be numbers of it; those of the answer are widened to
  /// double.
  Outcome<double> in_format(Format format, const SolverRequest& question);
  /// The same for several requests, one after the other. A plugin in another process gets them all at once.
  virtual std::vector<Outcome<double>> in_turn(Format format, const std::vector<SolverRequest>& questions);
  /// All states (of the same H, if it is a factorization) by one call of the batch entry; one answer a state.
  virtual std::vector<Outcome<double>> in_batch(Format format, Problem problem,
                                                const std::vector<State>& states,
                                                const std::vector<double>& H) = 0;
  /// The mass matrices of all states by one call of the batch entry in path rows, expanded, of a plugin that computes in packs and
  /// has them.
  virtual std::vector<Outcome<double>> in_batch_of_path_rows(Format format, const std::vector<State>& states);
  /// Operations in phases whose names are in `free` are not counted.
  virtual Cost count(const SolverRequest& /*question*/, const std::vector<std::string>& /*free*/) {
    return {{Status::unsupported}, {}};
  }
  /// In so many decimal digits. Digits::read reads the numbers, which are valid until the next request in
  /// digits.
  virtual Outcome<Number> in_digits(const SolverRequest& /*question*/, unsigned /*digits*/) {
    return {{Status::unsupported}};
  }
  /// Returns true if the plugin can compute in the finite field.
  virtual bool has_field() const = 0;
  /// In the finite field, at the FieldPoint of this thread, which must be the same for every request. `H`:
  /// that of the request, in the field.
  virtual Outcome<Field> in_field(const SolverRequest& question, const std::vector<Field>& H = {}) = 0;
  /// As in_batch, or as in_batch_of_path_rows, in the field. The plugin's description must list packs of
  /// Number.
  virtual std::vector<Outcome<Field>> in_field_batch(Problem problem, const std::vector<State>& states,
                                                     const std::vector<Field>& H, bool path_rows);
  /// In the arithmetic, by a solver prepared for this request alone. The numbers are valid as long as the
  /// arithmetic's context exists.
  virtual Outcome<Number> in_arithmetic(const Arithmetic& /*arithmetic*/, const SolverRequest& /*question*/) {
    return {{Status::unsupported}};
  }
  /// Returns bounds of the degrees of its formulas. `H`: that of the request.
  virtual Outcome<Degree> in_degrees(const SolverRequest& /*question*/,
                                     const std::vector<Degree>& /*H*/ = {}) {
    return {{Status::unsupported}};
  }
};

/// A plugin that this process does not call makes its own workers.
class WorkerSource {
 public:
  virtual ~WorkerSource() = default;
  virtual std::unique_ptr<Worker> worker(Model model, std::vector<EndEffector> end_effectors) const = 0;
};

/// The plugin must outlive it.
std::unique_ptr<Worker> worker_of(const Plugin& plugin, Model model, std::vector<EndEffector> end_effectors);

/// Calls the plugin in this process and on the caller's thread. It prepares the plugin for a scalar at the
/// first request in it, and keeps the solver.
class InProcess final : public Worker {
 public:
  /// The plugin must outlive it.
  InProcess(const Plugin& plugin, Model model, std::vector<EndEffector> end_effectors);
  ~InProcess() override;

  Outcome<double> in_double(const SolverRequest& question) override;
  Outcome<float> in_float(const SolverRequest& question) override;
  std::vector<Outcome<double>> in_batch_of_path_rows(Format format,
                                                     const std::vector<State>& states) override;
  std::vector<Outcome<double>> in_batch(Format format, Problem problem, const std::vector<State>& states,
                                        const std::vector<double>& H) override;
  Cost count(const SolverRequest& question, const std::vector<std::string>& free) override;
  Outcome<Number> in_digits(const SolverRequest& question, unsigned digits) override;
  bool has_field() const override { return plugin_.description().built_for(Scalar::number); }
  Outcome<Field> in_field(const SolverRequest& question, const std::vector<Field>& H = {}) override;
  std::vector<Outcome<Field>> in_field_batch(Problem problem, const std::vector<State>& states,
                                             const std::vector<Field>& H, bool path_rows) override;
  /// From now on computes in another arithmetic of fields, which must outlive it: one with a planted error.
  /// Must be called before the first request in the field.
  void compute_fields_in(const Arithmetic& arithmetic) { field_arithmetic_ = &arithmetic; }
  Outcome<Number> in_arithmetic(const Arithmetic& arithmetic, const SolverRequest& question) override;
  Outcome<Degree> in_degrees(const SolverRequest& question, const std::vector<Degree>& H = {}) override;

 private:
  struct ManyDigits;

  template <class S>
  Solver<S>* solver(std::unique_ptr<SolverBase>& prepared, Scalar scalar) const;
  template <class S>
  Solver<S>* batch_solver(std::unique_ptr<SolverBase>& prepared) const;
  template <class S>
  std::vector<Outcome<S>> batch(Solver<S>* requested, Problem problem, const std::vector<State>& states,
                                const std::vector<S>& H, bool in_path_rows) const;

  const Plugin& plugin_;
  Model model_;
  std::vector<EndEffector> end_effectors_;
  Layout layout_;
  template <class T>
  Outcome<T> in(const Arithmetic& arithmetic, std::unique_ptr<SolverBase>& prepared,
                const SolverRequest& question, const std::vector<T>& H) const;

  std::unique_ptr<SolverBase> double_, float_, double_batch_, float_batch_, counted_, field_, field_batch_,
      degrees_;
  const Arithmetic* field_arithmetic_;
  std::unique_ptr<ManyDigits> many_digits_;  ///< of the digits of the last request in digits
};

}  // namespace kintree::suite
