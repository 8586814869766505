// A library with entry points and a stamp that is not the suite's, for the loader's test. Macros choose the
// difference.
#include "kintree/plugin/stamp.hpp"

#ifdef OTHER_INTERFACE
#undef KINTREE_INTERFACE_VERSION
#define KINTREE_INTERFACE_VERSION "2"
#endif
#ifdef OTHER_HEADERS
#undef KINTREE_HEADERS_HASH
#define KINTREE_HEADERS_HASH "0123456789abcdef"
#endif
#ifdef OTHER_COMPILER
#undef KINTREE_COMPILER
#define KINTREE_COMPILER "Fortran"
#endif
#ifdef OTHER_STANDARD_LIBRARY
#undef KINTREE_STANDARD_LIBRARY
#define KINTREE_STANDARD_LIBRARY "none"
#endif
#ifdef EMPTY_STAMP
#undef KINTREE_STAMP
#define KINTREE_STAMP ""
#endif

extern "C" {
extern const char kintree_plugin_stamp[];
const char kintree_plugin_stamp[] = KINTREE_STAMP;
/// To be refused before it is called.
const void* kintree_plugin() {
  return nullptr;
}
const void* kintree_packs() {
  return nullptr;
}
}
