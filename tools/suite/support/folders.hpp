// The folders of the suite's own files.
#pragma once

#include <filesystem>
#include <string>

namespace kintree::suite {

/// The folders that the suite reads at run time. An installed program (PREFIX/bin) finds its files relative
/// to its own location, in PREFIX/lib/kintree and PREFIX/share/kintree, even if the prefix was moved. Any
/// other program uses the folders of the build.
struct Folders {
  std::filesystem::path plugins;
  std::filesystem::path testdata;
  std::filesystem::path templates;  ///< of the files that `kintree new-plugin` copies
};

/// The folders of the running program.
const Folders& folders();

/// An extension of an interpreter takes this folder for that of the running program. Before the first call of folders().
void set_program_folder(const std::filesystem::path& folder);

/// The folder of the test data: KINTREE_TESTDATA of the environment, or that of the running program.
std::string testdata_folder();

}  // namespace kintree::suite
