// The one number of a mistake, fitted to all answers.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kintree/model/format.hpp"
#include "kintree/model/numbers.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/trees/random.hpp"
#include "suite/vectors/mistakes.hpp"

namespace kintree::suite::mistakes {
namespace {

using oracle::limits::u_double;

/// The numbers with which all observations looked at so far agree.
struct Interval {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();

  bool is_empty() const { return !(low <= high); }
  bool contains(double x) const { return low <= x && x <= high; }
  /// The x with |difference + slope (x - at)| <= allowed remain.
  void narrow(double at, double difference, double slope, double allowed) {
    if (slope == 0) {
      if (!(std::abs(difference) <= allowed)) high = -std::numeric_limits<double>::infinity();
      return;
    }
    const double middle = at - difference / slope, half = std::abs(allowed / slope);
    low = std::max(low, middle - half);
    high = std::min(high, middle + half);
  }
};

/// An entry of a wrong answer.
struct Entry {
  const Observation* of = nullptr;
  Eigen::Index row = 0, column = 0;
  double allowed = 0;  ///< difference from the program's answer
};

/// The entry that is farthest from right as a multiple of the allowed difference: it determines a number best.
Entry farthest(const std::vector<Observation>& observations) {
  Entry result;
  double most = 1;
  for (const Observation& o : observations) {
    if (o.answered.size() == 0) continue;
    const Values allowed = o.allowed(o.exact, o.tolerance), near = o.allowed(o.answered, o.tolerance);
    for (Eigen::Index i = 0; i < o.exact.rows(); ++i)
      for (Eigen::Index k = 0; k < o.exact.cols(); ++k) {
        const double misfit = std::abs(o.answered(i, k) - o.exact(i, k)) / allowed(i, k);
        if (std::isfinite(misfit) && misfit > most) most = misfit, result = {&o, i, k, near(i, k)};
      }
  }
  return result;
}

/// Secant steps from near a root double the right digits every one and a half: six are enough, and others find the way there.
constexpr int most_steps = 16;

/// Where the mistake's entry is the program's, by the secant method from `start`; NaN where it finds no such number.
double root_near(const ComputedMistake::Answer& answer, const Entry& entry, double start, double step,
                 double allowed) {
  const auto difference = [&](double number) {
    const auto x = answer(*entry.of->c, entry.of->problem, number);
    return x ? (*x)(entry.row, entry.column) - entry.of->answered(entry.row, entry.column)
             : std::numeric_limits<double>::quiet_NaN();
  };
  double before = start, at = start + step, f_before = difference(before), f = difference(at);
  if (f == f_before) return std::numeric_limits<double>::quiet_NaN();
  for (int steps = 0; steps < most_steps; ++steps) {
    if (f == 0 || f == f_before || !std::isfinite(f)) break;
    const double next = at - f * (at - before) / (f - f_before);
    before = at, f_before = f, at = next;
    if (at == before) break;
    f = difference(at);
  }
  return std::abs(f) <= allowed ? at : std::numeric_limits<double>::quiet_NaN();
}

/// In double, to half of its digits.
double rough_root_near(const ComputedMistake& mistake, const Entry& entry, double start) {
  return root_near(mistake.rough, entry, start, std::max(std::abs(start), 1.0) * 0x1p-10,
                   oracle::limits::half_of_the_digits(u_double) * entry.of->answered.cwiseAbs().maxCoeff());
}
double refined_root(const ComputedMistake& mistake, const Entry& entry, double rough) {
  const double half = oracle::limits::half_of_the_digits(u_double);
  return root_near(mistake.answer, entry, rough, std::max(std::abs(rough - mistake.sound), half) * half,
                   entry.allowed);
}

/// Returns the numbers near which roots are sought. A linear answer has one root. Others may have several: powers of ten,
/// factors between units and, but for derivatives, multiples of 0.25 are tried, because an angle comes back to where it was.
std::vector<double> starts(const ComputedMistake& mistake, Problem problem) {
  constexpr double pi = std::numbers::pi;
  std::vector<double> list{mistake.sound};
  if (mistake.is_linear && !outputs(problem).front().is_acceleration) return list;
  const auto add = [&list](double start) {
    list.push_back(start);
    list.push_back(-start);
  };
  for (const double power : {1e-6, 1e-3, 1e-1, 1e1, 1e3, 1e6}) add(power);
  if (mistake.is_linear) return list;
  for (const double factor : {pi / 180, 180 / pi, 2 * pi, 1 / (2 * pi), 0.0254, 1 / 0.0254})
    list.push_back(factor);
  if (info(problem).derivatives > 0) return list;  // a wrong derivative takes long
  for (int k = 1; k <= 16; ++k) add(0.25 * k);
  return list;
}

/// With every number of model and state off by long_step, up or down.
Case perturbed(const Case& c, Generator& generator) {
  Case result = c;
  const auto move = [&](double& x) {
    x *= generator() % 2 == 0 ? 1 + oracle::limits::long_step : 1 - oracle::limits::long_step;
  };
  for_each_number(result.model, move);
  for_each_number(result.state, move);
  return result;
}

/// Returns the change of each entry of the mistake's answer when each number of the case is rounded: as the judge's inherent uncertainty
/// [Kenney & Laub 1994], but entry by entry.
Values uncertainty(const ComputedMistake& mistake, const Case& c, Problem problem, const Values& x,
                   double number) {
  Generator generator = make_generator({word("uncertainty")});
  Values sum = Values::Zero(x.rows(), x.cols());
  for (int sample = 0; sample < oracle::limits::samples; ++sample) {
    const auto moved = mistake.answer(perturbed(c, generator), problem, number);
    if (!moved || !moved->allFinite())
      return Values::Constant(x.rows(), x.cols(), std::numeric_limits<double>::infinity());
    sum += (*moved - x).cwiseAbs2();
  }
  return (u_double / oracle::limits::long_step) * (sum / oracle::limits::samples).cwiseSqrt();
}

/// Returns whether the mistake comes near the program's answer, computed in double, or is nowhere near anything.
bool comes_near(const ComputedMistake& mistake, const Observation& o, double number) {
  const auto x = mistake.rough(*o.c, o.problem, number);
  if (!x) return false;
  if (o.answered.size() == 0 || !x->allFinite()) return true;
  const double half = oracle::limits::half_of_the_digits(u_double);
  if (half * x->cwiseAbs().maxCoeff() > o.exact.cwiseAbs().maxCoeff()) return true;
  return o.answered.rows() == x->rows() && o.answered.cols() == x->cols() &&
         same(o.answered, *x, unit_roundoff(Format::binary32), o.exact.cwiseAbs().maxCoeff());
}

/// Returns whether the mistake's answer means nothing: it is so far off that it is looked at, and a rounding changes all of it.
bool is_undetermined(const ComputedMistake& mistake, const Observation& o, const Values& x, double number) {
  if (!x.allFinite()) return true;
  const double half = oracle::limits::half_of_the_digits(u_double);
  if (o.answered.size() > 0 && half * x.cwiseAbs().maxCoeff() <= o.exact.cwiseAbs().maxCoeff()) return false;
  return !(uncertainty(mistake, *o.c, o.problem, x, number).maxCoeff() < half * x.cwiseAbs().maxCoeff());
}

/// Returns the allowed difference from x, the mistake's answer. If x is close, but not that close, a multiple
/// of the inherent uncertainty of x is allowed, as by the judge: the answer of a mistake may depend more on
/// roundings than the right one.
Values allowed(const ComputedMistake& mistake, const Observation& o, const Values& x, double number) {
  Values result = o.allowed(x, o.tolerance);
  if (o.is(x) || o.answered.size() != x.size() || !same(o.answered, x, u_double)) return result;
  const std::vector<int> depth = Layout(o.c->model).depth;
  const double alpha = oracle::limits::alpha_A(*std::max_element(depth.begin(), depth.end()));
  return result.cwiseMax(alpha * uncertainty(mistake, *o.c, o.problem, x, number));
}

/// Returns whether an implementation with the mistake may have answered so. A result of a division by zero may be anything.
bool is_answered_by(const ComputedMistake& mistake, const Observation& o, double number) {
  const auto x = mistake.answer(*o.c, o.problem, number);
  if (!x) return false;
  if (o.is(*x) || is_undetermined(mistake, o, *x, number)) return true;
  if (o.answered.rows() != x->rows() || o.answered.cols() != x->cols()) return false;
  return ((o.answered - *x).cwiseAbs().array() <= allowed(mistake, o, *x, number).array()).all();
}

/// The numbers near `number` with which all observations agree, to first order.
Interval agreeing(const ComputedMistake& mistake, const std::vector<const Observation*>& observations,
                  double number) {
  Interval interval;
  const double step = std::max(std::abs(number - mistake.sound), 0x1p-20 * std::abs(number)) * 0x1p-20;
  const double beside = number + step;
  for (const Observation* o : observations) {
    const auto x = mistake.answer(*o->c, o->problem, number);
    const auto y = mistake.answer(*o->c, o->problem, beside);
    if (!x || !y) return {1, 0};
    if (o->answered.size() == 0 || is_undetermined(mistake, *o, *x, number)) continue;
    const Values allowed = mistakes::allowed(mistake, *o, *x, number);
    for (Eigen::Index i = 0; i < x->rows(); ++i)
      for (Eigen::Index k = 0; k < x->cols(); ++k)
        interval.narrow(number, (*x)(i, k) - o->answered(i, k), ((*y)(i, k) - (*x)(i, k)) / (beside - number),
                        allowed(i, k));
    if (interval.is_empty()) break;
  }
  return interval;
}

/// The decimal number with the fewest digits in the interval, if the mistake with it explains all observations.
double shortest(const Interval& interval, double number) {
  for (int digits = 1; digits <= 17; ++digits) {
    const double rounded = std::stod(fmt::format("{:.{}e}", number, digits - 1));
    if (interval.contains(rounded)) return rounded;
  }
  return number;
}

/// Returns whether the mistake explains all observations, and at least one of them is wrong and determined.
bool explains(const ComputedMistake& mistake, const std::vector<const Observation*>& observations,
              double number) {
  bool is_seen = false;
  for (const Observation* o : observations) {
    if (!is_answered_by(mistake, *o, number)) return false;
    is_seen = is_seen || (o->is_wrong() && o->answered.size() > 0 &&
                          !is_undetermined(mistake, *o, *mistake.answer(*o->c, o->problem, number), number));
  }
  return is_seen;
}

bool come_near(const ComputedMistake& mistake, const std::vector<const Observation*>& observations,
               double number) {
  return std::all_of(observations.begin(), observations.end(),
                     [&](const Observation* o) { return comes_near(mistake, *o, number); });
}

/// The wrong ones first: they refute most.
std::vector<const Observation*> wrong_first(const std::vector<Observation>& observations) {
  std::vector<const Observation*> list;
  for (const Observation& o : observations) list.push_back(&o);
  std::stable_partition(list.begin(), list.end(), [](const Observation* o) { return o->is_wrong(); });
  return list;
}

}  // namespace

Values Observation::allowed(const Values& x, const Values& tolerances) const {
  const double size = x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff();
  const double right = exact.size() == 0 ? 0 : exact.cwiseAbs().maxCoeff();
  const double growth = right > 0 ? std::max(1.0, size / right) : 1;
  return (growth * tolerances).cwiseMax(loss * size);
}

double Observation::misfit(const Values& x, const Values& tolerances) const {
  if (answered.rows() != x.rows() || answered.cols() != x.cols())
    return std::numeric_limits<double>::infinity();
  const Values allow = allowed(x, tolerances);
  double most = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      const double by = std::abs(answered(i, k) - x(i, k));
      if (!std::isfinite(by)) return std::numeric_limits<double>::infinity();
      if (by > 0) most = std::max(most, by / allow(i, k));
    }
  return most;
}

const std::vector<ComputedMistake>& mistakes_without_a_number() {
  static const std::vector<ComputedMistake> all = [] {
    std::vector<ComputedMistake> list = mistakes_of_recursions();
    for (const auto& more : {mistakes_of_sweeps(), mistakes_of_outputs(), mistakes_of_inertia_orders()})
      list.insert(list.end(), more.begin(), more.end());
    return list;
  }();
  return all;
}

std::optional<FittedMistake> explained_without_a_number(const ComputedMistake& mistake,
                                                        const std::vector<Observation>& observations) {
  const auto list = wrong_first(observations);
  for (const Observation* o : list)
    if (o->is_wrong() && !mistake.changed.contains(o->problem)) return {};
  if (!come_near(mistake, list, 0) || !explains(mistake, list, 0)) return {};
  return FittedMistake{mistake.name, mistake.description};
}

std::optional<FittedMistake> fitted(const ComputedMistake& mistake,
                                    const std::vector<Observation>& observations) {
  const Entry entry = farthest(observations);
  if (entry.of == nullptr) return {};
  const auto list = wrong_first(observations);
  std::vector<double> tried;
  for (const double start : starts(mistake, entry.of->problem)) {
    const double rough = rough_root_near(mistake, entry, start);
    const auto is_root = [&](double other) { return std::abs(other - rough) <= 0x1p-20 * std::abs(rough); };
    if (!std::isfinite(rough) || std::any_of(tried.begin(), tried.end(), is_root)) continue;
    tried.push_back(rough);
    if (!come_near(mistake, list, rough)) continue;
    const double root = refined_root(mistake, entry, rough);
    if (!std::isfinite(root)) continue;
    const Interval interval = agreeing(mistake, list, root);
    if (interval.is_empty()) continue;
    const double middle = interval.low + (interval.high - interval.low) / 2;
    const double change = std::abs(middle - mistake.sound);
    if (!(interval.high - interval.low <=
          oracle::limits::half_of_the_digits(std::max(entry.of->loss, u_double)) * change))
      continue;
    const double number = shortest(interval, middle);
    if (explains(mistake, list, number))
      return FittedMistake{mistake.name, fmt::format(fmt::runtime(mistake.description), number), number};
  }
  return {};
}

namespace {

/// Within the tolerances of the observations.
std::vector<FittedMistake> explanations_within(const std::vector<Observation>& observations) {
  std::vector<FittedMistake> result;
  if (std::none_of(observations.begin(), observations.end(),
                   [](const Observation& o) { return o.is_wrong(); }))
    return result;
  const auto add = [&](std::optional<FittedMistake> explanation) {
    if (explanation && std::none_of(result.begin(), result.end(), [&](const FittedMistake& e) {
          return e.description == explanation->description;
        }))
      result.push_back(std::move(*explanation));
  };
  for (FittedMistake& order : orders(observations)) add(std::move(order));
  for (const ComputedMistake& mistake : mistakes_without_a_number())
    add(explained_without_a_number(mistake, observations));
  // A fit takes thousands of answers, which takes minutes if they are second derivatives.
  const bool are_fast = std::all_of(observations.begin(), observations.end(),
                                    [](const Observation& o) { return info(o.problem).derivatives < 2; });
  // Some number fits nearly every single answer.
  if (result.empty() && are_fast && observations.size() > 1)
    for (const ComputedMistake& mistake : mistakes_with_a_number()) add(fitted(mistake, observations));
  if (result.empty())
    for (FittedMistake& rounding : roundings(observations)) add(std::move(rounding));
  return result;
}

}  // namespace

std::vector<FittedMistake> computed_explanations(std::vector<Observation> observations, double loss) {
  std::vector<FittedMistake> result = explanations_within(observations);
  if (!result.empty() || loss == 0) return result;
  for (Observation& o : observations) o.loss = std::max(o.loss, loss);
  return explanations_within(observations);
}

}  // namespace kintree::suite::mistakes
