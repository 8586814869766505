// Checks of a robot's file, beyond what makes it invalid.
#pragma once

#include <string>
#include <vector>

#include "kintree/files/robot_file.hpp"
#include "kintree/report/robot.hpp"

namespace kintree::suite {

/// A ratio of masses or of inertias beyond which float may keep half of its digits: 10^4. The smaller term has lost four
/// of eight digits when it is added to the larger one.
inline constexpr double suspicious_ratio = 1e4;
/// A length of an axis that is rounded to three digits differs from 1 by less.
inline constexpr double axis_rounding = 1e-3;

/// Returns the warnings of the reader, and then those about the model, in the order of its bodies:
/// - A base that has mass, or a link that is fixed to it. It takes no part.
/// - A joint that moves a massless link, or no inertia at all.
/// - A mass without a moment of inertia.
/// - A mass more than `suspicious_ratio` below the largest. Links that are fixed to each other count as one.
/// - A radius of gyration larger than the whole robot. The unit of the inertia is probably wrong.
/// - A frame at a distance d from a body, where m d^2 exceeds `suspicious_ratio` times its largest moment of inertia.
/// - An axis whose length differs from 1 by more than `axis_rounding`.
/// `name` is that of the file in messages.
std::vector<report::FileFinding> file_findings(const RobotFile& file, const std::string& name);

}  // namespace kintree::suite
