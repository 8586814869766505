#include "ladder.hpp"

#include "kintree/oracle/limits.hpp"
#include "kintree/suite/worker.hpp"

namespace kintree::suite {

bool falls_with_roundoff(const Plugin& plugin, Problem problem, const Case& c,
                         const oracle::ProblemOracle& exact, double error_in_double) {
  const auto widened = Digits::read_all<oracle::ManyDigits>;
  InProcess worker(plugin, c.model, c.state.end_effectors);
  for (const int digits : {50, 100}) {
    const Outcome<Number> outcome = worker.in_digits({problem, c.state}, static_cast<unsigned>(digits));
    if (outcome.status.code != Status::ok) return false;
    const double error = exact.error(
        {widened(outcome.values), widened(outcome.D), widened(outcome.x), plugin.description().factor_form});
    if (!oracle::limits::falls_with_roundoff(error_in_double, error, digits)) return false;
  }
  return true;
}

}  // namespace kintree::suite
