#include "kintree/arithmetic/trace.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace kintree {
namespace {

using Kind = TracedOperation::Kind;

/// Double, with more digits: where a value is rounded to double, long double holds the part that is cut off.
using Wide = long double;

/// To which joint the operation belongs.
void attribute(TracedOperation& to, const TracedOperation& a, const TracedOperation& b, bool b_is_later) {
  const auto take = [&to](const TracedOperation& from, bool own) { to.body = from.body, to.own = own; };
  if (a.body == 0 || b.body == 0) {
    const TracedOperation& from = a.body != 0 ? a : b;
    take(from, from.own);
  } else if (a.body == b.body) {
    take(a, a.own && b.own);
  } else if (a.own != b.own) {
    take(a.own ? a : b, false);
  } else {
    take(b_is_later ? b : a, false);
  }
}

}  // namespace

/// The operations, as a friend of the tape.
struct Trace::Table {
  static Trace& of(void* context) { return *static_cast<Trace*>(context); }

  /// The value that the format gives for `exact`, of which `error` was cut off already.
  static Number record(Trace& t, Kind kind, Number a, Number b, double nearest, double cut, double by_a,
                       double by_b) {
    TracedOperation o;
    o.kind = kind;
    o.a = index(a);
    o.b = index(b);
    o.value = rounded_to(t.format_, nearest);
    o.rounding = (o.value - nearest) + cut;
    o.by_a = by_a;
    o.by_b = by_b;
    const TracedOperation &x = t.tape_[o.a], &y = t.tape_[o.b];
    o.error = by_a * x.error + by_b * y.error + o.rounding;
    attribute(o, x, y, o.b > o.a);
    return t.made(o);
  }
  static double value(Trace& t, Number x) { return t.tape_[index(x)].value; }

  static Number from_double(void* context, double x) {
    if (x == 0) return {};
    Trace& t = of(context);
    TracedOperation o;
    o.value = x;
    if (const auto at = t.bodies_.find(std::bit_cast<std::uint64_t>(std::abs(x))); at != t.bodies_.end())
      o.body = at->second;
    return t.made(o);
  }
  static Number add(void* context, Number a, Number b) { return sum(of(context), Kind::sum, a, b, 1); }
  static Number subtract(void* context, Number a, Number b) {
    return sum(of(context), Kind::difference, a, b, -1);
  }
  /// s = fl(x + y) and what it leaves out [Knuth's TwoSum].
  static Number sum(Trace& t, Kind kind, Number a, Number b, double sign) {
    const double x = value(t, a), y = sign * value(t, b), s = x + y, y_part = s - x;
    const double left_out = (x - (s - y_part)) + (y - y_part);
    return record(t, kind, a, b, s, -left_out, 1, sign);
  }
  static Number multiply(void* context, Number a, Number b) {
    Trace& t = of(context);
    const double x = value(t, a), y = value(t, b), p = x * y;
    return record(t, Kind::product, a, b, p, -std::fma(x, y, -p), y, x);
  }
  static Number divide(void* context, Number a, Number b) {
    Trace& t = of(context);
    const double x = value(t, a), y = value(t, b), q = x / y;
    return record(t, Kind::quotient, a, b, q, std::fma(q, y, -x) / y, 1 / y, -q / y);
  }
  static Number negate(void* context, Number a) {
    Trace& t = of(context);
    return record(t, Kind::negative, a, {}, -value(t, a), 0, -1, 0);
  }
  static Number square_root(void* context, Number a) {
    Trace& t = of(context);
    const double x = value(t, a), r = std::sqrt(x);
    if (r == 0) return record(t, Kind::root, a, {}, 0, 0, 0, 0);
    return record(t, Kind::root, a, {}, r, std::fma(r, r, -x) / (2 * r), 1 / (2 * r), 0);
  }
  static void sine_and_cosine(void* context, Number angle, Number* sine, Number* cosine) {
    Trace& t = of(context);
    const double x = value(t, angle), s = std::sin(x), c = std::cos(x);
    *sine = record(t, Kind::sine, angle, {}, s, static_cast<double>(s - std::sin(Wide(x))), c, 0);
    *cosine = record(t, Kind::cosine, angle, {}, c, static_cast<double>(c - std::cos(Wide(x))), -s, 0);
  }
  static bool is_positive(void* context, Number a) { return value(of(context), a) > 0; }
  static std::uint64_t enter_phase(void* context, const char* name) {
    Trace& t = of(context);
    const auto found = std::find(t.phases_.begin(), t.phases_.end(), name);
    const std::uint64_t before = t.phase_;
    t.phase_ = static_cast<std::uint16_t>(found - t.phases_.begin());
    if (found == t.phases_.end()) t.phases_.emplace_back(name);
    return before;
  }
  static void return_to_phase(void* context, std::uint64_t phase) {
    of(context).phase_ = static_cast<std::uint16_t>(phase);
  }
};

Trace::Trace(Format format, std::unordered_map<std::uint64_t, int> bodies)
    : format_(format),
      bodies_(std::move(bodies)),
      arithmetic_{.context = this,
                  .from_double = Table::from_double,
                  .add = Table::add,
                  .subtract = Table::subtract,
                  .multiply = Table::multiply,
                  .divide = Table::divide,
                  .negate = Table::negate,
                  .square_root = Table::square_root,
                  .sine_and_cosine = Table::sine_and_cosine,
                  .is_positive = Table::is_positive,
                  .enter_phase = Table::enter_phase,
                  .return_to_phase = Table::return_to_phase} {}

Number Trace::made(TracedOperation operation) {
  operation.phase = phase_;
  tape_.push_back(operation);
  Number result;
  result.words[0] = tape_.size() - 1;
  return result;
}

std::vector<double> Trace::influence(Number result) const {
  std::vector<double> of(tape_.size());
  of[index(result)] = 1;
  for (std::size_t k = index(result); k > 0; --k) {
    const TracedOperation& o = tape_[k];
    of[o.a] += of[k] * o.by_a;
    of[o.b] += of[k] * o.by_b;
  }
  of[0] = 0;
  return of;
}

}  // namespace kintree
