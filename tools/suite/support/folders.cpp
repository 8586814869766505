#include "suite/support/folders.hpp"

#include <boost/dll/runtime_symbol_info.hpp>
#include <cstdlib>

#include "suite/support/build_info.hpp"

namespace kintree::suite {
namespace {

/// Empty: that of the running program.
std::filesystem::path program_folder;

Folders located() {
  const std::filesystem::path program = program_folder.empty()
                                            ? boost::dll::program_location().parent_path().string()
                                            : program_folder.string();
  const std::filesystem::path share = program / build_info::installed_share;
  if (std::filesystem::is_directory(share / "testdata"))
    return {.plugins = (program / build_info::installed_plugins).lexically_normal(),
            .testdata = (share / "testdata").lexically_normal(),
            .templates = (share / "template").lexically_normal()};
  return {
      .plugins = build_info::plugins, .testdata = build_info::testdata, .templates = build_info::templates};
}

}  // namespace

const Folders& folders() {
  static const Folders here = located();
  return here;
}

void set_program_folder(const std::filesystem::path& folder) {
  program_folder = folder;
}

std::string testdata_folder() {
  if (const char* variable = std::getenv("KINTREE_TESTDATA"); variable != nullptr && *variable != '\0')
    return variable;
  return folders().testdata.string();
}

}  // namespace kintree::suite
