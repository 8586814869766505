#include "kintree/report/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "kintree/data/error.hpp"

namespace kintree {
namespace {

constexpr int schema_version = 2;
constexpr int application = 0x4b747265;  // "Ktre" in the file's header: the file is ours
constexpr int patience_ms = 30'000;      // while another process writes

// Seeds are text: SQLite's integers are signed. NaN is NULL; infinities are stored as they are.
constexpr const char* schema = R"(
CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started TEXT NOT NULL, finished TEXT NOT NULL, command TEXT NOT NULL, version TEXT NOT NULL, commit_hash TEXT NOT NULL,
  build TEXT NOT NULL, machine TEXT NOT NULL);
CREATE TABLE records (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs(id),
  case_name TEXT NOT NULL, family TEXT NOT NULL, seed TEXT NOT NULL, bodies INTEGER NOT NULL,
  degrees_of_freedom INTEGER NOT NULL,
  plugin TEXT NOT NULL, problem TEXT NOT NULL, promise TEXT NOT NULL,
  status TEXT NOT NULL, verdict TEXT NOT NULL, passed INTEGER NOT NULL, reason TEXT NOT NULL,
  error REAL, sigma REAL, alpha REAL, error_limit REAL, backward_error REAL, certified_digits INTEGER NOT NULL,
  worst TEXT NOT NULL, command TEXT NOT NULL,
  UNIQUE (run, case_name, plugin, problem));
)";

constexpr const char* run_columns = "id, started, finished, command, version, commit_hash, build, machine";
constexpr const char* record_columns =
    "case_name, family, seed, bodies, degrees_of_freedom, plugin, problem, promise, status, verdict, passed, "
    "reason, error, "
    "sigma, alpha, error_limit, backward_error, certified_digits, worst, command";
constexpr const char* now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

void bind_number(SQLite::Statement& statement, int index, double value) {
  if (std::isnan(value))
    statement.bind(index);
  else
    statement.bind(index, value);
}

double number(const SQLite::Column& column) {
  return column.isNull() ? std::numeric_limits<double>::quiet_NaN() : column.getDouble();
}

Run run_of(SQLite::Statement& row) {
  Run run;
  run.id = row.getColumn(0).getInt64();
  std::string* const texts[] = {&run.started, &run.finished, &run.command, &run.version,
                                &run.commit,  &run.build,    &run.machine};
  int index = 1;
  for (std::string* text : texts) *text = row.getColumn(index++).getString();
  return run;
}

Record record_of(SQLite::Statement& row) {
  int index = 0;
  const auto text = [&] { return row.getColumn(index++).getString(); };
  const auto integer = [&] { return row.getColumn(index++).getInt(); };
  const auto real = [&] { return number(row.getColumn(index++)); };
  Record r;
  r.case_name = text();
  r.family = text();
  r.seed = std::stoull(text());
  r.bodies = integer();
  r.degrees_of_freedom = integer();
  r.plugin = text();
  r.problem = text();
  r.promise = text();
  r.status = text();
  r.verdict = text();
  r.passed = integer() != 0;
  r.reason = text();
  r.error = real();
  r.sigma = real();
  r.alpha = real();
  r.limit = real();
  r.backward_error = real();
  r.certified_digits = integer();
  r.worst = text();
  r.command = text();
  return r;
}

void bind(SQLite::Statement& statement, std::int64_t run, const Record& r) {
  int index = 0;
  statement.bind(++index, run);
  statement.bind(++index, r.case_name);
  statement.bind(++index, r.family);
  statement.bind(++index, std::to_string(r.seed));
  statement.bind(++index, r.bodies);
  statement.bind(++index, r.degrees_of_freedom);
  for (const std::string* text : {&r.plugin, &r.problem, &r.promise, &r.status, &r.verdict})
    statement.bind(++index, *text);
  statement.bind(++index, r.passed ? 1 : 0);
  statement.bind(++index, r.reason);
  for (const double value : {r.error, r.sigma, r.alpha, r.limit, r.backward_error})
    bind_number(statement, ++index, value);
  statement.bind(++index, r.certified_digits);
  statement.bind(++index, r.worst);
  statement.bind(++index, r.command);
}

}  // namespace

struct Store::Impl {
  std::filesystem::path file;
  SQLite::Database database;

  explicit Impl(const std::filesystem::path& path)
      : file(path), database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, patience_ms) {
    // Looked at before anything is changed: a file of somebody else stays as it was.
    check();
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA foreign_keys = ON");
    if (empty()) {
      SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
      if (empty()) {  // still: another process may have been faster
        database.exec(schema);
        database.exec("PRAGMA user_version = " + std::to_string(schema_version));
        database.exec("PRAGMA application_id = " + std::to_string(application));
      }
      transaction.commit();
    }
    check();
  }

  [[noreturn]] void fail(const std::string& reason) const { throw InputError(file.string() + ": " + reason); }

  bool empty() {
    return database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0 &&
           database.execAndGet("PRAGMA user_version").getInt() == 0;
  }

  void check() {
    if (empty()) return;
    if (database.execAndGet("PRAGMA application_id").getInt() != application)
      fail("a database, but not a store of Kintree records");
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (version != schema_version)
      fail("a store of schema version " + std::to_string(version) + "; this program reads version " +
           std::to_string(schema_version));
  }

  void require_run(std::int64_t run) {
    SQLite::Statement query(database, "SELECT 1 FROM runs WHERE id = ?");
    query.bind(1, run);
    if (!query.executeStep()) fail("no run " + std::to_string(run));
  }

  /// Does `work`; what SQLite has against it is told with the name of the file.
  template <class Work>
  auto guarded(Work&& work) -> decltype(work()) {
    try {
      return work();
    } catch (const SQLite::Exception& e) {
      fail(e.what());
    } catch (const std::logic_error&) {  // of std::stoull
      fail("damaged: a seed is not a number");
    }
  }
};

Store::Store(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw InputError(file.string() + ": a folder, not a store");
  try {
    impl_ = std::make_unique<Impl>(file);
  } catch (const SQLite::Exception& e) {
    throw InputError(file.string() + ": cannot be opened as a store of records: " + e.what());
  }
}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

std::int64_t Store::begin(const Run& run) {
  return impl_->guarded([&] {
    SQLite::Statement insert(
        impl_->database,
        std::string("INSERT INTO runs (started, finished, command, version, commit_hash, build, machine) "
                    "VALUES (CASE ?1 WHEN '' THEN ") +
            now + " ELSE ?1 END, '', ?2, ?3, ?4, ?5, ?6)");
    int index = 0;
    for (const std::string* text :
         {&run.started, &run.command, &run.version, &run.commit, &run.build, &run.machine})
      insert.bind(++index, *text);
    insert.exec();
    return static_cast<std::int64_t>(impl_->database.getLastInsertRowid());
  });
}

std::optional<Run> Store::unfinished(const std::string& command, const std::string& commit,
                                     const std::string& build) {
  return impl_->guarded([&]() -> std::optional<Run> {
    SQLite::Statement query(impl_->database,
                            std::string("SELECT ") + run_columns +
                                " FROM runs WHERE finished = '' AND command = ? AND commit_hash = ? AND "
                                "build = ? ORDER BY id DESC LIMIT 1");
    int index = 0;
    for (const std::string* text : {&command, &commit, &build}) query.bind(++index, *text);
    if (!query.executeStep()) return std::nullopt;
    return run_of(query);
  });
}

void Store::add(std::int64_t run, const std::vector<Record>& records) {
  impl_->guarded([&] {
    SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
    impl_->require_run(run);
    SQLite::Statement insert(impl_->database, std::string("INSERT INTO records (run, ") + record_columns +
                                                  ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (const Record& record : records) {
      bind(insert, run, record);
      insert.exec();
      insert.reset();
    }
    transaction.commit();
  });
}

bool Store::has_case(std::int64_t run, const std::string& case_name) {
  return impl_->guarded([&] {
    SQLite::Statement query(impl_->database, "SELECT 1 FROM records WHERE run = ? AND case_name = ? LIMIT 1");
    query.bind(1, run);
    query.bind(2, case_name);
    return query.executeStep();
  });
}

void Store::finish(std::int64_t run) {
  impl_->guarded([&] {
    impl_->require_run(run);
    SQLite::Statement update(impl_->database,
                             std::string("UPDATE runs SET finished = ") + now + " WHERE id = ?");
    update.bind(1, run);
    update.exec();
  });
}

std::vector<Record> Store::records(std::int64_t run) {
  return impl_->guarded([&] {
    impl_->require_run(run);

    SQLite::Statement query(
        impl_->database, std::string("SELECT ") + record_columns + " FROM records WHERE run = ? ORDER BY id");
    query.bind(1, run);
    std::vector<Record> records;
    while (query.executeStep()) records.push_back(record_of(query));
    return records;
  });
}

std::vector<Run> Store::runs() {
  return impl_->guarded([&] {
    SQLite::Statement query(impl_->database, std::string("SELECT ") + run_columns + " FROM runs ORDER BY id");
    std::vector<Run> runs;
    while (query.executeStep()) runs.push_back(run_of(query));
    return runs;
  });
}

}  // namespace kintree
