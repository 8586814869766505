// Answers as JSON, for readers: to one state of one robot, and to cases for programs in any language.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "kintree/model/problem_set.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/robot.hpp"

namespace kintree::suite {

/// Returns the exact answers of the oracle. The entries are `order` (joint names in the order of their
/// coordinates), `dofs` (the indices of these, from 0), `certified_digits`, and those of H, C, qdd, tau,
/// H_inverse, J, lambda_inv and J_bar that the problems need. J_bar is left out if J does not have full row
/// rank, unless only J_bar is requested. Numbers are doubles. With `digits` they are decimal strings with
/// that many significant digits, all of them proved (oracle::decimal describes how zeros are written). A
/// quantity without an answer is null, and a warning names the file, the joint and the cause. Throws
/// InputError with the same text if none of the requested quantities has an answer. Long computations print
/// their progress on a terminal.
nlohmann::ordered_json exact_answers(const RobotState& robot, const ProblemSet& problems, int digits);

/// Returns `order` and `dofs` of these answers.
nlohmann::ordered_json frame(const Model& model);

/// Returns the same as a plugin's answers, for the problems that it solves. For a factorization, whose input
/// is H rounded to double, these are L, D and x. With `digits` the plugin runs in so many digits and 10 more.
/// Throws InputError outside the plugin's domain, for a scalar that it is not built for, if it breaks down,
/// and if the mass matrix is singular and its inverse is needed.
nlohmann::ordered_json answers_of(const Plugin& plugin, const RobotState& robot, const ProblemSet& problems,
                                  int digits);

/// A case with its exact answers to so many proved digits. The format: testdata/golden/schema.json.
nlohmann::ordered_json golden(const Case& c, int digits);

/// Returns the field twin of the case (field/field_twin.hpp) with its exact answers in the finite field.
/// Numbers are texts "a" or "a+bi". `scale` is that of angles, as in a request of the line protocol
/// (reference/protocol.md). `model_in_double` and `state_in_double` are the same case in double. Throws
/// InputError if the mass matrix is singular.
nlohmann::ordered_json golden_in_field(const Case& c);

}  // namespace kintree::suite
