#include "suite/worst_cases/shrink.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <boost/process.hpp>
#include <charconv>
#include <filesystem>

#include "kintree/files/state_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/numbers.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "kintree/trees/parts.hpp"
#include "suite/support/text.hpp"
#include "suite/verification/verify.hpp"

namespace kintree::suite {
namespace {

using Numbers = std::vector<double*>;

template <class Range>
void add_range(Numbers& all, Range& x) {
  for (double& number : x) all.push_back(&number);
}
void add(Numbers& all, Placement& placement) {
  for_each_number(placement, [&](double& x) { all.push_back(&x); });
}

/// The numbers of a part in groups that are simplified together.
std::vector<Numbers> groups(Part& part) {
  std::vector<Numbers> all(8);
  Inertial& I = part.body.inertial;
  for (double* const entry : masses(I)) all[0].push_back(entry);
  add(all[1], I.origin);
  add(all[2], part.body.joint.placement);
  add_range(all[3], part.f_ext);
  add_range(all[4], part.v);
  add_range(all[5], part.qdd);
  add_range(all[6], part.tau);
  add_range(all[7], part.q);
  return all;
}

/// All numbers of a case, in groups: those of the case, of each end-effector, of each body.
std::vector<Numbers> groups(Parts& parts) {
  std::vector<Numbers> all(1);
  add_range(all[0], parts.gravity);
  parts.change_frames([&](EndEffector& e) { add(all.emplace_back(), e.pose); });
  for (ConstraintPart& c : parts.constraints) {
    add_range(all.emplace_back(), c.gamma);
    if (std::optional<Coupling>& coupling = c.constraint.coupling)
      all.push_back({&coupling->multiplier, &coupling->offset});
  }
  all.push_back({&parts.restitution});
  for (Part& part : parts.list) {
    for (Numbers& group : groups(part)) all.push_back(std::move(group));
    Joint& joint = part.body.joint;
    add_range(all.emplace_back(), joint.axis);
    if (joint.kind == JointKind::universal) add_range(all.emplace_back(), joint.second_axis);
    if (joint.kind == JointKind::helical) all.push_back({&joint.pitch});
    if (has_armature(joint)) add_range(all.emplace_back(), joint.armature);
  }
  return all;
}

double rounded(double x, int digits) {
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific, digits - 1).ptr;
  double result = x;
  std::from_chars(text.data(), end, result);
  return result;
}

int significant_digits(double x) {
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  return static_cast<int>(std::count_if(text.data(), std::find(text.data(), end, 'e'),
                                        [](char c) { return c >= '0' && c <= '9'; }));
}

/// The sizes that a step must lessen, the most important first. So no sequence of steps returns to an earlier
/// case.
std::array<int, 6> size_of(Parts& parts) {
  int disorder = 0, joints = 0, numbers = 0, digits = 0;
  for (int i = 1; i <= parts.body_count(); ++i) {
    const Joint& joint = parts[i].body.joint;
    int above = i - 1;
    while (above > parts[i].body.parent) above = parts[above].body.parent;
    if (above != parts[i].body.parent) ++disorder;
    if (joint.kind == JointKind::fixed) continue;
    joints += 3 * info(joint.kind).velocities + (joint.kind == JointKind::revolute ? 0 : 2) +
              (joint.axis == Triple{0, 0, 1} ? 0 : 1);
  }
  for (const Numbers& group : groups(parts))
    for (const double* const x : group)
      if (*x != 0) ++numbers, digits += significant_digits(*x);
  int questions = static_cast<int>(parts.end_effectors.size());
  for (const ConstraintPart& c : parts.constraints) questions += c.constraint.row_count();
  return {parts.body_count(), disorder, questions, joints, numbers, digits};
}

class Shrinker {
 public:
  Shrinker(const Case& c, const std::function<bool(const Case&)>& fails, int most_steps)
      : best_(c), fails_(fails), steps_left_(most_steps) {}

  Case run() {
    attempt([](Parts& parts) { number_depth_first(parts); });
    do {
      taken_ = 0;
      drop_bodies();
      drop_end_effectors();
      drop_constraints();
      simplify_joints();
      simplify_inertias();
      simplify_numbers();
    } while (taken_ != 0);
    return best_.put_together();
  }

 private:
  /// Takes the step if the case is smaller then and still fails.
  template <class Change>
  bool attempt(Change&& change) {
    if (steps_left_ == 0) return false;
    Parts changed = best_;
    change(changed);
    if (!(size_of(changed) < size_of(best_))) return false;
    --steps_left_;
    if (!fails_(changed.put_together())) return false;
    best_ = std::move(changed);
    ++taken_;
    return true;
  }

  static void number_depth_first(Parts& parts) {
    std::vector<int> order, stack{0};
    while (!stack.empty()) {
      const int i = stack.back();
      stack.pop_back();
      order.push_back(i);
      for (int k = parts.body_count(); k > i; --k)
        if (parts[k].body.parent == i) stack.push_back(k);
    }
    parts.reorder(order);
  }

  static void drop_subtree(Parts& parts, int root) {
    std::vector<bool> gone(parts.list.size(), false);
    for (int i = root; i <= parts.body_count(); ++i)
      gone[static_cast<std::size_t>(i)] = i == root || gone[static_cast<std::size_t>(parts[i].body.parent)];
    for (int i = parts.body_count(); i >= root; --i)
      if (gone[static_cast<std::size_t>(i)]) parts.remove(i);
  }

  void drop_bodies() {
    for (int i = 1; i <= best_.body_count(); ++i)
      while (i <= best_.body_count() && attempt([i](Parts& parts) { drop_subtree(parts, i); })) {
      }
    for (int i = 1; i <= best_.body_count(); ++i)
      while (i <= best_.body_count() && attempt([i](Parts& parts) { parts.remove(i); })) {
      }
  }

  void drop_end_effectors() {
    attempt([](Parts& parts) { parts.end_effectors.clear(); });
    for (std::size_t e = 0; e < best_.end_effectors.size(); ++e)
      while (e < best_.end_effectors.size() && attempt([e](Parts& parts) {
               parts.end_effectors.erase(parts.end_effectors.begin() + static_cast<std::ptrdiff_t>(e));
             })) {
      }
  }

  void drop_constraints() {
    for (std::size_t k = 0; k < best_.constraints.size(); ++k)
      while (k < best_.constraints.size() && attempt([k](Parts& parts) {
               parts.constraints.erase(parts.constraints.begin() + static_cast<std::ptrdiff_t>(k));
             })) {
      }
    for (std::size_t k = 0; k < best_.constraints.size(); ++k)
      for (std::size_t row = 0; row < 6; ++row)
        attempt([k, row](Parts& parts) {
          auto& [constraint, gamma] = parts.constraints[k];
          if (constraint.row_count() == 1 || !constraint.rows[row]) return;
          gamma.erase(gamma.begin() + std::count(constraint.rows.begin(),
                                                 constraint.rows.begin() + static_cast<std::ptrdiff_t>(row),
                                                 true));
          constraint.rows[row] = false;
        });
  }

  /// Another kind of joint, with the first of the coordinates that there were.
  static void become(Part& part, JointKind kind) {
    const bool quaternion =
        part.body.joint.kind == JointKind::spherical || part.body.joint.kind == JointKind::free;
    part.body.joint.kind = kind;
    const auto count = static_cast<std::size_t>(info(kind).velocities);
    for (std::vector<double>* const rates : {&part.v, &part.qdd, &part.tau}) rates->resize(count);
    part.q.resize(count);
    std::fill(part.body.joint.armature.begin() + static_cast<std::ptrdiff_t>(count),
              part.body.joint.armature.end(), 0.0);
    if (quaternion) std::fill(part.q.begin(), part.q.end(), 0.0);
  }

  void simplify_joints() {
    for (int i = 1; i <= best_.body_count(); ++i) {
      const auto kind = best_[i].body.joint.kind;
      if (kind != JointKind::fixed) attempt([i](Parts& parts) { become(parts[i], JointKind::fixed); });
      if (kind != JointKind::fixed && kind != JointKind::revolute)
        attempt([i](Parts& parts) {
          become(parts[i], JointKind::revolute);
          parts[i].body.joint.axis = {0, 0, 1};
        });
      attempt([i](Parts& parts) { parts[i].body.joint.axis = {0, 0, 1}; });
      if (best_[i].body.joint.kind == JointKind::universal)
        attempt([i](Parts& parts) { parts[i].body.joint.second_axis = {1, 0, 0}; });
      attempt([i](Parts& parts) { parts[i].q = neutral_position(parts[i].body.joint.kind); });
    }
  }

  void simplify_inertias() {
    for (int i = 0; i <= best_.body_count(); ++i) {
      attempt([i](Parts& parts) { parts[i].body.inertial = {}; });
      attempt([i](Parts& parts) {
        parts[i].body.inertial = {.origin = {}, .mass = 1, .ixx = 1, .iyy = 1, .izz = 1};
      });
      attempt([i](Parts& parts) {
        Inertial& inertial = parts[i].body.inertial;
        inertial.mass = inertial.ixx = inertial.iyy = inertial.izz = 1;
        inertial.ixy = inertial.ixz = inertial.iyz = 0;
      });
    }
  }

  /// Zero, else few digits: whole groups first, then one by one.
  void simplify_numbers() {
    const auto steps = [&](auto&& numbers_of) {
      attempt([&](Parts& parts) {
        for (double* const x : numbers_of(parts)) *x = 0;
      });
      for (const int digits : {1, 2, 3, 6})
        if (attempt([&](Parts& parts) {
              for (double* const x : numbers_of(parts)) *x = rounded(*x, digits);
            }))
          break;
    };
    // Everything of one sort, over all bodies.
    for (std::size_t sort = 0; sort < groups(best_[0]).size(); ++sort)
      steps([sort](Parts& parts) {
        Numbers all;
        for (Part& part : parts.list) {
          const std::vector<Numbers> of_part = groups(part);
          all.insert(all.end(), of_part[sort].begin(), of_part[sort].end());
        }
        return all;
      });
    for (std::size_t g = 0; g < groups(best_).size(); ++g) {
      steps([g](Parts& parts) { return groups(parts)[g]; });
      for (std::size_t k = 0; k < groups(best_)[g].size(); ++k)
        steps([g, k](Parts& parts) { return Numbers{groups(parts)[g][k]}; });
    }
  }

  Parts best_;
  const std::function<bool(const Case&)>& fails_;
  int steps_left_;
  int taken_ = 0;  ///< steps of a round
};

Case renamed(const Case& c) {
  Case result = c;
  result.model.name = "case";
  for (std::size_t i = 0; i < result.model.bodies.size(); ++i) {
    Body& body = result.model.bodies[i];
    body.name = i == 0 ? "base" : "body" + std::to_string(i);
    body.joint.name = i == 0 ? "" : "joint" + std::to_string(i);
  }
  return result;
}

/// True if a file can describe the case, a run accepts it, and it gives at most so many warnings.
bool acceptable(const Case& c, std::size_t warnings) {
  if (c.model.body_count() < 1 || Layout(c.model).n < 1) return false;
  try {
    validate(c.model, c.state);
    return validate(c.model).size() <= warnings && joint_without_inertia(c.model).empty();
  } catch (const InputError&) {
    return false;
  }
}

std::string as_dot(const Case& c) {
  std::string text =
      "digraph tree {\n  node [shape=box, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\"];\n  body0 [label=\"base\", style=filled];\n";
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    const Body& body = c.model.bodies[i];
    const std::string name = "body" + std::to_string(i);
    text += fmt::format("  {} [label=\"{}\\n{}\"];\n  body{} -> {} [label=\"{}\\n{}\"];\n", name, body.name,
                        body.inertial.mass == 0 ? "massless" : fmt::format("{:.3g} kg", body.inertial.mass),
                        body.parent, name, body.joint.name, info(body.joint.kind).name);
  }
  return text + "}\n";
}

/// With Graphviz; where there is none the drawing stays in its language.
void draw(const Case& c, const std::filesystem::path& folder) {
  namespace bp = boost::process;
  const std::filesystem::path dot = folder / "tree.dot";
  write_text_file(dot.string(), as_dot(c));
  const auto program = bp::search_path("dot");
  std::error_code error;
  if (program.empty() ||
      bp::system(program, "-Tsvg", "-o", (folder / "tree.svg").string(), dot.string(), error) != 0 || error) {
    spdlog::warn("{}: Graphviz's dot is needed to draw it", dot.string());
    return;
  }
  std::filesystem::remove(dot, error);
}

}  // namespace

Case shrink(const Case& c, const std::function<bool(const Case&)>& fails, int most_steps) {
  const std::size_t warnings = validate(c.model).size();
  const std::function<bool(const Case&)> still = [&](const Case& smaller) {
    return acceptable(smaller, warnings) && fails(smaller);
  };
  return renamed(Shrinker(renamed(c), still, most_steps).run());
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(printable(folder) + ": cannot be made: " + error.message());
}

std::string shrink_failure(const report::Record& record, const Task& task, const std::string& folder,
                           const std::string& options) {
  const Request& requested = *task.request;
  const std::string problem(name(record.problem)), what = record.plugin + " " + problem;
  Request one{{}, {record.problem}, requested.oracle};
  for (const Plugin* plugin : requested.plugins)
    if (plugin->description().name == record.plugin) one.plugins.push_back(plugin);
  // A wrong answer to the case is not shrunk to one whose singular neighbour alone is answered wrongly, nor the other way round.
  const auto fails = [&](const Case& smaller) {
    const std::vector<report::Record> records = verify_case(smaller, one, "");
    return std::any_of(records.begin(), records.end(), [&](const report::Record& r) {
      return !r.passed && (r.reason == Reason::wrong_breakdown) == (record.reason == Reason::wrong_breakdown);
    });
  };
  const std::optional<Case> failing = transformed_again(task.draw(), record.id.transformation);
  if (!failing || !fails(*failing))
    return "not shrunk: " + what + ": it fails only beside the case that it is the image of\n";
  const Case small = shrink(*failing, fails);

  const std::filesystem::path to = std::filesystem::path(folder) / (record.plugin + "-" + problem);
  make_folder(to.string());
  const std::string model = (to / "case.urdf").string(), state = (to / "case.state.json").string();
  write_text_file(model, write_urdf(small.model));
  write_text_file(state, write_state(small.model, small.state, false));
  draw(small, to);
  const std::string command = "kintree verify --model " + quoted(model) + " --state " + quoted(state) +
                              " --seed " + std::to_string(small.id.seed) + options + " --plugin " +
                              record.plugin + " --problem " + problem;
  write_text_file((to / "command.txt").string(), command + "\n");
  std::string kinds;
  for (std::size_t i = 1; i < small.model.bodies.size(); ++i)
    kinds += (kinds.empty() ? "" : ", ") + std::string(info(small.model.bodies[i].joint.kind).name);
  return fmt::format(
      "shrunk: {}: from {} to {} bodies, from {} to {} degrees of freedom; joints: {}\n"
      "  this case is another one than that shown above; the plugin fails here, too\n  repeat: {}\n",
      what, failing->model.body_count(), small.model.body_count(), Layout(failing->model).n,
      Layout(small.model).n, kinds, command);
}

}  // namespace kintree::suite
