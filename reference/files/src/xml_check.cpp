#include "xml_check.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>

#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "tokens.hpp"

namespace kintree::xml {
namespace {

/// The meaning of an element, and the rule for its content if it is read.
struct Scope {
  Meaning meaning = Meaning::read;
  const ElementRule* rule = nullptr;
};

/// Elements of one kind that are left out of the model.
struct LeftOut {
  std::string_view kind;
  std::size_t count = 0;
  std::string first_place;
  std::set<std::string> names;
};

std::string element(std::string_view name) {
  return "<" + printable(name, longest_name) + ">";
}

std::string list(const std::vector<std::string_view>& names) {
  std::string result;
  for (const std::string_view name : names)
    result += (result.empty() ? "<" : ", <") + std::string(name) + ">";
  return result;
}

std::optional<double> number_or_bool(std::string_view text) {
  if (text == "true" || text == "True") return 1;
  if (text == "false" || text == "False") return 0;
  try {
    return text::number(text);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// True for several numbers between blanks.
bool is_list(std::string_view text) {
  std::size_t count = 0;
  for (std::string_view rest = trimmed(text); !rest.empty(); rest = trimmed(rest), ++count) {
    const std::string_view token = rest.substr(0, rest.find_first_of(" \t\r\n"));
    if (!number_or_bool(token)) return false;
    rest.remove_prefix(token.size());
  }
  return count > 1;
}

/// True for a value that changes nothing.
bool is_neutral(std::string_view value, const Entry& entry) {
  if (entry.neutral == "0") return all_zero(value);
  const std::optional<double> number = number_or_bool(trimmed(value));
  return value == entry.neutral || (number && number == number_or_bool(entry.neutral));
}

/// True for an element that contains only text.
bool is_plain(pugi::xml_node node) {
  return !node.first_attribute() &&
         !node.find_child([](pugi::xml_node c) { return c.type() == pugi::node_element; });
}

bool has_only_zeros(pugi::xml_node node) {
  return std::all_of(node.attributes().begin(), node.attributes().end(),
                     [](pugi::xml_attribute a) { return all_zero(a.value()); }) &&
         all_zero(node.child_value()) &&
         !node.find_child([](pugi::xml_node c) { return c.type() == pugi::node_element; });
}

class Checker : public pugi::xml_tree_walker {
 public:
  Checker(const Source& source, const Table& table, bool ignore_unknown)
      : source_(source), table_(table), ignore_unknown_(ignore_unknown) {}

  bool for_each(pugi::xml_node& node) override;
  void check_root(pugi::xml_node root);
  std::vector<std::string> warnings() const;

 private:
  Scope scope_of(pugi::xml_node node, const Scope& above);
  void check_attributes(pugi::xml_node node, const Scope& scope);
  void check_read_attribute(pugi::xml_node node, const ElementRule& rule, pugi::xml_attribute attribute);
  void check_macros(pugi::xml_node node) const;
  void leave_out(pugi::xml_node node, std::string_view name, std::string_view value, bool is_value,
                 const Entry& entry);
  void unknown_element(pugi::xml_node node, const ElementRule& above);
  void complain(pugi::xml_node node, const std::string& reason);

  const Source& source_;
  const Table& table_;
  bool ignore_unknown_;
  std::vector<Scope> scopes_;  // by depth
  std::vector<std::string> warnings_;
  std::vector<LeftOut> left_out_;
};

/// An error, or a warning.
void Checker::complain(pugi::xml_node node, const std::string& reason) {
  if (!ignore_unknown_) source_.fail(node, reason + "; or use --ignore-unknown to read the file without it");
  warnings_.push_back(source_.place(node) + ": " + source_.owner(node) + ": " + reason + "; ignored");
}

void Checker::check_macros(pugi::xml_node node) const {
  if (!table_.exceptions().has_macros) return;
  const auto is_expression = [](std::string_view text) {
    return text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos;
  };
  const auto fail = [&](const std::string& what) { source_.fail(node, what + " is xacro, and not URDF"); };
  if (std::string_view(node.name()).starts_with("xacro:")) fail(start_tag(node));
  if (is_expression(node.value())) fail("the text " + in_quotes(trimmed(node.value())));
  for (const pugi::xml_attribute a : node.attributes())
    if (is_expression(a.value()) || std::string_view(a.name()).starts_with("xacro:"))
      fail(element(node.name()) + " " + printable(a.name(), longest_name) + ": " + in_quotes(a.value()));
}

void Checker::unknown_element(pugi::xml_node node, const ElementRule& above) {
  const std::string parent = element(node.parent().name());
  const std::vector<std::string_view> readers = table_.readers_of_child(node.name());
  const std::vector<std::string_view> known = plain_names(above.children);
  std::string reason = "element " + start_tag(node) + " in " + parent + " is ";
  if (!readers.empty())
    reason += "misplaced; expected in " + list(readers);
  else if (known.empty())
    reason += "unknown; expected nothing inside " + parent;
  else {
    const std::string hint = nearest_name_hint(node.name(), known);
    const bool is_short = known.size() <= (hint.empty() ? 10 : 5);
    reason += "unknown" + (is_short ? "; expected " + list(known) : std::string()) + hint +
              "; correct or remove it";
  }
  complain(node, reason);
}

/// Notes what is left out, unless it changes nothing.
void Checker::leave_out(pugi::xml_node node, std::string_view name, std::string_view value, bool is_value,
                        const Entry& entry) {
  const std::optional<double> number = number_or_bool(value);
  if (is_value && number && *number == number_or_bool(entry.neutral)) return;
  const bool is_numbers = is_value && is_list(value);
  if (is_numbers && entry.neutral == "0" && all_zero(value)) return;
  auto kind = std::find_if(left_out_.begin(), left_out_.end(),
                           [&](const LeftOut& l) { return l.kind == entry.note; });
  if (kind == left_out_.end()) kind = left_out_.insert(kind, {entry.note, 0, source_.place(node), {}});
  ++kind->count;
  constexpr std::size_t most_names = 10;
  if (kind->names.size() < most_names) kind->names.insert(printable(name, longest_name));
  if (is_value && !number && !is_numbers)
    warnings_.push_back(source_.place(node) + ": " + source_.owner(node) + ": " +
                        printable(name, longest_name) + ": " + in_quotes(value) +
                        " is not a number; it is no part of the model");
}

Scope Checker::scope_of(pugi::xml_node node, const Scope& above) {
  const std::string_view name = node.name();
  const Exceptions& exceptions = table_.exceptions();
  if (exceptions.is_misplaced_element && exceptions.is_misplaced_element(node, above.meaning))
    complain(node, "element " + start_tag(node) + " in " + element(node.parent().name()) +
                       " is misplaced; expected in " + list(table_.readers_of_child(name)));
  if (above.meaning != Meaning::read) return above;

  if (exceptions.is_unused && exceptions.is_unused(node)) return {Meaning::harmless};
  const Entry entry = table_.child_entry(*above.rule, name);
  switch (entry.meaning) {
    case Meaning::unknown:
      unknown_element(node, *above.rule);
      return {Meaning::unknown};
    case Meaning::refused:
      complain(node, "element " + start_tag(node) + ": " + std::string(entry.note));
      return {Meaning::unknown};
    case Meaning::zero:
      if (!(entry.neutral == "0" && has_only_zeros(node)) &&
          !(is_plain(node) && is_neutral(node.child_value(), entry)))
        complain(node, "element " + start_tag(node) + " in " + element(node.parent().name()) + ": " +
                           std::string(entry.note));
      return {Meaning::harmless};
    case Meaning::left_out: {
      const pugi::xml_attribute attribute = node.first_attribute();
      const bool is_value =
          !node.find_child([](pugi::xml_node c) { return c.type() == pugi::node_element; }) &&
          !attribute.next_attribute() && (!attribute || std::string_view(attribute.name()) == "value");
      leave_out(node, name, trimmed(attribute ? attribute.value() : node.child_value()), is_value, entry);
      return {Meaning::harmless};
    }
    case Meaning::read:
      return {Meaning::read, table_.rule_of_child(*above.rule, name)};
    default:
      return {entry.meaning};
  }
}

void Checker::check_read_attribute(pugi::xml_node node, const ElementRule& rule,
                                   pugi::xml_attribute attribute) {
  const std::string_view name = attribute.name();
  const std::string what = "attribute " + printable(name, longest_name) + "=\"" +
                           printable(attribute.value(), longest_name) + "\" of " + element(node.name());
  const Entry entry = table_.attribute_entry(rule, name);
  if (entry.meaning == Meaning::left_out)
    leave_out(node, name, trimmed(attribute.value()), true, entry);
  else if (entry.meaning == Meaning::refused ||
           (entry.meaning == Meaning::zero && !is_neutral(attribute.value(), entry)))
    complain(node, what + ": " + std::string(entry.note));
  else if (entry.meaning == Meaning::unknown) {
    std::string reason = what + " is unknown";
    if (table_.child_entry(rule, name).meaning == Meaning::read)
      reason += "; expected as an element " + element(name) + " in " + element(node.name());
    else
      reason += known_names_hint(name, plain_names(rule.attributes)) + "; correct or remove it";
    complain(node, reason);
  }
}

void Checker::check_attributes(pugi::xml_node node, const Scope& scope) {
  std::unordered_set<std::string_view> names;
  auto* const is_misplaced = table_.exceptions().is_misplaced_attribute;
  for (const pugi::xml_attribute attribute : node.attributes()) {
    const std::string_view name = attribute.name();
    if (!names.insert(name).second)
      source_.fail(node, "more than one attribute '" + printable(name, longest_name) + "' in " +
                             element(node.name()) + "; the second is " + in_quotes(attribute.value()));
    if (scope.meaning == Meaning::read) check_read_attribute(node, *scope.rule, attribute);
    if (scope.meaning != Meaning::read && scope.meaning != Meaning::unknown && is_misplaced &&
        is_misplaced(attribute, node.name()))
      complain(node, "attribute " + std::string(name) + "=\"" + printable(attribute.value(), longest_name) +
                         "\" of " + element(node.name()) + " is misplaced; expected in " +
                         list(table_.readers_of_attribute(name)));
  }
}

void Checker::check_root(pugi::xml_node root) {
  check_macros(root);
  check_attributes(root, {Meaning::read, &table_.root()});
}

bool Checker::for_each(pugi::xml_node& node) {
  check_macros(node);
  const auto level = static_cast<std::size_t>(depth());
  scopes_.resize(level);
  if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
    const Scope above = level == 0 ? Scope{Meaning::read, &table_.root()} : scopes_.back();
    if (above.meaning == Meaning::read && !above.rule->has_text)
      complain(node, "text " + in_quotes(trimmed(node.value())) + " in " + element(node.parent().name()) +
                         "; expected elements, so remove it");
  }
  if (node.type() != pugi::node_element) {
    scopes_.push_back({Meaning::foreign});
    return true;
  }
  const Scope above = level == 0 ? Scope{Meaning::read, &table_.root()} : scopes_.back();
  scopes_.push_back(scope_of(node, above));
  check_attributes(node, scopes_.back());
  return true;
}

std::vector<std::string> Checker::warnings() const {
  std::vector<std::string> result = warnings_;
  for (const LeftOut& kind : left_out_) {
    std::string names;
    for (const std::string& name : kind.names) names += (names.empty() ? "" : ", ") + name;
    result.push_back(std::string(kind.kind) + ": no part of the model; left out " +
                     std::to_string(kind.count) + (kind.count == 1 ? " time" : " times") + " (" + names +
                     "), first in " + kind.first_place);
  }
  return result;
}

}  // namespace

bool all_zero(std::string_view numbers) {
  return numbers.find_first_of("123456789") == std::string_view::npos &&
         numbers.find_first_not_of("0.eE+- \t\r\n") == std::string_view::npos;
}

std::vector<std::string> check(const Source& source, const Table& table, bool ignore_unknown) {
  Checker checker(source, table, ignore_unknown);
  pugi::xml_node root = source.root();
  checker.check_root(root);
  root.traverse(checker);
  return checker.warnings();
}

}  // namespace kintree::xml
