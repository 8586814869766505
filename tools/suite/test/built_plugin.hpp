// Plugins of the build folder.
#pragma once

#include <string>

#include "suite/cases/request.hpp"

namespace kintree::suite::test {

/// A request to one of the plugins of the build folder.
inline Request request_for(const std::string& name) {
  PluginChoice choice;
  choice.names = {name};
  choice.folders = {KINTREE_PLUGINS};
  return choice.request();
}

inline const Plugin& built_plugin(const std::string& name) {
  return *request_for(name).plugins.front();
}

}  // namespace kintree::suite::test
