// Facts about the build (filled in by tools/cmake/build_info.cmake).
#pragma once

namespace kintree::suite::build_info {

extern const char* const version;
/// The git commit, with "-dirty" if the sources were changed, or "unknown" outside a checkout.
extern const char* const commit;
/// Compiler, build type and flags.
extern const char* const build;
/// Of stores that this build writes.
extern const char* const store_schema;

// Folders of the build; folders.hpp chooses between these and those of an installation.
extern const char* const plugins;
extern const char* const testdata;
extern const char* const templates;

// Folders of an installation, relative to that of the program.
extern const char* const installed_plugins;
extern const char* const installed_share;

}  // namespace kintree::suite::build_info
