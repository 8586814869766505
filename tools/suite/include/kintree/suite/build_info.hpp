// Filled in by the build (tools/cmake/build_info.cmake).
#pragma once

namespace kintree::suite::build_info {

extern const char* const version;
extern const char* const
    commit;  ///< "-dirty" appended where the sources were changed, "unknown" outside a checkout
extern const char* const build;      ///< compiler, build type, flags
extern const char* const testdata;   ///< folder
extern const char* const templates;  ///< folder of what `kintree new-plugin` copies

}  // namespace kintree::suite::build_info
