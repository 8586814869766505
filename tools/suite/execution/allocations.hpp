// Counts what a stretch of code takes from the heap, on the calling thread, whichever library takes it: the suite's
// malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign stand before those of glibc in every program that
// links it, and operator new and Eigen end in these.
#pragma once

#include <cstdint>

namespace kintree::suite {

/// Counts from its construction on. May be nested.
class AllocationCount {
 public:
  AllocationCount();
  ~AllocationCount();
  AllocationCount(const AllocationCount&) = delete;
  AllocationCount& operator=(const AllocationCount&) = delete;

  /// So far. Blocks that are given back are not counted.
  std::uint64_t blocks() const;

  /// False where another allocator holds that place: without glibc, and under the sanitizers. There blocks() is 0.
  static bool possible();

 private:
  std::uint64_t before_;
};

}  // namespace kintree::suite
