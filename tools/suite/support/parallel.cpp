#include "suite/support/parallel.hpp"

#include <mpfr.h>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kintree::suite {

void in_parallel(int threads, std::uint64_t size,
                 const std::function<void(std::size_t thread, std::uint64_t k)>& work) {
  if (threads == 1) {
    for (std::uint64_t k = 0; k < size; ++k) work(0, k);
    return;
  }
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  {
    std::vector<std::jthread> pool;
    pool.reserve(static_cast<std::size_t>(threads));
    for (int t = 0; t < threads; ++t)
      pool.emplace_back([&, t] {
        const ThreadMemory memory;
        try {
          for (std::uint64_t k = next++; k < size; k = next++) work(static_cast<std::size_t>(t), k);
        } catch (...) {
          const std::lock_guard lock(mutex);
          failure = std::current_exception();
          next = size;
        }
      });
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

ThreadMemory::~ThreadMemory() {
  mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
}

}  // namespace kintree::suite
