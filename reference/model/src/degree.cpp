#include "kintree/model/degree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace kintree {
namespace {

using Product = DegreeScope::Product;

/// Calls combine(factor, its exponent in x, its exponent in y) for each factor of either, in rising order.
template <class Combine>
void by_factor(const Product& x, const Product& y, Combine&& combine) {
  for (auto i = x.begin(), j = y.begin(); i != x.end() || j != y.end();) {
    if (j == y.end() || (i != x.end() && i->first < j->first)) {
      combine(i->first, i->second, 0);
      ++i;
    } else if (i == x.end() || j->first < i->first) {
      combine(j->first, 0, j->second);
      ++j;
    } else {
      combine(i->first, i->second, j->second);
      ++i;
      ++j;
    }
  }
}

Product multiplied(const Product& x, const Product& y, int sign_of_y = 1) {
  Product result;
  by_factor(x, y, [&](std::uint32_t factor, std::int32_t a, std::int32_t b) {
    if (const std::int32_t e = a + sign_of_y * b; e != 0) result.emplace_back(factor, e);
  });
  return result;
}

/// The factors with positive exponents; with sign = -1 those with negative ones, inverted.
Product part(const Product& x, int sign) {
  Product result;
  for (const auto& [factor, e] : x)
    if (sign * e > 0) result.emplace_back(factor, sign * e);
  return result;
}

constexpr std::size_t most_stored = std::size_t{1} << 22;  // exponents: 32 MiB

}  // namespace

DegreeScope::DegreeScope(Parameters parameters) : before_(current_), parameters_(std::move(parameters)) {
  name_of({});
  current_ = this;
}

DegreeScope::~DegreeScope() {
  current_ = before_;
}

std::uint32_t DegreeScope::name_of(Product product) {
  if (is_full_) return 0;
  const auto next = static_cast<std::uint32_t>(products_.size());
  const auto [at, is_new] = names_.try_emplace(std::move(product), next);
  if (is_new) {
    products_.push_back(&at->first);
    stored_ += at->first.size() + 8;
    is_full_ = is_full_ || stored_ > most_stored;
  }
  return at->second;
}

std::uint32_t DegreeScope::factor_of(std::uint32_t serial, Use use, double degree) {
  const auto [at, is_new] =
      factor_of_.try_emplace({serial, use}, static_cast<std::uint32_t>(factors_.size()));
  if (is_new) factors_.push_back(degree);
  return at->second;
}

double DegreeScope::degree_of(const Product& product) const {
  double degree = 0;
  for (const auto& [factor, e] : product) degree += e * factors_[factor];
  return degree;
}

std::uint32_t& DegreeScope::serial_of(double x) {
  return serial_of_parameter_[std::bit_cast<std::uint64_t>(x)];
}

Degree::Degree(double degree, std::uint32_t product) : size_(degree + 1), product_(product) {
  if (DegreeScope* scope = DegreeScope::current(); scope != nullptr) {
    serial_ = scope->next_serial();
    if (scope->is_full()) size_ = std::numeric_limits<double>::infinity();
  }
}

Degree::Degree(double x) {
  if (x == 0) return;
  const auto bits = std::bit_cast<std::uint64_t>(std::abs(x));
  DegreeScope* scope = DegreeScope::current();
  if (scope == nullptr || !scope->parameters().contains(bits)) {
    *this = Degree(0, std::uint32_t{0});
    return;
  }
  const auto [numerator, denominator] = scope->parameters().at(bits);
  // A parameter is one number however often it is read, but for its sign.
  std::uint32_t& serial = scope->serial_of(x);
  *this = Degree(numerator, std::uint32_t{0});
  if (serial == 0) serial = serial_;
  serial_ = serial;
  if (denominator == 0) return;
  const std::uint32_t factor = scope->factor_of(serial, DegreeScope::Use::denominator, denominator);
  product_ = scope->name_of({{factor, -1}});
}

Degree operator+(const Degree& x, const Degree& y) {
  if (x.size_ == 0) return y;
  if (y.size_ == 0) return x;
  if (x.product_ == y.product_) return {std::max(x.size_, y.size_) - 1, x.product_};
  DegreeScope& scope = *DegreeScope::current();
  Product common;
  double of_x = x.size_ - 1, of_y = y.size_ - 1;
  by_factor(scope.product(x.product_), scope.product(y.product_),
            [&](std::uint32_t factor, std::int32_t a, std::int32_t b) {
              const std::int32_t least = std::min(a, b);
              of_x += (a - least) * scope.degree_of(factor);
              of_y += (b - least) * scope.degree_of(factor);
              if (least != 0) common.emplace_back(factor, least);
            });
  return {std::max(of_x, of_y), scope.name_of(std::move(common))};
}

Degree operator-(const Degree& x) {
  return x.size_ == 0 ? Degree() : Degree(x.size_ - 1, x.product_);
}

Degree operator*(const Degree& x, const Degree& y) {
  if (x.size_ == 0 || y.size_ == 0) return {};
  const double degree = x.size_ + y.size_ - 2;
  if (x.product_ == 0) return {degree, y.product_};
  if (y.product_ == 0) return {degree, x.product_};
  DegreeScope& scope = *DegreeScope::current();
  return {degree, scope.name_of(multiplied(scope.product(x.product_), scope.product(y.product_)))};
}

Degree operator/(const Degree& x, const Degree& y) {
  if (x.size_ == 0) return {};
  if (y.product_ == 0 && y.size_ <= 1) return {x.size_ - 1, x.product_};
  DegreeScope& scope = *DegreeScope::current();
  Product product = multiplied(scope.product(x.product_), scope.product(y.product_), -1);
  if (y.size_ > 1)
    product =
        multiplied(product, {{scope.factor_of(y.serial_, DegreeScope::Use::divisor, y.size_ - 1), 1}}, -1);
  return {x.size_ - 1, scope.name_of(std::move(product))};
}

Degree sqrt(const Degree& x) {
  if (x.size_ == 0 || (x.size_ == 1 && x.product_ == 0)) return x;
  DegreeScope& scope = *DegreeScope::current();
  scope.count_root();
  Product halves, rest;
  for (const auto& [factor, e] : scope.product(x.product_)) {
    const std::int32_t half = e >= 0 ? e / 2 : -((1 - e) / 2);
    if (half != 0) halves.emplace_back(factor, half);
    if (e != 2 * half) rest.emplace_back(factor, e - 2 * half);
  }
  return {std::ceil((x.size_ - 1 + scope.degree_of(rest)) / 2), scope.name_of(std::move(halves))};
}

void sincos(const Degree& angle, Degree& sine, Degree& cosine) {
  if (angle.size_ == 0) {
    sine = {};
    cosine = Degree(1);
    return;
  }
  if (angle.size_ == 1 && angle.product_ == 0) {  // of a constant angle
    sine = cosine = Degree(0, std::uint32_t{0});
    return;
  }
  DegreeScope& scope = *DegreeScope::current();
  // t = P a / b: 1 + t^2 = (b^2 + P^2 a^2) / b^2.
  const Product a = part(scope.product(angle.product_), 1), b = part(scope.product(angle.product_), -1);
  const double of_P = angle.size_ - 1, of_a = scope.degree_of(a), of_b = scope.degree_of(b);
  const double both = 2 * std::max(of_P + of_a, of_b);
  const Product below{{scope.factor_of(angle.serial_, DegreeScope::Use::angle, both), -1}};
  sine = Degree(of_P, scope.name_of(multiplied(multiplied(a, b), below)));
  cosine = Degree(both, scope.name_of(below));
}

}  // namespace kintree
