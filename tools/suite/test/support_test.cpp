// What runs are made of: counted allocations, quantiles, folders of plugins, and the library of MPI.
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "counted.hpp"
#include "kintree/model/error.hpp"
#include "kintree/trees/random.hpp"
#include "suite/execution/allocations.hpp"
#include "suite/execution/ranks.hpp"
#include "suite/support/plugin_folders.hpp"
#include "suite/support/quantiles.hpp"

using namespace kintree;
using namespace kintree::suite;

BOOST_AUTO_TEST_CASE(allocations_of_this_thread_are_counted,
                     *boost::unit_test::precondition(allocations_can_be_counted)) {
  std::atomic<bool> go = false, gone = false;
  std::jthread other([&] {
    while (!go) std::this_thread::yield();
    void* volatile block = ::operator new(8);
    ::operator delete(block);
    gone = true;
  });
  std::uint64_t none = 0, all = 0;
  {
    const AllocationCount count;
    go = true;
    while (!gone) std::this_thread::yield();
    none = count.blocks();
    // Volatile, or the compiler leaves out unused code.
    void* volatile block = ::operator new(8);
    ::operator delete(block);
    block = ::operator new(64, std::align_val_t(64));
    ::operator delete(block, std::align_val_t(64));
    block = std::malloc(8);
    block = std::realloc(block, 16);
    std::free(block);
    block = std::calloc(2, 8);
    std::free(block);
    all = count.blocks();
  }
  BOOST_TEST(none == 0u);
  BOOST_TEST(all == 5u);
}

// As POSIX has it: a power of two, of pointers' sizes.
BOOST_AUTO_TEST_CASE(alignments_that_are_none_are_refused) {
  void* block = nullptr;
  for (const std::size_t alignment : {0u, 1u, 2u, 4u, 12u, 24u, 40u})
    BOOST_TEST(posix_memalign(&block, alignment, 8) == EINVAL, alignment);
  BOOST_TEST_REQUIRE(posix_memalign(&block, 64, 8) == 0);
  BOOST_TEST(reinterpret_cast<std::uintptr_t>(block) % 64 == 0u);
  std::free(block);
}

BOOST_AUTO_TEST_CASE(quantiles_are_those_of_the_values) {
  Quantiles q;
  for (int k = 1; k <= 10000; ++k) q.add(k);
  BOOST_TEST(q.count() == 10000u);
  for (const double p : {0.5, 0.9, 0.99, 0.999}) {
    const Quantile at = q.at(p);
    BOOST_TEST(std::abs(at.value - 10000 * p) <= 0.016 * 10000 * p);
    BOOST_TEST((at.low <= at.value && at.value <= at.high && at.high <= 10000));
  }
  BOOST_TEST(q.at(0.9999).high == std::numeric_limits<double>::infinity());  // rank 10001 of 10000
  BOOST_TEST(q.largest() == 10000);
  q.add(std::numeric_limits<double>::quiet_NaN());
  BOOST_TEST(q.largest() == std::numeric_limits<double>::infinity());
}

/// The interval holds in 95 % of samples. Among 1000 samples, 21 more or less are three standard deviations,
/// and bins are wider by 3 %.
BOOST_AUTO_TEST_CASE(quantiles_have_the_confidence_that_they_claim) {
  Generator generator = make_generator({word("quantiles")});
  int held = 0;
  for (int sample = 0; sample < 1000; ++sample) {
    Quantiles q;
    for (int k = 0; k < 2000; ++k) q.add(std::exp(uniform(generator, 0, 100)));  // every decade is as likely
    const Quantile at = q.at(0.9);
    held += at.low <= std::exp(90) && std::exp(90) <= at.high ? 1 : 0;
  }
  BOOST_TEST(held >= 950 - 21);
  BOOST_TEST(held <= 950 + 21 + 9);
}

BOOST_AUTO_TEST_CASE(folders_of_plugins_are_those_of_the_environment) {
  const auto folders = [](const char* path) {
    const char* const before = std::getenv("KINTREE_PLUGIN_PATH");
    const std::string kept = before != nullptr ? before : "";
    setenv("KINTREE_PLUGIN_PATH", path, 1);
    const std::vector<std::filesystem::path> found = plugin_folders({});
    BOOST_TEST((plugin_folders({"chosen"}) == std::vector<std::filesystem::path>{"chosen"}));
    if (before != nullptr)
      setenv("KINTREE_PLUGIN_PATH", kept.c_str(), 1);
    else
      unsetenv("KINTREE_PLUGIN_PATH");
    return found;
  };
  BOOST_TEST((folders("a:b/c") == std::vector<std::filesystem::path>{"a", "b/c"}));
  BOOST_TEST((folders(":a::b:") == std::vector<std::filesystem::path>{"a", "b"}));
}

BOOST_AUTO_TEST_CASE(ranks_without_their_library_are_refused) {
  BOOST_CHECK_EXCEPTION(ranks_of_launcher("/nowhere/libkintree_mpi.so"), InputError, [](const InputError& e) {
    return std::string(e.what()).starts_with(
        "/nowhere/libkintree_mpi.so: not there, but a launcher of MPI started this process; build Kintree");
  });
}
