#include "kintree/files/json_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/report/libraries.hpp"
#include "kintree/report/suite_quality.hpp"
#include "store/leaf_json.hpp"

namespace kintree::report {

std::vector<MutantScore> read_mutant_scores(const std::filesystem::path& file) {
  const std::string name = message_name(file), text = read_text_file(file);
  std::vector<MutantScore> scores;
  try {
    const auto document = nlohmann::json::parse(text);
    for (const auto& from : document.at("plugins")) {
      MutantScore m;
      from.at("plugin").get_to(m.plugin);
      from.at("commit").get_to(m.commit);
      from.at("date").get_to(m.date);
      from.at("fresh").get_to(m.fresh);
      for (const auto& [key, count] : {std::pair{"seed", &m.seed},
                                       {"mutants", &m.mutants},
                                       {"field", &m.by_field},
                                       {"verify", &m.by_verify},
                                       {"test", &m.by_test},
                                       {"equal", &m.equal},
                                       {"equivalent", &m.equivalent},
                                       {"stillborn", &m.stillborn}})
        from.at(key).get_to(*count);
      const auto& typical = from.at("typical");
      typical.at("against").get_to(m.typical_against);
      typical.at("asked").get_to(m.typical_asked);
      if (m.typical_asked > 0) m.typical_killed = typical.at("killed").get<std::int64_t>();
      for (const auto& r : from.at("results")) {
        if (r.at("verdict") == "survived")
          m.survivors.push_back({r.at("file"), r.at("line"), r.at("old"), r.at("new")});
        if (r.at("verdict") == "equivalent")
          m.known.push_back({r.at("file"), r.at("line"), r.at("old"), r.at("new"), r.at("by")});
      }
      const auto survived = static_cast<std::int64_t>(m.survivors.size());
      if (m.by_field + m.by_verify + m.by_test + survived != m.mutants)
        throw InputError(name + ": the mutants of " + printable(m.plugin) + " do not add up");
      scores.push_back(std::move(m));
    }
  } catch (const nlohmann::json::exception& bad) {
    throw InputError(name + ": not as tools/mutate writes it: " + json_reason(bad));
  }
  return scores;
}

std::vector<LineCoverage> read_line_coverage(const std::filesystem::path& file) {
  const std::string name = message_name(file), text = read_text_file(file);
  std::vector<LineCoverage> coverage;
  try {
    const auto document = nlohmann::json::parse(text);
    for (const auto& from : document.at("plugins"))
      coverage.push_back({from.at("plugin"), from.at("lines"), from.at("executed")});
  } catch (const nlohmann::json::exception& bad) {
    throw InputError(name + ": not as tools/coverage writes it: " + printable(bad.what()));
  }
  for (const LineCoverage& c : coverage)
    if (c.executed < 0 || c.executed > c.lines)
      throw InputError(name + ": of " + printable(c.plugin) + " more lines are executed than there are");
  return coverage;
}

std::vector<Library> read_libraries(const std::filesystem::path& file) {
  std::vector<Library> libraries;
  try {
    const Json document = Json::parse(read_text_file(file), nullptr, false);
    if (document.is_discarded()) throw BadField("not JSON");
    read_json_value(document, libraries);
  } catch (const BadField& bad) {
    throw InputError(message_name(file) + ": not as tools/peers writes it: " + printable(bad.what()));
  }
  return libraries;
}

}  // namespace kintree::report
