// The parts of the Python extension _kintree. Models, states and rows cross the language border as JSON, in the formats of
// reference/protocol.md; Python makes arrays of them.
#pragma once

#include <pybind11/pybind11.h>

#include <nlohmann/json.hpp>
#include <string>

#include "kintree/model/model.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree::python {

namespace py = pybind11;

/// A model with the name that messages give it.
struct NamedModel {
  Model model;
  std::string source;
};

/// The problem of that name. InputError, with all names, if there is none.
Problem problem_of(const std::string& name);
/// A valid state of the model, from JSON. InputError.
State state_of(const Model& model, const std::string& json);

void bind_field(py::module_& m);
void bind_models(py::module_& m);
void bind_answers(py::module_& m);
void bind_checks(py::module_& m);

}  // namespace kintree::python
