// kintree bench: times plugins and compares them with each other and with an older run.
#include <unistd.h>

#include <algorithm>
#include <boost/process/args.hpp>
#include <boost/process/io.hpp>
#include <boost/process/system.hpp>
#include <boost/timer/progress_display.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include <spdlog/fmt/fmt.h>

#include "bench_text.hpp"
#include "kintree/files/json_file.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "options.hpp"
#include "suite/timing/bench.hpp"

namespace kintree::command {
namespace {

struct BenchOptions {
  suite::PluginChoice plugins;
  suite::BenchModelChoice models;
  suite::BenchChoice choice;
  double sample_milliseconds = 10, longest_milliseconds = 200;
  bool quick = false, roofline = false;
  int processes = 3;
  int part = 0;  ///< the number of this part, from 1; 0: it is not a part
  std::string out, csv, against;
  std::vector<std::string> modes;
  std::vector<std::string> arguments;     ///< that every part is called with
  std::string command = "kintree bench";  ///< as it was called
};

/// Rounds by processes that run one after the other. Code and data have other addresses in another process,
/// which changes times by some percent [Mytkowicz, Diwan, Hauswirth & Sweeney 2009]. A spread that is to hold
/// for the next run must include that.
suite::BenchRun in_processes(const BenchOptions& options) {
  const TemporaryFolder folder;
  // A pipe can be read once: its text is kept in a file for all processes.
  std::string model = options.models.file;
  if (!model.empty() && !std::filesystem::is_regular_file(model)) {
    const std::string text = read_text_file(model);
    model = (folder / (suite::model_name(model) + ".urdf")).string();
    write_text_file(model, text);
  }
  std::vector<suite::BenchRun> parts;
  const int rounds = options.choice.rounds, count = options.processes;
  for (int k = 0; k < count; ++k) {
    const std::string file = folder / "part.json";
    std::vector<std::string> arguments = options.arguments;
    if (!model.empty()) arguments.push_back("--model=" + model);
    for (const std::string& own :
         {fmt::format("--rounds={}", rounds * (k + 1) / count - rounds * k / count),
          fmt::format("--judged={}", k == 0 ? options.choice.judged_states : 0),
          fmt::format("--core={}", k == 0 ? options.choice.core : parts.front().core),
          fmt::format("--part={}", k + 1), "--out=" + file})
      arguments.push_back(own);
    const int code = boost::process::system("/proc/self/exe", boost::process::args(arguments),
                                            boost::process::std_out > boost::process::null);
    if (code != 0) throw InputError(fmt::format("process {} of the run ends with {}", k + 1, code));
    parts.push_back(suite::read_bench(read_json_file(file), file));
  }
  return suite::merged(parts);
}

int bench(BenchOptions options) {
  suite::BenchChoice& choice = options.choice;
  choice.sample_seconds = options.sample_milliseconds / 1e3;
  choice.longest_call = options.longest_milliseconds / 1e3;
  if (choice.time_limit < 10 * choice.sample_seconds)
    throw InputError("--time-limit: less than ten samples (--min-time) take");
  if (!options.modes.empty()) choice.modes.clear();
  for (const suite::BenchMode mode :
       {suite::BenchMode::single, suite::BenchMode::batch, suite::BenchMode::threads})
    if (std::find(options.modes.begin(), options.modes.end(), name(mode)) != options.modes.end())
      choice.modes.push_back(mode);
  choice.seed = options.models.seed * 1000 + static_cast<std::uint64_t>(options.part);
  // An error in a file is reported before any measurement.
  nlohmann::ordered_json older;
  if (!options.against.empty()) {
    older = nlohmann::ordered_json::parse(read_text_file(options.against), nullptr, false);
    if (older.is_discarded() || !older.is_object() || !older.contains("benchmarks"))
      throw InputError(message_name(options.against) + ": not what kintree bench or Google Benchmark writes");
  }
  std::optional<TextFileWriter> json, csv;
  if (!options.out.empty()) json.emplace(options.out);
  if (!options.csv.empty()) csv.emplace(options.csv);

  const suite::Request request = options.plugins.request();
  const std::vector<suite::BenchModel> models = options.models.models();
  std::unique_ptr<boost::timer::progress_display> bar;
  std::size_t shown = 0;
  const auto progress = [&](std::size_t done, std::size_t total) {
    if (isatty(STDERR_FILENO) == 0) return;
    if (!bar) bar = std::make_unique<boost::timer::progress_display>(total, std::cerr);
    for (; shown < done; ++shown) ++*bar;
  };
  const bool alone = options.part > 0 || options.processes == 1;
  suite::BenchRun run = alone ? suite::run_bench(request, models, choice, progress) : in_processes(options);
  std::vector<suite::RooflineRow> roofline;
  if (options.roofline) roofline = suite::roofline(run, request, models);
  const nlohmann::ordered_json written = suite::as_google_benchmark(run, choice, options.command);
  std::vector<report::Timing> rows;
  bool timed = false;
  for (const suite::BenchRow& row : run.rows) {
    rows.push_back(row.timing);
    timed = timed || row.timing.timed();
  }
  if (options.part > 0) {
    json->stream() << written.dump();
    json->publish();
    return 0;
  }
  std::ostream& out = text_output(options.out == "-" ? options.out : options.csv);
  out << rows_text(run, choice) << profiles_text(run);
  if (options.roofline) out << roofline_text(roofline);
  out << notes_text(run, choice, options.processes);
  if (csv) {
    csv->stream() << report::as_csv(rows);
    csv->publish();
  }
  if (json) {
    json->stream() << written.dump(1) << '\n';
    json->publish();
  }
  bool passed = timed;
  if (!options.against.empty()) {
    out << busy_text(run, older);
    const suite::BenchComparison compared =
        suite::compare_runs(older, written, message_name(options.against));
    out << comparison_text(compared, options.against);
    passed = passed && std::none_of(compared.changes.begin(), compared.changes.end(),
                                    [](const auto& change) { return change.slower(); });
  }
  return passed ? 0 : 1;
}

}  // namespace

void add_bench(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("bench",
                                 "Compare the times of plugins: medians of interleaved rounds on one core, "
                                 "ratios to the fastest, and the accuracy");
  auto options = std::make_shared<BenchOptions>();
  add_plugins(*sub, options->plugins);
  sub->remove_option(sub->get_option("--oracle"));
  sub->get_option("--plugin")->description("Plugin to time (repeatable; default: all)");
  sub->get_option("--problem")->description("Problem to time (repeatable; default: all)");
  sub->add_option("--time-limit", options->choice.time_limit,
                  "Seconds that a call may take; a longer one is ended, and its plugin not timed")
      ->capture_default_str()
      ->check(in_range(0.01, 86400.0));
  suite::BenchModelChoice& models = options->models;
  sub->add_option("--family", models.families,
                  "Tree or robot of testdata/, or family of random trees, by name (repeatable; default: "
                  "humanoid30, asimo, arm, "
                  "humanoid, quadruped, chain, recursive)")
      ->type_name("NAME");
  sub->add_option("--bodies", models.bodies,
                  "Bodies of a random tree, whose joints are revolute (repeatable)")
      ->capture_default_str()
      ->check(in_range(1, 10000));
  sub->add_option("--model", models.file, "Robot, as URDF, MJCF or SDF, instead ('-': standard input)")
      ->type_name("FILE");
  exclude(*sub, "--model", {"--family", "--bodies"});
  add_reading(*sub, models.urdf);
  sub->add_option("--seed", models.seed,
                  "Seed of the trees, the states, and the order in which plugins take turns")
      ->capture_default_str()
      ->check(is_seed());
  sub->add_option("--states", models.states,
                  "States that the calls go through in turn; fewer of large models if inputs are matrices")
      ->capture_default_str()
      ->check(in_range(1, 100000));
  add_scalar(*sub, options->choice.scalar);
  sub->get_option("--scalar")->description("Scalar that the plugins compute in: double or float");
  sub->add_option("--mode", options->modes,
                  "Ways of calling (repeatable; default: single). "
                  "single: one call for each state, also in lanes and path rows if a plugin has them. batch: "
                  "all states in one call, for plugins that compute batches in packs. threads: batch on all "
                  "cores, by the clock")
      ->check(is_one_of("mode", {"single", "batch", "threads"}));
  auto* rounds = sub->add_option("--rounds", options->choice.rounds,
                                 "Rounds, in each of which every plugin gives a sample")
                     ->capture_default_str()
                     ->check(in_range(1, 10000));
  auto* sample = sub->add_option("--min-time", options->sample_milliseconds, "Milliseconds of a sample")
                     ->capture_default_str()
                     ->check(in_range(0.001, 60000.0));
  sub->add_option("--max-call", options->longest_milliseconds,
                  "Milliseconds of a call; plugins that take longer are not timed")
      ->capture_default_str()
      ->check(in_range(0.001, 600000.0));
  sub->add_option("--judged", options->choice.judged_states,
                  "States of each model that are judged as verify judges them (0: none)")
      ->capture_default_str()
      ->check(in_range(0, 100000));
  sub->add_option("--core", options->choice.core, "Core to run on (default: that which is idle most)")
      ->check(in_range(-1, 1023));
  sub->add_flag(
      "--roofline", options->roofline,
      "Show the cycles of a body, beside the least that its counted operations take on this machine");
  auto* processes = sub->add_option("--processes", options->processes,
                                    "Processes, one after the other, that share the rounds")
                        ->capture_default_str()
                        ->check(in_range(1, 100));
  sub->add_option("--part", options->part)->group("");
  sub->add_flag(
      "--quick", options->quick,
      "Measure few rows: humanoid30 and a chain of 100 bodies, 7 rounds of 1 ms in one process, one judged "
      "state, unless chosen otherwise");
  sub->add_option("--out", options->out,
                  "Write JSON as Google Benchmark does, which its compare.py reads ('-': standard output)")
      ->type_name("FILE");
  sub->add_option("--csv", options->csv, "Write the rows as CSV ('-': standard output)")->type_name("FILE");
  sub->add_option("--against", options->against,
                  "Compare with an older run, written by --out: exit code 1 if a row is significantly slower "
                  "by more than its spread")
      ->type_name("FILE");
  sub->callback([options, sub, rounds, sample, processes, &command] {
    const std::set<std::string> of_a_part{"--rounds",    "--roofline", "--judged", "--core",    "--part",
                                          "--processes", "--out",      "--csv",    "--against", "--model"};
    options->arguments = {"bench"};
    for (const CLI::Option* option : sub->get_options())
      for (const std::string& value : option->results()) {
        const bool alone = option->get_type_size() == 0 || value.empty();
        options->command += " " + option->get_name() + (alone ? "" : " " + suite::quoted(value));
        if (!of_a_part.contains(option->get_name()))
          options->arguments.push_back(option->get_name() + (alone ? "" : "=" + value));
      }
    if (options->quick) {
      if (rounds->empty()) options->choice.rounds = 7;
      if (processes->empty()) options->processes = 1;
      if (sample->empty()) options->sample_milliseconds = 1;
      if (sub->get_option("--judged")->empty()) options->choice.judged_states = 1;
      if (options->models.families.empty() && options->models.file.empty())
        options->models.families = {"humanoid30", "chain"};
      if (sub->get_option("--bodies")->empty()) options->models.bodies = {100};
    }
    options->processes = std::min(options->processes, options->choice.rounds);
    command.action = [options] { return bench(*options); };
  });
}

}  // namespace kintree::command
