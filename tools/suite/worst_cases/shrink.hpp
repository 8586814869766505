// A failing case, reduced to a small one that still fails, and written down.
#pragma once

#include <functional>
#include <string>

#include "kintree/report/record.hpp"
#include "suite/cases/plan.hpp"

namespace kintree::suite {

/// Greedy: bodies dropped, joints and numbers simplified, one step at a time as long as `fails` holds, until
/// no step is left (or so many have been tried). Deterministic. Names become base, body1, joint1, ...
inline constexpr int most_steps_tried = 20000;
Case shrink(const Case& c, const std::function<bool(const Case&)>& fails, int most_steps = most_steps_tried);

/// Shrinks the failure of the record, which is one of the task's case or of a transformed form of it. Writes
/// <folder>/<plugin>-<problem>/{case.urdf, case.state.json, tree.svg, command.txt}. `options`: those of the
/// plugins, for the command. Returns the text to print.
std::string shrink_failure(const report::Record& record, const Task& task, const std::string& folder,
                           const std::string& options);

/// Throws InputError if it cannot be made.
void make_folder(const std::string& folder);

}  // namespace kintree::suite
