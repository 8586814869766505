#include "kintree/input/state_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/data/validate.hpp"
#include "kintree/input/text_file.hpp"
#include "tokens.hpp"

namespace kintree {

/// Builds a StateDocument from the events of nlohmann's parser, so that the file is not kept in memory a
/// second time.
class StateReader {
 public:
  StateReader(std::string_view document, StateDocument& result) : document_(document), result_(result) {}

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
    if (key_ != "end_effectors" || depth_ < 2 || (depth_ == 3 && posed_key_ != "link")) wrong("a string");
    if (depth_ == 2) result_.end_effectors_.emplace_back();
    if (depth_ == 4) wrong("a string");
    result_.end_effectors_.back().link = std::move(name);
    return true;
  }
  bool binary(std::vector<std::uint8_t>&) { return wrong("binary data"); }  // JSON text has none

  bool start_object(std::size_t) {
    if (skip_deeper()) return true;
    if (depth_ == 2 && key_ == "end_effectors") {
      result_.end_effectors_.emplace_back();
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
      if (!is_new) throw InputError("key " + in_quotes(name) + ": appears twice");
      key_ = name;
      seen_[1].clear();
      if (std::find(keys.begin(), keys.end(), name) != keys.end()) return true;
      result_.warnings_.push_back("key " + in_quotes(name) + ": unknown, ignored");
      skipped_ = 1;
    } else if (depth_ == 3) {  // of an end-effector
      if (name != "link" && name != "xyz" && name != "rpy") fail("unknown key " + in_quotes(name));
      if (!is_new) fail("key " + in_quotes(name) + " appears twice");
      posed_key_ = name;
    } else {
      table()->push_back({.name = name});
      if (!is_new) fail("appears twice");
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) fail(in_quotes(token) + " is out of the range of a double");
    // "[json.exception.parse_error.101] parse error at line 1, column 2: reason"
    std::string_view reason = error.what();
    for (const std::string_view end : {"] ", ": "})
      if (const std::size_t found = reason.find(end); found != std::string_view::npos)
        reason.remove_prefix(found + end.size());
    const std::size_t offset = std::min(std::max<std::size_t>(position, 1) - 1, document_.size());
    const std::size_t line_start = document_.substr(0, offset).rfind('\n') + 1;  // 0 in the first line
    throw InputError("line " + std::to_string(text::line_of(document_, offset)) + ", column " +
                     std::to_string(offset - line_start + 1) + ": not JSON: " + printable(reason, 240));
  }

 private:
  static constexpr std::array<std::string_view, 8> keys{"floating_base", "gravity", "q",     "v",
                                                        "tau",           "qdd",     "f_ext", "end_effectors"};

  std::vector<StateDocument::Entry>* table() {
    if (key_ == "q") return &result_.q_;
    if (key_ == "v") return &result_.v_;
    if (key_ == "tau") return &result_.tau_;
    if (key_ == "qdd") return &result_.qdd_;
    if (key_ == "f_ext") return &result_.f_ext_;
    return nullptr;
  }

  [[noreturn]] void fail(const std::string& reason) {
    std::string element = printable(key_.empty() ? "JSON" : key_, longest_name) + ": ";
    if (skipped_ == 0 && depth_ >= 2 && table() != nullptr && !table()->empty())
      element += (key_ == "f_ext" ? "link " : "joint ") + in_quotes(table()->back().name) + ": ";
    throw InputError(element + reason);
  }

  /// Fails because a value of this type is not allowed at this place.
  [[noreturn]] bool wrong(const std::string& what) {
    const char* const needed = depth_ == 0                         ? "an object"
                               : key_ == "floating_base"           ? "true or false"
                               : depth_ == 1 && table() != nullptr ? "an object"
                               : depth_ == 1 && key_ == "gravity"  ? "an array of 3 numbers"
                               : depth_ == 1                       ? "an array of link names"
                               : depth_ == 2 && table() != nullptr ? "an array of numbers"
                               : depth_ == 4                       ? "a number"
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
  StateDocument& result_;
  // 0: outside the top object; 1: in it; 2: in one of its values; 3: in an array or end-effector of that
  // value; 4: in an array of an end-effector
  std::size_t depth_ = 0;
  std::size_t skipped_ = 0;  // in the value of an unknown key: 1 + the depth in that value; elsewhere 0
  std::string key_;          // of the top object
  std::string posed_key_;    // of an end-effector
  std::size_t pose_count_ = 0;
  std::array<std::unordered_set<std::string>, 3> seen_;
  Triple gravity_{};
  std::size_t gravity_count_ = 0;
};

StateDocument parse_state_document(std::string_view text, const std::string& name) {
  StateDocument document;
  document.name_ = name;
  try {
    if (const std::string flaw = text::flaw(text); !flaw.empty()) throw InputError(flaw);
    StateReader reader(text, document);
    nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
  for (std::string& warning : document.warnings_) warning.insert(0, name + ": ");
  return document;
}

StateDocument read_state_document(const std::filesystem::path& path) {
  return parse_state_document(read_text_file(path), message_name(path));
}

State StateDocument::bind(const Model& model) const {
  const Layout layout(model);
  std::unordered_map<std::string_view, std::size_t> joints, links;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    links.emplace(model.bodies[i].name, i);
    if (i > 0) joints.emplace(model.bodies[i].joint.name, i);
  }
  const auto fail = [this](const std::string& element, const std::string& reason) {
    throw InputError(name_ + ": " + element + ": " + reason);
  };
  const auto check = [&fail](const std::string& element, const Entry& entry, std::size_t needed) {
    if (entry.bare && needed != 1)
      fail(element, "a number where an array of " + std::to_string(needed) + " is needed");
    if (entry.count != needed)
      fail(element, std::to_string(entry.count) + (entry.count == 1 ? " number" : " numbers") + " where " +
                        std::to_string(needed) + (needed == 1 ? " is" : " are") + " needed");
  };

  State state = neutral_state(model);
  const auto fill = [&](const char* what, const std::vector<Entry>& entries, const std::vector<int>& first,
                        int JointKindInfo::*length, std::vector<double>& target) {
    for (const Entry& entry : entries) {
      const std::string element = std::string(what) + ": joint " + in_quotes(entry.name);
      const auto joint = joints.find(entry.name);
      if (joint == joints.end()) fail(element, "the robot has no such joint");
      const JointKindInfo& kind = info(model.bodies[joint->second].joint.kind);
      if (kind.velocities == 0 && entry.count > 0) fail(element, "a fixed joint has no coordinates");
      check(element, entry, static_cast<std::size_t>(kind.*length));
      std::copy_n(entry.numbers.begin(), entry.count, target.begin() + (first[joint->second] - 1));
    }
  };
  fill("q", q_, layout.first_position, &JointKindInfo::positions, state.q);
  fill("v", v_, layout.first_velocity, &JointKindInfo::velocities, state.v);
  fill("tau", tau_, layout.first_velocity, &JointKindInfo::velocities, state.tau);
  fill("qdd", qdd_, layout.first_velocity, &JointKindInfo::velocities, state.qdd);
  for (const Entry& entry : f_ext_) {
    const std::string element = "f_ext: link " + in_quotes(entry.name);
    const auto link = links.find(entry.name);
    if (link == links.end()) fail(element, "the robot has no such link");
    Wrench& wrench = state.f_ext[link->second];
    check(element, entry, wrench.size());
    std::copy_n(entry.numbers.begin(), wrench.size(), wrench.begin());
  }
  for (const Posed& posed : end_effectors_) {
    const auto link = links.find(*posed.link);
    if (link == links.end())
      fail("end_effectors: link " + in_quotes(*posed.link), "the robot has no such link");
    state.end_effectors.push_back({.body = static_cast<int>(link->second), .pose = posed.pose});
  }
  try {
    validate(model, state);
  } catch (const InputError& error) {
    throw InputError(name_ + ": " + error.what());
  }
  return state;
}

namespace {

std::string json_number(double number) {
  if (number == 0 && std::signbit(number)) return "-0.0";  // -0 would be read as an integer, without its sign
  return text::shortest(number);
}

std::string json_string(const std::string& name) {
  try {
    return nlohmann::json(name).dump();
  } catch (const nlohmann::json::exception&) {
    throw InputError("name " + in_quotes(name) + ": not UTF-8");
  }
}

std::string json_array(const double* numbers, std::size_t count) {
  std::string result = "[";
  for (std::size_t i = 0; i < count; ++i) result += (i > 0 ? ", " : "") + json_number(numbers[i]);
  return result + "]";
}

/// An object or an array, with one entry per line.
std::string json_block(const char* brackets, const std::vector<std::string>& entries) {
  std::string result(1, brackets[0]);
  for (std::size_t i = 0; i < entries.size(); ++i) result += (i > 0 ? ",\n    " : "\n    ") + entries[i];
  return result + (entries.empty() ? "" : "\n  ") + brackets[1];
}

}  // namespace

std::string write_state(const Model& model, const State& state, bool floating_base) {
  validate(model);
  validate(model, state);
  const Layout layout(model);
  const auto table = [&](const std::vector<double>& numbers, const std::vector<int>& first,
                         int JointKindInfo::*length) {
    std::vector<std::string> entries;
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      const auto count = static_cast<std::size_t>(info(model.bodies[i].joint.kind).*length);
      if (count > 0)
        entries.push_back(json_string(model.bodies[i].joint.name) + ": " +
                          json_array(numbers.data() + (first[i] - 1), count));
    }
    return json_block("{}", entries);
  };
  std::vector<std::string> forces, end_effectors;
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (std::bit_cast<std::array<std::uint64_t, 6>>(state.f_ext[i]) != std::array<std::uint64_t, 6>{})
      forces.push_back(json_string(model.bodies[i].name) + ": " + json_array(state.f_ext[i].data(), 6));
  for (const EndEffector& end_effector : state.end_effectors) {
    const std::string& link = model.bodies[static_cast<std::size_t>(end_effector.body)].name;
    const Placement& pose = end_effector.pose;
    const bool at_origin =
        std::bit_cast<std::array<std::uint64_t, 6>>(pose) == std::array<std::uint64_t, 6>{};
    end_effectors.push_back(at_origin ? json_string(link)
                                      : "{\"link\": " + json_string(link) +
                                            ", \"xyz\": " + json_array(pose.xyz.data(), 3) +
                                            ", \"rpy\": " + json_array(pose.rpy.data(), 3) + "}");
  }
  return std::string("{\n  \"floating_base\": ") + (floating_base ? "true" : "false") +
         ",\n  \"gravity\": " + json_array(model.gravity.data(), 3) +
         ",\n  \"q\": " + table(state.q, layout.first_position, &JointKindInfo::positions) +
         ",\n  \"v\": " + table(state.v, layout.first_velocity, &JointKindInfo::velocities) +
         ",\n  \"tau\": " + table(state.tau, layout.first_velocity, &JointKindInfo::velocities) +
         ",\n  \"qdd\": " + table(state.qdd, layout.first_velocity, &JointKindInfo::velocities) +
         ",\n  \"f_ext\": " + json_block("{}", forces) +
         ",\n  \"end_effectors\": " + json_block("[]", end_effectors) + "\n}\n";
}

}  // namespace kintree
