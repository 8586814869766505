#include "suite/execution/version.hpp"

#include <spdlog/fmt/fmt.h>

#include "kintree/plugin/stamp.hpp"
#include "kintree_plugin.h"
#include "suite/execution/protocol.hpp"
#include "suite/support/build_info.hpp"

namespace kintree::suite {

std::string version_text() {
  std::string text = fmt::format("kintree {} ({})", build_info::version, build_info::commit);
  const auto add = [&text](const char* name, const std::string& value) {
    text += fmt::format("\n{}: {}", name, value);
  };
  add("build", build_info::build);
  add("plugin interface", fmt::format("{}, headers {}, {}", KINTREE_INTERFACE_VERSION, KINTREE_HEADERS_HASH,
                                      KINTREE_STANDARD_LIBRARY));
  add("C interface", std::to_string(KINTREE_C_PLUGIN_VERSION));
  add("line protocol", std::to_string(protocol_version));
  add("store schema", build_info::store_schema);
  return text;
}

}  // namespace kintree::suite
