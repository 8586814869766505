// One case through every plugin: oracle, call, judge, records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kintree/report/record.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

/// Returns the image of the case under the transformation of this name, the case itself if the name is empty,
/// or nothing if the transformation does not apply.
std::optional<Case> transformed_again(const Case& c, const std::string& transformation);

/// Returns a record for every requested plugin and problem, in a fixed order. `repeat` is the command that
/// repeats the case, to which plugin and problem are added. A plugin gets a record of status `unsupported`,
/// with the reason, if the case is outside its domain or ill-posed (its mass matrix is singular to a
/// rounding). For each transformation that applies, the same follows for the image. It is judged as any case,
/// under the family <family>/<transformation>, and the exact answers to both must be each other's images.
std::vector<report::Record> verify_case(const Case& c, const Request& requested, const std::string& repeat);

}  // namespace kintree::suite
