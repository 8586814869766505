#pragma once

#include <atomic>
#include <thread>

#include "suite/timing/machine.hpp"

namespace kintree::suite::test {

/// Keeps a core busy as long as it lives.
class Busy {
 public:
  explicit Busy(int core)
      : thread_([this, core] {
          keep_to_core(core);
          while (!ended_) on_ = true;
        }) {
    while (!on_) std::this_thread::yield();
  }
  ~Busy() {
    ended_ = true;
    thread_.join();
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic<bool> on_ = false, ended_ = false;
  std::thread thread_;
};

}  // namespace kintree::suite::test
