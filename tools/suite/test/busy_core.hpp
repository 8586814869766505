#pragma once

#include <atomic>
#include <thread>

#include "suite/timing/machine.hpp"

namespace kintree::suite::test {

/// Keeps a core busy as long as it lives.
class BusyCore {
 public:
  explicit BusyCore(int core)
      : thread_([this, core] {
          keep_to_core(core);
          while (!ended_) on_ = true;
        }) {
    while (!on_) std::this_thread::yield();
  }
  ~BusyCore() {
    ended_ = true;
    thread_.join();
  }
  BusyCore(const BusyCore&) = delete;
  BusyCore& operator=(const BusyCore&) = delete;

 private:
  std::atomic<bool> on_ = false, ended_ = false;
  std::thread thread_;
};

}  // namespace kintree::suite::test
