// One of the functions of fuzz.hpp, KINTREE_FUZZED, as libFuzzer calls it.
#include <cstddef>
#include <cstdint>

#include "fuzz.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kintree::fuzz::KINTREE_FUZZED({reinterpret_cast<const char*>(data), size});
  return 0;
}
