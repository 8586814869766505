#include "allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace kintree::test {
namespace {

std::atomic<long> count{0};
std::atomic<const void*> kept{nullptr};

void* counted(void* memory) {
  ++count;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

long allocation_count() {
  return count;
}
void keep(const void* memory) {
  kept = memory;
}

}  // namespace kintree::test

// The other forms of the standard library end in these.
void* operator new(std::size_t size) {
  return kintree::test::counted(std::malloc(size > 0 ? size : 1));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  return kintree::test::counted(std::aligned_alloc(align, (size / align + 1) * align));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
