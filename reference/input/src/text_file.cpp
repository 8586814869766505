#include "kintree/input/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
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

struct TextFileWriter::Impl {
  std::filesystem::path path, temporary;  // no temporary file: written directly
  std::ofstream file;
  bool to_standard_output = false;

  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(message_name(path) + ": cannot be written" + (why.empty() ? "" : ": " + why));
  }
  void remove_temporary() {
    std::error_code ignored;
    if (!temporary.empty()) std::filesystem::remove(temporary, ignored);
    temporary.clear();
  }
};

TextFileWriter::TextFileWriter(const std::filesystem::path& path) : impl_(std::make_unique<Impl>()) {
  namespace fs = std::filesystem;
  impl_->path = path;
  if (path == "-") {
    impl_->to_standard_output = true;
    return;
  }
  if (path.native().find('\0') != std::string::npos) impl_->fail("not a file name");
  std::error_code error;
  const fs::path target = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) impl_->fail("a folder");
  if (!target.empty()) impl_->path = target;
  if (!fs::exists(status) || fs::is_regular_file(status))
    impl_->temporary = impl_->path.parent_path() /
                       ("." + impl_->path.filename().string() + "." + std::to_string(::getpid()) + ".tmp");
  errno = 0;
  impl_->file.open(impl_->temporary.empty() ? impl_->path : impl_->temporary,
                   std::ios::binary | std::ios::trunc);
  if (!impl_->file) {
    impl_->temporary.clear();
    impl_->fail(errno == 0 ? "" : reason(errno));
  }
}

TextFileWriter::~TextFileWriter() {
  if (impl_ != nullptr) impl_->remove_temporary();
}
TextFileWriter::TextFileWriter(TextFileWriter&&) noexcept = default;
TextFileWriter& TextFileWriter::operator=(TextFileWriter&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}

std::ostream& TextFileWriter::stream() {
  return impl_->to_standard_output ? std::cout : impl_->file;
}

void TextFileWriter::close() {
  std::ostream& written = stream().flush();
  if (impl_->file.is_open()) impl_->file.close();
  if (!written) {
    impl_->remove_temporary();
    impl_->fail("");
  }
}

void TextFileWriter::publish() {
  close();
  if (impl_->temporary.empty()) return;
  std::error_code error;
  std::filesystem::rename(impl_->temporary, impl_->path, error);
  if (error) {
    impl_->remove_temporary();
    impl_->fail(error.message());
  }
  impl_->temporary.clear();
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  TextFileWriter writer(path);
  writer.stream() << text;
  writer.publish();
}

}  // namespace kintree
