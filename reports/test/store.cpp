#define BOOST_TEST_MODULE reports.store
#include "kintree/report/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>

#include "kintree/data/error.hpp"

namespace {

using kintree::InputError;
using kintree::Record;
using kintree::Run;
using kintree::Store;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "kintree-store-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path operator/(const char* name) const { return path / name; }
};

Run a_run() {
  Run run;
  run.started = "2024-05-06T07:08:09Z";
  run.command = "kintree verify --seed 7";
  run.version = "1.2.3";
  run.commit = "abc-dirty";
  run.build = "g++ 12, Release";
  run.machine = "x86_64, 2 cores";
  return run;
}

Record a_record(const std::string& case_name, const std::string& plugin = "aba") {
  Record r;
  r.case_name = case_name;
  r.family = "chain";
  r.seed = std::numeric_limits<std::uint64_t>::max();
  r.bodies = 9;
  r.degrees_of_freedom = 8;
  r.plugin = plugin;
  r.problem = "forward_dynamics";
  r.promise = "A";
  r.status = "judged";
  r.verdict = "B";
  r.passed = true;
  r.reason = "it's \"so\", ünïcode; DROP TABLE records";
  r.error = 0x1.23456789abcdep-51;
  r.sigma = std::numeric_limits<double>::denorm_min();
  r.alpha = std::numeric_limits<double>::max();
  r.limit = 3e-15;
  r.backward_error = 2e-16;
  r.certified_digits = 31;
  r.worst = "joint 'elbow'";
  r.command = "kintree verify --plugin aba";
  return r;
}

void check_same(double a, double b) {
  if (std::isnan(a))
    BOOST_TEST(std::isnan(b));
  else
    BOOST_TEST(std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b));
}

void check_same(const Record& a, const Record& b) {
  BOOST_TEST(a.case_name == b.case_name);
  BOOST_TEST(a.family == b.family);
  BOOST_TEST(a.seed == b.seed);
  BOOST_TEST(a.bodies == b.bodies);
  BOOST_TEST(a.degrees_of_freedom == b.degrees_of_freedom);
  BOOST_TEST(a.plugin == b.plugin);
  BOOST_TEST(a.problem == b.problem);
  BOOST_TEST(a.promise == b.promise);
  BOOST_TEST(a.status == b.status);
  BOOST_TEST(a.verdict == b.verdict);
  BOOST_TEST(a.passed == b.passed);
  BOOST_TEST(a.reason == b.reason);
  check_same(a.error, b.error);
  check_same(a.sigma, b.sigma);
  check_same(a.alpha, b.alpha);
  check_same(a.limit, b.limit);
  BOOST_TEST(a.certified_digits == b.certified_digits);
  check_same(a.backward_error, b.backward_error);
  BOOST_TEST(a.worst == b.worst);
  BOOST_TEST(a.command == b.command);
}

/// The message of the InputError that `action` throws.
template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const InputError& e) {
    return e.what();
  }
  return "(accepted)";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_CASE(every_field_comes_back) {
  const Folder folder;
  Record odd = a_record("two");
  odd.seed = 0;
  odd.passed = false;
  odd.error = nan;
  odd.sigma = 0;
  odd.alpha = infinity;
  odd.limit = -infinity;
  const std::vector<Record> written{a_record("one"), odd};
  std::int64_t id = 0;
  {
    Store store(folder / "store.sqlite");
    id = store.begin(a_run());
    store.add(id, {written[0]});
    store.add(id, {written[1]});
    store.finish(id);
  }
  Store store(folder / "store.sqlite");
  const auto read = store.records(id);
  BOOST_REQUIRE(read.size() == 2u);
  check_same(written[0], read[0]);
  check_same(written[1], read[1]);

  const auto runs = store.runs();
  BOOST_REQUIRE(runs.size() == 1u);
  BOOST_TEST(runs[0].id == id);
  BOOST_TEST(runs[0].started == a_run().started);
  BOOST_TEST(runs[0].command == a_run().command);
  BOOST_TEST(runs[0].version == a_run().version);
  BOOST_TEST(runs[0].commit == a_run().commit);
  BOOST_TEST(runs[0].build == a_run().build);
  BOOST_TEST(runs[0].machine == a_run().machine);
  BOOST_TEST(runs[0].finished.size() == std::string("2024-05-06T07:08:09Z").size());
}

BOOST_AUTO_TEST_CASE(runs_are_kept_apart) {
  const Folder folder;
  Store store(folder / "store.sqlite");
  const auto first = store.begin(a_run()), second = store.begin(a_run());
  BOOST_TEST(first != second);
  store.add(first, {a_record("one")});
  store.add(second, {a_record("one"), a_record("one", "crba"), a_record("two")});
  BOOST_TEST(store.records(first).size() == 1u);
  BOOST_TEST(store.records(second).size() == 3u);
  BOOST_TEST(store.has_case(second, "two"));
  BOOST_TEST(!store.has_case(first, "two"));
  BOOST_TEST(!store.has_case(second, "tw"));
  BOOST_TEST(store.runs().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_case_is_added_whole_or_not_at_all) {
  const Folder folder;
  Store store(folder / "store.sqlite");
  const auto id = store.begin(a_run());
  store.add(id, {a_record("one")});
  // The second is there already: neither is taken.
  const std::string message = refusal([&] {
    store.add(id, {a_record("one", "crba"), a_record("one", "aba")});
  });
  BOOST_TEST(contains(message, "store.sqlite"));
  BOOST_TEST(store.records(id).size() == 1u);
  store.add(id, {a_record("one", "crba")});
  BOOST_TEST(store.records(id).size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_unknown_run_is_refused) {
  const Folder folder;
  Store store(folder / "store.sqlite");
  BOOST_TEST(contains(refusal([&] { store.add(7, {a_record("one")}); }), "no run 7"));
  BOOST_TEST(contains(refusal([&] { store.finish(7); }), "no run 7"));
  BOOST_TEST(contains(refusal([&] { store.records(7); }), "no run 7"));
}

BOOST_AUTO_TEST_CASE(the_last_unfinished_run_of_the_same_kind_is_found) {
  const Folder folder;
  Store store(folder / "store.sqlite");
  const Run run = a_run();
  const auto find = [&] { return store.unfinished(run.command, run.commit, run.build); };
  BOOST_TEST(!find().has_value());
  const auto first = store.begin(run), second = store.begin(run);
  for (std::string Run::*field : {&Run::command, &Run::commit, &Run::build}) {
    Run other = run;
    other.*field += "x";
    store.begin(other);
  }
  BOOST_REQUIRE(find().has_value());
  BOOST_TEST(find()->id == second);
  BOOST_TEST(find()->machine == run.machine);
  store.finish(second);
  BOOST_REQUIRE(find().has_value());
  BOOST_TEST(find()->id == first);
  store.finish(first);
  BOOST_TEST(!find().has_value());
}

BOOST_AUTO_TEST_CASE(the_clock_starts_a_run_that_does_not_say_when) {
  const Folder folder;
  Store store(folder / "store.sqlite");
  Run run = a_run();
  run.started.clear();
  run.finished = "2024-01-01T00:00:00Z";  // a run that begins is not finished
  store.begin(run);
  BOOST_TEST(store.runs()[0].started.substr(0, 2) == "20");
  BOOST_TEST(store.runs()[0].finished.empty());
}

/// Adds cases of three records until it is killed, and says after each one that add() has returned.
[[noreturn]] void add_until_killed(const std::filesystem::path& file, int report) {
  Store store(file);
  const auto id = store.begin(a_run());
  for (int i = 0;; ++i) {
    const std::string name = "case-" + std::to_string(i);
    store.add(id, {a_record(name, "aba"), a_record(name, "crba"), a_record(name, "rnea")});
    const char done = '.';
    if (write(report, &done, 1) != 1) _exit(1);
  }
}

BOOST_AUTO_TEST_CASE(a_killed_run_loses_nothing_and_is_resumed) {
  const Folder folder;
  const auto file = folder / "store.sqlite";
  int pipe_ends[2];
  BOOST_REQUIRE(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) add_until_killed(file, pipe_ends[1]);
  close(pipe_ends[1]);

  constexpr int enough = 25;
  int told = 0;
  char byte = 0;
  while (told < enough && read(pipe_ends[0], &byte, 1) == 1) ++told;
  kill(child, SIGKILL);
  int status = 0;
  BOOST_REQUIRE(waitpid(child, &status, 0) == child);
  BOOST_REQUIRE(WIFSIGNALED(status));
  while (read(pipe_ends[0], &byte, 1) == 1) ++told;
  close(pipe_ends[0]);
  BOOST_REQUIRE(told >= enough);

  Store store(file);
  const auto run = store.unfinished(a_run().command, a_run().commit, a_run().build);
  BOOST_REQUIRE(run.has_value());
  for (int i = 0; i < told; ++i) BOOST_TEST(store.has_case(run->id, "case-" + std::to_string(i)));
  std::map<std::string, int> count;
  for (const Record& record : store.records(run->id)) ++count[record.case_name];
  // One more may have been committed that the child could not tell of.
  BOOST_TEST(count.size() >= static_cast<std::size_t>(told));
  BOOST_TEST(count.size() <= static_cast<std::size_t>(told) + 1);
  for (const auto& [name, records] : count) BOOST_TEST(records == 3, name);

  store.add(run->id, {a_record("last")});
  store.finish(run->id);
  BOOST_TEST(store.has_case(run->id, "last"));
  BOOST_TEST(!store.unfinished(a_run().command, a_run().commit, a_run().build).has_value());
}

BOOST_AUTO_TEST_CASE(what_one_process_commits_another_sees) {
  const Folder folder;
  Store writer(folder / "store.sqlite"), reader(folder / "store.sqlite");
  const auto id = writer.begin(a_run());
  writer.add(id, {a_record("one")});
  BOOST_TEST(reader.records(id).size() == 1u);
  reader.add(id, {a_record("two")});
  BOOST_TEST(writer.records(id).size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_store_is_refused_and_left_alone) {
  const Folder folder;
  const auto text = folder / "notes.txt";
  std::ofstream(text) << "not a database";
  const std::string message = refusal([&] { Store store(text); });
  BOOST_TEST(contains(message, text.string()));
  BOOST_TEST(contains(message, "not a database"));
  std::ifstream stream(text);
  BOOST_TEST(std::string(std::istreambuf_iterator<char>(stream), {}) == "not a database");

  const auto other = folder / "other.sqlite";
  SQLite::Database(other.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
      .exec("CREATE TABLE birds (name TEXT)");
  BOOST_TEST(
      contains(refusal([&] { Store store(other); }), other.string() + ": a database, but not a store"));

  const auto numbered = folder / "numbered.sqlite";
  {
    SQLite::Database database(numbered.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("CREATE TABLE birds (name TEXT)");
    database.exec("PRAGMA user_version = 1");
  }
  BOOST_TEST(contains(refusal([&] { Store store(numbered); }), "not a store"));
}

BOOST_AUTO_TEST_CASE(another_schema_version_is_refused) {
  const Folder folder;
  const auto file = folder / "store.sqlite";
  Store store(file);
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 77");
  const std::string message = refusal([&] { Store again(file); });
  BOOST_TEST(contains(message, file.string()));
  BOOST_TEST(contains(message, "schema version 77"));
}

BOOST_AUTO_TEST_CASE(a_place_where_no_file_can_be_is_refused) {
  const Folder folder;
  BOOST_TEST(contains(refusal([&] { Store store(folder.path); }), folder.path.string() + ": a folder"));
  const auto nowhere = folder / "no/such/store.sqlite";
  BOOST_TEST(contains(refusal([&] { Store store(nowhere); }), nowhere.string()));
}

}  // namespace
