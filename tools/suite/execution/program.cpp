#include "suite/execution/program.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/dll/runtime_symbol_info.hpp>
#include <deque>
#include <mutex>
#include <utility>

#include "kintree/files/urdf.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "suite/execution/process.hpp"
#include "suite/execution/protocol.hpp"
#include "suite/execution/urdf_program.hpp"
#include "suite/support/text.hpp"

namespace kintree::suite {
namespace {

/// After so many requests in a row without an answer in time, no more are made: waiting would take hours.
constexpr int most_timeouts = 3;

constexpr std::size_t longest_description = std::size_t{1} << 20;

/// The command for a shell that becomes the program, so that no process is between them. A pipeline, and a
/// command with variables before it, need the shell.
std::string for_shell(const std::string& command) {
  const bool is_simple = command.find_first_of(";&|()<>\n") == std::string::npos &&
                         command.substr(0, command.find(' ')).find('=') == std::string::npos;
  return is_simple ? "exec " + command : command;
}

constexpr std::uint64_t answered = 0;  ///< no id

/// The reason why an answer is that of no open question. A description is such an answer if the program expects a process to begin with
/// that question.
std::string other_id(const ReceivedAnswer& answer, Problem problem, std::vector<std::uint64_t> open) {
  std::erase(open, answered);
  open.resize(std::min<std::size_t>(open.size(), 3));
  const bool is_description = answer.json.contains("problems");
  return "the answer to " + in_quotes(is_description ? "describe" : name(problem)) + " has the id " +
         std::to_string(answer.id) + "; expected " +
         listing(
             open, [](std::uint64_t id) { return std::to_string(id); }, " or ") +
         (is_description ? ", since a process may get any question first" : "");
}

/// The processes of one program. Each answers one worker at a time.
class ProcessPool {
 public:
  ProcessPool(std::string command, const ProgramLimits& limits)
      : command_(std::move(command)), limits_(limits) {}
  ~ProcessPool() {
    for (const auto& process : idle_) process->finish();
  }
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  std::unique_ptr<Process> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Process> process = std::move(idle_.back());
        idle_.pop_back();
        return process;
      }
    }
    return std::make_unique<Process>(command_, limits_);
  }
  void put(std::unique_ptr<Process> process) {
    const std::lock_guard lock(mutex_);
    timeouts_ = 0;
    idle_.push_back(std::move(process));
  }

  void note(const Fault& fault) {
    if (fault.reason == Reason::timed_out) ++timeouts_;
  }
  bool has_given_up() const { return timeouts_ >= most_timeouts; }
  std::uint64_t new_number() { return ++numbers_; }
  const std::string& command() const { return command_; }

 private:
  std::string command_;
  ProgramLimits limits_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Process>> idle_;
  std::atomic<int> timeouts_ = 0;
  std::atomic<std::uint64_t> numbers_ = 0;
};

class ProgramWorker final : public Worker {
 public:
  ProgramWorker(ProcessPool& pool, const ProgramDescription& program, Model model,
                const std::vector<EndEffector>& end_effectors, std::optional<RobotText> urdf)
      : pool_(pool),
        program_(program),
        model_(std::move(model)),
        urdf_(std::move(urdf)),
        sizes_(sizes_of(Layout(model_), end_effectors.size())),
        solver_(pool.new_number()) {}

  Outcome<double> in_double(const SolverRequest& question) override {
    return std::move(ask<double>(Numbers::doubles, {question}).front());
  }
  Outcome<float> in_float(const SolverRequest& question) override {
    return std::move(ask<float>(Numbers::floats, {question}).front());
  }
  bool has_field() const override { return program_.in_field; }
  Outcome<Field> in_field(const SolverRequest& question, const std::vector<Field>& H) override {
    return std::move(ask<Field>(Numbers::field, {question}, H).front());
  }
  std::vector<Outcome<double>> in_turn(Format format, const std::vector<SolverRequest>& questions) override {
    return format == Format::binary64 ? ask<double>(Numbers::doubles, questions)
                                      : Worker::in_turn(format, questions);
  }
  std::vector<Outcome<double>> in_batch(Format format, Problem problem, const std::vector<State>& states,
                                        const std::vector<double>& H) override {
    std::vector<SolverRequest> questions;
    questions.reserve(states.size());
    for (const State& state : states) questions.push_back({problem, state, H});
    return in_turn(format, questions);
  }

 private:
  /// All requests at once, to one process.
  template <class S>
  std::vector<Outcome<S>> ask(Numbers numbers, const std::vector<SolverRequest>& questions,
                              const std::vector<Field>& H = {}) {
    if (!program_.answers(numbers)) return {questions.size(), Outcome<S>{{Status::unsupported}}};
    std::vector<Outcome<S>> answers(questions.size(), Outcome<S>{{Status::crashed}});
    const auto fail = [&](const Fault& fault) {
      pool_.note(fault);
      for (Outcome<S>& answer : answers)
        if (answer.status.code == Status::crashed && !answer.fault) answer.fault = fault;
      return answers;
    };
    if (pool_.has_given_up())
      return fail({Reason::timed_out, "it gets no more requests, after " + std::to_string(most_timeouts) +
                                          " questions without an answer"});
    std::optional<ModelText>& text = texts_[static_cast<std::size_t>(numbers)];
    if (!text) text.emplace(model_, numbers, solver_, urdf_ ? &*urdf_ : nullptr);
    std::unique_ptr<Process> process = pool_.take();
    std::vector<std::uint64_t> open;
    std::size_t longest = 0;
    for (const SolverRequest& question : questions) {
      open.push_back(pool_.new_number());
      process->send(text->question(open.back(), question, H));
      longest = std::max(longest, longest_answer(question.problem, sizes_));
    }
    for (std::size_t left = open.size(); left > 0; --left) {
      std::string line;
      if (const Fault fault = process->receive(line, longest)) return fail(fault);
      const ReceivedAnswer answer = read_answer(line);
      if (answer.fault) return fail(answer.fault);
      const auto at = std::find(open.begin(), open.end(), answer.id);
      if (at == open.end() || answer.id == answered)
        return fail({Reason::garbled, other_id(answer, questions.front().problem, open)});
      *at = answered;
      const auto k = static_cast<std::size_t>(at - open.begin());
      bool without_root = false;
      answers[k] = answer_from_json<S>(answer.json, questions[k].problem, sizes_, without_root);
      if (without_root) FieldPoint::note_root();
    }
    pool_.put(std::move(process));
    return answers;
  }

  ProcessPool& pool_;
  const ProgramDescription& program_;
  Model model_;
  std::optional<RobotText> urdf_;
  Sizes sizes_;
  std::uint64_t solver_;
  std::array<std::optional<ModelText>, numbers_names.size()> texts_;
};

class ProgramPlugin final : public Plugin, public WorkerSource, public UrdfReader {
 public:
  ProgramPlugin(const std::string& what, const std::string& command, const ProgramLimits& limits)
      : pool_(command, limits) {
    std::unique_ptr<Process> process = pool_.take();
    const std::uint64_t id = pool_.new_number();
    process->send(describe_question(id));
    std::string line;
    Fault fault = process->receive(line, longest_description);
    ReceivedAnswer answer;
    if (!fault) {
      answer = read_answer(line);
      fault = answer.fault;
    }
    if (!fault && answer.id != id)
      fault = {Reason::garbled, "the answer to 'describe' has the id " + std::to_string(answer.id) +
                                    "; expected " + std::to_string(id)};
    if (fault)
      throw InputError(what + ": no description: " + std::string(to_string(fault.reason)) +
                       (fault.detail.empty() ? "" : ": " + fault.detail));
    try {
      program_ = description_from_json(answer.json);
    } catch (const InputError& reason) {
      throw InputError(what + ": " + reason.what());
    }
    pool_.put(std::move(process));
  }

  const Description& description() const override { return program_.description; }
  std::unique_ptr<SolverBase> prepare(const Model&, const std::vector<EndEffector>&, Scalar) const override {
    return nullptr;
  }
  void compute_in(const Arithmetic*) const override {}
  std::unique_ptr<Worker> worker(Model model, std::vector<EndEffector> end_effectors) const override {
    std::optional<RobotText> urdf;
    if (program_.reads_urdf) urdf = robot_text(model);
    return std::make_unique<ProgramWorker>(pool_, program_, std::move(model), end_effectors, std::move(urdf));
  }
  std::unique_ptr<Worker> worker(Model model, std::vector<EndEffector> end_effectors,
                                 RobotText text) const override {
    std::optional<RobotText> urdf;
    if (program_.reads_urdf) urdf = std::move(text);
    return std::make_unique<ProgramWorker>(pool_, program_, std::move(model), end_effectors, std::move(urdf));
  }

 private:
  mutable ProcessPool pool_;
  ProgramDescription program_;
};

const Plugin* started(const std::string& what, const std::string& command, const ProgramLimits& limits) {
  static std::deque<ProgramPlugin> all;
  return &all.emplace_back(what, command, limits);
}

}  // namespace

RobotText robot_text(const Model& model) {
  // The first link of the text is the root. Only the base and the free joint on it are left out.
  std::string text = write_urdf(model);
  const Model read = parse_urdf(text, model.name).model;
  return {std::move(text), read.bodies.size() != model.bodies.size()};
}

std::unique_ptr<Worker> worker_of(const Plugin& plugin, Model model, std::vector<EndEffector> end_effectors,
                                  const RobotText& text) {
  if (const auto* reader = dynamic_cast<const UrdfReader*>(&plugin))
    return reader->worker(std::move(model), std::move(end_effectors), text);
  return worker_of(plugin, std::move(model), std::move(end_effectors));
}

std::vector<const Plugin*> Programs::plugins() const {
  std::vector<std::pair<std::string, const Plugin*>> programs;
  for (const std::string& command : commands_) {
    const std::string what = "program " + in_quotes(command);
    programs.emplace_back(what, started(what, for_shell(command), limits_));
  }
  return sorted_by_name(programs);
}

std::vector<const Plugin*> IsolatedLibraries::plugins() const {
  std::vector<std::pair<std::string, const Plugin*>> isolated;
  for (const std::filesystem::path& file : plugin_libraries(folders_))
    isolated.emplace_back(file.string(), started(file.string(),
                                                 "exec " + quoted(boost::dll::program_location().string()) +
                                                     " serve " + quoted(file.string()),
                                                 limits_));
  return sorted_by_name(isolated);
}

}  // namespace kintree::suite
