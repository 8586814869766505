// The status of a call, found by the pivots of an elimination. A scalar has one status; a pack, which
// computes in several lanes at once, has one for each lane, so that a breakdown in one leaves the others alone.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "kintree/model/status.hpp"
#include "kintree/numbers/scalar.hpp"

namespace kintree {

/// The type that is_positive returns: bool, or for a pack P a mask of P::lanes lanes. A mask has the
/// operators &, | and [], and can be made from one bool for all lanes (numbers/pack.hpp).
template <class S>
using Truth = decltype(is_positive(std::declval<const S&>()));

/// The same test as for masks, used by `prepare`, where all lanes are the same.
inline bool in_all_lanes(bool truth) {
  return truth;
}

template <class S>
inline constexpr bool is_pack = !std::is_same_v<Truth<S>, bool>;

/// Keeps the first coordinate whose pivot is not positive.
template <class S, bool pack = is_pack<S>>
class Pivots {
 public:
  /// `positive`: is_positive(pivot), or the conjunction for several pivots. `coordinate`: the one of 1..n
  /// that the status names if it is false.
  void check(bool positive, int coordinate) {
    if (!positive && status_.code == Status::ok) status_ = Status::breakdown_at(coordinate);
  }
  const Status& status() const { return status_; }

 private:
  Status status_;
};

/// Keeps them lane by lane, as numbers: 0 where no pivot was wrong so far, else 1 + coordinate.
template <class S>
class Pivots<S, true> {
 public:
  void check(const Truth<S>& positive, int coordinate) {
    first_ = choose(positive | is_positive(first_), first_, S(1 + coordinate));
  }
  std::array<Status, S::lanes> status() const {
    std::array<Status, S::lanes> result{};
    for (std::size_t lane = 0; lane < S::lanes; ++lane)
      if (first_[lane] > 0) result[lane] = Status::breakdown_at(static_cast<int>(first_[lane]) - 1);
    return result;
  }

 private:
  S first_;
};

/// Status, or an array of it by lanes.
template <class S>
using StatusOf = std::remove_cvref_t<decltype(Pivots<S>().status())>;

template <class S>
StatusOf<S> status_of_all(const Status& status) {
  StatusOf<S> result{};
  if constexpr (is_pack<S>)
    result.fill(status);
  else
    result = status;
  return result;
}

}  // namespace kintree
