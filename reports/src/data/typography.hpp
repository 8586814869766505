// The typography of numbers and words, and the characters that each format must escape.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kintree::report {

/// With two significant digits: "3.2e-16", "0", "NaN", "∞".
std::string scientific(double value);

/// The same, but without an exponent between 0.01 and 1000: "0.75", "29".
std::string compact(double value);

/// The shortest decimal that reads back as the same double: "nan", "inf".
std::string exact(double value);

/// Three decimals: "1.957".
std::string decimal(double value);

/// With so many decimals.
std::string fixed(double value, int decimals);

/// One decimal: "15.0".
std::string in_tenths(double value);

/// Digits in groups of three, separated by thin spaces. Not negative.
std::string grouped(std::int64_t count);

/// "1 case", "1 200 cases".
std::string plural(std::int64_t count, std::string_view noun);

/// "10⁻¹⁶".
std::string power_of_ten(int exponent);

/// compact() for running text: "3.2·10⁻¹⁶".
std::string in_prose(double value);

std::string html(std::string_view text);
std::string csv(std::string_view text);
std::string markdown(std::string_view text);
std::string markdown_code(std::string_view text);
std::string latex(std::string_view text);

}  // namespace kintree::report
