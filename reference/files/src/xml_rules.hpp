// The table of all elements and attributes of a format, and their meanings.
#pragma once

#include <pugixml.hpp>
#include <string_view>
#include <vector>

namespace kintree::xml {

enum class Meaning {
  unknown,   ///< not in the table: an error
  read,      ///< part of the model
  left_out,  ///< understood, and no part of the model: a warning for each kind
  harmless,  ///< takes no part in the dynamics, with all that it holds; but a misplaced element of the model is an error
  foreign,  ///< belongs to another program, which gives names their own meanings: takes no part either
  zero,  ///< takes no part if all its numbers are 0, or its value is the neutral one, and is an error otherwise
  refused,  ///< understood, and nothing that can be left out: an error
};

struct Entry {
  Meaning meaning = Meaning::unknown;
  std::string_view note;          ///< the kind if it is left out, or why it is refused, and the remedy
  std::string_view neutral = "";  ///< left_out, zero: the value that changes nothing
};

/// A line of the table: names that mean the same. A '*' at the end stands for any rest. Names with the meaning
/// left_out match other capitals, '_' or '-' between words, and the prefix "drake:". They may be followed by
/// their neutral value, as in "name=1"; the default is 0.
struct Names {
  Meaning meaning;
  std::string_view names;
  std::string_view note = {};
};

/// The attributes and children that an element may have.
struct ElementRule {
  std::string_view element;  ///< or "parent/element", for an element that is another one there
  std::vector<Names> attributes = {}, children = {};
  bool has_text = false;      ///< it may hold text
  bool is_recursive = false;  ///< the same rule holds for the children that are read
};

/// The rules of a format that its table does not express. Each may be null.
struct Exceptions {
  /// True for an element (an attribute) of the model in a place where nothing is read.
  bool (*is_misplaced_element)(pugi::xml_node node, Meaning above) = nullptr;
  bool (*is_misplaced_attribute)(pugi::xml_attribute attribute, std::string_view element) = nullptr;
  /// True for an element that the table reads, and that takes no part in this place.
  bool (*is_unused)(pugi::xml_node node) = nullptr;
  /// True if ${...}, $(...) and xacro: are unexpanded macros, which are always an error.
  bool has_macros = false;
};

class Table {
 public:
  /// The first rule is that of the root element.
  explicit Table(std::vector<ElementRule> rules, const Exceptions& exceptions = {});
  ~Table();

  const ElementRule& root() const { return rules_.front(); }
  const Exceptions& exceptions() const { return exceptions_; }

  /// The rule of an element that is read: a child of that name of an element with the rule `above`.
  const ElementRule* rule_of_child(const ElementRule& above, std::string_view name) const;

  Entry attribute_entry(const ElementRule& rule, std::string_view name) const;
  Entry child_entry(const ElementRule& rule, std::string_view name) const;

  /// The elements that read a child (or attribute) of this name.
  std::vector<std::string_view> readers_of_child(std::string_view name) const;
  std::vector<std::string_view> readers_of_attribute(std::string_view name) const;

 private:
  struct Index;
  struct RuleIndex;
  const RuleIndex& index_of(const ElementRule& rule) const;

  std::vector<ElementRule> rules_;
  std::vector<RuleIndex> indices_;
  Exceptions exceptions_;
};

/// The names without '*' of some lines of a table.
std::vector<std::string_view> plain_names(const std::vector<Names>& lines);

}  // namespace kintree::xml
