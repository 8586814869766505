#pragma once

#include "kintree/oracle/oracle.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// The outputs of a call, as the judges take them.
template <class S>
oracle::AnswerIn<S> answer_of(const Outcome<S>& outcome, const Description& plugin) {
  return {outcome.outputs, plugin.factor_form, plugin.factors_the_model};
}

}  // namespace kintree::suite
