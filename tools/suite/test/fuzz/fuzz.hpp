// What is read from files and programs, called with any bytes: each function reads them as such a file, and
// aborts if what is read is not as promised, or if what is refused is not an InputError of one line.
// libfuzzer.cpp calls one of them with bytes that libFuzzer makes up; replay.cpp calls each with the files of
// testdata/fuzz.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"

namespace kintree::fuzz {

void urdf(std::string_view bytes);      ///< a robot
void state(std::string_view bytes);     ///< a state of a robot that has joints of every kind
void vectors(std::string_view bytes);   ///< a file of test vectors
void protocol(std::string_view bytes);  ///< lines of the line protocol, each as an answer and as a question
void store(std::string_view bytes);     ///< changes to a store: store.cpp says how they are written

inline void require(bool condition, const char* what, const char* of = "") {
  if (condition) return;
  std::fprintf(stderr, "not so: %s: %s\n", what, of);
  std::abort();
}

/// False if `read` refuses, in one line that begins with `name`.
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
