#include "files/machine_files.hpp"

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "data/failed_checks.hpp"
#include "data/typography.hpp"
#include "page/assets.hpp"
#include "page/page_data.hpp"

namespace kintree::report {
namespace {

/// <testsuite>, which counts its tests.
class Suite {
 public:
  Suite(pugi::xml_node& suites, const std::string& name) : node_(suites.append_child("testsuite")) {
    node_.append_attribute("name") = name.c_str();
    for (const char* count : {"tests", "failures", "skipped"}) node_.append_attribute(count) = 0;
  }
  void passed(const std::string& group, const std::string& name) { test(group, name); }
  void failed(const std::string& group, const std::string& name, const std::string& message,
              const std::string& text = {}) {
    pugi::xml_node failure = test(group, name).append_child("failure");
    failure.append_attribute("message") = message.c_str();
    failure.text() = text.c_str();
    count("failures");
  }
  void skipped(const std::string& group, const std::string& name, const std::string& message) {
    test(group, name).append_child("skipped").append_attribute("message") = message.c_str();
    count("skipped");
  }

 private:
  pugi::xml_node test(const std::string& group, const std::string& name) {
    pugi::xml_node test = node_.append_child("testcase");
    test.append_attribute("classname") = group.c_str();
    test.append_attribute("name") = name.c_str();
    count("tests");
    return test;
  }
  void count(const char* what) {
    pugi::xml_attribute attribute = node_.attribute(what);
    attribute = attribute.as_int() + 1;
  }

  pugi::xml_node node_;
};

/// Why the kept failures of a family failed, and the commands that repeat them.
std::string failures_of(const Summary& summary, const Summary::Key& key, const std::string& family) {
  std::string text;
  for (const Record& r : summary.failures.at(key).records())
    if (r.id.label() == family) {
      const std::string why = explanation(r);
      text += r.id.name() + ": " + (why.empty() ? std::string(to_string(Reason::below_promise)) : why) +
              "\n" + r.command + "\n";
    }
  return text;
}

void add_answers(pugi::xml_node& suites, const Summary& summary) {
  for (const std::string& plugin : summary.plugins) {
    Suite suite(suites, plugin);
    for (const auto& [problem, families] : summary.families)
      for (const auto& [family, by_plugin] : families) {
        const auto found = by_plugin.find(plugin);
        if (found == by_plugin.end()) continue;
        const Tally& tally = found->second;
        const std::string group = plugin + "." + std::string(name(problem));
        if (tally.failed > 0)
          suite.failed(group, family,
                       std::to_string(tally.failed) + " of " + std::to_string(tally.judged()) + " failed",
                       failures_of(summary, {plugin, problem}, family));
        else if (tally.judged() == 0)
          suite.skipped(group, family,
                        "nothing judged: " + std::to_string(tally.unsupported) + " unsupported");
        else
          suite.passed(group, family);
      }
  }
}

/// A suite of rows.
template <class T, class Name>
void add_rows(pugi::xml_node& suites, const std::string& quantity, const std::vector<T>& rows,
              Name&& name_of_row) {
  if (rows.empty()) return;
  Suite suite(suites, quantity);
  for (const T& row : rows) {
    const auto [group, called] = name_of_row(row);
    const std::string why = failure(row);
    if (why.empty())
      suite.passed(group, called);
    else
      suite.failed(group, called, why);
  }
}

using GroupAndName = std::pair<std::string, std::string>;

}  // namespace

std::string junit_xml(const Run& run, const Summary& summary, const Measurements& measured) {
  pugi::xml_document document;
  pugi::xml_node suites = document.append_child("testsuites");
  suites.append_attribute("name") = "kintree";
  suites.append_attribute("timestamp") = run.started.c_str();
  {
    Suite whole(suites, "run");
    if (summary.all.judged() > 0)
      whole.passed("run", "something was judged");
    else
      whole.failed("run", "something was judged", "nothing was judged");
  }
  add_answers(suites, summary);
  const auto plugin_and = [](const auto& row, const std::string& subject) {
    return GroupAndName(row.plugin + "." + std::string(name(row.problem)), subject);
  };
  add_rows(suites, "claims of the papers", measured.claims,
           [](const ReproducedClaim& c) { return GroupAndName(c.paper, c.id); });
  add_rows(suites, "costs", measured.costs, [&](const CountedCost& c) { return plugin_and(c, c.tree); });
  add_rows(suites, "orders", measured.growth, [&](const CostGrowth& g) { return plugin_and(g, g.size); });
  add_rows(suites, "small trees", measured.proofs,
           [&](const SmallTreesProof& p) { return plugin_and(p, "proof"); });
  std::ostringstream text;
  document.save(text, " ");
  return text.str();
}

std::string badge_svg(const Summary& summary, std::int64_t failed_checks) {
  const Tally& all = summary.all;
  const std::int64_t failed = all.failed + failed_checks;
  const std::string message =
      all.judged() == 0 ? "nothing judged"
                        : grouped(all.right(FieldCheck::proved)) + " proved, " + grouped(failed) + " failed";
  // Eleven pixels high, letters of Verdana are some seven wide; the text is fitted into its box.
  const std::size_t letters = static_cast<std::size_t>(
      std::count_if(message.begin(), message.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  const std::size_t left = 58, right = 7 * letters + 12;
  PageData data("message", message);
  data["colour"] = std::string(failed > 0 ? "#b3261e" : all.judged() == 0 ? "#6b6b6b" : "#1a7f37");
  data["width"] = std::to_string(left + right);
  data["left"] = std::to_string(left);
  data["right"] = std::to_string(right);
  data["text_at"] = std::to_string(left + 6);
  data["text_width"] = std::to_string(right - 12);
  kainjow::mustache::mustache badge{std::string(asset("badge.svg"))};
  badge.set_custom_escape(html);
  return badge.render(data);
}

}  // namespace kintree::report
