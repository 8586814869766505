#include "data/history.hpp"

#include <algorithm>

#include "data/table_cells.hpp"

namespace kintree::report {

Table history_table(Store& store, std::int64_t run) {
  Table table{"Finished runs of the store, the newest first",
              {{"run", Kind::label},
               {"started"},
               {"version"},
               {"commit", Kind::remark},
               {"cases", Kind::count},
               {"answers", Kind::count},
               {"A", Kind::count},
               {"B", Kind::count},
               {"C", Kind::count},
               {"D", Kind::count},
               {"F", Kind::count},
               {"failed", Kind::count},
               {"command", Kind::code, "", Where::files}},
              {}};
  const std::vector<Run> runs = store.runs();
  for (auto r = runs.rbegin(); r != runs.rend(); ++r) {
    if (r->finished.empty() || r->id > run) continue;
    if (r->id != run && store.count<Library>(r->id) > 0) continue;
    const VerdictCounts counts = store.verdict_counts(r->id);
    std::vector<Cell> cells{std::to_string(r->id),   r->started, r->version,
                            r->commit.substr(0, 12), r->cases,   counts.answers()};
    for (const std::int64_t count : counts.of) cells.emplace_back(count);
    cells.emplace_back(counts.failed);
    cells.emplace_back(r->command);
    table.rows.push_back({std::move(cells)});
  }
  return table;
}

}  // namespace kintree::report
