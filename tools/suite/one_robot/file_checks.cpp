#include "suite/one_robot/file_checks.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kintree/model/printable.hpp"

namespace kintree::suite {
namespace {

using report::FileFinding;

// --- what the reader reports ---

/// Kinds of warnings, by words that each contains.
struct WarningKind {
  std::string_view words;
  FileFinding::Kind kind;
  std::string_view remedy;
};
constexpr std::array<WarningKind, 10> warning_kinds{{
    {"no part of the model", FileFinding::ignored,
     "compare only with programs that leave it out, or remove it from the file"},
    {"; ignored", FileFinding::ignored, "correct or remove it"},
    {"is not an axis", FileFinding::ignored, "remove <axis>"},
    {"taken as independent", FileFinding::suspicious,
     "the joints move by themselves here; remove <mimic> if that is meant"},
    {"only problems about constraints observe it", FileFinding::suspicious,
     "other answers are those of independent joints; compare constrained_forward_dynamics"},
    {"triangle inequality", FileFinding::suspicious,
     "correct <inertia>: each principal moment is at most the sum of the other two"},
    {"which is rounding", FileFinding::suspicious, "write the inertia with more digits"},
    {"inertia without mass", FileFinding::suspicious, "state the mass, or remove the inertia"},
    {"SDF takes 1", FileFinding::suspicious, "state the mass and the inertia"},
    {"name is taken", FileFinding::suspicious, "rename the element, or choose another name for the base"},
}};

/// Removes a beginning `word`, and returns whether there was one.
bool remove_prefix(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

std::size_t number_at(std::string_view text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// A warning `FILE: [line N: ]ELEMENT: TEXT` of a reader in parts.
FileFinding reported(std::string_view text, const std::string& name) {
  FileFinding finding;
  remove_prefix(text, name + ": ");
  if (remove_prefix(text, "line ")) {
    finding.line = number_at(text);
    text.remove_prefix(std::min(text.size(), text.find(": ") + 2));
  } else if (const std::size_t first = text.find(", first in line "); first != std::string_view::npos) {
    finding.line = number_at(text.substr(first + 16));
    text = text.substr(0, first);
  }
  // A colon inside of a quoted name does not end the element.
  const std::size_t quote = text.find('\''), colon = text.find(": ");
  const std::size_t from = quote < colon ? text.find('\'', quote + 1) : 0;
  const std::size_t end = text.find(": ", from == std::string_view::npos ? 0 : from);
  if (end != std::string_view::npos) finding.element = text.substr(0, end);
  finding.problem = text.substr(end == std::string_view::npos ? 0 : end + 2);
  for (const WarningKind& kind : warning_kinds)
    if (finding.problem.find(kind.words) != std::string::npos) {
      finding.kind = kind.kind;
      finding.remedy = kind.remedy;
      break;
    }
  // The reader's text may contain a remedy already: "PROBLEM; REMEDY; ignored".
  constexpr std::string_view ignored = "; ignored";
  if (finding.problem.ends_with("remove it" + std::string(ignored))) {
    const std::size_t behind = finding.problem.size() - ignored.size();
    const std::size_t begin = finding.problem.rfind("; ", behind - 1);
    if (begin != std::string::npos) {
      finding.remedy = finding.problem.substr(begin + 2, behind - begin - 2);
      finding.problem.erase(begin, behind - begin);
    }
  }
  return finding;
}

// --- what the model shows ---

double length(const Triple& v) {
  return std::hypot(v[0], v[1], v[2]);
}

double largest_moment(const Inertial& inertial) {
  return std::max({inertial.ixx, inertial.iyy, inertial.izz});
}

std::string shown(double x) {
  return fmt::format("{:.3g}", x);
}

/// Links that are fixed to each other.
struct Group {
  double mass = 0;
  bool has_inertia = false;  ///< a tensor that is not zero
  std::size_t heaviest = 0;  ///< body
  int bodies_with_mass = 0;
  bool carries_inertia = false;  ///< the group, or what it carries
};

class ModelChecks {
 public:
  explicit ModelChecks(const RobotFile& file)
      : model_(file.model),
        lines_(file.lines),
        group_of_(model_.bodies.size()),
        groups_(model_.bodies.size()) {
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) add_to_group(i);
    for (std::size_t i = model_.bodies.size(); i-- > 1;)
      if (groups_[group_of_[i]].carries_inertia) groups_[group_of_[parent(i)]].carries_inertia = true;
    for (std::size_t i = 1; i < groups_.size(); ++i) largest_mass_ = std::max(largest_mass_, groups_[i].mass);
    measure_robot();
  }

  std::vector<FileFinding> all() {
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
      check_effect(i);
      if (i == 0) continue;
      if (group_of_[i] == i) check_group(i);
      check_inertia(i);
      check_frames(i);
      check_axes(i);
    }
    return std::move(findings_);
  }

 private:
  std::size_t parent(std::size_t i) const { return static_cast<std::size_t>(model_.bodies[i].parent); }
  const Body& body(std::size_t i) const { return model_.bodies[i]; }

  void add_to_group(std::size_t i) {
    const bool moves = i == 0 || info(body(i).joint.kind).velocities > 0;
    group_of_[i] = moves ? i : group_of_[parent(i)];
    Group& group = groups_[group_of_[i]];
    const Inertial& I = body(i).inertial;
    const bool has_tensor = largest_moment(I) > 0;
    if (I.mass > 0) ++group.bodies_with_mass;
    if (group.heaviest == 0 || I.mass > body(group.heaviest).inertial.mass) group.heaviest = i;
    group.mass += I.mass;
    group.has_inertia = group.has_inertia || has_tensor;
    group.carries_inertia = group.carries_inertia || has_tensor || I.mass > 0;
  }

  /// The longest way from the base to a centre of mass, along the offsets.
  void measure_robot() {
    std::vector<double> distance(model_.bodies.size());
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) {
      distance[i] = distance[parent(i)] + length(body(i).joint.placement.xyz);
      robot_length_ = std::max(robot_length_, distance[i] + length(body(i).inertial.origin.xyz));
    }
  }

  void add(FileFinding::Kind kind, std::size_t line, std::string element, std::string problem,
           std::string remedy) {
    findings_.push_back({kind, line, std::move(element), std::move(problem), std::move(remedy)});
  }
  std::size_t link_line(std::size_t i) const { return i < lines_.size() ? lines_[i].link : 0; }
  std::size_t joint_line(std::size_t i) const { return i < lines_.size() ? lines_[i].joint : 0; }
  std::string link(std::size_t i) const { return "link " + in_quotes(body(i).name); }
  std::string joint(std::size_t i) const { return "joint " + in_quotes(body(i).joint.name); }

  void check_effect(std::size_t i) {
    if (group_of_[i] != 0 || body(i).inertial.mass == 0) return;
    add(FileFinding::ignored, link_line(i), link(i),
        "its mass of " + shown(body(i).inertial.mass) + " kg has no effect, since it does not move",
        "let the base move by --floating-base, if the robot is not bolted to the ground");
  }

  /// Each of the joint's coordinates has an armature.
  bool resists(std::size_t i) const {
    const auto& armature = body(i).joint.armature;
    return std::all_of(armature.begin(), armature.begin() + info(body(i).joint.kind).velocities,
                       [](double x) { return x > 0; });
  }

  void check_group(std::size_t i) {
    const Group& group = groups_[i];
    if (!group.carries_inertia && !resists(i))
      return add(FileFinding::suspicious, joint_line(i), joint(i),
                 "it moves no inertia, so the mass matrix is singular in every state",
                 "state the inertia of a link beyond it or an armature, or make the joint fixed");
    if (group.mass == 0 && !group.has_inertia)
      return add(FileFinding::suspicious, link_line(i), link(i),
                 "it has no inertia, and " + joint(i) +
                     " moves it, so algorithms that invert the inertia of each body fail",
                 "state its inertia, unless it is an intermediate frame of several joints in one place");
    if (!group.has_inertia && group.bodies_with_mass == 1)
      add(FileFinding::suspicious, link_line(group.heaviest), link(group.heaviest),
          "its mass of " + shown(group.mass) + " kg has no moment of inertia", "state the inertia");
    if (group.mass > 0 && group.mass * suspicious_ratio < largest_mass_)
      add(FileFinding::suspicious, link_line(group.heaviest), link(group.heaviest),
          fmt::format("its mass of {:.3g} kg is less than 1/{:.0f} of the largest, {:.3g} kg", group.mass,
                      suspicious_ratio, largest_mass_),
          "check the unit of the mass: kg");
  }

  void check_inertia(std::size_t i) {
    const Inertial& I = body(i).inertial;
    if (I.mass <= 0 || robot_length_ == 0) return;
    const double gyration = std::sqrt(largest_moment(I) / I.mass);
    if (gyration > robot_length_)
      add(FileFinding::suspicious, link_line(i), link(i),
          "its radius of gyration is " + shown(gyration) + " m, and the whole robot is " +
              shown(robot_length_) + " m long",
          "check the unit of the inertia: kg m²");
  }

  /// A frame at the distance d from the centre of mass of body i.
  void check_frame(std::size_t i, double d, std::size_t line, const std::string& element,
                   const std::string& whose) {
    const Inertial& I = body(i).inertial;
    const double moment = largest_moment(I);
    if (moment <= 0 || I.mass * d * d <= suspicious_ratio * moment) return;
    const double gyration = std::sqrt(moment / I.mass);
    add(FileFinding::suspicious, line, element,
        fmt::format("its origin is {:.3g} m from {}, {:.0f} times the radius of gyration of {:.3g} m", d,
                    whose, d / gyration, gyration),
        "put the frame near the body, and check the unit of the pose: m");
  }

  void check_frames(std::size_t i) {
    check_frame(i, length(body(i).inertial.origin.xyz), link_line(i), link(i), "the centre of mass");
    const std::size_t carrier = parent(i);
    if (carrier == 0) return;
    const Triple &p = body(i).joint.placement.xyz, &c = body(carrier).inertial.origin.xyz;
    check_frame(carrier, length({p[0] - c[0], p[1] - c[1], p[2] - c[2]}), joint_line(i), joint(i),
                "the centre of mass of " + link(carrier));
  }

  void check_axes(std::size_t i) {
    const Joint& j = body(i).joint;
    const auto check = [&](const Triple& axis, const char* name) {
      if (std::abs(length(axis) - 1) > axis_rounding)
        add(FileFinding::suspicious, joint_line(i), joint(i),
            std::string("its ") + name + " has the length " + shown(length(axis)) +
                "; Kintree normalizes it, and other programs may not",
            "write a unit vector");
    };
    if (has_axis(j.kind)) check(j.axis, "axis");
    if (j.kind == JointKind::universal) check(j.second_axis, "second axis");
  }

  const Model& model_;
  const std::vector<BodyLines>& lines_;
  std::vector<std::size_t> group_of_;  ///< by body: the first body of its group
  std::vector<Group> groups_;          ///< by first body
  double largest_mass_ = 0, robot_length_ = 0;
  std::vector<FileFinding> findings_;
};

}  // namespace

std::vector<FileFinding> file_findings(const RobotFile& file, const std::string& name) {
  std::vector<FileFinding> findings;
  for (const std::string& warning : file.warnings) findings.push_back(reported(warning, name));
  std::vector<FileFinding> more = ModelChecks(file).all();
  std::move(more.begin(), more.end(), std::back_inserter(findings));
  return findings;
}

}  // namespace kintree::suite
