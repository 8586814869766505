// A plugin that wraps somebody else's library is called in processes of its own, one after the other, which die with what they crash.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "child.hpp"
#include "contestant.hpp"

namespace kintree::suite {
namespace {

struct Reply {
  Sample sample;
  double timed_processor, timed_wall;  ///< of the stretch that was timed [ns]
  double own_processor;                ///< all that the process took since its last reply [ns]
  std::int64_t switches;               ///< since then
  std::array<char, 256> failure;       ///< empty: none

  std::string why() const { return {failure.data(), strnlen(failure.data(), failure.size())}; }
};

/// What the child does.
void answer(const Child::Line& line, Contestant& contestant, std::uint64_t seed) {
  const Counters counters;  // those of the parent count the parent
  double processor = 0;
  std::int64_t switches = involuntary_switches();
  Reply reply{};
  const auto send = [&] {
    const std::string why = contestant.failure();
    reply.failure = {};
    std::copy_n(why.begin(), std::min(why.size(), reply.failure.size()), reply.failure.begin());
    reply.own_processor = processor_time() - processor;
    reply.switches = involuntary_switches() - switches;
    processor += reply.own_processor;
    switches += reply.switches;
    return line.write(reply);
  };
  contestant.prepare(seed);
  std::int64_t calls = 0;
  while (send() && line.read(calls)) {
    TimedStretches timed;
    reply.sample = contestant.run(calls, counters, timed);
    reply.timed_processor = timed.processor;
    reply.timed_wall = timed.wall;
  }
}

class Isolated final : public Contestant {
 public:
  explicit Isolated(std::unique_ptr<Contestant> inner) : inner_(std::move(inner)) {}

  void prepare(std::uint64_t seed) override {
    child_.emplace([this, seed](const Child::Line& line) { answer(line, *inner_, seed); });
    receive();
  }
  void release() override { child_.reset(); }

  Sample run(std::int64_t calls, const Counters& /*counters*/, TimedStretches& timed) override {
    if (!child_) return {};
    child_->write(calls);
    const std::optional<Reply> reply = receive();
    if (!reply) return {};
    timed.add(reply->timed_processor, reply->timed_wall);
    timed.elsewhere += reply->own_processor;
    timed.switches += reply->switches;
    return reply->sample;
  }

  std::string failure() const override { return failure_; }

 private:
  std::optional<Reply> receive() {
    Reply reply{};
    if (!child_->read(reply)) {
      failure_ = child_->how();
      child_.reset();
      return {};
    }
    failure_ = reply.why();
    return reply;
  }

  std::unique_ptr<Contestant> inner_;
  std::optional<Child> child_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Contestant> isolated(std::unique_ptr<Contestant> inner) {
  return std::make_unique<Isolated>(std::move(inner));
}

}  // namespace kintree::suite
