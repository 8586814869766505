// The stamp: the versions on which a plugin's library and the suite must agree to call each other. Both
// compile this header, and the loader refuses a library whose stamp is not its own.
#pragma once

#include <version>  // for the macros of the standard library

#include "kintree/plugin/headers_hash.hpp"  // generated: KINTREE_HEADERS_HASH

#define KINTREE_INTERFACE_VERSION "3"

#if defined(__clang__)
#define KINTREE_COMPILER "Clang"
#elif defined(__GNUC__)
#define KINTREE_COMPILER "GNU"
#else
#define KINTREE_COMPILER "unknown"
#endif

#if defined(_LIBCPP_VERSION)
#define KINTREE_STANDARD_LIBRARY "libc++"
#elif defined(_GLIBCXX_DEBUG)
#define KINTREE_STANDARD_LIBRARY "libstdc++ in debug mode"
#elif defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI
#define KINTREE_STANDARD_LIBRARY "libstdc++ with its C++11 ABI"
#elif defined(__GLIBCXX__)
#define KINTREE_STANDARD_LIBRARY "libstdc++ with its old ABI"
#else
#define KINTREE_STANDARD_LIBRARY "unknown"
#endif

/// "item: value" by lines.
#define KINTREE_STAMP                                 \
  "interface version: " KINTREE_INTERFACE_VERSION "\n" \
  "headers: " KINTREE_HEADERS_HASH "\n"                \
  "compiler: " KINTREE_COMPILER "\n"                   \
  "standard library: " KINTREE_STANDARD_LIBRARY "\n"
