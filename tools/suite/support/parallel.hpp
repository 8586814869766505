// A loop on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace kintree::suite {

/// Calls work(thread, k) once for each k in 0..size - 1, thread being 0..threads - 1, and rethrows what one of them throws. A single
/// thread is that of the caller.
void in_parallel(int threads, std::uint64_t size,
                 const std::function<void(std::size_t thread, std::uint64_t k)>& work);

/// What MPFR keeps for a thread is lost if it is not given back before the thread ends (MPFR manual, Memory Handling): each
/// thread that computes has one of these.
struct ThreadMemory {
  ThreadMemory() = default;
  ThreadMemory(const ThreadMemory&) = delete;
  ThreadMemory& operator=(const ThreadMemory&) = delete;
  ~ThreadMemory();
};

}  // namespace kintree::suite
