// The floating-point formats of IEEE 754 in which algorithms compute while their answers are judged.
#pragma once

#include <array>
#include <string_view>

namespace kintree {

enum class Format {
  binary64,  ///< double
  binary32,  ///< float
};
inline constexpr std::array<std::string_view, 2> format_names{"double", "float"};

/// Half the distance from 1 to the next number.
constexpr double unit_roundoff(Format format) {
  return format == Format::binary64 ? 0x1p-53 : 0x1p-24;
}

constexpr double smallest_positive(Format format) {
  return format == Format::binary64 ? 0x1p-1074 : 0x1p-149;
}

/// The nearest number of the format.
double rounded_to(Format format, double x);

constexpr std::string_view name(Format format) {
  return format_names[static_cast<std::size_t>(format)];
}

}  // namespace kintree
