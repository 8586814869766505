// Inverse and forward dynamics of trees of any size: exact answers, their certificate and the judge, in time
// and memory linear in the number of bodies.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kintree/oracle/judge.hpp"

namespace kintree::oracle {

/// The exact answers to one case, without H. Accelerations are found by refinement: the residual tau - C - H
/// x is formed in double-double, body by body, and what an elimination in double makes of it is added to x.
///
/// The digits are certified by a bound on the error that the last residual stands for (src/certificate.hpp),
/// which needs no trust in the elimination.
class TreeOracle final : public Oracle {
 public:
  /// Problems other than inverse and forward dynamics are not answered.
  TreeOracle(const Model& model, const State& state, const Wanted& wanted, std::uint64_t seed);
  ~TreeOracle() override;
  TreeOracle(TreeOracle&&) noexcept;

  bool answers(Problem problem) const override {
    return problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics;
  }
  std::string ill_posed(Problem problem) const override;
  /// With the backward error of accelerations: the residual of the result, entry by entry, relative to the
  /// magnitudes of its terms.
  Judgement judge(Problem problem, const std::vector<double>& result) const override;
  bool any_error_is_B(Problem problem) const override;
  std::vector<Real> exact(Problem problem) const override;
  double error(Problem problem, const std::vector<Real>& result,
               const std::vector<Real>& exact) const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kintree::oracle
