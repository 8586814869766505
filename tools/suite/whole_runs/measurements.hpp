// The measurements that `kintree report` adds to its records.
#pragma once

#include <array>
#include <set>
#include <string_view>

#include "kintree/report/render.hpp"
#include "kintree/report/store.hpp"
#include "suite/cases/request.hpp"
#include "suite/papers/papers.hpp"

namespace kintree::suite {

enum class Quantity {
  power,         ///< how small an error is flagged, by plugins that are chosen and known to be sound
  costs,         ///< operations of an answer, of the plugins that are chosen
  growth,        ///< their exponents
  claims,        ///< of the papers, with their figures, if all plugins and problems are chosen
  throughput,    ///< cases a second, by plugin aba, whatever is chosen
  proofs,        ///< of all trees of up to 3 bodies, by the plugins that are chosen
  float_digits,  ///< that the plugins that are chosen keep in float
  large_trees,   ///< trees of 1000 bodies, and ten times as many each, by plugin aba, whatever is chosen
};
inline constexpr std::array<std::string_view, 8> quantity_names{
    "power", "costs", "growth", "claims", "throughput", "proofs", "float_digits", "large_trees"};

struct MeasurementChoice {
  PluginChoice plugins;
  std::set<Quantity> skipped;
  int largest_tree = 100000;  ///< [bodies]
  int threads = 1;
};

/// The families that are made to be hard, and that of the cases that searches have found.
report::HardFamilies hard_families();

/// Stores the figures, the claims that are not reproduced, and the errata. The claims themselves are stored
/// last, as a sign that all is there.
void keep_beside_claims(report::Store& store, std::int64_t run, const Reproduction& reproduction);

/// Measures the quantities that the run does not have yet, and adds each to it as soon as it is measured.
void measure_into(report::Store& store, std::int64_t run, const MeasurementChoice& choice);

}  // namespace kintree::suite
