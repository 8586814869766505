// The table of all elements and attributes of URDF files, and their meanings.
#pragma once

#include <string_view>
#include <vector>

namespace kintree::urdf {

enum class Meaning {
  unknown,   ///< not in the table: an error
  read,      ///< part of the model
  left_out,  ///< understood, and no part of the model: a warning for each kind
  harmless,  ///< takes no part in the dynamics, with all that it holds; but a misplaced element of the model is an error
  foreign,  ///< belongs to another program, which gives names their own meanings: takes no part either
  zero,     ///< takes no part if all its numbers are 0, and is an error otherwise
  refused,  ///< understood, and nothing that can be left out: an error
};

struct Entry {
  Meaning meaning = Meaning::unknown;
  std::string_view note;          ///< the kind if it is left out, or why it is refused, and the remedy
  std::string_view neutral = "";  ///< left_out: the value that changes nothing
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
  std::string_view element;
  std::vector<Names> attributes = {}, children = {};
  bool has_text = false;      ///< it may hold text
  bool is_recursive = false;  ///< the same rule holds for the children that are read
};

const std::vector<ElementRule>& rules();

/// The rule of an element that is read: a child of that name of an element with the rule `above`.
const ElementRule* rule_of_child(const ElementRule& above, std::string_view name);

Entry attribute_entry(const ElementRule& rule, std::string_view name);
Entry child_entry(const ElementRule& rule, std::string_view name);

/// The names without '*' of some lines of the table.
std::vector<std::string_view> plain_names(const std::vector<Names>& lines);

/// The elements that read a child (or attribute) of this name.
std::vector<std::string_view> readers_of_child(std::string_view name);
std::vector<std::string_view> readers_of_attribute(std::string_view name);

}  // namespace kintree::urdf
