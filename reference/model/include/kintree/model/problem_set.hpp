// A set of problems, such as those that a run requests, or those that an oracle answers.
#pragma once

#include <bitset>
#include <cstddef>
#include <initializer_list>
#include <iterator>

#include "kintree/problems/problem.hpp"

namespace kintree {

class ProblemSet {
 public:
  ProblemSet() = default;
  ProblemSet(std::initializer_list<Problem> problems) {
    for (const Problem p : problems) insert(p);
  }
  static ProblemSet all() {
    ProblemSet set;
    for (const Problem p : all_problems) set.insert(p);
    return set;
  }

  bool contains(Problem p) const { return bits_.test(static_cast<std::size_t>(p)); }
  bool intersects(const ProblemSet& other) const { return (bits_ & other.bits_).any(); }
  bool empty() const { return bits_.none(); }
  std::size_t size() const { return bits_.count(); }
  void insert(Problem p) { bits_.set(static_cast<std::size_t>(p)); }
  void erase(Problem p) { bits_.reset(static_cast<std::size_t>(p)); }

  /// The problems whose descriptions satisfy the condition.
  template <class Condition>
  ProblemSet where(Condition&& condition) const {
    ProblemSet result;
    for (const Problem p : *this)
      if (condition(info(p))) result.insert(p);
    return result;
  }
  /// The problems that divide by a matrix.
  ProblemSet that_divide() const {
    return where([](const ProblemInfo& p) { return p.divides(); });
  }
  /// The problems that have no answer if rows depend on each other.
  ProblemSet that_need_independent_rows() const {
    return where([](const ProblemInfo& p) { return p.needs_independent_rows(); });
  }
  ProblemSet that_solve_with(SolvesWith with) const {
    return where([with](const ProblemInfo& p) { return p.solves_with == with; });
  }
  /// True if some divide by H, and all of them solve with constraints.
  bool divide_for_constraints_alone() const {
    return !that_divide().empty() && that_divide() == that_solve_with(SolvesWith::constraints);
  }
  ProblemSet that_have_residuals() const {
    ProblemSet result;
    for (const Problem p : *this)
      if (has_residual(p)) result.insert(p);
    return result;
  }
  ProblemSet that_read(const Quantity& quantity) const {
    return where([&](const ProblemInfo& p) { return p.reads.contain(quantity); });
  }

  friend ProblemSet operator&(ProblemSet a, const ProblemSet& b) {
    a.bits_ &= b.bits_;
    return a;
  }
  /// The problems of a that are not in b.
  friend ProblemSet operator-(ProblemSet a, const ProblemSet& b) {
    a.bits_ &= ~b.bits_;
    return a;
  }
  friend bool operator==(const ProblemSet&, const ProblemSet&) = default;

  /// Visits the problems in the order of all_problems.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Problem;
    using difference_type = std::ptrdiff_t;
    using pointer = const Problem*;
    using reference = Problem;

    Iterator(const ProblemSet& set, std::size_t at) : set_(&set), at_(at) { settle(); }
    Problem operator*() const { return all_problems[at_]; }
    Iterator& operator++() {
      ++at_;
      settle();
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    void settle() {
      while (at_ < all_problems.size() && !set_->bits_.test(at_)) ++at_;
    }
    const ProblemSet* set_;
    std::size_t at_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, all_problems.size()}; }

 private:
  std::bitset<all_problems.size()> bits_;
};

}  // namespace kintree
