// Libraries that others wrote, in a run of `kintree report`.
#pragma once

#include <string>
#include <vector>

#include "kintree/report/store.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

/// The request with references: its plugins for trees with any joint that are not libraries.
Request with_references(Request request, const std::vector<report::Library>& libraries);

/// Stores the libraries of a run and their answers to the test vectors. A library that once gave no answer in the time allowed is
/// not checked on vectors.
void add_libraries(report::Store& store, std::int64_t run, const std::vector<report::Library>& libraries,
                   const Request& request, int threads);

}  // namespace kintree::suite
