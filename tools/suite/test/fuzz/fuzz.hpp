// The readers of files and programs, called with any bytes. Each function reads them as such a file. It
// aborts if the result is not a valid one, or if the input is rejected by anything but an InputError of one
// line.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"

namespace kintree::fuzz {

void urdf(std::string_view bytes);      ///< a robot
void state(std::string_view bytes);     ///< a state of a robot that has joints of every kind
void vectors(std::string_view bytes);   ///< a file of test vectors
void protocol(std::string_view bytes);  ///< lines of the line protocol, each as an answer and as a request
void store(std::string_view bytes);     ///< changes to a store, in the format of store.cpp

inline void require(bool condition, const char* what, const char* of = "") {
  if (condition) return;
  std::fprintf(stderr, "not so: %s: %s\n", what, of);
  std::abort();
}

/// Returns false if `read` rejects the input, with one line that begins with `name`.
template <class Read>
bool accepted(std::string_view name, Read&& read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    const std::string_view line = error.what();
    require(line.starts_with(name), "the message names the file", error.what());
    require(printable(line) == line, "the message is one printable line", error.what());
    return false;
  }
}

}  // namespace kintree::fuzz
