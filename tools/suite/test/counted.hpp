// Tests of counted allocations do not run under sanitizers, whose allocators replace the one that counts.
#pragma once

#include <boost/test/unit_test.hpp>

#include "suite/execution/allocations.hpp"

namespace kintree::suite {

/// For the decorator boost::unit_test::precondition.
inline boost::test_tools::assertion_result allocations_can_be_counted(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result possible(AllocationCount::possible());
  possible.message() << "another allocator is in the place of the counting one";
  return possible;
}

}  // namespace kintree::suite
