#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "kintree/files/state_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "tokens.hpp"

namespace kintree {
namespace {

std::string json_number(double number) {
  if (number == 0 && std::signbit(number)) return "-0.0";  // -0 would be read as an integer, without its sign
  return text::shortest(number);
}

std::string json_string(const std::string& name) {
  try {
    return nlohmann::json(name).dump();
  } catch (const nlohmann::json::exception&) {
    throw InputError("name " + in_quotes(name) + ": not UTF-8");
  }
}

std::string json_array(const double* numbers, std::size_t count) {
  std::string result = "[";
  for (std::size_t i = 0; i < count; ++i) result += (i > 0 ? ", " : "") + json_number(numbers[i]);
  return result + "]";
}

/// An object or an array, with one entry per line.
std::string json_block(const char* brackets, const std::vector<std::string>& entries) {
  std::string result(1, brackets[0]);
  for (std::size_t i = 0; i < entries.size(); ++i) result += (i > 0 ? ",\n    " : "\n    ") + entries[i];
  return result + (entries.empty() ? "" : "\n  ") + brackets[1];
}

}  // namespace

std::string write_state(const Model& model, const State& state, bool floating_base) {
  validate(model);
  validate(model, state);
  const Layout layout(model);
  const auto table = [&](const std::vector<double>& numbers, const std::vector<int>& first,
                         int JointKindInfo::*length) {
    std::vector<std::string> entries;
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      const auto count = static_cast<std::size_t>(info(model.bodies[i].joint.kind).*length);
      if (count > 0)
        entries.push_back(json_string(model.bodies[i].joint.name) + ": " +
                          json_array(numbers.data() + (first[i] - 1), count));
    }
    return json_block("{}", entries);
  };
  std::vector<std::string> forces, end_effectors;
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (std::bit_cast<std::array<std::uint64_t, 6>>(state.f_ext[i]) != std::array<std::uint64_t, 6>{})
      forces.push_back(json_string(model.bodies[i].name) + ": " + json_array(state.f_ext[i].data(), 6));
  for (const EndEffector& end_effector : state.end_effectors) {
    const std::string& link = model.bodies[static_cast<std::size_t>(end_effector.body)].name;
    const Placement& pose = end_effector.pose;
    if (has_quaternion(pose))
      throw InputError("end-effector on link " + in_quotes(link) +
                       ": a pose with a quaternion cannot be written; expected rpy");
    const bool at_origin =
        std::bit_cast<std::array<std::uint64_t, 10>>(pose) == std::array<std::uint64_t, 10>{};
    end_effectors.push_back(at_origin ? json_string(link)
                                      : "{\"link\": " + json_string(link) +
                                            ", \"xyz\": " + json_array(pose.xyz.data(), 3) +
                                            ", \"rpy\": " + json_array(pose.rpy.data(), 3) + "}");
  }
  std::vector<std::string> gamma;
  for (std::size_t row = 0; const Constraint& constraint : model.constraints) {
    const auto count = static_cast<std::size_t>(constraint.row_count());
    gamma.push_back(json_string(constraint.name) + ": " + json_array(state.gamma.data() + row, count));
    row += count;
  }
  return std::string("{\n  \"floating_base\": ") + (floating_base ? "true" : "false") +
         ",\n  \"gravity\": " + json_array(model.gravity.data(), 3) +
         ",\n  \"q\": " + table(state.q, layout.first_position, &JointKindInfo::positions) +
         ",\n  \"v\": " + table(state.v, layout.first_velocity, &JointKindInfo::velocities) +
         ",\n  \"tau\": " + table(state.tau, layout.first_velocity, &JointKindInfo::velocities) +
         ",\n  \"qdd\": " + table(state.qdd, layout.first_velocity, &JointKindInfo::velocities) +
         ",\n  \"f_ext\": " + json_block("{}", forces) +
         ",\n  \"end_effectors\": " + json_block("[]", end_effectors) +
         (gamma.empty() ? ""
                        : ",\n  \"gamma\": " + json_block("{}", gamma) +
                              ",\n  \"restitution\": " + json_number(state.restitution)) +
         "\n}\n";
}

}  // namespace kintree
