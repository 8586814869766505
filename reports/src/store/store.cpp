#include <stdexcept>
#include <system_error>
#include <utility>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "store/store_impl.hpp"

namespace kintree::report {
namespace {

constexpr const char* now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

std::string insertion(const std::string& into, const std::string& names, const std::string& places) {
  return "INSERT INTO " + into + " (" + names + ") VALUES (" + places + ")";
}

Run run_of(SQLite::Statement& row) {
  Run run = sql::read<Run>(row, 1);
  run.id = row.getColumn(0).getInt64();
  return run;
}

}  // namespace

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
    impl_->require_writable();
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
    impl_->require_writable();
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

void Store::copy_to(const std::filesystem::path& file) {
  impl_->guarded([&] {
    SQLite::Statement copy(impl_->database, "VACUUM INTO ?");
    copy.bind(1, file.string());
    copy.exec();
  });
}

template <Row T>
void Store::replace(std::int64_t run, const std::vector<T>& rows) {
  static_assert(!std::same_as<T, Record>);
  impl_->guarded([&] {
    impl_->require_writable();
    SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
    impl_->require_run(run);
    SQLite::Statement erase(impl_->database, "DELETE FROM measurements WHERE run = ? AND kind = ?");
    erase.bind(1, run);
    erase.bind(2, table<T>());
    erase.exec();
    SQLite::Statement insert(impl_->database, insertion("measurements", "run, kind, json", "?, ?, ?"));
    for (const T& row : rows) {
      insert.bind(1, run);
      insert.bind(2, table<T>());
      insert.bind(3, as_text(object<Infinity::kept>(row)));
      insert.exec();
      insert.reset();
    }
    transaction.commit();
  });
}

template <Row T>
std::int64_t Store::count(std::int64_t run) {
  return impl_->guarded([&] {
    if (!impl_->stores<T>()) return std::int64_t{0};
    SQLite::Statement query = impl_->rows<T>("count(*)", run);
    query.executeStep();
    return static_cast<std::int64_t>(query.getColumn(0).getInt64());
  });
}

template <Row T>
void Store::for_each(std::int64_t run, const std::function<void(const T&)>& take) {
  impl_->guarded([&] {
    if (!impl_->stores<T>()) return;
    const bool has_table = impl_->has_table<T>();
    SQLite::Statement query = impl_->rows<T>(has_table ? sql::names<T>() : "json", run);
    while (query.executeStep())
      take(has_table ? sql::read<T>(query, 0) : sql::read_json<T>(query.getColumn(0)));
  });
}

template <Row T>
std::vector<T> Store::rows(std::int64_t run) {
  std::vector<T> rows;
  for_each<T>(run, [&](const T& row) { rows.push_back(row); });
  return rows;
}

namespace {

/// The templates for all types of rows. Other files of the library call these instances.
template <class... T>
auto row_functions(const std::tuple<Record, T...>*) {
  return std::tuple{&Store::count<Record>, &Store::for_each<Record>, &Store::rows<Record>,
                    &Store::count<T>...,   &Store::for_each<T>...,   &Store::rows<T>...,
                    &Store::replace<T>...};
}
[[gnu::used]] const auto row_instances = row_functions(static_cast<const RunRows*>(nullptr));

}  // namespace
}  // namespace kintree::report
