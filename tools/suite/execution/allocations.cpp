#include "suite/execution/allocations.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define KINTREE_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KINTREE_SANITIZED
#endif

namespace {

struct Counter {
  int active;
  std::uint64_t blocks;
};
/// Must not be allocated when it is first used: malloc uses it.
[[gnu::tls_model("initial-exec")]] constinit thread_local Counter counter{};

}  // namespace

#if defined(__GLIBC__) && !defined(KINTREE_SANITIZED)

extern "C" {

// glibc's own, under the names that it keeps for this purpose.
void* __libc_malloc(std::size_t);                 // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void*, std::size_t);         // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept {
  if (counter.active != 0) ++counter.blocks;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  if (counter.active != 0) ++counter.blocks;
  return __libc_calloc(count, size);
}

void* realloc(void* block, std::size_t size) noexcept {
  if (counter.active != 0) ++counter.blocks;
  return __libc_realloc(block, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  if (counter.active != 0) ++counter.blocks;
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void* const taken = memalign(alignment, size);
  if (taken == nullptr) return ENOMEM;
  *block = taken;
  return 0;
}

}  // extern "C"

bool kintree::suite::AllocationCount::possible() {
  return true;
}

#else

bool kintree::suite::AllocationCount::possible() {
  return false;
}

#endif

namespace kintree::suite {

AllocationCount::AllocationCount() : before_(counter.blocks) {
  ++counter.active;
}

AllocationCount::~AllocationCount() {
  --counter.active;
}

std::uint64_t AllocationCount::blocks() const {
  return counter.blocks - before_;
}

}  // namespace kintree::suite
