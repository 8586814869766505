// What `kintree --version` prints.
#pragma once

#include <string>

namespace kintree::suite {

/// Version and commit, and on further lines the build and the versions of the interfaces to plugins, programs and stores.
std::string version_text();

}  // namespace kintree::suite
