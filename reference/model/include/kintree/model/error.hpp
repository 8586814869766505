#pragma once

#include <stdexcept>
#include <string>

namespace kintree {

/// Bad input of any kind. The message is one line that names the file, the element and the reason; the
/// command prints it and ends with exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace kintree
