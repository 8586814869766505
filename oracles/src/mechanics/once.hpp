// A value that is computed at its first use, by the thread that uses it first.
#pragma once

#include <mutex>
#include <optional>

namespace kintree::oracle {

template <class T>
class Once {
 public:
  template <class Make>
  const T& get(Make&& make) const {
    std::call_once(made_, [&] { value_.emplace(make()); });
    return *value_;
  }

 private:
  mutable std::once_flag made_;
  mutable std::optional<T> value_;
};

}  // namespace kintree::oracle
