// What an elimination finds of its pivots: the status of the call. A scalar has one status; a pack, which
// computes in several lanes at once, has one for each lane, so that a breakdown in one leaves the others alone.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "kintree/algebra/scalar.hpp"
#include "kintree/data/status.hpp"

namespace kintree {

/// What is_positive answers: bool, or of a pack P a mask of P::lanes lanes, which has the operators & and [] and
/// is made from one bool for all of them.
template <class S>
using Truth = decltype(is_positive(std::declval<const S&>()));

template <class S>
inline constexpr bool is_pack = !std::is_same_v<Truth<S>, bool>;

/// Keeps the first coordinate whose pivot is not positive.
template <class S, bool pack = is_pack<S>>
class Pivots {
 public:
  /// `positive`: is_positive(pivot), or that of several pivots; `coordinate`: which one of 1..n is named if not.
  void check(bool positive, int coordinate) {
    if (!positive && status_.code == Status::ok) status_ = Status::breakdown_at(coordinate);
  }
  const Status& status() const { return status_; }

 private:
  Status status_;
};

/// Keeps them lane by lane.
template <class S>
class Pivots<S, true> {
 public:
  void check(const Truth<S>& positive, int coordinate) {
    for (std::size_t lane = 0; lane < S::lanes; ++lane)
      if (!positive[lane] && status_[lane].code == Status::ok)
        status_[lane] = Status::breakdown_at(coordinate);
  }
  const std::array<Status, S::lanes>& status() const { return status_; }

 private:
  std::array<Status, S::lanes> status_{};
};

/// Status, or an array of it by lanes.
template <class S>
using StatusOf = std::remove_cvref_t<decltype(Pivots<S>().status())>;

}  // namespace kintree
