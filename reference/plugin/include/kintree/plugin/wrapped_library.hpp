// What a plugin that wraps somebody else's library may do, and others may not.
#pragma once

#include <stdexcept>
#include <string>

namespace kintree {

/// Thrown by a call: the model, or this problem of it, is outside the domain for a reason that Domain has no words for, as
/// when the library refuses a model of which it says only then that it is none for it. what() is the reason.
class OutsideDomain : public std::runtime_error {
 public:
  explicit OutsideDomain(const std::string& reason) : std::runtime_error(reason) {}
};

/// A plugin of which it may be that its calls take memory from the heap.
class WrapsLibrary {
 public:
  virtual ~WrapsLibrary() = default;
  virtual bool may_allocate() const = 0;
};

/// A solver that wraps a library, if it can tell the library's own work from the conversions around it.
class TimesLibrary {
 public:
  virtual ~TimesLibrary() = default;
  /// What the library itself took so far, in all calls [s]; NaN if it does not say.
  virtual double library_seconds() const = 0;
};

}  // namespace kintree
