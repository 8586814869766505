#include "kintree/report/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.hpp"

namespace kintree::report::test {
namespace {

Record a_record(std::uint64_t seed, const std::string& plugin = "aba") {
  return judged(plugin, Problem::forward_dynamics, a_case("chain", seed), Verdict::B, 1e-15);
}

Curve a_curve(const std::string& name) {
  return {"a figure", "a title", "n", "operations", name, {1, 2}, {3, 4}};
}

BOOST_AUTO_TEST_CASE(runs_are_kept_apart) {
  const TemporaryFolder folder;
  Store store(folder / "store.sqlite");
  const auto first = store.begin(a_run()), second = store.begin(a_run());
  BOOST_TEST(first != second);
  store.add(first, {a_record(1)});
  store.add(second, {a_record(1), a_record(1, "crba"), a_record(2)});
  BOOST_TEST(store.rows<Record>(first).size() == 1u);
  BOOST_TEST(store.rows<Record>(second).size() == 3u);
  BOOST_TEST(store.count<Record>(first) == 1);
  BOOST_TEST(store.count<Record>(second) == 3);
  BOOST_TEST(store.distinct_cases(second) == 2);
  BOOST_TEST(store.runs().size() == 2u);
  store.replace<Curve>(first, {a_curve("a"), a_curve("b")});
  store.replace<Curve>(second, {a_curve("c")});
  BOOST_TEST(store.rows<Curve>(first).size() == 2u);
  BOOST_TEST(store.rows<Curve>(second).size() == 1u);
  store.replace<Curve>(first, {a_curve("d")});
  BOOST_TEST(store.rows<Curve>(first).at(0).name == "d");
  BOOST_TEST(store.count<Curve>(first) == 1);
  BOOST_TEST(store.rows<Curve>(second).at(0).name == "c");
}

BOOST_AUTO_TEST_CASE(a_case_is_added_whole_or_not_at_all) {
  const TemporaryFolder folder;
  Store store(folder / "store.sqlite");
  const auto id = store.begin(a_run());
  store.add(id, {a_record(1)});
  // The second is there already: neither is taken.
  const std::string message = refusal([&] { store.add(id, {a_record(1, "crba"), a_record(1, "aba")}); });
  BOOST_TEST(contains(message, "store.sqlite"));
  BOOST_TEST(store.rows<Record>(id).size() == 1u);
  BOOST_TEST(store.run(id).cases == 1);
  store.add(id, {a_record(1, "crba")});
  BOOST_TEST(store.rows<Record>(id).size() == 2u);
  store.add(id, {});  // a case about which nothing was asked
  BOOST_TEST(store.run(id).cases == 3);
}

BOOST_AUTO_TEST_CASE(a_run_takes_in_one_of_another_store) {
  const TemporaryFolder folder;
  Store other(folder / "other.sqlite"), store(folder / "store.sqlite");
  const auto nobody = other.begin(a_run()), there = other.begin(a_run());
  other.add(nobody, {a_record(3)});
  for (const std::uint64_t seed : {7, 2}) other.add(there, {a_record(seed), a_record(seed, "crba")});
  const auto untouched = store.begin(a_run()), id = store.begin(a_run());
  store.add(id, {a_record(1)});
  store.adopt(id, folder / "other.sqlite", there);
  const auto has_what_is_expected = [&] {
    std::string names;
    for (const Record& r : store.rows<Record>(id)) names += std::to_string(r.id.seed) + " " + r.plugin + ", ";
    return names == "1 aba, 7 aba, 7 crba, 2 aba, 2 crba, ";
  };
  BOOST_TEST(has_what_is_expected());
  BOOST_TEST((store.run(id).cases == 3 && store.run(untouched).cases == 0));
  BOOST_TEST(store.count<Record>(untouched) == 0);
  BOOST_TEST(contains(refusal([&] { store.adopt(id, folder / "other.sqlite", 9); }), "there is no run 9"));
  BOOST_TEST(contains(refusal([&] { store.adopt(9, folder / "other.sqlite", there); }), "there is no run 9"));
  BOOST_TEST(has_what_is_expected());
}

BOOST_AUTO_TEST_CASE(an_unknown_run_is_refused) {
  const TemporaryFolder folder;
  Store store(folder / "store.sqlite");
  BOOST_TEST(contains(refusal([&] { store.add(7, {a_record(1)}); }), "there is no run 7"));
  BOOST_TEST(contains(refusal([&] { store.finish(7); }), "there is no run 7"));
  BOOST_TEST(contains(refusal([&] { store.rows<Record>(7); }), "there is no run 7"));
  BOOST_TEST(contains(refusal([&] { store.replace<Curve>(7, {}); }), "there is no run 7"));
  BOOST_TEST(contains(refusal([&] { store.count<Curve>(7); }), "there is no run 7"));
  BOOST_TEST(contains(refusal([&] { store.distinct_cases(7); }), "there is no run 7"));
  BOOST_TEST(contains(refusal([&] { store.run(7); }), "there is no run 7"));
}

BOOST_AUTO_TEST_CASE(the_last_unfinished_run_of_the_same_kind_is_found) {
  const TemporaryFolder folder;
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
  const TemporaryFolder folder;
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
  for (std::uint64_t i = 0;; ++i) {
    store.add(id, {a_record(i, "aba"), a_record(i, "crba"), a_record(i, "rnea")});
    const char done = '.';
    if (write(report, &done, 1) != 1) _exit(1);
  }
}

BOOST_AUTO_TEST_CASE(a_killed_run_loses_nothing_and_is_resumed) {
  const TemporaryFolder folder;
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
  std::map<std::uint64_t, int> of_case;
  for (const Record& record : store.rows<Record>(run->id)) ++of_case[record.id.seed];
  // One more may have been committed that the child could not tell of.
  BOOST_TEST(run->cases >= told);
  BOOST_TEST(run->cases <= told + 1);
  BOOST_TEST(static_cast<std::int64_t>(of_case.size()) == run->cases);
  BOOST_TEST(of_case.rbegin()->first + 1 == of_case.size());
  for (const auto& [seed, records] : of_case) BOOST_TEST(records == 3, seed);

  store.add(run->id, {a_record(static_cast<std::uint64_t>(run->cases))});
  store.finish(run->id);
  BOOST_TEST(store.run(run->id).cases == run->cases + 1);
  BOOST_TEST(!store.unfinished(a_run().command, a_run().commit, a_run().build).has_value());
}

BOOST_AUTO_TEST_CASE(store_shows_rows_committed_through_another_handle) {
  const TemporaryFolder folder;
  Store writer(folder / "store.sqlite"), reader(folder / "store.sqlite");
  const auto id = writer.begin(a_run());
  writer.add(id, {a_record(1)});
  BOOST_TEST(reader.rows<Record>(id).size() == 1u);
  reader.add(id, {a_record(2)});
  BOOST_TEST(writer.rows<Record>(id).size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_store_is_refused_and_left_alone) {
  const TemporaryFolder folder;
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
  const TemporaryFolder folder;
  const auto file = folder / "store.sqlite";
  Store store(file);
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 77");
  const std::string message = refusal([&] { Store again(file); });
  BOOST_TEST(contains(message, file.string()));
  BOOST_TEST(contains(message, "a store of schema version 77; expected 15, or 14 to read from"));
}

/// Each measurement has a table of its own there.
BOOST_AUTO_TEST_CASE(store_of_version_14_is_read_not_written) {
  const TemporaryFolder folder;
  const auto file = folder / "store.sqlite";
  {
    Store store(file);
    store.add(store.begin(a_run()), {a_record(1)});
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
        .exec(
            "DROP TABLE measurements; CREATE TABLE curves (ordinal INTEGER PRIMARY KEY, run INTEGER, figure, "
            "title, x_name, y_name, "
            "name, x, y); CREATE INDEX curves_by_run ON curves (run); "
            "INSERT INTO curves VALUES (NULL, 1, 'a figure', 'a title', 'n', 'operations', 'old', "
            "'[1.0,2.0]', '[3.0,4.0]');"
            "PRAGMA user_version = 14");
  }
  Store old(file);
  BOOST_TEST(old.rows<Record>(1).size() == 1u);
  BOOST_TEST(old.count<Curve>(1) == 1);
  BOOST_TEST(old.count<Library>(1) == 0);
  BOOST_TEST(old.rows<Timing>(1).empty());
  BOOST_TEST(old.verdict_counts(1).answers() == 1);
  BOOST_TEST((old.rows<Curve>(1) == std::vector{a_curve("old")}));
  const char* const message =
      "a store of schema version 14, which this program only reads; expected 15; write to a new file";
  BOOST_TEST(contains(refusal([&] { old.begin(a_run()); }), message));
  BOOST_TEST(contains(refusal([&] { old.add(1, {}); }), message));
  BOOST_TEST(contains(refusal([&] { old.replace<Curve>(1, {}); }), message));
  Store store(folder / "new.sqlite");
  const auto id = store.begin(a_run());
  store.add(id, {a_record(1)});
  int pairs = 0;
  store.for_each_pair(id, file, 1,
                      [&](const Record& there, const Record& here) { pairs += there.alpha == here.alpha; });
  BOOST_TEST(pairs == 1);
}

BOOST_AUTO_TEST_CASE(a_store_with_other_tables_is_refused) {
  const TemporaryFolder folder;
  const auto refused_after = [&](const std::string& change) {
    const auto file = folder / "store.sqlite";
    std::filesystem::remove(file);
    Store store(file);
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(change);
    return refusal([&] { Store again(file); });
  };
  BOOST_TEST(refused_after("UPDATE runs SET cases = 1") == "(accepted)");
  for (const char* change :
       {"ALTER TABLE measurements RENAME TO remarks", "ALTER TABLE runs ADD COLUMN birds TEXT",
        "DROP INDEX records_by_run", "CREATE VIEW birds AS SELECT * FROM runs",
        "CREATE TRIGGER birds AFTER UPDATE ON runs BEGIN DELETE FROM runs; END"})
    BOOST_TEST(contains(refused_after(change), "whose tables are not those of schema version"), change);
}

BOOST_AUTO_TEST_CASE(a_damaged_store_is_refused) {
  const TemporaryFolder folder;
  const auto refused_after = [&](const std::string& change) {
    const auto file = folder / "store.sqlite";
    std::filesystem::remove(file);
    Store store(file);
    const auto id = store.begin(a_run());
    store.add(id, {a_record(1)});
    store.replace<Curve>(id, {a_curve("a")});
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(change);
    std::string message = refusal([&] {
      store.run(id);
      store.rows<Record>(id);
      store.rows<Curve>(id);
    });
    BOOST_TEST((message == "(accepted)" || contains(message, "store.sqlite: damaged: ")), message);
    return message;
  };
  BOOST_TEST(refused_after("UPDATE records SET worst = 'x'") == "(accepted)");
  BOOST_TEST(contains(refused_after("UPDATE records SET seed = '12a'"), "seed: not a number"));
  BOOST_TEST(
      contains(refused_after("UPDATE records SET seed = '18446744073709551616'"), "seed: not a number"));
  BOOST_TEST(
      contains(refused_after("UPDATE records SET problem = 'mass'"), "problem: not one of the names known"));
  BOOST_TEST(contains(refused_after("UPDATE records SET seed = 'x'"), "seed: not a number"));
  BOOST_TEST(contains(refused_after("UPDATE records SET seed = ''"), "seed: not a number"));
  BOOST_TEST(
      contains(refused_after("UPDATE records SET verdict = 'E'"), "verdict: not one of the names known"));
  BOOST_TEST(
      contains(refused_after("UPDATE records SET joints = 'ball'"), "joints: not one of the names known"));
  BOOST_TEST(contains(refused_after("UPDATE records SET bodies = 3000000000"), "bodies: out of range"));
  BOOST_TEST(contains(refused_after("UPDATE runs SET cases = 9007199254740993"), "cases: out of range"));
  BOOST_TEST(contains(refused_after("UPDATE records SET bodies = 'many'"), "bodies: not a whole number"));
  BOOST_TEST(contains(refused_after("UPDATE records SET error = 'large'"), "error: not a number"));
  BOOST_TEST(contains(refused_after("UPDATE measurements SET json = '[1,'"), "curves: not JSON"));
  BOOST_TEST(contains(refused_after("UPDATE measurements SET json = json_set(json, '$.x[1]', '1')"),
                      "curves: x: not a number"));

  const auto truncated = folder / "truncated.sqlite";
  {
    Store store(truncated);
    const auto id = store.begin(a_run());
    for (std::uint64_t i = 0; i < 1000; ++i) store.add(id, {a_record(i)});
  }
  std::filesystem::resize_file(truncated, std::filesystem::file_size(truncated) / 2);
  const std::string message = refusal([&] {
    Store store(truncated);
    store.rows<Record>(1);
  });
  BOOST_TEST(contains(message, "truncated.sqlite"));
  BOOST_TEST(contains(message, "malformed"));
}

BOOST_AUTO_TEST_CASE(the_hardest_case_of_a_damaged_store_is_refused) {
  const TemporaryFolder folder;
  Store store(folder / "store.sqlite");
  const auto id = store.begin(a_run());
  store.add(id, {a_record(1), a_record(1, "crba")});
  BOOST_TEST_REQUIRE(store.hardest(id, 1).size() == 1u);
  BOOST_TEST((store.hardest(id, 1)[0].problem == Problem::forward_dynamics));
  SQLite::Database((folder / "store.sqlite").string(), SQLite::OPEN_READWRITE)
      .exec("UPDATE records SET problem = 'mass'");
  BOOST_TEST(contains(refusal([&] { store.hardest(id, 1); }),
                      "store.sqlite: damaged: problem: not one of the names known"));
}

BOOST_AUTO_TEST_CASE(a_copy_has_what_the_store_has_and_replaces_nothing) {
  RenderedReport report(a_set());
  report.store.copy_to(report / "copy.sqlite");
  Store copy(report / "copy.sqlite");
  BOOST_TEST_REQUIRE(copy.runs().size() == 1u);
  BOOST_TEST((copy.runs() == report.store.runs()));
  BOOST_TEST(copy.count<Record>(report.id) == std::ssize(a_set()));
  BOOST_TEST(contains(refusal([&] { report.store.copy_to(report / "copy.sqlite"); }), "store.sqlite: "));
}

BOOST_AUTO_TEST_CASE(a_place_where_no_file_can_be_is_refused) {
  const TemporaryFolder folder;
  BOOST_TEST(contains(refusal([&] { Store store(folder.path()); }), folder.path().string() + ": a folder"));
  const auto nowhere = folder / "no/such/store.sqlite";
  BOOST_TEST(contains(refusal([&] { Store store(nowhere); }), nowhere.string()));
}

}  // namespace
}  // namespace kintree::report::test
