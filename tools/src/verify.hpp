// One case through every plugin: oracle, call, judge, records.
#pragma once

#include <string>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/report/record.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::tools {

/// Which plugins and problems a run asks for.
struct Asked {
  std::vector<const Plugin*> plugins;
  std::vector<Problem> problems;  ///< a plugin is asked for those of them that it solves
};

/// A record for every plugin and problem asked for, in a fixed order. `repeat` is the command that repeats
/// the case, to which plugin and problem are added. A plugin outside its domain, and a case that is ill-posed
/// (a mass matrix that is singular to a rounding), give records of status `unsupported` that say why.
std::vector<Record> verify_case(const Case& c, const Asked& asked, const std::string& repeat);

}  // namespace kintree::tools
