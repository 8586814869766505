#pragma once

#include <string>

#include "suite/cases/request.hpp"

namespace kintree::suite::test {

/// One of the plugins of the build folder.
inline const Plugin& built_plugin(const std::string& name) {
  PluginChoice choice;
  choice.names = {name};
  choice.folders = {KINTREE_PLUGINS};
  return *choice.request().plugins.front();
}

}  // namespace kintree::suite::test
