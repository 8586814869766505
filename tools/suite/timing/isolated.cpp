// Each plugin is called in a process of its own, which ends if the plugin crashes and is killed if it hangs.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>

#include "suite/execution/process.hpp"
#include "suite/timing/timed_plugin.hpp"

namespace kintree::suite {
namespace {

struct TimingTask {
  enum What { prepare, release, run } what;
  std::size_t timed_plugin;
  std::uint64_t number;  ///< the seed to prepare with, or of calls to run
};

}  // namespace

/// All timed_plugins of one plugin are in one process, which lives as long as it can: that of a heap which was forked a moment ago is slow.
class Isolation::Server {
 public:
  struct Reply {
    Sample sample;
    double timed_processor, timed_wall;  ///< of the stretch that was timed [ns]
    double processor;                    ///< all that the process took so far [ns]
    std::int64_t switches;               ///< so far
    std::array<char, 256> failure;       ///< empty: none

    std::string why() const { return {failure.data(), strnlen(failure.data(), failure.size())}; }
  };

  explicit Server(double time_limit) : time_limit_(time_limit) {}

  std::size_t add(const report::Timing& row, std::unique_ptr<TimedPlugin> timed_plugin) {
    rows_.push_back({row.problem, row.model, std::move(timed_plugin), false});
    return rows_.size() - 1;
  }

  /// Nothing if the process ended, which how() explains; the next request has a new one.
  std::optional<Reply> ask(const TimingTask& task) {
    Row& row = rows_.at(task.timed_plugin);
    if (const auto hung = hung_.find(row.problem); hung != hung_.end() && !row.answered) {
      how_ = "not asked: it gave no answer about " + hung->second + " in time";
      return {};
    }
    if (!process_) process_.emplace([this](const Process::Line& line) { serve(line); }, time_limit_);
    process_->send_message(task);
    Reply reply{};
    const Fault fault = process_->receive_message(reply);
    if (!fault) {
      row.answered |= task.what == TimingTask::run;
      taken_.elsewhere += reply.processor - last_.processor;
      taken_.switches += reply.switches - last_.switches;
      last_ = reply;
      return reply;
    }
    how_ = report::explanation(fault.reason, fault.detail);
    if (fault.reason == Reason::timed_out) hung_[row.problem] = row.model;
    process_.reset();
    last_ = {};
    ++ended_;
    return {};
  }
  const std::string& how() const { return how_; }
  /// Adds the time that its processes took since the last call, including the time to prepare.
  void add_taken(TimedStretches& timed) {
    timed.elsewhere += taken_.elsewhere;
    timed.switches += taken_.switches;
    taken_ = {};
  }
  /// The number of processes that have ended so far. The plugins that were prepared in them are lost.
  int ended() const { return ended_; }

 private:
  /// The loop of the process.
  void serve(const Process::Line& line) {
    const Counters counters;  // those of the parent count the parent
    TimingTask task{};
    while (line.read(task)) {
      TimedPlugin& requested = *rows_.at(task.timed_plugin).timed_plugin;
      Reply reply{};
      if (task.what == TimingTask::prepare) requested.prepare(task.number);
      if (task.what == TimingTask::release) requested.release();
      if (task.what == TimingTask::run) {
        TimedStretches timed;
        reply.sample = requested.run(static_cast<std::int64_t>(task.number), counters, timed);
        reply.timed_processor = timed.processor;
        reply.timed_wall = timed.wall;
      }
      const std::string why = requested.failure();
      std::copy_n(why.begin(), std::min(why.size(), reply.failure.size()), reply.failure.begin());
      reply.processor = processor_time();
      reply.switches = involuntary_switches();
      line.write(reply);
    }
  }

  struct Row {
    Problem problem;
    std::string model;
    std::unique_ptr<TimedPlugin> timed_plugin;
    bool answered;  ///< once at least
  };

  double time_limit_;
  std::vector<Row> rows_;
  std::map<Problem, std::string> hung_;  ///< the model that it gave no answer about
  std::optional<Process> process_;
  Reply last_{};  ///< of this process
  TimedStretches taken_;
  int ended_{};
  std::string how_;
};

namespace {

template <class Server>
class Isolated final : public TimedPlugin {
 public:
  using Reply = typename Server::Reply;

  Isolated(Server& server, std::size_t number) : server_(server), number_(number) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    ended_before_ = server_.ended();
    take(server_.ask({TimingTask::prepare, number_, seed}));
  }
  void release() override {
    if (ended_before_ == server_.ended()) server_.ask({TimingTask::release, number_, {}});
  }

  Sample run(std::int64_t calls, const Counters& /*counters*/, TimedStretches& timed) override {
    if (failure_.empty() && ended_before_ != server_.ended()) prepare(seed_);
    if (!failure_.empty()) return {};
    const std::optional<Reply> reply =
        take(server_.ask({TimingTask::run, number_, static_cast<std::uint64_t>(calls)}));
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
  std::uint64_t seed_{};
  int ended_before_{};  ///< it was prepared
  std::string failure_;
};

}  // namespace

Isolation::Isolation(double time_limit) : time_limit_(time_limit) {}
Isolation::~Isolation() = default;

std::unique_ptr<TimedPlugin> Isolation::add(const Plugin& plugin, const report::Timing& row,
                                            std::unique_ptr<TimedPlugin> timed_plugin) {
  std::unique_ptr<Server>& server = servers_[&plugin];
  if (server == nullptr) server = std::make_unique<Server>(time_limit_);
  const std::size_t number = server->add(row, std::move(timed_plugin));
  return std::make_unique<Isolated<Server>>(*server, number);
}

}  // namespace kintree::suite
