// Models and states in full as JSON, in the format of testdata/golden/schema.json. Bodies and coordinates are numbered
// as in kintree/data/model.hpp; numbers read back as the same doubles.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "kintree/data/model.hpp"

namespace kintree {

/// {"name", "gravity", "bodies": bodies 1..N with their joints and inertials}. The numbers must be finite.
nlohmann::ordered_json model_as_json(const Model& model);

/// {"q", "v", "qdd", "tau", "f_ext", "end_effectors"}, as in State. The numbers must be finite.
nlohmann::ordered_json state_as_json(const State& state);

}  // namespace kintree
