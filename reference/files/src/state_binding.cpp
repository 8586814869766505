// The contents of a state file as a state of a model.
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "kintree/files/state_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "state_line.hpp"

namespace kintree {

class StateBinding {
 public:
  StateBinding(const StateDocument& document, const Model& model)
      : document_(document), model_(model), state_(neutral_state(model)) {
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      links_.emplace(model.bodies[i].name, i);
      if (i > 0) joints_.emplace(model.bodies[i].joint.name, i);
    }
  }

  State state() {
    const Layout layout(model_);
    fill("q", document_.q_, layout.first_position, &JointKindInfo::positions, state_.q);
    fill("v", document_.v_, layout.first_velocity, &JointKindInfo::velocities, state_.v);
    fill("tau", document_.tau_, layout.first_velocity, &JointKindInfo::velocities, state_.tau);
    fill("qdd", document_.qdd_, layout.first_velocity, &JointKindInfo::velocities, state_.qdd);
    follow(document_.q_, layout.first_position, true, state_.q);
    follow(document_.v_, layout.first_velocity, false, state_.v);
    follow(document_.qdd_, layout.first_velocity, false, state_.qdd);
    for (const Entry& entry : document_.f_ext_) {
      const std::string element = "f_ext: link " + in_quotes(entry.name);
      Wrench& wrench = state_.f_ext[find_link(entry.name, entry.line, element)];
      check(element, entry, wrench.size());
      std::copy_n(entry.numbers.begin(), wrench.size(), wrench.begin());
    }
    for (const Entry& entry : document_.gamma_) fill_gamma(entry);
    state_.restitution = document_.restitution_;
    for (const auto& [link, pose, line] : document_.end_effectors_)
      state_.end_effectors.push_back(
          {static_cast<int>(find_link(*link, line, "end_effectors: link " + in_quotes(*link))), pose});
    try {
      validate(model_, state_);
    } catch (const InputError& error) {
      throw InputError(document_.name_ + ": " + error.what());
    }
    return state_;
  }

 private:
  using Entry = StateDocument::Entry;
  using Indices = std::unordered_map<std::string_view, std::size_t>;

  [[noreturn]] void fail(std::size_t line, const std::string& element, const std::string& reason) const {
    throw InputError(document_.name_ + ": " + at_line(line) + element + ": " + reason);
  }

  void check(const std::string& element, const Entry& entry, std::size_t needed) const {
    if (entry.bare && needed != 1)
      fail(entry.line, element, "a number where an array of " + std::to_string(needed) + " is needed");
    if (entry.count != needed)
      fail(entry.line, element,
           std::to_string(entry.count) + (entry.count == 1 ? " number" : " numbers") + " where " +
               std::to_string(needed) + (needed == 1 ? " is" : " are") + " needed");
  }

  std::size_t find_joint(const std::string& name, std::size_t line, const std::string& element) const {
    const auto found = joints_.find(name);
    if (found != joints_.end()) return found->second;
    std::vector<std::string_view> known;
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) known.push_back(model_.bodies[i].joint.name);
    fail(line, element, "the robot has no such joint" + known_names_hint(name, known));
  }

  std::size_t find_link(const std::string& name, std::size_t line, const std::string& element) const {
    const auto found = links_.find(name);
    if (found != links_.end()) return found->second;
    std::vector<std::string_view> known;
    for (const Body& body : model_.bodies) known.push_back(body.name);
    fail(line, element, "the robot has no such link" + known_names_hint(name, known));
  }

  void fill(const char* what, const std::vector<Entry>& entries, const std::vector<int>& first,
            int JointKindInfo::*length, std::vector<double>& target) const {
    for (const Entry& entry : entries) {
      const std::string element = std::string(what) + ": joint " + in_quotes(entry.name);
      const std::size_t joint = find_joint(entry.name, entry.line, element);
      const JointKindInfo& kind = info(model_.bodies[joint].joint.kind);
      if (kind.velocities == 0 && entry.count > 0)
        fail(entry.line, element, "a fixed joint has no coordinates");
      check(element, entry, static_cast<std::size_t>(kind.*length));
      std::copy_n(entry.numbers.begin(), entry.count, target.begin() + (first[joint] - 1));
    }
  }

  /// A joint that no entry names is where the first joint that it follows puts it, rounded to double.
  void follow(const std::vector<Entry>& entries, const std::vector<int>& first, bool with_offset,
              std::vector<double>& target) const {
    std::unordered_set<std::string_view> given;
    for (const Entry& entry : entries) given.insert(entry.name);
    std::vector<const Constraint*> coupled(model_.bodies.size(), nullptr);  // by body
    for (const Constraint& c : model_.constraints) {
      const auto body = static_cast<std::size_t>(c.frame.body);
      if (c.coupling && coupled[body] == nullptr && !given.contains(model_.bodies[body].joint.name))
        coupled[body] = &c;
    }
    const auto number = [&](int body) -> double& {
      return target[static_cast<std::size_t>(first[static_cast<std::size_t>(body)] - 1)];
    };
    for (const Constraint& c : model_.constraints) {
      std::vector<const Constraint*> chain;  // from the last follower on
      for (auto at = static_cast<std::size_t>(c.frame.body); coupled[at] != nullptr;
           at = static_cast<std::size_t>(chain.back()->relative_to))
        chain.push_back(std::exchange(coupled[at], nullptr));
      for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
        const auto& [multiplier, offset] = *(*each)->coupling;
        const int leader = (*each)->relative_to;
        number((*each)->frame.body) =
            std::fma(multiplier, leader == 0 ? 0 : number(leader), with_offset ? offset : 0);
      }
    }
  }

  void fill_gamma(const Entry& entry) {
    const std::string element = "gamma: constraint " + in_quotes(entry.name);
    auto at = state_.gamma.begin();
    std::vector<std::string_view> known;
    for (const Constraint& c : model_.constraints) {
      if (c.name == entry.name) {
        check(element, entry, static_cast<std::size_t>(c.row_count()));
        std::copy_n(entry.numbers.begin(), entry.count, at);
        return;
      }
      known.emplace_back(c.name);
      at += c.row_count();
    }
    fail(entry.line, element, "the robot has no such constraint" + known_names_hint(entry.name, known));
  }

  const StateDocument& document_;
  const Model& model_;
  State state_;
  Indices joints_, links_;
};

State StateDocument::bind(const Model& model) const {
  return StateBinding(*this, model).state();
}

std::vector<std::string> StateDocument::warnings(const Model& model) const {
  std::vector<std::string> all;
  const auto is_zero = [](double x) { return x == 0; };
  for (const Entry& entry : f_ext_)
    if (entry.name == model.bodies[0].name &&
        !std::all_of(entry.numbers.begin(), entry.numbers.end(), is_zero))
      all.push_back(name_ + ": " + at_line(entry.line) + "f_ext: link " + in_quotes(entry.name) +
                    ": it is the base and does not move, so the force has no effect");
  return all;
}

}  // namespace kintree
