// Queries about all records of a run, or about the runs of two stores.
#include "store/store_impl.hpp"

namespace kintree::report {
namespace {

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

}  // namespace

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

std::int64_t Store::distinct_cases(std::int64_t run) {
  return impl_->guarded([&] {
    impl_->require_run(run);
    // The index of the UNIQUE constraint has them in order: nothing is sorted or kept.
    SQLite::Statement query(impl_->database, "SELECT count(*) FROM (SELECT DISTINCT " + sql::names<CaseId>() +
                                                 " FROM records WHERE run = ?1 AND " +
                                                 impl_->of_no_library() + ")");
    query.bind(1, run);
    query.executeStep();
    return static_cast<std::int64_t>(query.getColumn(0).getInt64());
  });
}

std::vector<Difficulty> Store::hardest(std::int64_t run, std::size_t most) {
  return impl_->guarded([&] {
    impl_->require_run(run);
    const std::string id = sql::names<CaseId>();
    // With max(), SQLite takes the other columns from the row of the maximum. A missing alpha counts as the largest.
    SQLite::Statement query(
        impl_->database,
        "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY problem ORDER BY 1.0 * below / answers "
        "DESC, "
        "answers DESC, " +
            id + ") AS place FROM (SELECT " + id +
            ", problem, bodies, degrees_of_freedom, count(*) AS answers, "
            "sum(verdict IS NOT 'A') AS below, command, max(ifnull(alpha, 9e999)) FROM records WHERE run = "
            "?1 "
            "AND standing <> 'unsupported' AND " +
            impl_->of_no_library() + " GROUP BY " + id +
            ", problem HAVING count(*) > 1 AND sum(verdict IS NOT 'A') > 0)) WHERE place <= ?2 "
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

std::optional<std::int64_t> Store::newest_of_libraries() {
  std::optional<std::int64_t> newest;
  for (const Run& run : runs())
    if (!run.finished.empty() && count<Library>(run.id) > 0) newest = run.id;
  return newest;
}

std::set<std::pair<std::string, Problem>> Store::lost_by_all(std::int64_t run) {
  return impl_->guarded([&] {
    impl_->require_run(run);
    const std::string id = sql::names<CaseId>();
    SQLite::Statement query(
        impl_->database,
        "SELECT " + id + ", problem FROM records WHERE run = ?1 AND \"right\" = 'proved' AND " +
            impl_->of_no_library() + " GROUP BY " + id + ", problem HAVING min(verdict) > 'B'");
    query.bind(1, run);
    std::set<std::pair<std::string, Problem>> lost;
    const auto last = static_cast<int>(sql::columns<CaseId>().size());
    while (query.executeStep())
      if (const auto problem = enumerator<Problem>(query.getColumn(last).getText()))
        lost.emplace(sql::read<CaseId>(query, 0).name(), *problem);
    return lost;
  });
}

VerdictCounts Store::verdict_counts(std::int64_t run) {
  return impl_->guarded([&] {
    impl_->require_run(run);
    SQLite::Statement query(impl_->database,
                            "SELECT verdict, passed, count(*) FROM records WHERE run = ?1 AND " +
                                impl_->of_no_library() + " GROUP BY verdict, passed");
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

}  // namespace kintree::report
