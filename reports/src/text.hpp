// Numbers and names as they are shown, and escaped for each format.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kintree::report {

/// Two significant digits: "3.2e-16", "0", "NaN", "∞".
std::string scientific(double value);

/// As scientific(), but plain between 0.01 and 1000: "0.75", "29".
std::string compact(double value);

/// The shortest decimal that reads back as the same double: "nan", "inf".
std::string exact(double value);

/// Digits in groups of three, parted by a thin space.
std::string grouped(std::size_t count);

/// "1 case", "1 200 cases".
std::string counted(std::size_t count, std::string_view noun);

/// "10⁻¹⁶".
std::string power_of_ten(int exponent);

std::string html(std::string_view text);
std::string csv(std::string_view text);
std::string markdown(std::string_view text);
std::string markdown_code(std::string_view text);
std::string latex(std::string_view text);

}  // namespace kintree::report
