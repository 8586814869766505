// Counts what a program allocates with operator new, in all its forms. allocations.cpp is one of the
// program's sources.
#pragma once

#include <boost/test/unit_test.hpp>
#include <vector>

namespace kintree::test {

/// The number of allocations since the program began.
long allocation_count();

/// Keeps the compiler from leaving out an allocation that nothing reads.
void keep(const void* memory);

/// Checks that `call` allocates nothing, and that the counter sees allocations.
template <class Call>
void check_allocates_nothing(Call call) {
  const long start = allocation_count();
  {
    const std::vector<double> proof(3);
    keep(proof.data());
  }
  const long before = allocation_count();
  call();
  const long after = allocation_count();
  BOOST_TEST(before == start + 1, "the counter does not see a vector");
  BOOST_TEST(after == before, "allocations: " << after - before);
}

}  // namespace kintree::test
