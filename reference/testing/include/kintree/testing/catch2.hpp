// Assertions for Catch2, version 2 or 3: the answer of a library is as exact as the problem allows (verdict A or B).
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include "kintree/testing/exact.hpp"

#define KINTREE_INTERNAL_EXACT(check, ...)                                                  \
  do {                                                                                      \
    const ::kintree::testing::Judgement judgement = ::kintree::testing::judge(__VA_ARGS__); \
    INFO(judgement.text);                                                                   \
    check(judgement.passed);                                                                \
  } while (false)

/// The arguments are those of kintree::testing::judge().
#define KINTREE_EXPECT_EXACT(...) KINTREE_INTERNAL_EXACT(CHECK, __VA_ARGS__)
#define KINTREE_ASSERT_EXACT(...) KINTREE_INTERNAL_EXACT(REQUIRE, __VA_ARGS__)
