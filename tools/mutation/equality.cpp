// Compares mutants of one plugin, compiled together by batch.py, with the exact answer in the finite field.
//
//   equality LIBRARY COUNT SECONDS
//
// LIBRARY exports `const Plugin* kintree_mutant(int)`; number 0 is the unchanged plugin. The cases are every
// tree of up to two bodies with each choice of joint kinds, and random trees of every family within the
// plugin's domain. A mutant ends at its first wrong answer. The exact answers are computed once. Each mutant
// has a process of its own, since it may crash or hang, and at most SECONDS of processor time, or ten times as many as
// the plugin itself needs. The program prints a line for each: number, tab, verdict, tab, first wrong answer or number of answers.
#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "suite/cases/plan.hpp"
#include "suite/cases/sources.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/field/proof.hpp"
#include "suite/proof/prove.hpp"
#include "suite/verification/generic_point.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

constexpr int small = 2, drawn = 210, drawn_bodies = 10;
constexpr std::uint64_t first_seed = 1;
constexpr rlim_t memory = rlim_t{2} << 30U;  // bytes that a mutant may take

using Entry = const Plugin* (*)(int);

/// A tree for which the unchanged plugin is equal in the field, with the exact answers.
struct Proved {
  Proof proof;
  std::vector<Problem> problems;
};

struct Outcome {
  std::string verdict, detail;
};

bool within_domain(const Plugin& plugin, const Case& c) {
  return Layout(c.model).n > 0 && !outside(plugin.description().domain, c.model).has_value();
}

/// The cases of `kintree verify` and `kintree prove`.
std::vector<Proof> cases(const Plugin& plugin, const Request& request) {
  std::vector<Proof> all;
  CaseChoice choice;
  choice.trees = drawn;
  choice.bodies = drawn_bodies;
  choice.seed = first_seed;
  const Plan plan = drawn_cases(choice, request);
  for (std::size_t k = 0; k < plan.size(); ++k) {
    const Case c = field_twin(plan.at(k).draw());
    if (within_domain(plugin, c)) all.emplace_back(c, request.problems, true, field_point(c.id));
  }
  for (std::uint64_t k = 0; k < small_trees(small); ++k) {
    const Case c = small_tree(k, first_seed);
    if (!within_domain(plugin, c)) continue;
    const std::uint64_t point = field_point(c.id);
    all.emplace_back(c, request.problems, true, point, generic_point(c, point).values);
  }
  return all;
}

/// Throws std::runtime_error if the plugin itself is wrong, or has no answer in the field.
std::vector<Proved> proofs(const Plugin& plugin) {
  Request request{{&plugin}, {}, OracleChoice::dense, {}};
  for (const Claim& claim : plugin.description().claims) request.problems.insert(claim.problem);
  std::vector<Proved> all;
  for (Proof& proof : cases(plugin, request)) {
    Proved one{std::move(proof), {}};
    InProcess worker = one.proof.worker(plugin);
    for (const Problem problem : request.problems) {
      const ProofOutcome outcome = one.proof.ask(worker, plugin, problem);
      if (outcome.right == FieldCheck::wrong)
        throw std::runtime_error("the plugin itself is wrong: " + one.proof.twin().id.name() + ": " +
                                 outcome.detail);
      if (outcome.right == FieldCheck::proved) one.problems.push_back(problem);
    }
    if (!one.problems.empty()) all.push_back(std::move(one));
  }
  if (all.empty()) throw std::runtime_error("the plugin itself has no answer in the field");
  return all;
}

Outcome ask(const Plugin& plugin, const std::vector<Proved>& all) {
  std::size_t requested = 0, undecided = 0;
  for (const Proved& one : all) {
    InProcess worker = one.proof.worker(plugin);
    for (const Problem problem : one.problems) {
      const ProofOutcome outcome = one.proof.ask(worker, plugin, problem);
      const std::string name(kintree::name(problem));
      if (outcome.right == FieldCheck::wrong) {
        const std::string entry =
            outcome.detail.empty() ? "entry " + std::to_string(outcome.equality.row) : outcome.detail;
        return {"not equal",
                std::string(name).append(", ").append(one.proof.twin().id.name()).append(": ").append(entry)};
      }
      ++requested;
      undecided += outcome.right == FieldCheck::proved ? 0 : 1;
    }
  }
  if (undecided > 0)
    return {"undecided", std::to_string(undecided) + " of " + std::to_string(requested) + " cannot be asked"};
  return {"equal", std::to_string(requested) + " answers"};
}

/// Runs ask() in a process of its own, which writes the outcome to a pipe. Adds the processor time that it took to `taken`.
Outcome ask_apart(Entry entry, int k, const std::vector<Proved>& all, rlim_t seconds, double& taken) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (child == 0) {
    const rlimit time{seconds, seconds + 1}, space{memory, memory}, core{0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_AS, &space);
    setrlimit(RLIMIT_CORE, &core);
    close(ends[0]);
    std::string said;
    try {
      const Outcome outcome = ask(*entry(k), all);
      said = outcome.verdict + "\t" + outcome.detail;
    } catch (const std::exception& thrown) {
      said = std::string("crashed\t") + thrown.what();
    }
    const bool written = write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string said;
  char buffer[512];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  taken += static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return signal == SIGXCPU || signal == SIGKILL ? Outcome{"timed out", ""}
                                                  : Outcome{"crashed", strsignal(signal)};
  }
  const std::size_t tab = said.find('\t');
  if (tab == std::string::npos) return {"crashed", "exit " + std::to_string(WEXITSTATUS(status))};
  return {said.substr(0, tab), said.substr(tab + 1)};
}

int whole_number(const char* text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
  if (error != std::errc() || *end != '\0' || number < 1)
    throw std::runtime_error(std::string("not a positive number: ") + text);
  return number;
}

int run(int argc, char** argv) {
  if (argc != 4) throw std::runtime_error("usage: equality LIBRARY COUNT SECONDS");
  const int count = whole_number(argv[2]), seconds = whole_number(argv[3]);
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "kintree_mutant"));
  if (entry == nullptr) throw std::runtime_error(dlerror());
  const std::vector<Proved> all = proofs(*entry(0));
  double unchanged = 0, ignored = 0;  // seconds of the plugin itself, and of its mutants
  for (int k = 0; k < count; ++k) {
    const double limit = k == 0 ? 600 : std::max<double>(seconds, 10 * unchanged);
    const Outcome outcome =
        ask_apart(entry, k, all, static_cast<rlim_t>(std::ceil(limit)), k == 0 ? unchanged : ignored);
    std::cout << k << '\t' << outcome.verdict << '\t' << outcome.detail << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& bad) {
    std::cerr << "equality: " << bad.what() << '\n';
    return 2;
  }
}
