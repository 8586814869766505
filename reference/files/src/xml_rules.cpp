#include "xml_rules.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace kintree::xml {
namespace {

template <class Action>
void each_name(std::string_view names, const Action& action) {
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    action(name);
    names.remove_prefix(std::min(names.size(), name.size() + 1));
  }
}

/// A name of left-out content without capitals, separators and the prefix of Drake.
std::string normal(std::string_view name) {
  if (name.starts_with("drake:")) name.remove_prefix(6);
  std::string result;
  for (const char c : name)
    if (c != '_' && c != '-') result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

template <class EntryOf>
std::vector<std::string_view> readers(const std::vector<ElementRule>& rules, const EntryOf& entry_of) {
  std::vector<std::string_view> result;
  for (const ElementRule& rule : rules)
    if (!rule.is_recursive && entry_of(rule).meaning == Meaning::read)
      result.push_back(rule.element.substr(rule.element.find('/') + 1));
  return result;
}

}  // namespace

/// Lines of the table, ready to be looked up.
struct Table::Index {
  std::unordered_map<std::string_view, Entry> exact;
  std::unordered_map<std::string, Entry> normal_forms;
  std::vector<std::pair<std::string_view, Entry>> patterns;

  explicit Index(const std::vector<Names>& lines) {
    for (const Names& line : lines)
      each_name(line.names, [&](std::string_view name) {
        const std::size_t equals = name.find('=');
        const Entry entry{line.meaning, line.note,
                          equals == std::string_view::npos ? std::string_view("0") : name.substr(equals + 1)};
        name = name.substr(0, equals);
        if (name.ends_with('*') || name.starts_with("drake:*"))
          patterns.emplace_back(name, entry);
        else if (line.meaning == Meaning::left_out)
          normal_forms.emplace(normal(name), entry);
        else
          exact.emplace(name, entry);
      });
  }

  Entry operator()(std::string_view name) const {
    if (const auto found = exact.find(name); found != exact.end()) return found->second;
    if (const auto found = normal_forms.find(normal(name)); found != normal_forms.end()) return found->second;
    for (const auto& [pattern, entry] : patterns) {
      const std::size_t star = pattern.find('*');
      if (name.starts_with(pattern.substr(0, star)) && name.ends_with(pattern.substr(star + 1))) return entry;
    }
    return {};
  }
};

struct Table::RuleIndex {
  Index attributes, children;
};

Table::Table(std::vector<ElementRule> rules, const Exceptions& exceptions)
    : rules_(std::move(rules)), exceptions_(exceptions) {
  for (const ElementRule& each : rules_) indices_.push_back({Index(each.attributes), Index(each.children)});
}

Table::~Table() = default;

const Table::RuleIndex& Table::index_of(const ElementRule& rule) const {
  return indices_[static_cast<std::size_t>(&rule - rules_.data())];
}

const ElementRule* Table::rule_of_child(const ElementRule& above, std::string_view name) const {
  if (above.is_recursive) return &above;
  const auto rule_of = [&](std::string_view element) {
    const auto found = std::find_if(rules_.begin(), rules_.end(),
                                    [&](const ElementRule& rule) { return rule.element == element; });
    return found == rules_.end() ? nullptr : &*found;
  };
  const ElementRule* const there = rule_of(std::string(above.element).append("/").append(name));
  return there != nullptr ? there : rule_of(name);
}

Entry Table::attribute_entry(const ElementRule& rule, std::string_view name) const {
  return index_of(rule).attributes(name);
}

Entry Table::child_entry(const ElementRule& rule, std::string_view name) const {
  return index_of(rule).children(name);
}

std::vector<std::string_view> plain_names(const std::vector<Names>& lines) {
  std::vector<std::string_view> result;
  for (const Names& line : lines)
    if (line.meaning != Meaning::refused)
      each_name(line.names, [&](std::string_view name) {
        if (name.find('*') == std::string_view::npos) result.push_back(name.substr(0, name.find('=')));
      });
  return result;
}

std::vector<std::string_view> Table::readers_of_child(std::string_view name) const {
  return readers(rules_, [&](const ElementRule& rule) { return child_entry(rule, name); });
}

std::vector<std::string_view> Table::readers_of_attribute(std::string_view name) const {
  return readers(rules_, [&](const ElementRule& rule) { return attribute_entry(rule, name); });
}

}  // namespace kintree::xml
