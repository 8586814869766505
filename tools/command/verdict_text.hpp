// The results of cases as text.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "kintree/report/record.hpp"
#include "suite/verification/verification.hpp"

namespace kintree::command {

/// "1 case" or "2 cases". The plural is the singular with an s, unless it is given.
std::string number_of(std::int64_t count, const std::string& singular, const std::string& plural = "");
/// A line for each plugin and problem.
std::string table(const suite::Summary& summary);
/// Why cases were unsupported, counted.
std::string reasons(const suite::Summary& summary);
/// The consequences of the failures for users of the plugin.
std::string harms(const suite::Summary& summary);
/// A failure, and the command that repeats it. Where nothing was measured, there are no numbers.
std::string failure(const report::Record& record);
/// A failure of each kind with the command that repeats it, what `more` adds to it, and the other cases of its kind.
std::string failures(
    const suite::Verification& verification,
    const std::function<std::string(const report::Record&)>& more = [](const auto&) { return ""; });
/// The verdict on one answer, in a line.
std::string judgement(const report::Record& record);

}  // namespace kintree::command
