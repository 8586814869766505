#include "kintree/input/temporary_folder.hpp"

#include <stdlib.h>

#include <system_error>

#include "kintree/data/error.hpp"
#include "kintree/input/text_file.hpp"

namespace kintree {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "kintree-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw InputError(message_name(name) + ": cannot be created");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace kintree
