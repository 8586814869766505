#include "ladder.hpp"

#include <mutex>

#include "kintree/oracle/limits.hpp"
#include "kintree/suite/worker.hpp"

namespace kintree::suite {
namespace {

/// The precision of multiprecision numbers is one for the process: whoever changes it is alone.
std::mutex precision;

/// Of an answer in many digits; `exact` has still more.
double error_of(const Outcome<Number>& outcome, const Plugin& plugin, Problem problem,
                const oracle::Oracle& judge, const std::vector<oracle::Real>& exact) {
  const auto real = Digits::read_all<oracle::Real>;
  if (problem != Problem::factorization) return judge.error(problem, real(outcome.values), exact);
  return dynamic_cast<const oracle::DenseOracle&>(judge).error_of_factors(
      real(outcome.values), real(outcome.D), real(outcome.x),
      plugin.description().factor_form == FactorForm::LtDL);
}

}  // namespace

bool falls_with_roundoff(const Plugin& plugin, Problem problem, const Case& c, const oracle::Oracle& judge,
                         double error_in_double) {
  const std::lock_guard alone(precision);
  const oracle::Digits exact_digits(120);
  std::vector<oracle::Real> exact;
  if (problem != Problem::factorization) exact = judge.exact(problem);
  InProcess worker(plugin, c.model, c.state.end_effectors);
  for (const int digits : {50, 100}) {
    const Outcome<Number> outcome = worker.in_digits({problem, c.state}, static_cast<unsigned>(digits));
    if (outcome.status.code != Status::ok) return false;
    if (!oracle::limits::falls_with_roundoff(error_in_double,
                                             error_of(outcome, plugin, problem, judge, exact), digits))
      return false;
  }
  return true;
}

}  // namespace kintree::suite
