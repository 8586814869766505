#include "kintree/files/temporary_folder.hpp"

#include <stdlib.h>

#include <system_error>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"

namespace kintree {

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) throw InputError("TMPDIR: no folder for temporary files: " + error.message());
  std::string name = (parent / "kintree-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw InputError(message_name(name) + ": cannot be created");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace kintree
