#include "measurements.hpp"

#include <cmath>

#include "kintree/data/error.hpp"
#include "kintree/input/text_file.hpp"

namespace kintree::tools {
namespace {

double number_of(const nlohmann::json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

template <class Read>
void read(const std::filesystem::path& file, Read&& take) {
  if (!std::filesystem::exists(file)) return;
  try {
    take(nlohmann::json::parse(read_text_file(file)));
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file.string() + ": no measurement of this program: " + one_line(error.what()));
  }
}

}  // namespace

std::vector<Seeded> seeds_of_size(const std::vector<Source>& sources, std::uint64_t seed,
                                  int degrees_of_freedom, int count) {
  constexpr std::size_t patience = 10000;
  std::vector<Seeded> found;
  std::size_t drawn = 0, last = 0;
  for (; found.size() < static_cast<std::size_t>(count) && drawn - last < patience; ++drawn) {
    const Source& source = sources[drawn % sources.size()];
    if (Layout(source.draw(seed + drawn).model).n != degrees_of_freedom) continue;
    found.push_back({&source, seed + drawn});
    last = drawn;
  }
  if (found.size() < static_cast<std::size_t>(count))
    throw InputError("of " + std::to_string(drawn) + " cases only " + std::to_string(found.size()) +
                     " have " + std::to_string(degrees_of_freedom) + " degrees of freedom");
  return found;
}

nlohmann::ordered_json as_json(const PowerCurve& c) {
  return {{"plugin", c.plugin},     {"problem", c.problem},       {"planted", c.planted},
          {"trials", c.trials},     {"unseen", c.unseen},         {"half", number(c.half)},
          {"most", number(c.most)}, {"always", number(c.always)}, {"errors", c.errors},
          {"flagged", c.flagged}};
}

nlohmann::ordered_json as_json(const Throughput& t) {
  return {{"plugin", t.plugin},
          {"problem", t.problem},
          {"degrees_of_freedom", t.degrees_of_freedom},
          {"cases", t.cases},
          {"seconds", t.seconds}};
}

Measurements read_measurements(const std::filesystem::path& folder) {
  Measurements found;
  read(folder / power_file, [&](const nlohmann::json& json) {
    found.degrees_of_freedom = json.at("degrees_of_freedom");
    for (const auto& c : json.at("curves"))
      found.power.push_back({c.at("plugin"), c.at("problem"), c.at("planted"), c.at("trials"), c.at("unseen"),
                             number_of(c.at("half")), number_of(c.at("most")), number_of(c.at("always")),
                             c.at("errors"), c.at("flagged")});
  });
  read(folder / throughput_file, [&](const nlohmann::json& t) {
    found.throughput = {t.at("plugin"), t.at("problem"), t.at("degrees_of_freedom"), t.at("cases"),
                        t.at("seconds")};
  });
  return found;
}

}  // namespace kintree::tools
