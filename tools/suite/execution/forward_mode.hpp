// Plugins differentiated without a change: in dual numbers, by forward mode.
#pragma once

#include <string_view>

#include "kintree/model/problem_set.hpp"
#include "kintree/plugin/plugin.hpp"

namespace kintree::suite {

/// Precedes the name of the plugin that is differentiated.
inline constexpr std::string_view forward_mode_prefix = "forward_mode_of_";

/// The plugin whose answers are the derivatives of those of `plugin`, if there is a problem that asks for them: NAME_derivatives by the first
/// inputs, or NAME_rate along v. It runs the plugin in dual numbers over its own scalar, once for each column, or once for rates. It claims nothing if the plugin is not built for Number or approximates.
/// `plugin` must outlive the process. Each call returns the same object.
const Plugin& forward_mode_of(const Plugin& plugin);

/// The problems that are answered so.
ProblemSet derivatives_by_forward_mode();

/// The problems that are differentiated to give one of these.
ProblemSet differentiated_to(const ProblemSet& derivatives);

}  // namespace kintree::suite
