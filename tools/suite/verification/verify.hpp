// One case through every plugin: oracle, call, judge, records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kintree/report/record.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

/// The image of the case under the transformation of this name, the case itself if the name is empty, nothing if the
/// transformation does not apply.
std::optional<Case> transformed_again(const Case& c, const std::string& transformation);

/// A record for every plugin and problem asked for, in a fixed order. `repeat` is the command that repeats
/// the case, to which plugin and problem are added. A plugin outside its domain, and a case that is ill-posed
/// (a mass matrix that is singular to a rounding), give records of status `unsupported` that say why. Of each
/// transformation that applies, the same again for the image, judged as any case, under the family
/// <family>/<transformation>; there the exact answers to both must be each other's images.
std::vector<report::Record> verify_case(const Case& c, const Request& asked, const std::string& repeat);

/// The record of one answer, by examine_once().
report::Record judge_answer(const Case& c, const Plugin& plugin, Problem problem);

}  // namespace kintree::suite
