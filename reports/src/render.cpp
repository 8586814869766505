#include "kintree/report/render.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>

#include "kintree/data/error.hpp"
#include "page.hpp"
#include "plot.hpp"
#include "summary.hpp"

namespace kintree {
namespace {

using namespace report;
namespace fs = std::filesystem;

/// Files written under temporary names, then renamed together.
class Output {
 public:
  explicit Output(fs::path folder) : folder_(std::move(folder)) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (!fs::is_directory(folder_, error))
      throw InputError(folder_.string() + ": cannot be created as a folder for the report");
  }
  ~Output() {
    std::error_code ignored;
    for (const auto& [temporary, name] : files_) fs::remove(temporary, ignored);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(const std::string& name, const std::function<void(std::ostream&)>& contents) {
    const fs::path temporary = folder_ / ("." + name + "." + std::to_string(getpid()) + ".tmp");
    files_.emplace_back(temporary, folder_ / name);
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    if (stream) contents(stream);
    stream.close();
    if (!stream) throw InputError((folder_ / name).string() + ": cannot be written");
  }

  void publish() {
    for (const auto& [temporary, name] : files_) {
      std::error_code error;
      fs::rename(temporary, name, error);
      if (error) throw InputError(name.string() + ": cannot be written: " + error.message());
    }
    files_.clear();
  }

 private:
  fs::path folder_;
  std::vector<std::pair<fs::path, fs::path>> files_;
};

void write_table(Output& output, const std::string& name, const Table& table) {
  output.write(name + ".csv", [&](std::ostream& stream) { stream << as_csv(table); });
  output.write(name + ".md", [&](std::ostream& stream) { stream << as_markdown(table); });
  output.write(name + ".tex", [&](std::ostream& stream) { stream << as_latex(table); });
}

/// Piece by piece, for there may be millions.
void write_records(std::ostream& stream, const std::vector<Record>& records) {
  stream << as_csv(record_table({}));
  constexpr std::ptrdiff_t piece = 10'000;
  for (auto from = records.begin(); from != records.end();) {
    const auto to = from + std::min(piece, records.end() - from);
    stream << csv_rows(record_table({from, to}));
    from = to;
  }
}

}  // namespace

void render(const Run& run, const std::vector<Record>& records, const fs::path& out,
            const Measurements& measurements) {
  Output output(out);
  const Summary summary(records);
  const std::string index = page(run, summary, draw(records, summary, measurements), measurements);
  write_table(output, "verdicts", verdict_table(summary));
  write_table(output, "families", family_table(summary));
  write_table(output, "worst", worst_table(summary));
  if (!measurements.mutants.empty()) write_table(output, "mutants", mutant_table(measurements.mutants));
  if (!measurements.claims.empty()) write_table(output, "claims", claim_table(measurements.claims));
  if (!measurements.costs.empty()) write_table(output, "costs", cost_table(measurements.costs));
  if (!measurements.growth.empty()) write_table(output, "growth", growth_table(measurements.growth));
  output.write("records.csv", [&](std::ostream& stream) { write_records(stream, records); });
  output.write("index.html", [&](std::ostream& stream) { stream << index; });
  output.publish();
}

}  // namespace kintree
