// The power of the judge: the smallest error that it still flags.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/report/suite_quality.hpp"
#include "suite/cases/request.hpp"
#include "suite/cases/sources.hpp"

namespace kintree::suite {

/// A plugin for each of these problems: the mass matrix, its factorization, inverse and forward dynamics.
inline constexpr std::array<std::string_view, 4> sound_plugins{"crba", "ltdl", "rnea", "aba"};

struct PowerChoice {
  PowerChoice() { cases.trees = 50; }

  PluginChoice plugins;  ///< none by name: sound_plugins
  CaseChoice cases;      ///< nothing chosen: moderate families
  int degrees_of_freedom = 30;
  int trials = 4;  ///< places for an error drawn in each case
};

struct Power {
  std::vector<report::PowerCurve> curves;
  std::size_t cases = 0;
  std::uint64_t first_seed = 0, last_seed = 0;
  std::vector<std::string> false_alarms;  ///< in words: plugin, problem and case
};

/// Plants relative errors of 2^-10 to 2^-52 in the input or the results of sound plugins, and judges the
/// results. Plugins that promise C are left out, because their own errors are as large as those that would be
/// planted.
Power measure_power(PowerChoice choice);

struct FieldPowerChoice {
  PluginChoice plugins;
  std::uint64_t seed = 1;
  int cases = 20;  ///< trees of up to 8 bodies in the plugin's domain
  int trials = 4;  ///< places for an error drawn in each case, of each kind
  int threads = 1;
};

/// Plants an error of 2^-52 in each plugin, and checks it in the finite field.
std::vector<report::FieldPower> measure_field_power(const FieldPowerChoice& choice);
/// Returns a row for each kind of place in one plugin. It also plants errors of 2^-10 in the same places, to
/// find out if the answer depends on the changed number.
std::vector<report::FieldPower> field_power(const Plugin& plugin, const Claim& claim,
                                            const FieldPowerChoice& choice);

}  // namespace kintree::suite
