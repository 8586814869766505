#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace kintree {

inline constexpr std::size_t largest_text_file = std::size_t{64} << 20;  ///< [bytes]

/// True for "-" and /dev/stdin, the names of the standard input.
bool is_standard_input(const std::filesystem::path& path);

/// The bytes of a file, of a pipe or of the standard input, at most `largest_text_file` bytes. Reading a pipe
/// waits until its writer closes it, and reading a named pipe that nobody writes to waits for a writer. The text
/// of a pipe is kept, so that it can be read again. Throws InputError for anything else (a missing file, a folder,
/// a device...).
std::string read_text_file(const std::filesystem::path& path);

/// A file that appears under its name as a whole or not at all: it is written under another name in the same folder,
/// and renamed. "-" is the standard output. An existing file that is not regular (a pipe, a device) is
/// written directly. Throws InputError, naming the file, if it cannot be written.
class TextFileWriter {
 public:
  explicit TextFileWriter(const std::filesystem::path& path);
  /// Removes the file that was written, if it was not published.
  ~TextFileWriter();
  TextFileWriter(TextFileWriter&&) noexcept;
  TextFileWriter& operator=(TextFileWriter&&) noexcept;

  std::ostream& stream();
  /// Ends the writing: after it, only the renaming can fail. The call is optional.
  void close();
  void publish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

void write_text_file(const std::filesystem::path& path, std::string_view text);

/// The name of a file in messages, on one line. The standard input is called by that name.
std::string message_name(const std::filesystem::path& path);

}  // namespace kintree
