// Models and states in full as JSON, in the format of testdata/golden/schema.json. Bodies and coordinates are numbered
// as in kintree/model/model.hpp; numbers read back as the same doubles.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "kintree/model/model.hpp"

namespace kintree {

/// Converts a number to JSON. If it is empty, numbers are written as they are.
using NumberAsJson = std::function<nlohmann::ordered_json(double)>;

/// {"name", "gravity", "bodies": bodies 1..N with their joints and inertials}. The numbers must be finite.
nlohmann::ordered_json model_as_json(const Model& model, const NumberAsJson& number = {});

/// {"q", "v", "qdd", "tau", "f_ext", "end_effectors"}, as in State. The numbers must be finite.
nlohmann::ordered_json state_as_json(const State& state, const NumberAsJson& number = {});

/// {"nq", "n", "first_position", "first_velocity"}, as in Layout; the lists begin with the base.
nlohmann::ordered_json layout_as_json(const Model& model);

/// Reads the output of model_as_json() and state_as_json(). Throws InputError, which names what is missing or
/// has another type or length.
Model model_from_json(const nlohmann::ordered_json& json);
State state_from_json(const nlohmann::ordered_json& json, const Model& model);

}  // namespace kintree
