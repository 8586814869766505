#include "data/failed_checks.hpp"

#include "data/typography.hpp"

namespace kintree::report {

std::string failure(const ReproducedClaim& claim) {
  return accepted(claim)
             ? std::string()
             : std::string(name(claim.verdict)) + ": theirs " + claim.theirs + ", ours " + claim.ours;
}

std::string failure(const CostGrowth& growth) {
  if (growth.verdict == Order::not_counted) return "not counted " + growth.detail;
  return growth.verdict != Order::higher ? std::string()
                                         : "grows with the power " + decimal(growth.exponent) + ", claimed " +
                                               std::to_string(growth.claimed);
}

std::string failure(const SmallTreesProof& proof) {
  return proof.wrong == 0 ? std::string()
                          : std::to_string(proof.wrong) + " trees are wrong, first " + proof.first_wrong;
}

std::string failure(const PowerCurve& power) {
  return power.false_alarms == 0 ? std::string() : plural(power.false_alarms, "false alarm");
}

std::string failure(const FieldPower& power) {
  if (power.trials == 0) return "no trial";
  const std::int64_t seen = power.trials - power.unseen;
  return power.flagged == seen ? std::string()
                               : grouped(power.flagged) + " of " + plural(seen, "error") + " flagged";
}

std::string failure(const FloatDigits& digits) {
  return digits.failed == 0 ? std::string() : plural(digits.failed, "answer") + " below the promise";
}

std::vector<FailedCheck> failed_checks(const Measurements& measured) {
  std::vector<FailedCheck> checks;
  const auto add = [&](const char* check, const char* place, const auto& rows, auto&& subject) {
    for (const auto& row : rows)
      if (const std::string why = failure(row); !why.empty()) {
        FailedCheck& failed = checks.emplace_back(FailedCheck{check, place, "", "", subject(row), why});
        if constexpr (requires { row.problem; })
          failed.plugin = row.plugin, failed.problem = std::string(name(row.problem));
      }
  };
  add("small trees", "trust.html#proofs", measured.proofs, [](const auto&) { return std::string(); });
  add("planted errors in the field", "trust.html#field-power", measured.field_power,
      [](const auto& power) { return power.planted; });
  add("planted errors", "trust.html#power", measured.power, [](const auto& power) { return power.planted; });
  add("float", "accuracy.html#float", measured.float_digits,
      [](const auto& digits) { return digits.tree + ", κ of 1e" + std::to_string(digits.decade); });
  add("operations", "cost.html#cost", measured.costs, [](const auto& cost) { return cost.tree; });
  add("growth", "cost.html#growth", measured.growth, [](const auto& growth) { return growth.size; });
  add("claims", "papers.html#claims", measured.claims,
      [](const auto& claim) { return claim.paper + ": " + claim.id; });
  return checks;
}

}  // namespace kintree::report
