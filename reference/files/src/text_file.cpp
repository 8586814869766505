#include "kintree/files/text_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <system_error>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"

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

/// True for files, pipes and sockets: their bytes have an end. False for folders and devices.
bool is_readable(const struct stat& status) {
  return S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
}

const char* kind_of(const struct stat& status) {
  return S_ISDIR(status.st_mode) ? "a folder" : "a device";
}

/// Returns all bytes up to the end of a file, or until the writer of a pipe closes it.
std::string read_all(int descriptor, const std::string& name) {
  std::string text;
  std::size_t length = 0;
  while (true) {
    text.resize(std::max(2 * length, std::size_t{1} << 16));
    const ssize_t got = ::read(descriptor, text.data() + length, text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {  // a standard input that its owner made non-blocking
      pollfd ready{.fd = descriptor, .events = POLLIN, .revents = 0};
      ::poll(&ready, 1, -1);
      continue;
    }
    if (got < 0) throw InputError(name + ": cannot be read: " + reason(errno));
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
    if (length > largest_text_file)
      throw InputError(name + ": larger than " + std::to_string(largest_text_file >> 20) + " MiB");
  }
  text.resize(length);
  return text;
}

/// Returns the text of a pipe or of the standard input. It can be read only once, so the text is kept.
std::string read_once(const std::string& name, const std::function<std::string()>& read) {
  static std::map<std::string, std::string> texts;
  static std::mutex mutex;
  const std::lock_guard guard(mutex);
  const auto [text, is_new] = texts.try_emplace(name);
  if (is_new) try {
      text->second = read();
    } catch (...) {
      texts.erase(text);
      throw;
    }
  return text->second;
}

}  // namespace

bool is_standard_input(const std::filesystem::path& path) {
  return path == "-" || path == "/dev/stdin";
}

std::string message_name(const std::filesystem::path& path) {
  return is_standard_input(path) ? "standard input" : printable(path.native(), 4096);
}

std::string read_text_file(const std::filesystem::path& path) {
  const std::string name = message_name(path);
  if (path.native().find('\0') != std::string::npos) throw InputError(name + ": not a file name");
  const auto check = [&](int failed, const struct stat& status) {
    if (failed != 0) throw InputError(name + ": cannot be opened: " + reason(errno));
    if (!is_readable(status)) throw InputError(name + ": " + kind_of(status) + "; expected a file or a pipe");
  };
  struct stat status {};
  if (is_standard_input(path)) {
    check(::fstat(STDIN_FILENO, &status), status);
    return read_once(name, [&] { return read_all(STDIN_FILENO, name); });
  }
  // Looked at before it is opened, since opening a device can have effects; and after, since it may have been
  // replaced. Opening a pipe waits for its writer.
  check(::stat(path.c_str(), &status), status);
  const bool is_pipe = S_ISFIFO(status.st_mode);
  const auto read = [&] {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | (is_pipe ? 0 : O_NONBLOCK)));
    check(file.value < 0 ? -1 : ::fstat(file.value, &status), status);
    return read_all(file.value, name);
  };
  return is_pipe ? read_once(name, read) : read();
}

struct TextFileWriter::Impl {
  std::filesystem::path path, temporary;  // no temporary file: written directly
  std::ofstream file;
  bool to_standard_output = false;

  [[noreturn]] void fail(const std::string& why) const {
    throw InputError((to_standard_output ? "standard output" : message_name(path)) + ": cannot be written" +
                     (why.empty() ? "" : ": " + why));
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
