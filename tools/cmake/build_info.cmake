# Writes OUTPUT, and only if its content has changed. Run at every build, so that the commit is that of the build.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
                ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit unknown)
else()
  execute_process(COMMAND git -C ${SOURCE_DIR} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND commit -dirty)
  endif()
endif()
file(STRINGS ${SOURCE_DIR}/reports/src/store/store_impl.hpp store_schema REGEX "int schema_version = [0-9]+")
if(NOT store_schema MATCHES "= ([0-9]+)")
  message(FATAL_ERROR "reports/src/store/store_impl.hpp: no schema_version")
endif()
set(store_schema ${CMAKE_MATCH_1})
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "suite/support/build_info.hpp"

namespace kintree::suite::build_info {

const char* const version = "@VERSION@";
const char* const commit = "@commit@";
const char* const build = "@BUILD@";
const char* const store_schema = "@store_schema@";
const char* const plugins = "@BUILD_DIR@/plugins";
const char* const testdata = "@SOURCE_DIR@/testdata";
const char* const templates = "@SOURCE_DIR@/tools/template";
const char* const installed_plugins = "@INSTALLED_PLUGINS@";
const char* const installed_share = "@INSTALLED_SHARE@";

}  // namespace kintree::suite::build_info
]])
