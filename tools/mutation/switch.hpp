// Included at the top of a source into which mutants were put (switched.py). All are compiled together, and
// the environment chooses at run time which of them is on. So many mutants take one build.
//
// KINTREE_MUTANT=K switches on mutant K, and no other. KINTREE_REACHED=FILE appends the numbers of the
// mutants that the program reaches.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace kintree_mutation {

struct Switch {
  int chosen = 0;
  const char* reached = std::getenv("KINTREE_REACHED");
  std::array<std::atomic<bool>, 8192> seen{};

  Switch() {
    if (const char* text = std::getenv("KINTREE_MUTANT")) chosen = std::atoi(text);
  }
};

inline bool on(int number) {
  static Switch choice;
  if (choice.reached != nullptr && !choice.seen[static_cast<std::size_t>(number)].exchange(true)) {
    char text[16];
    const int length = std::snprintf(text, sizeof text, "%d\n", number);
    // Opened each time, since a function that starts a program may close all open files.
    const int file = open(choice.reached, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0 || write(file, text, static_cast<std::size_t>(length)) != length) std::abort();
    close(file);
  }
  return number == choice.chosen;
}

struct Sign {
  bool minus;
};

// -x or x, by the operand's own minus, since not every arithmetic has products with int. A type with neither
// does not compile at the place of the mutant, which then counts as stillborn.
template <class T>
requires requires(const T& x) {
  -x;
} || requires(const T& x) {
  1 * x;
}
auto operator*(Sign sign, const T& x) {
  if constexpr (!std::is_arithmetic_v<T> && std::is_convertible_v<decltype(-x), T>) {
    return sign.minus ? T(-x) : x;
  } else {
    return (sign.minus ? -1 : 1) * x;
  }
}

}  // namespace kintree_mutation
