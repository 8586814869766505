#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace kintree {

inline constexpr std::size_t largest_text_file = std::size_t{64} << 20;  ///< [bytes]

/// The bytes of a regular file of at most `largest_text_file` bytes. Throws InputError for anything else (a
/// missing file, a directory, a pipe, a device...), without waiting for a writer.
std::string read_text_file(const std::filesystem::path& path);

/// A path as messages show it: one line.
std::string message_name(const std::filesystem::path& path);

}  // namespace kintree
