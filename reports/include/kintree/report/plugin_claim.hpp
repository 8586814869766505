// The claim of a plugin about one problem.
#pragma once

#include <string>

#include "kintree/model/verdict.hpp"
#include "kintree/problems/problem.hpp"
#include "kintree/report/fields.hpp"

namespace kintree::report {

struct PluginClaim {
  std::string plugin;
  Problem problem{};
  std::string citation;
  std::string domain;  ///< "any tree, all joints"
  Verdict promise = Verdict::A;
  std::string
      less;  ///< "C on fast, mass_ratio": the families with a lesser promise, explained in the plugin's README
  std::string cost;  ///< that its paper claims

  friend bool operator==(const PluginClaim&, const PluginClaim&) = default;
};

template <>
struct Fields<PluginClaim> {
  static constexpr std::string_view table = "plugins";
  static constexpr std::tuple list{
      KINTREE_FIELDS(PluginClaim, plugin, problem, citation, domain, promise, less, cost)};
};

}  // namespace kintree::report
