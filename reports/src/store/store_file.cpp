// The file of a store: how it is made, and what is refused.
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "store/store_impl.hpp"

namespace kintree::report {
namespace {

constexpr int application = 0x4b747265;  // "Ktre" in the file's header: the file is ours
constexpr int patience_ms = 30'000;      // while another process writes

std::string creation(const std::string& name, const std::string& columns, const std::string& indexed) {
  return "CREATE TABLE " + name +
         " (ordinal INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id), " + columns +
         ");\nCREATE INDEX " + name + "_by_run ON " + name + " (" + indexed + ");\n";
}

/// Records have a table of their own. All other rows of a run are JSON in one table, by their kind.
std::string schema() {
  return "CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, " + sql::definitions<Run>() + ");\n" +
         creation(
             "records",
             sql::definitions<Record>() + ", UNIQUE (run, " + sql::names<CaseId>() + ", plugin, problem)",
             "run") +
         creation("measurements", "kind TEXT NOT NULL, json TEXT NOT NULL", "run, kind");
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

}  // namespace

Store::Impl::Impl(const std::filesystem::path& path)
    : file(message_name(path)),
      database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, patience_ms) {
  // Looked at before anything is changed: a file of somebody else stays as it was.
  check();
  if (version == tables_version) return;
  database.exec("PRAGMA journal_mode = WAL");
  // A commit outlives the process. A power failure may take the last cases, never the file.
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

void Store::Impl::fail(const std::string& reason) const {
  throw InputError(file + ": " + printable(reason));
}

bool Store::Impl::empty() {
  return database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0 &&
         database.execAndGet("PRAGMA user_version").getInt() == 0;
}

void Store::Impl::check() {
  if (empty()) return;
  if (database.execAndGet("PRAGMA application_id").getInt() != application)
    fail("a database, but not a store of Kintree");
  version = database.execAndGet("PRAGMA user_version").getInt();
  if (version != schema_version && version != tables_version)
    fail("a store of schema version " + std::to_string(version) + "; expected " +
         std::to_string(schema_version) + ", or " + std::to_string(tables_version) + " to read from");
  if (version == schema_version && objects(database) != expected_objects())
    fail("a store whose tables are not those of schema version " + std::to_string(schema_version));
}

void Store::Impl::require_writable() const {
  if (version != schema_version)
    fail("a store of schema version " + std::to_string(version) +
         ", which this program only reads; expected " + std::to_string(schema_version) +
         "; write to a new file");
}

void Store::Impl::require_run(std::int64_t run) {
  SQLite::Statement query(database, "SELECT 1 FROM runs WHERE id = ?");
  query.bind(1, run);
  if (!query.executeStep()) fail("there is no run " + std::to_string(run));
}

}  // namespace kintree::report
