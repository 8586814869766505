// One call of a solver: inputs in its scalar, outputs that are poisoned before, and the blocks of memory that it takes.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/plugin/solver.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "kintree/problems/problem.hpp"
#include "suite/execution/allocations.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite::calls {

template <class S>
VectorView<const S> view(const std::vector<S>& values) {
  return {values.data(), static_cast<int>(values.size())};
}
template <class S>
VectorView<S> view(std::vector<S>& values) {
  return {values.data(), static_cast<int>(values.size())};
}

/// A result that is left out must not look like one.
template <class S>
std::vector<S> poison(int size) {
  return std::vector<S>(static_cast<std::size_t>(size), S(std::numeric_limits<double>::quiet_NaN()));
}

/// The exact inputs, in S.
template <class S>
std::vector<S> widened(const std::vector<double>& values) {
  std::vector<S> result;
  result.reserve(values.size());
  for (const double x : values) result.push_back(S(x));
  return result;
}

/// Inputs in S, and outputs that are poisoned. `H`: the matrix of the request.
template <class S>
Arrays<S> arrays(const SolverRequest& question, const Sizes& sizes, const PathRowLayout* path_rows,
                 const std::vector<S>& H) {
  Arrays<S> result(question.problem, sizes, path_rows);
  const Quantities& reads = info(question.problem).reads;
  for (std::size_t k = 0; k < reads.size(); ++k)
    if (reads[k] != quantity::H)
      result.in[k] = widened<S>(numbers(question.state, reads[k]));
    else if (path_rows == nullptr)
      result.in[k] = H;
    else
      gather_lower<S>({H.data(), sizes.n, sizes.n}, {result.in[k].data(), path_rows});
  for (std::vector<S>& numbers : result.out) numbers = poison<S>(static_cast<int>(numbers.size()));
  return result;
}

/// An output in path rows as a dense matrix; the numbers of another as they are.
template <class S>
std::vector<S> dense(std::vector<S> numbers, const Quantity& quantity, const Sizes& sizes,
                     const PathRowLayout* path_rows) {
  if (path_rows == nullptr || quantity.is_vector()) return numbers;
  const int n = sizes.n;
  std::vector<S> result(size(quantity, sizes));
  const MatrixView<S> matrix{result.data(), n, n};
  if (quantity.symmetry == Symmetry::joint_blocks)
    for (int k = 1; k <= n; ++k) matrix(k, k) = view(numbers)(k);
  else if (quantity.symmetry == Symmetry::symmetric)
    expand_symmetric<S>({numbers.data(), path_rows}, matrix);
  else
    expand_lower<S>({numbers.data(), path_rows}, matrix);
  return result;
}

/// Sets the outcome to the outputs, output(k) of each in the order of the description.
template <class S>
void take_outputs(Outcome<S>& outcome, Problem problem, const Sizes& sizes, const PathRowLayout* path_rows,
                  const auto& output) {
  const Quantities& returns = outputs(problem);
  for (std::size_t k = 0; k < returns.size(); ++k)
    outcome.outputs[k] = dense<S>(output(k), returns[k], sizes, path_rows);
}

/// One call, from poisoned outputs on. `H`: the matrix of a factorization.
template <class S>
Outcome<S> call(Solver<S>& solver, const Layout& layout, const SolverRequest& question,
                const std::vector<S>& H) {
  const Sizes sizes = sizes_of(layout, question.state.end_effectors.size());
  std::optional<PathRowLayout> rows;
  if (question.path_rows) rows.emplace(layout.expanded_parent);
  const PathRowLayout* const path_rows = rows ? &*rows : nullptr;
  Arrays<S> of = arrays(question, sizes, path_rows, H);
  const Call<S> arguments = of.call(sizes, path_rows);
  Outcome<S> out;
  const AllocationCount count;
  out.status = solver.call(question.problem, arguments);
  out.allocations = count.blocks();
  take_outputs(out, question.problem, sizes, path_rows, [&](std::size_t k) { return std::move(of.out[k]); });
  return out;
}
template <class S>
Outcome<S> call(Solver<S>& solver, const Layout& layout, const SolverRequest& question) {
  return call(solver, layout, question, widened<S>(question.H));
}

/// The outcome of a call in which the plugin reported that the model is outside its domain.
template <class S>
Outcome<S> outside(const OutsideDomain& reason) {
  Outcome<S> out{{Status::unsupported}};
  out.fault = {Reason::outside_domain, reason.what()};
  return out;
}

/// The outcome of `answer`, in which a plugin is prepared and called. It may report that the model is outside
/// its domain. Another exception of its own is an error of this answer, and the run goes on.
template <class S>
Outcome<S> guarded(const auto& answer) {
  try {
    return answer();
  } catch (const OutsideDomain& reason) {
    return outside<S>(reason);
  } catch (const InputError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    Outcome<S> out{{Status::crashed}};
    out.fault = {Reason::reports_error, "it throws " + printable(error.what(), 200)};
    return out;
  }
}

/// A call in double or float. `requested`: null if the plugin is not built for S.
template <class S>
Outcome<S> ask(const Plugin& plugin, Solver<S>* requested, const Layout& layout,
               const SolverRequest& question) {
  if (requested == nullptr) return {{Status::unsupported}};
  Outcome<S> out = call(*requested, layout, question);
  const auto* wrapper = dynamic_cast<const WrapsLibrary*>(&plugin);
  if (wrapper != nullptr && wrapper->may_allocate()) out.allocations = 0;
  return out;
}

}  // namespace kintree::suite::calls
