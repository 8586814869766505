#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace kintree {

inline constexpr std::size_t largest_text_file = std::size_t{64} << 20;  ///< [bytes]

/// The bytes of a regular file of at most `largest_text_file` bytes. Throws InputError for anything else (a
/// missing file, a directory, a pipe, a device...), without waiting for a writer.
std::string read_text_file(const std::filesystem::path& path);

/// A file that appears under its name as a whole or not at all: it is written under another name in the same folder,
/// and renamed. "-" is the standard output; what exists and is not a regular file (a pipe, a device) is written
/// directly. InputError, naming the file, if it cannot be written.
class TextFileWriter {
 public:
  explicit TextFileWriter(const std::filesystem::path& path);
  /// What was not published leaves nothing behind.
  ~TextFileWriter();
  TextFileWriter(TextFileWriter&&) noexcept;
  TextFileWriter& operator=(TextFileWriter&&) noexcept;

  std::ostream& stream();
  /// All is written: nothing but the renaming can fail from here on. May be left out.
  void close();
  void publish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

void write_text_file(const std::filesystem::path& path, std::string_view text);

/// A path as messages show it: one line.
std::string message_name(const std::filesystem::path& path);

}  // namespace kintree
