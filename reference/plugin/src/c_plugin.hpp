// Plugins by the C header kintree_plugin.h.
#pragma once

#include <memory>
#include <string>

#include "kintree/plugin/plugin.hpp"
#include "kintree_plugin.h"

namespace kintree {

/// The C plugin as any other. It must live as long. InputError, naming the file and what is wrong, if it does not fit the
/// header.
std::unique_ptr<const Plugin> adapted(const std::string& file, const kintree_c_plugin& plugin);

}  // namespace kintree
