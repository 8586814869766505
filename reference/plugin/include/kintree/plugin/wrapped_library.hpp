// Interfaces for plugins that wrap another library. Other plugins do not use them.
#pragma once

#include <stdexcept>
#include <string>

namespace kintree {

/// Thrown by a call if the model, or this problem of it, is outside the domain for a reason that Domain
/// cannot express. An example is a library that rejects a model only when it is called. what() is the reason.
class OutsideDomain : public std::runtime_error {
 public:
  explicit OutsideDomain(const std::string& reason) : std::runtime_error(reason) {}
};

/// A plugin whose calls may take memory from the heap.
class WrapsLibrary {
 public:
  virtual ~WrapsLibrary() = default;
  virtual bool may_allocate() const = 0;
};

/// A solver that wraps a library and measures the library's own time, without the conversions around it.
class TimesLibrary {
 public:
  virtual ~TimesLibrary() = default;
  /// The time that the library itself took so far, in all calls [s]; NaN if it is not known.
  virtual double library_seconds() const = 0;
};

}  // namespace kintree
