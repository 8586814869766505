// A loop on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace kintree::suite {

/// Calls work(thread, k) once for each k in 0..size - 1, with thread in 0..threads - 1, and rethrows an
/// exception of one of them. A single thread is that of the caller.
void in_parallel(int threads, std::uint64_t size,
                 const std::function<void(std::size_t thread, std::uint64_t k)>& work);

/// Frees the memory that MPFR keeps for a thread, which is lost if the thread ends first (MPFR manual, Memory
/// Handling). Each thread that computes has one of these.
struct ThreadMemory {
  ThreadMemory() = default;
  ThreadMemory(const ThreadMemory&) = delete;
  ThreadMemory& operator=(const ThreadMemory&) = delete;
  ~ThreadMemory();
};

}  // namespace kintree::suite
