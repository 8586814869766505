// kintree robot: a page about one robot.
#include <unistd.h>

#include <algorithm>
#include <boost/timer/progress_display.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/report/robot.hpp"
#include "options.hpp"
#include "suite/one_robot/study.hpp"
#include "suite/verification/run.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

/// Between two lines of progress, where no terminal shows a bar.
constexpr std::chrono::seconds patience(10);

/// Each finding that changes answers. The others are grouped by remedy: the first, and how many there are. The page
/// has all.
void print_findings(const std::vector<report::FileFinding>& findings) {
  std::cout << "findings in the file: " << findings.size() << '\n';
  std::map<std::string, std::size_t> counts;
  for (const report::FileFinding& f : findings)
    if (f.kind == report::FileFinding::suspicious) ++counts[f.remedy];
  for (const report::FileFinding& f : findings) {
    const auto kind = counts.find(f.remedy);
    const bool is_ignored = f.kind == report::FileFinding::ignored;
    if (!is_ignored && kind == counts.end()) continue;
    std::cout << fmt::format("  {}{}{}{}{}\n", f.line > 0 ? fmt::format("line {}: ", f.line) : "",
                             f.element.empty() ? "" : printable(f.element) + ": ", f.problem,
                             f.remedy.empty() ? "" : "; ", f.remedy);
    if (is_ignored) continue;
    if (kind->second > 1) std::cout << "    and " << kind->second - 1 << " more with this remedy\n";
    counts.erase(kind);
  }
}

/// Why no algorithm answers the problem with half of the digits.
std::string reason_of_none(const report::RobotStudy& study, Problem problem) {
  for (const report::RobotConfiguration& c : study.configurations)
    if (const auto why = c.condition.unanswered.find(problem); why != c.condition.unanswered.end())
      return "none: " + why->second;
  return "none keeps half of the digits";
}

std::string text_of(const report::RobotAlgorithm* a) {
  if (a == nullptr) return "";
  return a->plugin + fmt::format(", {:.1f} digits", a->in_double.fewest) +
         (a->operations ? fmt::format(", {} operations", *a->operations) : "");
}

/// Prints the findings and the best algorithms. Returns the number of algorithms that failed.
std::size_t print(const report::RobotStudy& study) {
  std::cout << study.file << ": " << number_of(study.bodies.size() - 1, "link") << " on the base, "
            << number_of(study.degrees_of_freedom, "degree of freedom", "degrees of freedom") << '\n';
  print_findings(study.findings);
  constexpr const char* columns = "{:<35} {:<58} {}\n";
  std::cout << fmt::format(columns, "problem", "fewest operations", "most digits");
  for (const Problem problem : all_problems)
    if (std::any_of(study.algorithms.begin(), study.algorithms.end(),
                    [=](const report::RobotAlgorithm& a) { return a.problem == problem; }))
      std::cout << (cheapest(study, problem) == nullptr
                        ? fmt::format("{:<35} {}\n", name(problem), reason_of_none(study, problem))
                        : fmt::format(columns, name(problem), text_of(cheapest(study, problem)),
                                      text_of(most_accurate(study, problem))));
  std::size_t failed = 0;
  for (const report::RobotAlgorithm& a : study.algorithms)
    for (const auto& [kept, scalar] : {std::pair(&a.in_double, "double"), {&a.in_float, "float"}})
      if (kept->failed > 0) {
        ++failed;
        std::cout << fmt::format("FAILED {} {} in {}: {}\n", a.plugin, name(a.problem), scalar, kept->reason);
      }
  return failed;
}

/// Throws InputError unless the page can be written into this folder, or into a new one of this name.
void check_place(const std::filesystem::path& out) {
  std::filesystem::path existing = std::filesystem::absolute(out);
  while (!std::filesystem::exists(existing)) existing = existing.parent_path();
  const bool is_folder = std::filesystem::is_directory(existing);
  if (!is_folder || access(existing.c_str(), W_OK) != 0)
    throw InputError(message_name(existing) + (is_folder ? ": cannot be written to" : ": not a folder") +
                     "; expected a folder for the page, or a new name");
}

int robot(const suite::RobotChoice& choice) {
  const std::filesystem::path out(choice.out);
  check_place(out);
  std::unique_ptr<boost::timer::progress_display> bar;
  auto next_line = std::chrono::steady_clock::now() + patience;
  std::size_t shown = 0;
  const report::RobotStudy study = suite::study_robot(choice, [&](std::size_t done, std::size_t of) {
    if (isatty(STDERR_FILENO) == 0) {
      if (std::chrono::steady_clock::now() < next_line) return;
      spdlog::info("robot: {} of {} steps are done", done, of);
      next_line += patience;
      return;
    }
    if (!bar) bar = std::make_unique<boost::timer::progress_display>(of, std::cerr);
    *bar += done - shown;
    shown = done;
  });
  report::write_robot_page(study, out);
  const std::size_t failed = print(study);
  std::cout << "page: " << (out / "index.html").string()
            << "\nexact values: " << (out / "values.json").string() << '\n';
  return failed == 0 ? 0 : 1;
}

}  // namespace

void add_robot(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("robot", "Write a page about one robot");
  sub->footer(
      "The page shows what is suspicious in the file, the tree, the conditioning, exact values for tests, "
      "and the "
      "algorithms with their operations and digits. It is one file and needs no network.");
  auto choice = std::make_shared<suite::RobotChoice>();
  choice->threads = suite::default_threads();
  sub->add_option("FILE", choice->file, "Robot, as URDF, MJCF or SDF ('-': standard input)")->required();
  sub->add_option("--out", choice->out, "Folder to write to: index.html, values.json and the states")
      ->required()
      ->type_name("DIR");
  add_reading(*sub, choice->urdf);
  sub->add_option(
         "--end-effector", choice->end_effectors,
         "Link whose frame is an end-effector (repeatable; default: the links at the ends of the chains)")
      ->type_name("LINK");
  sub->add_option("--states", choice->states, "Random states in which algorithms are judged")
      ->capture_default_str()
      ->check(in_range(1, 1000));
  sub->add_option("--seed", choice->seed, "Seed of the first random state; the next ones count on")
      ->capture_default_str()
      ->check(is_seed());
  add_jobs(*sub, choice->threads);
  add_plugins(*sub, choice->plugins);
  add_programs(*sub, choice->plugins);
  sub->callback([choice, &command] { command.action = [choice] { return robot(*choice); }; });
}

}  // namespace kintree::command
