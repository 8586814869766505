// A value that is made when it is first asked for, by whichever thread asks first.
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
