#include "kintree/input/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"

namespace kintree {
namespace {

struct Descriptor {
  int value;
  explicit Descriptor(int descriptor) : value(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

std::string reason(int error) {
  return std::generic_category().message(error);
}

}  // namespace

std::string message_name(const std::filesystem::path& path) {
  return printable(path.native(), 4096);
}

std::string read_text_file(const std::filesystem::path& path) {
  const std::string name = message_name(path);
  if (path.native().find('\0') != std::string::npos) throw InputError(name + ": not a file name");
  // Looked at before it is opened, since opening a device can have effects; and after, since it may have been
  // replaced.
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw InputError(name + ": cannot be opened: " + reason(errno));
  if (!S_ISREG(status.st_mode)) throw InputError(name + ": not a regular file");
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.value < 0 || ::fstat(file.value, &status) != 0)
    throw InputError(name + ": cannot be opened: " + reason(errno));
  if (!S_ISREG(status.st_mode)) throw InputError(name + ": not a regular file");

  const std::string too_large = name + ": larger than " + std::to_string(largest_text_file >> 20) + " MiB";
  if (static_cast<std::size_t>(status.st_size) > largest_text_file) throw InputError(too_large);
  std::string text;
  std::size_t length = 0;
  while (true) {
    text.resize(std::max(length + 4096, static_cast<std::size_t>(status.st_size) + 1));
    const ssize_t got = ::read(file.value, text.data() + length, text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw InputError(name + ": cannot be read: " + reason(errno));
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
    if (length > largest_text_file) throw InputError(too_large);  // it grew meanwhile
  }
  text.resize(length);
  return text;
}

}  // namespace kintree
