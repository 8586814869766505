// A store of two runs, with rows of every type, in which cells and bytes are changed before it is read. Lines
// of the input:
//   TABLE COLUMN ROW TYPE VALUE   a cell, by numbers (modulo how many there are); TYPE n (null), i (whole), r,
//                                 b (blob) or t (text)
//   @ OFFSET BYTE                 a byte of the file, after all cells
#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "data/tables.hpp"
#include "files/csv.hpp"
#include "fuzz.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/report/json.hpp"
#include "kintree/report/store.hpp"
#include "page/chart_data.hpp"
#include "page/page_data.hpp"

namespace kintree::fuzz {
namespace {

using namespace kintree::report;

template <class T>
void fill(T& value, int number) {
  if constexpr (HasFields<T>) {
    for_each_value(value, [number](auto& member) { fill(member, number); });
  } else if constexpr (Enumerated<T>) {
    value = Enumeration<T>::all[static_cast<std::size_t>(number) % Enumeration<T>::all.size()];
  } else if constexpr (requires { value.emplace(); }) {
    fill(value.emplace(), number);
  } else if constexpr (std::same_as<T, std::string>) {
    value = "text " + std::to_string(number);
  } else if constexpr (requires { value.emplace_back(); }) {
    for (int k = 0; k < 2; ++k) fill(value.emplace_back(), number + k);
  } else {
    value = static_cast<T>(number);
  }
}

template <class T>
void add_rows(Store& store, std::int64_t run) {
  std::vector<T> rows(3);
  for (int k = 0; k < 3; ++k) fill(rows[static_cast<std::size_t>(k)], k);
  if constexpr (std::same_as<T, Record>)
    for (const Record& record : rows) store.add(run, {record});
  else
    store.replace(run, rows);
}

template <class... T>
void add_all_rows(Store& store, std::int64_t run, const std::tuple<T...>*) {
  (add_rows<T>(store, run), ...);
}

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The bytes of a sound store.
std::string sound_store() {
  const TemporaryFolder folder;
  {
    Store store(folder / "first");
    for (int k = 0; k < 2; ++k) {
      Run run;
      fill(run, k);
      run.started = "2024-05-06T07:08:09Z";
      const std::int64_t id = store.begin(run);
      add_all_rows(store, id, static_cast<const RunRows*>(nullptr));
      if (k == 0) store.finish(id, "2024-05-06T07:08:10Z");
    }
    store.copy_to(folder / "second");
  }
  return contents(folder / "second");
}

struct Change {
  std::size_t table = 0, column = 0, row = 0;
  char type = 't';
  std::string value;
};

std::vector<std::string> names(SQLite::Database& database, const std::string& query) {
  SQLite::Statement statement(database, query);
  std::vector<std::string> result;
  while (statement.executeStep()) result.push_back(statement.getColumn(0).getString());
  return result;
}

void apply(SQLite::Database& database, const Change& change) {
  const auto one_of = [](const std::vector<std::string>& all, std::size_t k) { return all[k % all.size()]; };
  const std::string table = one_of(
      names(database, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"), change.table);
  const std::string column =
      one_of(names(database, "SELECT name FROM pragma_table_info('" + table + "')"), change.column);
  const std::vector<std::string> rows = names(database, "SELECT rowid FROM " + table);
  if (rows.empty()) return;
  SQLite::Statement update(
      database, "UPDATE " + table + " SET \"" + column + "\" = ? WHERE rowid = " + one_of(rows, change.row));
  const char* const text = change.value.c_str();
  switch (change.type) {
    case 'n':
      break;
    case 'i':
      update.bind(1, static_cast<std::int64_t>(std::strtoll(text, nullptr, 10)));
      break;
    case 'r':
      update.bind(1, std::strtod(text, nullptr));
      break;
    case 'b':
      update.bind(1, text, static_cast<int>(change.value.size()));
      break;
    default:
      update.bind(1, change.value);
  }
  try {
    update.exec();
  } catch (const SQLite::Exception&) {  // a constraint
  }
}

void write_changed(const std::filesystem::path& file, std::string_view changes) {
  static const std::string sound = sound_store();
  std::string bytes = sound;
  const auto write = [&] { std::ofstream(file, std::ios::binary) << bytes; };
  write();
  std::istringstream lines{std::string(changes)};
  std::map<std::size_t, char> patches;
  {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA journal_mode = OFF");
    database.exec("PRAGMA synchronous = OFF");
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line.starts_with('@') ? line.substr(1) : line);
      if (line.starts_with('@')) {
        std::size_t offset = 0, byte = 0;
        words >> offset >> byte;
        patches[offset % sound.size()] = static_cast<char>(byte);
        continue;
      }
      Change change;
      words >> change.table >> change.column >> change.row >> change.type;
      words.get();
      std::getline(words, change.value);
      apply(database, change);
    }
  }
  if (patches.empty()) return;
  bytes = contents(file);
  for (const auto& [offset, byte] : patches) bytes[offset % bytes.size()] = byte;
  write();
}

/// All rows of a type, as CSV and JSON.
template <class T>
std::vector<T> rows_of(Store& store, std::int64_t run) {
  std::vector<T> rows = store.rows<T>(run);
  require(store.count<T>(run) == static_cast<std::int64_t>(rows.size()), "rows are counted");
  for (const T& row : rows) {
    require(!csv_line(row).empty(), "a row has a line");
    const auto written = as_json(row);
    require(as_json(from_json<T>(written)) == written, "a row that is written and read is the same");
  }
  return rows;
}

/// Renders the store as `kintree report --from` does, except for the figures and the text of the page, which
/// its templates contain.
void render(Store& store, std::int64_t id) {
  const Measurements measured{rows_of<PowerCurve>(store, id),      rows_of<Throughput>(store, id),
                              rows_of<LargeTree>(store, id),       rows_of<MutantScore>(store, id),
                              rows_of<CountedCost>(store, id),     rows_of<CostGrowth>(store, id),
                              rows_of<ReproducedClaim>(store, id), rows_of<MissingClaim>(store, id),
                              rows_of<Erratum>(store, id),         rows_of<Curve>(store, id),
                              rows_of<SmallTreesProof>(store, id), rows_of<FieldPower>(store, id),
                              rows_of<FloatDigits>(store, id),     rows_of<PluginClaim>(store, id),
                              rows_of<LineCoverage>(store, id)};
  Summary summary;
  ChartData charts;
  summary.cases = store.distinct_cases(id);
  for (const Record& record : rows_of<Record>(store, id)) {
    summary.add(record);
    charts.add(record);
  }
  const Run run = store.run(id);
  const AlgorithmsByProblem algorithms = algorithms_of(summary, measured, {});
  const LibrarySummary libraries;
  const Figures figures;
  const Table history;
  const PageContents contents{.run = run,
                              .summary = summary,
                              .measured = measured,
                              .algorithms = algorithms,
                              .libraries = libraries,
                              .figures = figures,
                              .history = history,
                              .chart_data = charts.json(measured.curves, measured.power, {}, algorithms)};
  require(!contents.chart_data.empty(), "charts have data");
  for (const PageFile& file : pages(contents)) require(!file.text.empty(), "pages have text");
  require(!markdown_summary(contents).empty(), "there is a summary");
  for (const Table& table :
       {verdict_table(summary), family_table(summary), case_table(summary.worst, worst_kept)})
    require(!as_csv(table).empty() && !as_markdown(table).empty() && !as_latex(table).empty(),
            "tables have text");
}

}  // namespace

void store(std::string_view bytes) {
  static const TemporaryFolder folder;
  const std::filesystem::path file = folder / "store.sqlite", other = folder / "other.sqlite";
  for (const auto& left : std::filesystem::directory_iterator(folder.path()))
    std::filesystem::remove(left.path());
  write_changed(file, bytes);
  accepted(file.string() + ": ", [&] {
    Store changed(file);
    if (const std::vector<Run> runs = changed.runs(); !runs.empty()) render(changed, runs.back().id);
  });
  accepted(folder.path().string(), [&] {
    Store merged(other);
    Run run;
    fill(run, 0);
    const std::int64_t id = merged.begin(run);
    merged.adopt(id, file, 1);
    require(merged.count<Record>(id) == Store(file).count<Record>(1), "all rows are adopted");
    merged.rows<Record>(id);
  });
}

}  // namespace kintree::fuzz
