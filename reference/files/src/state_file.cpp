#include "kintree/files/state_file.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "kintree/files/json_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "state_line.hpp"
#include "tokens.hpp"

namespace kintree {

/// Builds a StateDocument from the events of nlohmann's parser, so that the file is not kept in memory a
/// second time.
class StateReader {
 public:
  StateReader(std::string_view document, bool ignore_unknown, StateDocument& result)
      : document_(document), ignore_unknown_(ignore_unknown), result_(result) {}

  void read() {
    const char* const begin = document_.data();
    nlohmann::json::sax_parse(Character(begin, &place_), Character(begin + document_.size(), &place_), this);
  }

  bool null() { return skip_scalar() || wrong("null"); }
  bool boolean(bool b) {
    if (skip_scalar()) return true;
    if (depth_ != 1 || key_ != "floating_base") wrong("true or false");
    result_.floating_base_ = b;
    return true;
  }
  bool number_integer(std::int64_t number) { return skip_scalar() || add(static_cast<double>(number)); }
  bool number_unsigned(std::uint64_t number) { return skip_scalar() || add(static_cast<double>(number)); }
  bool number_float(double number, const std::string& token) {
    if (skip_scalar()) return true;
    const std::string_view mantissa = std::string_view(token).substr(0, token.find_first_of("eE"));
    if (number == 0 && mantissa.find_first_of("123456789") != std::string_view::npos)
      fail(in_quotes(token) + " is out of the range of a double");
    return add(number);
  }
  bool string(std::string& name) {
    if (skip_scalar()) return true;
    if (depth_ == 1 && key_ == "floating_base") {
      if (name.empty()) fail("the name of the joint is empty");
      if (name == "true" || name == "false")
        fail("a string " + in_quotes(name) + " where " + name + " without quotes is needed");
      result_.floating_base_ = true;
      result_.floating_base_name_ = std::move(name);
      return true;
    }
    if (key_ != "end_effectors" || depth_ < 2 || (depth_ == 3 && posed_key_ != "link")) wrong("a string");
    if (depth_ == 2) result_.end_effectors_.emplace_back().line = place_.line;
    if (depth_ == 4) wrong("a string");
    result_.end_effectors_.back().link = std::move(name);
    return true;
  }
  bool binary(std::vector<std::uint8_t>&) { return wrong("binary data"); }  // JSON text has none

  bool start_object(std::size_t) {
    if (skip_deeper()) return true;
    if (depth_ == 2 && key_ == "end_effectors") {
      result_.end_effectors_.emplace_back().line = place_.line;
      seen_[2].clear();
    } else if (depth_ > 1 || (depth_ == 1 && table() == nullptr)) {
      wrong("an object");
    }
    ++depth_;
    return true;
  }
  bool start_array(std::size_t) {
    if (skip_deeper()) return true;
    const bool list = depth_ == 1 && (key_ == "gravity" || key_ == "end_effectors");
    const bool entry = depth_ == 2 && table() != nullptr;
    const bool pose = depth_ == 3 && key_ == "end_effectors" && posed_key_ != "link";
    if (!list && !entry && !pose) wrong("an array");
    if (pose) pose_count_ = 0;
    ++depth_;
    return true;
  }
  bool end_object() {
    if (skipped_ == 0 && depth_ == 3 && !result_.end_effectors_.back().link) fail("no 'link'");
    return leave();
  }
  bool end_array() {
    if (skipped_ == 0 && depth_ == 4 && pose_count_ != 3)
      fail(posed_key_ + ": " + std::to_string(pose_count_) + (pose_count_ == 1 ? " number" : " numbers") +
           " instead of 3");
    if (skipped_ == 0 && depth_ == 2 && key_ == "gravity") {
      if (gravity_count_ != 3)
        fail(std::to_string(gravity_count_) + (gravity_count_ == 1 ? " number" : " numbers") +
             " instead of 3");
      result_.gravity_ = gravity_;
    }
    return leave();
  }

  bool key(std::string& name) {
    if (skipped_ > 0) return true;
    const bool is_new = seen_[depth_ - 1].insert(name).second;
    if (depth_ == 1) {
      if (!is_new) throw InputError(at_line(place_.line) + "key " + in_quotes(name) + ": appears twice");
      key_ = name;
      seen_[1].clear();
      if (std::find(keys.begin(), keys.end(), name) == keys.end()) unknown(unknown_key(name, keys));
    } else if (depth_ == 3) {  // of an end-effector
      constexpr std::array<std::string_view, 3> known{"link", "xyz", "rpy"};
      if (!is_new) fail("key " + in_quotes(name) + " appears twice");
      posed_key_ = name;
      if (std::find(known.begin(), known.end(), name) == known.end())
        unknown("end_effectors: " + unknown_key(name, known));
    } else {
      table()->push_back({.name = name, .line = place_.line});
      if (!is_new) fail("appears twice");
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) fail(in_quotes(token) + " is out of the range of a double");
    throw InputError(not_json(document_, position, error));
  }

 private:
  /// The line of the character that the parser read last. A line feed belongs to the line that it ends: the parser
  /// reads one character beyond a number.
  struct Place {
    std::size_t line = 1;
    bool at_line_feed = false;
  };

  /// An iterator over the characters of a text, which keeps the place up to date.
  class Character {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Character(const char* at, Place* place) : at_(at), place_(place) {}
    reference operator*() const { return *at_; }
    Character& operator++() {
      if (place_->at_line_feed) ++place_->line;
      place_->at_line_feed = *at_++ == '\n';
      return *this;
    }
    bool operator==(const Character& other) const { return at_ == other.at_; }
    bool operator!=(const Character& other) const { return at_ != other.at_; }

   private:
    const char* at_;
    Place* place_;
  };

  static constexpr std::array<std::string_view, 10> keys{
      "floating_base", "gravity", "q", "v", "tau", "qdd", "f_ext", "end_effectors", "gamma", "restitution"};

  std::vector<StateDocument::Entry>* table() {
    if (key_ == "q") return &result_.q_;
    if (key_ == "v") return &result_.v_;
    if (key_ == "tau") return &result_.tau_;
    if (key_ == "qdd") return &result_.qdd_;
    if (key_ == "f_ext") return &result_.f_ext_;
    if (key_ == "gamma") return &result_.gamma_;
    return nullptr;
  }

  [[noreturn]] void fail(const std::string& reason) {
    std::string element = at_line(place_.line) + printable(key_.empty() ? "JSON" : key_, longest_name) + ": ";
    if (skipped_ == 0 && depth_ >= 2 && table() != nullptr && !table()->empty())
      element += (key_ == "f_ext"   ? "link "
                  : key_ == "gamma" ? "constraint "
                                    : "joint ") +
                 in_quotes(table()->back().name) + ": ";
    throw InputError(element + reason);
  }

  /// The key that was read last is unknown: an error, or a warning and its value is skipped.
  void unknown(const std::string& reason) {
    if (!ignore_unknown_) throw InputError(at_line(place_.line) + reason);
    result_.warnings_.push_back(at_line(place_.line) + reason + "; ignored");
    skipped_ = 1;
  }

  /// Fails because a value of this type is not allowed at this place.
  [[noreturn]] bool wrong(const std::string& what) {
    const char* const needed = depth_ == 0                         ? "an object"
                               : key_ == "floating_base"           ? "true, false or the name of a joint"
                               : depth_ == 1 && table() != nullptr ? "an object, with an array for each name,"
                               : depth_ == 1 && key_ == "gravity"  ? "an array of 3 numbers"
                               : depth_ == 1 && key_ == "restitution" ? "a number"
                               : depth_ == 1                          ? "an array of link names"
                               : depth_ == 2 && table() != nullptr    ? "an array of numbers"
                               : depth_ == 4                          ? "a number"
                               : depth_ == 3 && key_ == "end_effectors" && posed_key_ != "link"
                                   ? "an array of 3 numbers"
                               : key_ == "end_effectors" ? "the name of a link"
                                                         : "a number";
    fail(what + " where " + needed + " is needed");
  }

  bool add(double number) {
    if (depth_ == 2 && key_ == "gravity") {
      if (gravity_count_ < 3) gravity_[gravity_count_] = number;
      ++gravity_count_;
      return true;
    }
    if (depth_ == 1 && key_ == "restitution") {
      result_.restitution_ = number;
      return true;
    }
    if (depth_ == 4) {
      Placement& pose = result_.end_effectors_.back().pose;
      if (pose_count_ < 3) (posed_key_ == "xyz" ? pose.xyz : pose.rpy)[pose_count_] = number;
      ++pose_count_;
      return true;
    }
    if (depth_ < 2 || table() == nullptr) wrong("a number");
    StateDocument::Entry& entry = table()->back();
    entry.bare = depth_ == 2;
    if (entry.count < entry.numbers.size()) entry.numbers[entry.count] = number;
    ++entry.count;
    return true;
  }

  bool skip_scalar() {
    if (skipped_ == 0) return false;
    if (skipped_ == 1) skipped_ = 0;
    return true;
  }
  bool skip_deeper() {
    if (skipped_ == 0) return false;
    ++skipped_;
    return true;
  }
  bool leave() {
    if (skipped_ == 0)
      --depth_;
    else if (--skipped_ == 1)
      skipped_ = 0;
    return true;
  }

  std::string_view document_;
  bool ignore_unknown_;
  StateDocument& result_;
  Place place_;
  // The level of nesting: 0 outside the top object, 1 in it, 2 in one of its values, 3 in an array or
  // end-effector of that value, 4 in an array of an end-effector.
  std::size_t depth_ = 0;
  std::size_t skipped_ = 0;  // 1 + the depth in the value of an unknown key; 0 elsewhere
  std::string key_;          // of the top object
  std::string posed_key_;    // of an end-effector
  std::size_t pose_count_ = 0;
  std::array<std::unordered_set<std::string>, 3> seen_;
  Triple gravity_{};
  std::size_t gravity_count_ = 0;
};

StateDocument parse_state_document(std::string_view text, const std::string& name, bool ignore_unknown) {
  StateDocument document;
  document.name_ = name;
  try {
    if (const std::string flaw = text::flaw(text); !flaw.empty()) throw InputError(flaw);
    StateReader(text, ignore_unknown, document).read();
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
  for (std::string& warning : document.warnings_) warning.insert(0, name + ": ");
  return document;
}

StateDocument read_state_document(const std::filesystem::path& path, bool ignore_unknown) {
  return parse_state_document(read_text_file(path), message_name(path), ignore_unknown);
}

UrdfOptions StateDocument::with_its_base(UrdfOptions options) const {
  const std::string& theirs = options.floating_base_name;
  if (!theirs.empty() && !floating_base_name_.empty() && theirs != floating_base_name_)
    throw InputError(name_ + ": floating_base: the joint is " + in_quotes(floating_base_name_) +
                     ", but --floating-base names it " + in_quotes(theirs) + "; leave one of them out");
  options.floating_base |= floating_base_;
  if (theirs.empty()) options.floating_base_name = floating_base_name_;
  return options;
}

}  // namespace kintree
