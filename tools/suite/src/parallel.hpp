// A loop on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace kintree::suite {

/// Calls work(thread, k) once for each k in 0..size - 1, thread being 0..threads - 1, and rethrows what one of them throws.
void in_parallel(int threads, std::uint64_t size,
                 const std::function<void(std::size_t thread, std::uint64_t k)>& work);

}  // namespace kintree::suite
