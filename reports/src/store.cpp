#include "kintree/report/store.hpp"

#include <stdexcept>
#include <system_error>
#include <utility>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/input/text_file.hpp"
#include "sql.hpp"

namespace kintree::report {
namespace {

constexpr int schema_version = 14;
constexpr int application = 0x4b747265;  // "Ktre" in the file's header: the file is ours
constexpr int patience_ms = 30'000;      // while another process writes

constexpr const char* now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

template <Row T>
std::string table() {
  return std::string(Fields<T>::table);
}

/// Rows of a run are read in the order in which they were added, by the index on `run`, which has that order.
template <Row T>
std::string rows_of_run() {
  return table<T>() + " INDEXED BY " + table<T>() + "_by_run WHERE run = ?";
}

template <Row T>
std::string creation() {
  const std::string unique = std::same_as<T, Record>
                                 ? ", UNIQUE (run, " + sql::names<CaseId>() + ", plugin, problem)"
                                 : std::string();
  return "CREATE TABLE " + table<T>() +
         " (ordinal INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id), " + sql::definitions<T>() +
         unique + ");\nCREATE INDEX " + table<T>() + "_by_run ON " + table<T>() + " (run);\n";
}

template <class... T>
std::string schema_of(const std::tuple<T...>*) {
  return "CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, " + sql::definitions<Run>() + ");\n" +
         (creation<T>() + ...);
}

std::string schema() {
  return schema_of(static_cast<const RunRows*>(nullptr));
}

/// All that a database has tables, indexes, views and triggers of, and how they were made.
std::string objects(SQLite::Database& database) {
  SQLite::Statement query(database,
                          "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name");
  std::string text;
  while (query.executeStep())
    for (int k = 0; k < query.getColumnCount(); ++k) text += query.getColumn(k).getString() + '\n';
  return text;
}

/// Those of a store.
const std::string& expected_objects() {
  static const std::string expected = [] {
    SQLite::Database store(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    store.exec(schema());
    return objects(store);
  }();
  return expected;
}

std::string insertion(const std::string& into, const std::string& names, const std::string& places) {
  return "INSERT INTO " + into + " (" + names + ") VALUES (" + places + ")";
}

/// "there.a, there.b, there.c"
std::string names_in(const std::string& table) {
  std::string text;
  for (const sql::Column& column : sql::columns<Record>())
    text += (text.empty() ? "" : ", ") + table + "." + column.name;
  return text;
}

/// That `here` and `there` answer one problem of one case by one plugin.
std::string same_answer() {
  std::string text = "here.plugin = there.plugin AND here.problem = there.problem";
  for (const sql::Column& column : sql::columns<CaseId>())
    text += " AND here." + column.name + " = there." + column.name;
  return text;
}

Run run_of(SQLite::Statement& row) {
  Run run = sql::read<Run>(row, 1);
  run.id = row.getColumn(0).getInt64();
  return run;
}

}  // namespace

struct Store::Impl {
  std::string file;
  SQLite::Database database;
  std::optional<SQLite::Statement> insert_record, count_case;  // prepared once

  explicit Impl(const std::filesystem::path& path)
      : file(message_name(path)),
        database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, patience_ms) {
    // Looked at before anything is changed: a file of somebody else stays as it was.
    check();
    database.exec("PRAGMA journal_mode = WAL");
    // What is committed outlives the process. A power failure may take the last cases, never the file.
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA foreign_keys = ON");
    if (empty()) {
      SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
      if (empty()) {  // still: another process may have been faster
        database.exec(schema());
        database.exec("PRAGMA user_version = " + std::to_string(schema_version));
        database.exec("PRAGMA application_id = " + std::to_string(application));
      }
      transaction.commit();
    }
    check();
  }

  /// SQLite's reasons quote names of a damaged file.
  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(file + ": " + printable(reason));
  }

  bool empty() {
    return database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0 &&
           database.execAndGet("PRAGMA user_version").getInt() == 0;
  }

  void check() {
    if (empty()) return;
    if (database.execAndGet("PRAGMA application_id").getInt() != application)
      fail("a database, but not a store of Kintree");
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (version != schema_version)
      fail("a store of schema version " + std::to_string(version) +
           ", but this program reads and writes version " + std::to_string(schema_version));
    if (objects(database) != expected_objects())
      fail("a store whose tables are not those of schema version " + std::to_string(schema_version));
  }

  void require_run(std::int64_t run) {
    SQLite::Statement query(database, "SELECT 1 FROM runs WHERE id = ?");
    query.bind(1, run);
    if (!query.executeStep()) fail("there is no run " + std::to_string(run));
  }

  /// Does `work` while a store of that file is attached as `other`.
  template <class Work>
  void with_attached(const std::filesystem::path& path, Work&& work) {
    Store{path};  // refuses what is no store
    SQLite::Statement attach(database, "ATTACH DATABASE ? AS other");
    attach.bind(1, path.string());
    attach.exec();
    try {
      work();
    } catch (...) {
      database.tryExec("DETACH DATABASE other");
      throw;
    }
    database.exec("DETACH DATABASE other");
  }

  /// Does `work`. What SQLite has against it, and what is damaged, is told with the name of the file.
  template <class Work>
  auto guarded(Work&& work) -> decltype(work()) {
    try {
      return work();
    } catch (const SQLite::Exception& e) {
      fail(e.what());
    } catch (const BadField& bad) {
      fail(std::string("damaged: ") + bad.what());
    }
  }
};

Store::Store(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw InputError(message_name(file) + ": a folder, not a store");
  try {
    impl_ = std::make_unique<Impl>(file);
  } catch (const SQLite::Exception& e) {
    throw InputError(message_name(file) + ": cannot be opened as a store of Kintree: " + printable(e.what()));
  }
}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

// --- runs ---

std::int64_t Store::begin(const Run& run) {
  return impl_->guarded([&] {
    Run begun = run;
    begun.finished.clear();
    begun.cases = 0;
    if (begun.started.empty())
      begun.started = impl_->database.execAndGet(std::string("SELECT ") + now).getString();
    SQLite::Statement insert(impl_->database, insertion(table<Run>(), sql::names<Run>(), sql::places<Run>()));
    sql::bind(insert, 1, begun);
    insert.exec();
    return static_cast<std::int64_t>(impl_->database.getLastInsertRowid());
  });
}

std::optional<Run> Store::unfinished(const std::string& command, const std::string& commit,
                                     const std::string& build) {
  return impl_->guarded([&]() -> std::optional<Run> {
    SQLite::Statement query(impl_->database,
                            "SELECT id, " + sql::names<Run>() +
                                " FROM runs WHERE finished = '' AND command = ? AND \"commit\" = ? AND "
                                "build = ? ORDER BY id DESC LIMIT 1");
    int index = 0;
    for (const std::string* text : {&command, &commit, &build}) query.bind(++index, *text);
    if (!query.executeStep()) return std::nullopt;
    return run_of(query);
  });
}

void Store::finish(std::int64_t run, const std::string& when) {
  impl_->guarded([&] {
    impl_->require_run(run);
    SQLite::Statement update(
        impl_->database,
        std::string("UPDATE runs SET finished = coalesce(nullif(?, ''), ") + now + ") WHERE id = ?");
    update.bind(1, when);
    update.bind(2, run);
    update.exec();
  });
}

Run Store::run(std::int64_t id) {
  return impl_->guarded([&] {
    SQLite::Statement query(impl_->database, "SELECT id, " + sql::names<Run>() + " FROM runs WHERE id = ?");
    query.bind(1, id);
    if (!query.executeStep()) impl_->fail("there is no run " + std::to_string(id));
    return run_of(query);
  });
}

std::vector<Run> Store::runs() {
  return impl_->guarded([&] {
    SQLite::Statement query(impl_->database, "SELECT id, " + sql::names<Run>() + " FROM runs ORDER BY id");
    std::vector<Run> runs;
    while (query.executeStep()) runs.push_back(run_of(query));
    return runs;
  });
}

// --- rows ---

void Store::add(std::int64_t run, const std::vector<Record>& records) {
  impl_->guarded([&] {
    if (!impl_->insert_record) {
      impl_->insert_record.emplace(impl_->database, insertion(table<Record>(), "run, " + sql::names<Record>(),
                                                              "?, " + sql::places<Record>()));
      impl_->count_case.emplace(impl_->database, "UPDATE runs SET cases = cases + 1 WHERE id = ?");
    }
    const auto once = [](SQLite::Statement& statement) {
      const int changed = statement.exec();
      statement.reset();
      return changed;
    };
    SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
    impl_->count_case->bind(1, run);
    if (once(*impl_->count_case) == 0) impl_->fail("there is no run " + std::to_string(run));
    for (const Record& record : records) {
      impl_->insert_record->tryReset();
      impl_->insert_record->bind(1, run);
      sql::bind(*impl_->insert_record, 2, record);
      once(*impl_->insert_record);
    }
    transaction.commit();
  });
}

void Store::adopt(std::int64_t run, const std::filesystem::path& other, std::int64_t run_there) {
  impl_->guarded([&] {
    impl_->require_run(run);
    const std::int64_t cases = Store(other).run(run_there).cases;
    impl_->with_attached(other, [&] {
      SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
      SQLite::Statement copy(impl_->database, "INSERT INTO records (run, " + sql::names<Record>() +
                                                  ") SELECT ?, " + sql::names<Record>() +
                                                  " FROM other.records WHERE run = ? ORDER BY ordinal");
      copy.bind(1, run);
      copy.bind(2, run_there);
      copy.exec();
      SQLite::Statement count(impl_->database, "UPDATE runs SET cases = cases + ? WHERE id = ?");
      count.bind(1, cases);
      count.bind(2, run);
      count.exec();
      transaction.commit();
    });
  });
}

void Store::for_each_pair(std::int64_t run, const std::filesystem::path& other, std::int64_t run_there,
                          const std::function<void(const Record& there, const Record& here)>& take) {
  impl_->guarded([&] {
    impl_->require_run(run);
    Store(other).run(run_there);
    impl_->with_attached(other, [&] {
      SQLite::Statement query(
          impl_->database, "SELECT " + names_in("there") + ", " + names_in("here") +
                               " FROM main.records AS here JOIN other.records AS there ON " + same_answer() +
                               " WHERE here.run = ? AND there.run = ? ORDER BY here.ordinal");
      query.bind(1, run);
      query.bind(2, run_there);
      const auto columns = static_cast<int>(sql::columns<Record>().size());
      while (query.executeStep()) take(sql::read<Record>(query, 0), sql::read<Record>(query, columns));
    });
  });
}

void Store::count_unpaired(std::int64_t run, const std::filesystem::path& other, std::int64_t run_there,
                           const TakeCount& here_alone, const TakeCount& there_alone) {
  impl_->guarded([&] {
    impl_->with_attached(other, [&] {
      const auto alone = [&](const std::string& of, const std::string& in, const TakeCount& take) {
        const auto database = [](const std::string& side) { return side == "here" ? "main" : "other"; };
        SQLite::Statement query(impl_->database,
                                std::string("SELECT plugin, problem, count(*) FROM ") + database(of) +
                                    ".records AS " + of + " WHERE run = ? AND NOT EXISTS (SELECT 1 FROM " +
                                    database(in) + ".records AS " + in + " WHERE " + in + ".run = ? AND " +
                                    same_answer() + ") GROUP BY plugin, problem");
        query.bind(1, of == "here" ? run : run_there);
        query.bind(2, of == "here" ? run_there : run);
        while (query.executeStep())
          take(query.getColumn(0).getString(), query.getColumn(1).getString(), query.getColumn(2).getInt64());
      };
      alone("here", "there", here_alone);
      alone("there", "here", there_alone);
    });
  });
}

void Store::copy_to(const std::filesystem::path& file) {
  impl_->guarded([&] {
    SQLite::Statement copy(impl_->database, "VACUUM INTO ?");
    copy.bind(1, file.string());
    copy.exec();
  });
}

template <Row T>
void Store::replace(std::int64_t run, const std::vector<T>& rows) {
  impl_->guarded([&] {
    SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
    impl_->require_run(run);
    SQLite::Statement erase(impl_->database, "DELETE FROM " + table<T>() + " WHERE run = ?");
    erase.bind(1, run);
    erase.exec();
    SQLite::Statement insert(impl_->database,
                             insertion(table<T>(), "run, " + sql::names<T>(), "?, " + sql::places<T>()));
    for (const T& row : rows) {
      insert.bind(1, run);
      sql::bind(insert, 2, row);
      insert.exec();
      insert.reset();
    }
    transaction.commit();
  });
}

template <Row T>
std::int64_t Store::count(std::int64_t run) {
  return impl_->guarded([&] {
    impl_->require_run(run);
    SQLite::Statement query(impl_->database, "SELECT count(*) FROM " + rows_of_run<T>());
    query.bind(1, run);
    query.executeStep();
    return static_cast<std::int64_t>(query.getColumn(0).getInt64());
  });
}

template <Row T>
void Store::for_each(std::int64_t run, const std::function<void(const T&)>& take) {
  impl_->guarded([&] {
    impl_->require_run(run);
    SQLite::Statement query(impl_->database,
                            "SELECT " + sql::names<T>() + " FROM " + rows_of_run<T>() + " ORDER BY ordinal");
    query.bind(1, run);
    while (query.executeStep()) take(sql::read<T>(query, 0));
  });
}

template <Row T>
std::vector<T> Store::rows(std::int64_t run) {
  std::vector<T> rows;
  for_each<T>(run, [&](const T& row) { rows.push_back(row); });
  return rows;
}

std::int64_t Store::distinct_cases(std::int64_t run) {
  return impl_->guarded([&] {
    impl_->require_run(run);
    // The index of the UNIQUE constraint has them in order: nothing is sorted or kept.
    SQLite::Statement query(impl_->database, "SELECT count(*) FROM (SELECT DISTINCT " + sql::names<CaseId>() +
                                                 " FROM records WHERE run = ?)");
    query.bind(1, run);
    query.executeStep();
    return static_cast<std::int64_t>(query.getColumn(0).getInt64());
  });
}

std::vector<Difficulty> Store::hardest(std::int64_t run, std::size_t most) {
  return impl_->guarded([&] {
    impl_->require_run(run);
    const std::string id = sql::names<CaseId>();
    // Of max(), the other columns are those of the row that has it; an error that is none is the largest.
    SQLite::Statement query(
        impl_->database,
        "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY problem ORDER BY 1.0 * below / answers "
        "DESC, "
        "answers DESC, " +
            id + ") AS place FROM (SELECT " + id +
            ", problem, bodies, degrees_of_freedom, count(*) AS answers, "
            "sum(verdict IS NOT 'A') AS below, command, max(ifnull(alpha, 9e999)) FROM records WHERE run = ? "
            "AND standing <> "
            "'unsupported' GROUP BY " +
            id +
            ", problem HAVING count(*) > 1 AND sum(verdict IS NOT 'A') > 0)) WHERE place <= ? "
            "ORDER BY problem, place");
    query.bind(1, run);
    query.bind(2, static_cast<std::int64_t>(most));
    std::vector<Difficulty> hardest;
    const auto first = static_cast<int>(sql::columns<CaseId>().size());
    while (query.executeStep()) {
      const auto problem = enumerator<Problem>(query.getColumn(first).getString());
      if (!problem) throw BadField("problem: not one of the names known");
      hardest.push_back({sql::read<CaseId>(query, 0), *problem, query.getColumn(first + 1).getInt(),
                         query.getColumn(first + 2).getInt(), query.getColumn(first + 3).getInt64(),
                         query.getColumn(first + 4).getInt64(), query.getColumn(first + 5).getString()});
    }
    std::stable_sort(hardest.begin(), hardest.end(),
                     [](const Difficulty& a, const Difficulty& b) { return a.problem < b.problem; });
    return hardest;
  });
}

VerdictCounts Store::verdict_counts(std::int64_t run) {
  return impl_->guarded([&] {
    impl_->require_run(run);
    SQLite::Statement query(
        impl_->database,
        "SELECT verdict, passed, count(*) FROM records WHERE run = ? GROUP BY verdict, passed");
    query.bind(1, run);
    VerdictCounts counts;
    while (query.executeStep()) {
      const std::int64_t count = query.getColumn(2).getInt64();
      if (query.getColumn(1).getInt() == 0) counts.failed += count;
      const std::string letter = query.getColumn(0).getText();
      for (const Verdict v : Enumeration<Verdict>::all)
        if (letter == name(v)) counts.of[static_cast<std::size_t>(v)] += count;
    }
    return counts;
  });
}

#define KINTREE_STORE_OF(T)                                                             \
  template std::int64_t Store::count<T>(std::int64_t);                                  \
  template void Store::for_each<T>(std::int64_t, const std::function<void(const T&)>&); \
  template std::vector<T> Store::rows<T>(std::int64_t)
#define KINTREE_STORE_OF_MEASUREMENT(T) \
  KINTREE_STORE_OF(T);                  \
  template void Store::replace<T>(std::int64_t, const std::vector<T>&)

KINTREE_STORE_OF(Record);
KINTREE_STORE_OF_MEASUREMENT(PowerCurve);
KINTREE_STORE_OF_MEASUREMENT(Throughput);
KINTREE_STORE_OF_MEASUREMENT(LargeTree);
KINTREE_STORE_OF_MEASUREMENT(SmallTreesProof);
KINTREE_STORE_OF_MEASUREMENT(FieldPower);
KINTREE_STORE_OF_MEASUREMENT(FloatDigits);
KINTREE_STORE_OF_MEASUREMENT(PluginClaim);
KINTREE_STORE_OF_MEASUREMENT(MutantScore);
KINTREE_STORE_OF_MEASUREMENT(LineCoverage);
KINTREE_STORE_OF_MEASUREMENT(CountedCost);
KINTREE_STORE_OF_MEASUREMENT(CostGrowth);
KINTREE_STORE_OF_MEASUREMENT(ReproducedClaim);
KINTREE_STORE_OF_MEASUREMENT(MissingClaim);
KINTREE_STORE_OF_MEASUREMENT(Erratum);
KINTREE_STORE_OF_MEASUREMENT(Curve);

}  // namespace kintree::report
