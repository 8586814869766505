// Counts the blocks that a stretch of code takes from the heap on the calling thread, in any library. The
// suite defines malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign, which replace those of
// glibc in every program that links it. operator new and Eigen call these functions.
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

  /// Returns false if another allocator replaces that of glibc: without glibc, and with the sanitizers. Then
  /// blocks() is 0.
  static bool possible();

 private:
  std::uint64_t before_;
};

}  // namespace kintree::suite
