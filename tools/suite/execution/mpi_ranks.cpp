// The ranks of MPI, in a library of its own: a process that no launcher started never loads MPI.
#include <array>
#include <boost/dll/alias.hpp>
#include <boost/mpi.hpp>
#include <mutex>
#include <thread>

#include "suite/execution/ranks.hpp"

namespace kintree::suite {
namespace {

namespace mpi = boost::mpi;

// Messages consist of integers. A request has the number of cases and whether the rank leaves. An answer has
// the fields of a range, in their order.
using Request = std::array<std::int64_t, 2>;
using Answer = std::array<std::int64_t, 5>;
constexpr int request_tag = 1, answer_tag = 2;

class MpiRanks final : public Ranks {
 public:
  int rank() const override { return world_.rank(); }
  int size() const override { return world_.size(); }

  bool answer(const std::function<CaseRange(const Progress&)>& next,
              std::chrono::milliseconds patience) override {
    const auto until = std::chrono::steady_clock::now() + patience;
    auto waiting = world_.iprobe(mpi::any_source, request_tag);
    while (!waiting && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      waiting = world_.iprobe(mpi::any_source, request_tag);
    }
    if (!waiting) return false;
    Request request{};
    world_.recv(waiting->source(), request_tag, request.data(), static_cast<int>(request.size()));
    const CaseRange range = next({request[0], request[1] != 0});
    const Answer answer{range.first, range.count, range.part.rank, range.part.thread, range.run};
    world_.send(waiting->source(), answer_tag, answer.data(), static_cast<int>(answer.size()));
    return true;
  }

  CaseRange ask(const Progress& done) override {
    const std::lock_guard lock(mutex_);
    const Request request{done.cases, done.leaves ? 1 : 0};
    world_.send(0, request_tag, request.data(), static_cast<int>(request.size()));
    // MPI would wait with a processor of its own.
    while (!world_.iprobe(0, answer_tag)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Answer answer{};
    world_.recv(0, answer_tag, answer.data(), static_cast<int>(answer.size()));
    return {answer[0], answer[1], {answer[2], answer[3]}, answer[4]};
  }

  void abort(int exit_code) override {
    mpi::environment::abort(exit_code);
    std::_Exit(exit_code);
  }

 private:
  // Threads call MPI one at a time, so answers are not mixed up.
  // An error is printed before all ranks are ended: see Ranks::abort.
  mpi::environment environment_{mpi::threading::serialized, false};
  mpi::communicator world_;
  std::mutex mutex_;
};

std::unique_ptr<Ranks> mpi_ranks() {
  return std::make_unique<MpiRanks>();
}

}  // namespace
}  // namespace kintree::suite

BOOST_DLL_ALIAS(kintree::suite::mpi_ranks, kintree_mpi_ranks)
