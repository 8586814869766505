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

}  // namespace kintree
