// Each plugin is called in a process of its own, which dies with what it crashes and is ended when it hangs.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "child.hpp"
#include "contestant.hpp"

namespace kintree::suite {
namespace {

struct Errand {
  enum What { prepare, release, run } what;
  std::size_t contestant;
  std::uint64_t seed;  ///< to prepare
  std::int64_t calls;  ///< to run
};

struct Reply {
  Sample sample;
  double timed_processor, timed_wall;  ///< of the stretch that was timed [ns]
  double own_processor;                ///< all that the process took since its last reply [ns]
  std::int64_t switches;               ///< since then
  std::array<char, 256> failure;       ///< empty: none

  std::string why() const { return {failure.data(), strnlen(failure.data(), failure.size())}; }
};

}  // namespace

/// All contestants of one plugin are in one process, which lives as long as it can: that of a heap which was forked a moment ago is slow.
class Isolation::Server {
 public:
  explicit Server(double time_limit) : time_limit_(time_limit) {}

  std::size_t add(const report::Timing& row, std::unique_ptr<Contestant> contestant) {
    rows_.push_back({row.problem, row.model, std::move(contestant), false});
    return rows_.size() - 1;
  }

  /// Nothing if the process ended, which how() explains; the next request has a new one.
  std::optional<Reply> ask(const Errand& errand) {
    Row& row = rows_.at(errand.contestant);
    if (const auto hung = hung_.find(row.problem); hung != hung_.end() && !row.answered) {
      how_ = "not asked: it gave no answer about " + hung->second + " in time";
      return {};
    }
    if (!child_) child_.emplace([this](const Child::Line& line) { serve(line); }, time_limit_);
    child_->write(errand);
    Reply reply{};
    if (child_->read(reply)) {
      row.answered |= errand.what == Errand::run;
      processor_ += reply.own_processor;
      switches_ += reply.switches;
      return reply;
    }
    how_ = child_->how();
    if (child_->hung()) hung_[row.problem] = row.model;
    child_.reset();
    ++ended_;
    return {};
  }
  const std::string& how() const { return how_; }
  /// What its processes took since the last call, to prepare as well.
  void add_taken(TimedStretches& timed) {
    timed.elsewhere += std::exchange(processor_, 0);
    timed.switches += std::exchange(switches_, 0);
  }
  /// How many processes ended, so far. What was prepared in them is gone.
  int ended() const { return ended_; }

 private:
  /// What the process does.
  void serve(const Child::Line& line) {
    const Counters counters;  // those of the parent count the parent
    double processor = 0;
    std::int64_t switches = involuntary_switches();
    Errand errand{};
    while (line.read(errand)) {
      Contestant& asked = *rows_.at(errand.contestant).contestant;
      Reply reply{};
      if (errand.what == Errand::prepare) asked.prepare(errand.seed);
      if (errand.what == Errand::release) asked.release();
      if (errand.what == Errand::run) {
        TimedStretches timed;
        reply.sample = asked.run(errand.calls, counters, timed);
        reply.timed_processor = timed.processor;
        reply.timed_wall = timed.wall;
      }
      const std::string why = asked.failure();
      std::copy_n(why.begin(), std::min(why.size(), reply.failure.size()), reply.failure.begin());
      reply.own_processor = processor_time() - processor;
      reply.switches = involuntary_switches() - switches;
      processor += reply.own_processor;
      switches += reply.switches;
      if (!line.write(reply)) return;
    }
  }

  struct Row {
    Problem problem;
    std::string model;
    std::unique_ptr<Contestant> contestant;
    bool answered;  ///< once at least
  };

  double time_limit_;
  std::vector<Row> rows_;
  std::map<Problem, std::string> hung_;  ///< the model that it gave no answer about
  std::optional<Child> child_;
  int ended_ = 0;
  std::string how_;
  double processor_ = 0;  ///< [ns]
  std::int64_t switches_ = 0;
};

namespace {

template <class Server>
class Isolated final : public Contestant {
 public:
  Isolated(Server& server, std::size_t number) : server_(server), number_(number) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    ended_before_ = server_.ended();
    take(server_.ask({Errand::prepare, number_, seed, 0}));
  }
  void release() override {
    if (ended_before_ == server_.ended()) server_.ask({Errand::release, number_, 0, 0});
  }

  Sample run(std::int64_t calls, const Counters& /*counters*/, TimedStretches& timed) override {
    if (failure_.empty() && ended_before_ != server_.ended()) prepare(seed_);
    if (!failure_.empty()) return {};
    const std::optional<Reply> reply = take(server_.ask({Errand::run, number_, 0, calls}));
    server_.add_taken(timed);
    if (!reply) return {};
    timed.add(reply->timed_processor, reply->timed_wall);
    return reply->sample;
  }

  std::string failure() const override { return failure_; }

 private:
  std::optional<Reply> take(std::optional<Reply> reply) {
    failure_ = reply ? reply->why() : server_.how();
    return reply;
  }

  Server& server_;
  std::size_t number_;
  std::uint64_t seed_ = 0;
  int ended_before_ = 0;  ///< it was prepared
  std::string failure_;
};

}  // namespace

Isolation::Isolation(double time_limit) : time_limit_(time_limit) {}
Isolation::~Isolation() = default;

std::unique_ptr<Contestant> Isolation::add(const Plugin& plugin, const report::Timing& row,
                                           std::unique_ptr<Contestant> contestant) {
  std::unique_ptr<Server>& server = servers_[&plugin];
  if (server == nullptr) server = std::make_unique<Server>(time_limit_);
  const std::size_t number = server->add(row, std::move(contestant));
  return std::make_unique<Isolated<Server>>(*server, number);
}

}  // namespace kintree::suite
