// One call of a solver: inputs in its scalar, outputs that are poisoned before, and the blocks of memory that it takes.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "kintree/plugin/calls.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "kintree/problems/problem.hpp"
#include "kintree/suite/allocations.hpp"
#include "kintree/suite/worker.hpp"

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

template <class S>
Outcome<S> poisoned(Problem problem, int n, int end_effectors) {
  Outcome<S> out;
  const std::array<std::vector<S>*, Quantities::most> vectors{&out.values, &out.D, &out.x};
  const Quantities& parts = outputs(problem);
  for (std::size_t k = 0; k < parts.size(); ++k)
    *vectors[k] = poison<S>(static_cast<int>(size(parts[k], n, end_effectors)));
  return out;
}

template <class S, class Solve>
void watch(Outcome<S>& out, Solve&& solve) {
  const AllocationCount count;
  out.status = solve();
  out.allocations = count.blocks();
}

/// The path rows of a model's matrices, to be filled.
template <class S>
struct PathMatrix {
  explicit PathMatrix(const PathRowLayout& layout)
      : numbers(poison<S>(static_cast<int>(layout.size()))), rows{numbers.data(), &layout} {}
  std::vector<S> numbers;
  PathRows<S> rows;
};

/// One call that answers in path rows, which are expanded.
template <class S>
Outcome<S> call_in_path_rows(Solver<S>& solver, const Layout& model, Problem problem,
                             const DynamicsInput<S>& in, const std::vector<S>& H) {
  const PathRowLayout layout(model.expanded_parent);
  const int n = model.n;
  PathMatrix<S> result(layout);
  Outcome<S> out = poisoned<S>(problem, n, 0);
  const MatrixView<S> dense{out.values.data(), n, n};
  if (!reads(problem, quantity::H)) {
    watch(out, [&] { return solver.mass_matrix_in_path_rows(in.q, result.rows); });
    expand_symmetric<S>(result.rows, dense);
    return out;
  }
  PathMatrix<S> given(layout);
  gather_lower<S>({H.data(), n, n}, given.rows);
  std::vector<S> D = poison<S>(n);
  watch(out, [&] {
    return solver.factorization_in_path_rows({in.q, given.rows, in.given},
                                             {result.rows, view(D), view(out.x)});
  });
  expand_lower<S>(result.rows, dense);
  std::fill(out.D.begin(), out.D.end(), S{});
  for (int k = 1; k <= n; ++k) MatrixView<S>{out.D.data(), n, n}(k, k) = view(D)(k);
  return out;
}

/// One call, from poisoned outputs on. `H`: the matrix of a factorization.
template <class S>
Outcome<S> call(Solver<S>& solver, const Layout& layout, const Question& question, const std::vector<S>& H) {
  const State& state = question.state;
  const int n = layout.n, rows = 6 * static_cast<int>(state.end_effectors.size());
  const std::vector<S> q = widened<S>(state.q), v = widened<S>(state.v),
                       given = widened<S>(reads(question.problem, quantity::qdd) ? state.qdd : state.tau);
  std::vector<Force<S>> f_ext;
  for (const Wrench& w : state.f_ext)
    f_ext.push_back({{S(w[0]), S(w[1]), S(w[2])}, {S(w[3]), S(w[4]), S(w[5])}});
  const CallInput<S> in{{view(q), view(v), view(given), f_ext.data()}, {H.data(), n, n}};

  if (question.path_rows) return call_in_path_rows(solver, layout, question.problem, in.state, H);
  Outcome<S> out = poisoned<S>(question.problem, n, rows / 6);
  const CallOutput<S> to{n, rows, {out.values.data(), out.D.data(), out.x.data()}};
  with_call<S>(question.problem, [&](auto call) { watch(out, [&] { return call(solver, in, to); }); });
  return out;
}
template <class S>
Outcome<S> call(Solver<S>& solver, const Layout& layout, const Question& question) {
  return call(solver, layout, question, widened<S>(question.H));
}

/// The outcome of a call in which the plugin reported that the model is outside its domain.
template <class S>
Outcome<S> outside(const OutsideDomain& reason) {
  Outcome<S> out{{Status::unsupported}};
  out.fault = {Reason::outside_domain, reason.what()};
  return out;
}

/// A call in double or float, in which a plugin may say that the model is outside its domain. Null: it is not built for S.
template <class S>
Outcome<S> ask(const Plugin& plugin, Solver<S>* asked, const Layout& layout, const Question& question) {
  if (asked == nullptr) return {{Status::unsupported}};
  try {
    Outcome<S> out = call(*asked, layout, question);
    const auto* wrapper = dynamic_cast<const WrapsLibrary*>(&plugin);
    if (wrapper != nullptr && wrapper->may_allocate()) out.allocations = 0;
    return out;
  } catch (const OutsideDomain& reason) {
    return outside<S>(reason);
  }
}

}  // namespace kintree::suite::calls
