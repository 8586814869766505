#include "page/chart_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "page/page.hpp"
#include "store/leaf_json.hpp"

namespace kintree::report {
namespace {

constexpr std::size_t points_of_plugin = 250;        ///< of one problem, at most
constexpr double bins_of_n = 8, steps_of_ratio = 8;  ///< to a decade

/// Decades in which what is zero, and what is not finite, are counted.
constexpr double least_decade = -24, largest_decade = 24;

double decade(double value) {
  if (!std::isfinite(value)) return largest_decade;
  return value > 0 ? std::clamp(std::log10(value), least_decade, largest_decade) : least_decade;
}

/// To three digits; null where it is not finite.
Json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", value);
  return std::strtod(text, nullptr);
}

/// The value at this place.
Json value_at(double decade) {
  if (decade >= largest_decade) return nullptr;
  return decade > least_decade ? rounded(std::pow(10, decade)) : Json(0);
}

/// The median of both, for each bin.
Json medians(const std::map<long, std::pair<Places, Places>>& bins) {
  Json list = Json::array();
  for (const auto& [bin, places] : bins)
    list.push_back({value_at(places.first.median()), value_at(places.second.median())});
  return list;
}

/// The command of a record, with $plugin and $problem in their places, so that plugins share it.
std::string shared_command(const Record& record) {
  std::string text = record.command;
  const auto put = [&](const std::string& option, std::string_view value, const char* place) {
    const std::string words = " --" + option + " " + std::string(value);
    const std::size_t at = text.find(words);
    const std::size_t end = at + words.size();
    if (at != std::string::npos && (end == text.size() || text[end] == ' '))
      text.replace(at, words.size(), " --" + option + " " + place);
  };
  put("plugin", record.plugin, "$plugin");
  put("problem", name(record.problem), "$problem");
  return text;
}

/// Texts, each once.
class Texts {
 public:
  std::size_t number(const std::string& text) {
    const auto [at, added] = numbers_.try_emplace(text, numbers_.size());
    if (added) list_.push_back(text);
    return at->second;
  }
  const Json& list() const { return list_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  Json list_ = Json::array();
};

/// Plugin, operations, digits and verdict, by problem.
Json choice(const AlgorithmsByProblem& algorithms) {
  Json problems = Json::object();
  for (const auto& [problem, rows] : algorithms)
    for (const Algorithm& a : rows)
      if (a.operations && a.digits)
        problems[std::string(name(problem))].push_back(
            {a.plugin, *a.operations, std::round(*a.digits * 10) / 10, name(*a.typical())});
  return problems;
}

/// Text in which no markup ends.
std::string in_a_page(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at))
    text.replace(at, 1, "\\u003c");
  return text;
}

}  // namespace

// --- points ---

ChartPoints::Cell ChartPoints::cell(const Record& r) const {
  return {std::lround(decade(r.degrees_of_freedom) / width_), std::lround(decade(r.error) / height_)};
}

void ChartPoints::put(Point&& point) {
  const auto [at, added] = points_.try_emplace(cell(point.record));
  Point& there = at->second;
  const std::int64_t count = there.count + point.count, failed = there.failed + point.failed;
  if (added || worse(point.record.alpha, there.record.alpha)) there = std::move(point);
  there.count = count;
  there.failed = failed;
}

void ChartPoints::add(const Record& record) {
  put({record, 1, record.passed ? 0 : 1});
  while (points_.size() > points_of_plugin) {
    width_ *= 1.5;
    height_ *= 1.5;
    std::map<Cell, Point> finer;
    finer.swap(points_);
    for (auto& [cell, point] : finer) put(std::move(point));
  }
}

// --- records ---

void ChartData::add(const Record& r) {
  if (!case_ || *case_ != r.id) {
    close_case();
    case_ = r.id;
  }
  OfProblem& of_problem = problems_[r.problem];
  OfCase& of_case = case_by_problem_[r.problem];
  ++of_case.requested;
  if (r.standing == ResultStatus::unsupported) return;
  OfPlugin& own = of_problem.plugins[r.plugin];
  own.points.add(r);
  own.alphas.add(decade(r.alpha));
  const double n = decade(r.degrees_of_freedom);
  const auto median = [&](auto& bins, double value) {
    auto& [places_of_n, places] = bins[std::lround(n * bins_of_n)];
    places_of_n.add(n);
    places.add(decade(value));
  };
  median(own.error_of_n, r.error);
  if (std::isfinite(r.sigma) && r.sigma > 0) median(of_problem.sigma_of_n, r.sigma);
  if (r.verdict != Verdict::F && std::isfinite(r.error)) of_case.errors[r.plugin] = r.error;
}

void ChartData::close_case() {
  constexpr double rounding = 0x1p-53;  // errors below it are equal
  for (const auto& [problem, of_case] : case_by_problem_) {
    if (of_case.requested < 2) continue;  // nothing to compare with
    OfProblem& of_problem = problems_[problem];
    ++of_problem.compared;
    double best = largest_decade;
    for (const auto& [plugin, error] : of_case.errors)
      best = std::min(best, std::log10(std::max(error, rounding)));
    for (const auto& [plugin, error] : of_case.errors) {
      const double behind = std::log10(std::max(error, rounding)) - best;
      ++of_problem.plugins[plugin].behind_the_best[std::lround(std::ceil(steps_of_ratio * behind))];
    }
  }
  case_by_problem_.clear();
}

std::string ChartData::json(const std::vector<Curve>& curves, const std::vector<PowerCurve>& power,
                            const std::vector<Timing>& timings, const AlgorithmsByProblem& algorithms) {
  close_case();
  Texts commands;
  Json json{{"problems", Json::object()}, {"curves", Json::array()}, {"power", Json::array()}};
  for (const auto& [problem, of_problem] : problems_) {
    Json plugins = Json::object();
    for (const auto& [plugin, own] : of_problem.plugins) {
      Json points = Json::array(), quantiles = Json::array(), profile = Json::array();
      for (const auto& [cell, p] : own.points.points())
        points.push_back({p.record.degrees_of_freedom, p.record.bodies, p.record.depth,
                          rounded(p.record.condition), rounded(p.record.error), rounded(p.record.sigma),
                          rounded(p.record.alpha), p.count, p.failed,
                          commands.number(shared_command(p.record))});
      for (const double share : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0})
        quantiles.push_back(value_at(own.alphas.quantile(share)));
      std::int64_t within = 0;
      for (const auto& [step, count] : own.behind_the_best)
        profile.push_back({static_cast<double>(step) / steps_of_ratio, within += count});
      plugins[plugin] = {{"points", points},
                         {"medians", medians(own.error_of_n)},
                         {"alpha", quantiles},
                         {"profile", profile}};
    }
    json["problems"][std::string(name(problem))] = {{"norm", norm_of(problem)},
                                                    {"compared", of_problem.compared},
                                                    {"sigma", medians(of_problem.sigma_of_n)},
                                                    {"plugins", plugins}};
  }
  const auto list = [](const std::vector<double>& values) {
    Json numbers = Json::array();
    for (const double value : values) numbers.push_back(rounded(value));
    return numbers;
  };
  for (const Curve& c : curves)
    json["curves"].push_back({{"figure", c.figure},
                              {"about", c.title},
                              {"x_name", c.x_name},
                              {"y_name", c.y_name},
                              {"name", c.name},
                              {"x", list(c.x)},
                              {"y", list(c.y)}});
  for (const PowerCurve& c : power)
    json["power"].push_back(
        {{"name", c.plugin + ": " + c.planted}, {"errors", list(c.errors)}, {"flagged", list(c.flagged)}});
  for (const Timing& t : timings)
    json["timings"].push_back({{"model", t.model},
                               {"problem", name(t.problem)},
                               {"plugin", t.timed_plugin()},
                               {"time", rounded(t.median)},
                               {"error", rounded(t.error)},
                               {"best", t.pareto}});
  json["commands"] = commands.list();
  json["choice"] = choice(algorithms);
  return in_a_page(json);
}

std::string choice_json(const AlgorithmsByProblem& algorithms) {
  return in_a_page({{"choice", choice(algorithms)}});
}

}  // namespace kintree::report
