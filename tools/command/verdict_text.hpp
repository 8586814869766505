// The results of cases as text.
#pragma once

#include <string>

#include "kintree/report/record.hpp"
#include "suite/verification/summary.hpp"

namespace kintree::command {

/// A line for each plugin and problem.
std::string table(const suite::Summary& summary);
/// Why cases were unsupported, counted.
std::string reasons(const suite::Summary& summary);
/// The consequences of the failures for users of the plugin.
std::string harms(const suite::Summary& summary);
/// A failure, and the command that repeats it.
std::string failure(const report::Record& record);
/// The verdict on one answer, in a line.
std::string judgement(const report::Record& record);

}  // namespace kintree::command
