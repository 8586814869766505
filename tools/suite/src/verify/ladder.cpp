#include "ladder.hpp"

#include <mutex>

#include "kintree/algebra/multiprecision.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/suite/call.hpp"

namespace kintree::suite {
namespace {

/// The precision of multiprecision numbers is one for the process: whoever changes it is alone.
std::mutex precision;

std::vector<oracle::ManyDigits> widened(const std::vector<Multiprecision>& numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

bool falls_with_roundoff(const Plugin& plugin, Problem problem, const Case& c,
                         const oracle::ProblemOracle& exact, double error_in_double) {
  for (const int digits : {50, 100}) {
    Outcome<Multiprecision> outcome;
    {
      const std::lock_guard alone(precision);
      const PrecisionScope scope(static_cast<unsigned>(digits));
      plugin.set_digits(static_cast<unsigned>(digits));
      Caller<Multiprecision> caller(c.model,
                                    plugin.prepare(c.model, c.state.end_effectors, Scalar::multiprecision));
      if (!caller.ready()) return false;
      outcome = caller.call(problem, c.state);
    }
    if (outcome.status.code != Status::ok) return false;
    const double error = exact.error(
        {widened(outcome.values), widened(outcome.D), widened(outcome.x), plugin.description().factor_form});
    if (!oracle::limits::falls_with_roundoff(error_in_double, error, digits)) return false;
  }
  return true;
}

}  // namespace kintree::suite
