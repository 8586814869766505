// Answers as JSON, for readers: to one state of one robot, and to cases for programs in any language.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "kintree/data/problem_set.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/robot.hpp"

namespace kintree::suite {

/// The exact answers, by the oracle: `order` (joint names in the order of their coordinates), `dofs` (where these
/// stand, from 0), `certified_digits`, and H, C, qdd, tau, H_inverse, J, lambda_inv, J_bar as the problems ask; J_bar is left
/// out where J has not full row rank, unless it alone is asked for. Numbers are doubles, or, with `digits`, decimal strings of so
/// many significant digits, all of them proved (oracle::decimal says how zeros read). What has no answer is null, and a warning
/// names file, joint and cause. InputError with the same words where nothing that was requested has an answer. Long
/// computations say on a terminal how far they are.
nlohmann::ordered_json exact_answers(const RobotState& robot, const ProblemSet& problems, int digits);

/// The same as a plugin answers, of the problems that it solves; of a factorization, whose input is H rounded to
/// double, L, D and x. With `digits` it runs in so many digits and 10 more. InputError outside the plugin's domain,
/// for a scalar that it is not built for, where it breaks down, and where the mass matrix is singular and its inverse is
/// needed.
nlohmann::ordered_json answers_of(const Plugin& plugin, const RobotState& robot, const ProblemSet& problems,
                                  int digits);

/// A case with its exact answers to so many proved digits. The format: testdata/golden/schema.json.
nlohmann::ordered_json golden(const Case& c, int digits);

/// What stands for the case in the finite field (verify/field_twin.hpp), with its exact answers there. Numbers are texts "a" or
/// "a+bi"; `scale` is that of angles, as in a question of the line protocol (reference/protocol.md); `model_in_double` and
/// `state_in_double` are the same case in double. InputError where the mass matrix is singular.
nlohmann::ordered_json golden_in_field(const Case& c);

}  // namespace kintree::suite
