// Assertions for GoogleTest: the answer of a library is as exact as the problem allows (verdict A or B).
#pragma once

#include <gtest/gtest.h>

#include "kintree/testing/exact.hpp"

namespace kintree::testing {

inline ::testing::AssertionResult is_exact(const std::string& model, const State& state,
                                           const std::string& problem, const Answer& answer) {
  const Judgement judgement = judge(model, state, problem, answer);
  return (judgement.passed ? ::testing::AssertionSuccess() : ::testing::AssertionFailure()) << judgement.text;
}

}  // namespace kintree::testing

/// The arguments are those of kintree::testing::judge().
#define KINTREE_EXPECT_EXACT(...) EXPECT_TRUE(::kintree::testing::is_exact(__VA_ARGS__))
#define KINTREE_ASSERT_EXACT(...) ASSERT_TRUE(::kintree::testing::is_exact(__VA_ARGS__))
