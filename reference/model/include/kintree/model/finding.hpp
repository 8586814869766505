// The outcome of one problem of one case for a plugin, and the reason for it: enumerators, with words for
// readers.
#pragma once

#include <array>
#include <limits>
#include <string_view>

namespace kintree {

/// The outcome of a request.
enum class ResultStatus {
  judged,       ///< the plugin gave an answer, which was judged
  breakdown,    ///< the algorithm met a pivot that is not positive
  unsupported,  ///< the problem was not requested; the reason tells why
  crashed,      ///< the plugin's process ended
  timed_out,    ///< no answer in the time allowed
};

inline constexpr std::array<std::string_view, 5> result_status_names{"judged", "breakdown", "unsupported",
                                                                     "crashed", "timed_out"};

constexpr std::string_view name(ResultStatus standing) {
  return result_status_names[static_cast<std::size_t>(standing)];
}

/// The result of the check in the finite field: is the answer in this case equal to the exact one?
enum class FieldCheck {
  not_asked,
  proved,       ///< equal in every entry
  wrong,        ///< not equal
  not_askable,  ///< it has answers in double alone, or takes roots of roots, which the field may not have
};

inline constexpr std::array<std::string_view, 4> field_check_names{"not_asked", "proved", "wrong",
                                                                   "not_askable"};

constexpr std::string_view name(FieldCheck right) {
  return field_check_names[static_cast<std::size_t>(right)];
}

/// The accuracy of an answer, in the problem's unit-free norm. NaN if nothing could be measured.
struct Accuracy {
  double error = std::numeric_limits<double>::quiet_NaN();  ///< relative
  double sigma = std::numeric_limits<double>::quiet_NaN();  ///< inherent uncertainty
  double alpha = std::numeric_limits<double>::quiet_NaN();  ///< error / unavoidable error
  double limit = std::numeric_limits<double>::quiet_NaN();  ///< the error that the verdict's bound allows
  /// The residual of the answer, entry by entry, relative to the magnitudes of its terms. Only for accelerations
  /// that the tree oracle judges.
  double backward_error = std::numeric_limits<double>::quiet_NaN();
  int certified_digits = 0;  ///< of the exact answer

  friend bool operator==(const Accuracy&, const Accuracy&) = default;
};

/// The reason why a problem was not requested, or why an answer failed or got a lesser verdict than A or B.
enum class Reason {
  none,
  // The problem was not requested.
  outside_domain,
  not_built,    ///< for the requested scalar
  too_large,    ///< for the oracle that answers this problem
  ill_posed,    ///< the exact answer is not determined by inputs in double
  not_checked,  ///< a count: the answer cannot be compared with the exact one in a finite field
  // There is no answer to judge.
  not_solved,  ///< the plugin claims the problem but does not solve it
  crashed,
  exits,             ///< with an exit code, and without an answer
  leaves_processes,  ///< when it has ended
  out_of_memory,
  timed_out,
  endless_output,
  truncated,
  stray_output,  ///< a line that is no answer
  garbled,       ///< an answer that is not of the protocol
  reports_error,
  // The answer is wrong, however accurate it is.
  not_equal,  ///< to the exact answer in a finite field
  wrong_size,
  not_finite,
  not_repeatable,    ///< the same request, repeated after others, had another answer
  differs_in_batch,  ///< the batch entry gives another answer than the single one
  allocates,         ///< `solve` took memory from the heap
  not_triangular,
  not_block_diagonal,
  wrong_product,   ///< of the factors
  wrong_residual,  ///< of the solution
  // The answer is not accurate enough.
  breakdown,
  no_scale,  ///< nothing finite to measure the error by
  beyond_bounds,
  bound_says_nothing,  ///< the bound of B allows any error
  // The answer itself may be right, but another result is wrong.
  below_promise,
  wrong_breakdown,  ///< for a singular neighbour of the case
  wrong_rank,       ///< for a neighbour whose J has rows of zeros
  wrong_cost,
  oracle_not_the_image,  ///< the oracle contradicts itself
};

struct ReasonInfo {
  Reason reason;
  std::string_view name;
  std::string_view words;
};

/// In the order of the enumerators.
inline constexpr std::array<ReasonInfo, 36> reasons{{
    {Reason::none, "none", ""},
    {Reason::outside_domain, "outside_domain", "outside the domain"},
    {Reason::not_built, "not_built", "not built for this scalar"},
    {Reason::too_large, "too_large", "too large for the dense oracle; --oracle dense answers it, slowly"},
    {Reason::ill_posed, "ill_posed", "ill-posed"},
    {Reason::not_checked, "not_checked", "the answer of the counted run could not be checked"},
    {Reason::not_solved, "not_solved", "claims the problem, but does not solve it"},
    {Reason::crashed, "crashed", "the plugin crashed"},
    {Reason::exits, "exits", "the plugin ends its process"},
    {Reason::leaves_processes, "leaves_processes", "the plugin ends its process and leaves others behind"},
    {Reason::out_of_memory, "out_of_memory", "the plugin runs out of memory"},
    {Reason::timed_out, "timed_out", "no answer in the time allowed"},
    {Reason::endless_output, "endless_output", "a line longer than any answer"},
    {Reason::truncated, "truncated", "the answer ends in the middle of a line"},
    {Reason::stray_output, "stray_output", "the plugin prints on its standard output what is no answer"},
    {Reason::garbled, "garbled", "an answer that is not of the protocol"},
    {Reason::reports_error, "reports_error", "the plugin reports an error"},
    {Reason::not_equal, "not_equal", "not equal to the exact answer in a finite field"},
    {Reason::wrong_size, "wrong_size", "wrong size"},
    {Reason::not_finite, "not_finite", "not finite"},
    {Reason::not_repeatable, "not_repeatable", "another answer to the same question, after other questions"},
    {Reason::differs_in_batch, "differs_in_batch",
     "another answer by the batch entry than by the single one"},
    {Reason::allocates, "allocates", "the call allocates memory"},
    {Reason::not_triangular, "not_triangular", "L is not lower triangular"},
    {Reason::not_block_diagonal, "not_block_diagonal", "D is not symmetric and block-diagonal by joints"},
    {Reason::wrong_product, "wrong_product",
     "the product of the factors is not H within the componentwise bound"},
    {Reason::wrong_residual, "wrong_residual",
     "the residual of the solution exceeds the componentwise bound"},
    {Reason::breakdown, "breakdown", "a pivot is not positive"},
    {Reason::no_scale, "no_scale", "there is no scale to measure the error by"},
    {Reason::beyond_bounds, "beyond_bounds", "the error is beyond what the problem and the method allow"},
    {Reason::bound_says_nothing, "bound_says_nothing", "the bound of B allows any error here"},
    {Reason::below_promise, "below_promise", "worse than promised"},
    {Reason::wrong_breakdown, "wrong_breakdown", "a wrong breakdown in a singular neighbour of the case"},
    {Reason::wrong_rank, "wrong_rank",
     "a wrong status for a neighbour of the case whose Jacobian has rows of zeros"},
    {Reason::wrong_cost, "wrong_cost", "the count contradicts the plugin's formula"},
    {Reason::oracle_not_the_image, "oracle_not_the_image",
     "the oracle's own answers are not each other's images"},
}};

static_assert([] {
  for (std::size_t i = 0; i < reasons.size(); ++i)
    if (static_cast<std::size_t>(reasons[i].reason) != i) return false;
  return true;
}());

/// The consequence of a failure for a user who relies on the plugin, from the best to the worst.
enum class Harm {
  none,
  beside,   ///< the answer may be right, but something that is promised besides is not kept
  crashed,  ///< no answer, and no process
  refused,  ///< no answer, or one that is recognized as invalid
  silent,   ///< an answer that looks like one and is wrong
};
inline constexpr std::array<std::string_view, 5> harm_names{"none", "beside the answer", "crashed", "refused",
                                                            "silently wrong"};

constexpr std::string_view name(Harm harm) {
  return harm_names[static_cast<std::size_t>(harm)];
}

constexpr Harm harm(Reason reason) {
  switch (reason) {
    case Reason::none:
    case Reason::outside_domain:
    case Reason::not_built:
    case Reason::too_large:
    case Reason::ill_posed:
    case Reason::bound_says_nothing:
      return Harm::none;
    case Reason::below_promise:
    case Reason::allocates:
    case Reason::wrong_cost:
    case Reason::not_checked:
      return Harm::beside;
    case Reason::crashed:
    case Reason::exits:
    case Reason::leaves_processes:
    case Reason::out_of_memory:
    case Reason::timed_out:
      return Harm::crashed;
    case Reason::not_solved:
    case Reason::endless_output:
    case Reason::truncated:
    case Reason::stray_output:
    case Reason::garbled:
    case Reason::reports_error:
    case Reason::wrong_size:
    case Reason::not_finite:
    case Reason::breakdown:
      return Harm::refused;
    default:
      return Harm::silent;
  }
}

constexpr std::string_view name(Reason reason) {
  return reasons[static_cast<std::size_t>(reason)].name;
}
/// The reason in words, without the details of one answer (which joint, how many operations).
constexpr std::string_view to_string(Reason reason) {
  return reasons[static_cast<std::size_t>(reason)].words;
}

}  // namespace kintree
