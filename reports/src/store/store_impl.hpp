// The database of a store.
#pragma once

#include "kintree/report/store.hpp"
#include "store/sql.hpp"

namespace kintree::report {

inline constexpr int schema_version = 15;
/// The last with a table for each type of row. Such a store is only read.
inline constexpr int tables_version = 14;

template <Row T>
std::string table() {
  return std::string(Fields<T>::table);
}

struct Store::Impl {
  std::string file;
  SQLite::Database database;
  int version = schema_version;
  std::optional<SQLite::Statement> insert_record, count_case;  // prepared once

  explicit Impl(const std::filesystem::path& path);

  /// InputError that names the file. SQLite's reasons quote names of a damaged file.
  [[noreturn]] void fail(const std::string& reason) const;
  bool empty();
  void check();
  void require_writable() const;
  void require_run(std::int64_t run);

  template <Row T>
  bool has_table() const {
    return std::same_as<T, Record> || version == tables_version;
  }

  /// Version 14 has neither libraries nor times.
  template <Row T>
  bool stores() const {
    return version == schema_version || !(std::same_as<T, Library> || std::same_as<T, VectorResult> ||
                                          std::same_as<T, Timing> || std::same_as<T, TimingConditions>);
  }

  /// A condition on records of run ?1: their plugin is not a library.
  std::string of_no_library() const {
    if (version != schema_version) return "true";
    return "plugin NOT IN (SELECT json_extract(json, '$.plugin') FROM measurements WHERE run = ?1 AND kind = "
           "'libraries')";
  }

  /// Selects of the rows of a run of this type, in the order in which they were added. The index on `run` has that order.
  template <Row T>
  SQLite::Statement rows(const std::string& what, std::int64_t run) {
    require_run(run);
    const std::string from = has_table<T>() ? table<T>() : "measurements";
    SQLite::Statement query(
        database, "SELECT " + what + " FROM " + from + " INDEXED BY " + from + "_by_run WHERE run = ?1" +
                      (has_table<T>() ? "" : " AND kind = '" + table<T>() + "'") + " ORDER BY ordinal");
    query.bind(1, run);
    return query;
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

  /// Does `work`. Errors of SQLite and damaged values become InputErrors that name the file.
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

}  // namespace kintree::report
