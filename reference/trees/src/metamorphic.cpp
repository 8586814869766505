#include "kintree/trees/metamorphic.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "kintree/trees/parts.hpp"

namespace kintree {
namespace {

using Result = std::optional<Transformed>;
using Rows = std::vector<std::vector<double>>;

Generator generator_of(std::string_view transformation, std::uint64_t seed) {
  return make_generator({word(transformation), seed});
}

// Maps of answers.

/// How the rates of one joint of the image come from those of one joint of the case, and its forces from the
/// forces: v' = A v and tau' = B tau; the accelerations are A qdd + shift.
struct Block {
  std::string of;  ///< body of the case
  Rows A, B;
  std::vector<double> shift;
};

Rows diagonal(const std::vector<double>& entries) {
  Rows rows(entries.size(), std::vector<double>(entries.size(), 0.0));
  for (std::size_t i = 0; i < entries.size(); ++i) rows[i][i] = entries[i];
  return rows;
}

std::vector<double> ones(int count) {
  return std::vector<double>(static_cast<std::size_t>(count), 1.0);
}

AnswerMap identity(int size) {
  AnswerMap map{size, size, {}, {}};
  for (int i = 1; i <= size; ++i) map.entries.push_back({i, i, 1.0});
  return map;
}

/// Puts a block at the coordinates that follow row and column.
void place(AnswerMap& map, const Rows& block, int row, int column) {
  for (std::size_t i = 0; i < block.size(); ++i)
    for (std::size_t k = 0; k < block[i].size(); ++k)
      if (block[i][k] != 0)
        map.entries.push_back({row + static_cast<int>(i), column + static_cast<int>(k), block[i][k]});
}

/// A case under transformation. Bodies keep their names, and by these their rates are those of the case,
/// unless `blocks` has something else.
struct Change {
  Change(const Case& c, std::string_view name) : original(c), parts(c) {
    parts.id.transformation = name;
  }

  /// v' = A v with as many rates: kinetic energy gives H = A^T H' A, power tau = A^T tau'.
  Transformed finish() const {
    Transformed result{parts.put_together(), {}, {}};
    const Layout was(original.model), is(result.image.model);
    std::unordered_map<std::string_view, std::size_t> old;
    for (std::size_t i = 1; i < original.model.bodies.size(); ++i)
      old.emplace(original.model.bodies[i].name, i);
    AnswerMap A{is.n, was.n, {}, {}}, B = A;
    std::vector<double> shift(static_cast<std::size_t>(is.n), 0.0);
    for (std::size_t i = 1; i < result.image.model.bodies.size(); ++i) {
      const Body& body = result.image.model.bodies[i];
      const int n_i = info(body.joint.kind).velocities, row = is.first_velocity[i];
      if (n_i == 0) continue;
      const auto given = blocks.find(body.name);
      const int column =
          was.first_velocity[old.at(given == blocks.end() ? body.name : std::string_view(given->second.of))];
      if (given == blocks.end()) {
        place(A, diagonal(ones(n_i)), row, column);
        place(B, diagonal(ones(n_i)), row, column);
        continue;
      }
      place(A, given->second.A, row, column);
      place(B, given->second.B, row, column);
      std::copy(given->second.shift.begin(), given->second.shift.end(), shift.begin() + (row - 1));
    }
    const bool shifted = std::any_of(shift.begin(), shift.end(), [](double x) { return x != 0; });
    result.answers = {{Problem::mass_matrix, B},
                      {Problem::factorization, A},
                      {Problem::mass_matrix_inverse, A},
                      {Problem::inverse_dynamics, B},
                      {Problem::forward_dynamics, A}};
    if (shifted) result.answers[Problem::forward_dynamics].shift = shift;
    if (!result.image.state.end_effectors.empty())
      result.answers[Problem::inverse_osim] =
          end_effectors.value_or(identity(6 * static_cast<int>(original.state.end_effectors.size())));
    return result;
  }

  const Case& original;
  Parts parts;
  std::unordered_map<std::string, Block> blocks;  ///< by body of the image
  std::optional<AnswerMap> end_effectors;         ///< of the rows of J; left out: the identity
};

// Parts.

std::vector<int> bodies_where(const Parts& parts, const std::function<bool(const Part&)>& condition) {
  std::vector<int> found;
  for (int i = 1; i <= parts.body_count(); ++i)
    if (condition(parts[i])) found.push_back(i);
  return found;
}

std::vector<int> bodies_with(const Parts& parts, JointKind kind) {
  return bodies_where(parts, [kind](const Part& part) { return part.body.joint.kind == kind; });
}

/// A massless body by a name that is not taken.
Part new_part(const Parts& parts, std::string name, int parent, JointKind kind) {
  const auto taken = [&](const Part& part) { return part.body.name == name || part.body.joint.name == name; };
  while (std::any_of(parts.list.begin(), parts.list.end(), taken)) name += "_";
  Part part;
  part.body.name = name;
  part.body.parent = parent;
  part.body.joint.name = name;
  part.body.joint.kind = kind;
  return part;
}

std::vector<double> scaled(std::vector<double> x, double factor) {
  for (double& entry : x) entry *= factor;
  return x;
}

template <std::size_t count>
void scale(std::array<double, count>& x, double factor) {
  for (double& entry : x) entry *= factor;
}

void scale_rates(Part& part, const std::vector<double>& factors) {
  for (std::vector<double>* const rates : {&part.v, &part.qdd, &part.tau})
    for (std::size_t k = 0; k < rates->size(); ++k) (*rates)[k] *= factors[k];
}

/// Replaces a joint by simpler ones in a row; the bodies between them are massless. The last joint is the
/// body's own.
struct Link {
  JointKind kind;
  Triple axis;
  std::vector<double> q;
  Rows A, B;  ///< rows of this joint
  std::vector<double> v, qdd, tau, shift;
};

Result as_chain(Change& change, int i, const std::vector<Link>& chain) {
  const std::string of = change.parts[i].body.name;
  int parent = change.parts[i].body.parent;
  Placement placement = change.parts[i].body.joint.placement;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const Link& link = chain[k];
    if (k + 1 < chain.size())
      change.parts.insert(i,
                          new_part(change.parts, of + "_" + std::to_string(k + 1), parent, JointKind::fixed));
    Part& part = change.parts[i];
    part.body.parent = parent;
    part.body.joint.kind = link.kind;
    part.body.joint.placement = placement;
    part.body.joint.axis = link.axis;
    part.q = link.q;
    part.v = link.v;
    part.qdd = link.qdd;
    part.tau = link.tau;
    change.blocks[part.body.name] = {of, link.A, link.B, link.shift};
    placement = {};
    parent = i++;
  }
  return change.finish();
}

// Exact transformations.

Result renumbered(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("renumbered", seed);
  Change change(c, "renumbered");
  const int count = change.parts.body_count();
  for (int attempt = 0; attempt < 8; ++attempt) {
    std::vector<int> order{0}, available;
    const auto add_children = [&](int parent) {
      for (int i = 1; i <= count; ++i)
        if (change.parts[i].body.parent == parent) available.push_back(i);
    };
    add_children(0);
    while (!available.empty()) {
      const auto at = uniform_integer(generator, 0, static_cast<int>(available.size()) - 1);
      order.push_back(available[static_cast<std::size_t>(at)]);
      available.erase(available.begin() + at);
      add_children(order.back());
    }
    if (std::is_sorted(order.begin(), order.end())) continue;
    change.parts.reorder(order);
    return change.finish();
  }
  return {};
}

/// By coordinate of q, then by rate: 1 for lengths, 0 for angles and quaternions.
struct Dimensions {
  std::vector<int> q, v;
};

Dimensions dimensions(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return {{}, {}};
    case JointKind::revolute:
    case JointKind::helical:
      return {{0}, {0}};
    case JointKind::prismatic:
      return {{1}, {1}};
    case JointKind::cylindrical:
      return {{0, 1}, {0, 1}};
    case JointKind::universal:
      return {{0, 0}, {0, 0}};
    case JointKind::planar:
      return {{1, 1, 0}, {1, 1, 0}};
    case JointKind::spherical:
      return {{0, 0, 0, 0}, {0, 0, 0}};
    case JointKind::free:
      return {{1, 1, 1, 0, 0, 0, 0}, {0, 0, 0, 1, 1, 1}};
  }
  return {};
}

Result units(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("units", seed);
  const auto power = [&] { return std::ldexp(1.0, uniform_integer(generator, -6, 6)); };
  const double root_mass = power(), length = power(), time = power();
  const double mass = root_mass * root_mass, per_square = 1 / (time * time);
  Change change(c, "units");
  Parts& parts = change.parts;
  scale(parts.gravity, length * per_square);
  for (EndEffector& e : parts.end_effectors) scale(e.pose.xyz, length);
  for (int i = 0; i <= parts.body_count(); ++i) {
    Part& part = parts[i];
    Joint& joint = part.body.joint;
    Inertial& I = part.body.inertial;
    scale(joint.placement.xyz, length);
    joint.pitch *= length;
    scale(I.origin.xyz, length);
    I.mass *= mass;
    for (double* const entry : {&I.ixx, &I.ixy, &I.ixz, &I.iyy, &I.iyz, &I.izz})
      *entry *= mass * length * length;
    scale(part.f_ext, mass * length * per_square);
    for (std::size_t k = 0; k < 3; ++k) part.f_ext[k] *= length;
    if (i == 0) continue;
    const Dimensions of = dimensions(joint.kind);
    for (std::size_t k = 0; k < of.q.size(); ++k) part.q[k] *= of.q[k] == 1 ? length : 1;
    for (std::size_t k = 0; k < of.v.size(); ++k) {
      const double unit = of.v[k] == 1 ? length : 1;
      part.v[k] *= unit / time;
      part.qdd[k] *= unit * per_square;
      part.tau[k] *= mass * length * length * per_square / unit;
    }
  }
  Transformed result = change.finish();
  const Layout layout(c.model);
  const auto by_coordinate = [&](Problem problem, const std::function<double(double unit)>& factor) {
    AnswerMap& map = result.answers[problem] = identity(layout.n);
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
      const Dimensions of = dimensions(c.model.bodies[i].joint.kind);
      for (std::size_t k = 0; k < of.v.size(); ++k)
        map.entries[static_cast<std::size_t>(layout.first_velocity[i]) - 1 + k].factor =
            factor(of.v[k] == 1 ? length : 1);
    }
  };
  by_coordinate(Problem::mass_matrix, [&](double unit) { return root_mass * length / unit; });
  by_coordinate(Problem::mass_matrix_inverse, [&](double unit) { return unit / (root_mass * length); });
  by_coordinate(Problem::inverse_dynamics,
                [&](double unit) { return mass * length * length * per_square / unit; });
  for (const Problem problem : {Problem::forward_dynamics, Problem::factorization})
    by_coordinate(problem, [&](double unit) { return unit * per_square; });
  if (const auto osim = result.answers.find(Problem::inverse_osim); osim != result.answers.end())
    for (AnswerMap::Entry& entry : osim->second.entries)
      entry.factor = ((entry.row - 1) % 6 >= 3 ? length : 1) / (root_mass * length);
  return result;
}

/// The mirror image in the plane x = 0: M = diag(-1, 1, 1) takes polar vectors x to M x, axial ones
/// (rotations, couples) to -M x.
void mirror_polar(double* x) {
  x[0] = -x[0];
}
void mirror_axial(double* x) {
  x[1] = -x[1];
  x[2] = -x[2];
}
void mirror(Placement& placement) {
  mirror_polar(placement.xyz.data());
  mirror_axial(placement.rpy.data());
}

Result mirrored(const Case& c, std::uint64_t /*seed*/) {
  Change change(c, "mirrored");
  Parts& parts = change.parts;
  mirror_polar(parts.gravity.data());
  AnswerMap rows = identity(6 * static_cast<int>(parts.end_effectors.size()));
  for (std::size_t k = 0; k < rows.entries.size(); ++k)
    if (k % 6 >= 1 && k % 6 <= 3) rows.entries[k].factor = -1;
  change.end_effectors = rows;
  for (EndEffector& e : parts.end_effectors) mirror(e.pose);
  for (int i = 0; i <= parts.body_count(); ++i) {
    Part& part = parts[i];
    Joint& joint = part.body.joint;
    Inertial& I = part.body.inertial;
    mirror(joint.placement);
    mirror(I.origin);
    I.ixy = -I.ixy;
    I.ixz = -I.ixz;
    mirror_axial(part.f_ext.data());
    mirror_polar(part.f_ext.data() + 3);
    if (i == 0) continue;
    std::vector<double> signs = ones(info(joint.kind).velocities);
    switch (joint.kind) {
      case JointKind::fixed:
        break;
      case JointKind::prismatic:
        mirror_polar(joint.axis.data());
        break;
      case JointKind::revolute:
      case JointKind::universal:
        mirror_axial(joint.axis.data());
        mirror_axial(joint.second_axis.data());
        break;
      case JointKind::helical:
        mirror_axial(joint.axis.data());
        joint.pitch = -joint.pitch;
        break;
      case JointKind::cylindrical:
        mirror_axial(joint.axis.data());
        signs = {1, -1};
        part.q[1] = -part.q[1];
        break;
      case JointKind::planar:  // the shortest rotation to M n is M Q M: e_x' = -M e_x, e_y' = M e_y
        mirror_polar(joint.axis.data());
        signs = {-1, 1, -1};
        part.q[0] = -part.q[0];
        part.q[2] = -part.q[2];
        break;
      case JointKind::spherical:
        mirror_axial(part.q.data() + 1);
        signs = {1, -1, -1};
        break;
      case JointKind::free:
        mirror_polar(part.q.data());
        mirror_axial(part.q.data() + 4);
        signs = {1, -1, -1, -1, 1, 1};
        break;
    }
    scale_rates(part, signs);
    change.blocks[part.body.name] = {part.body.name, diagonal(signs), diagonal(signs), {}};
  }
  return change.finish();
}

Result axes_reversed(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("axes_reversed", seed);
  Change change(c, "axes_reversed");
  const std::vector<int> candidates = bodies_where(change.parts, [](const Part& part) {
    const JointKind kind = part.body.joint.kind;
    return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical ||
           kind == JointKind::cylindrical || kind == JointKind::universal;
  });
  if (candidates.empty()) return {};
  const int always = pick(generator, candidates);
  for (const int i : candidates) {
    if (i != always && one_in(generator, 2)) continue;
    Part& part = change.parts[i];
    scale(part.body.joint.axis, -1);
    scale(part.body.joint.second_axis, -1);
    part.q = scaled(part.q, -1);
    const std::vector<double> signs = scaled(ones(info(part.body.joint.kind).velocities), -1);
    scale_rates(part, signs);
    change.blocks[part.body.name] = {part.body.name, diagonal(signs), diagonal(signs), {}};
  }
  return change.finish();
}

Result directions_rescaled(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("directions_rescaled", seed);
  Change change(c, "directions_rescaled");
  for (int i = 1; i <= change.parts.body_count(); ++i) {
    Part& part = change.parts[i];
    const auto power = [&] { return std::ldexp(1.0, uniform_integer(generator, -20, 20)); };
    scale(part.body.joint.axis, power());
    scale(part.body.joint.second_axis, power());
    const double factor = one_in(generator, 2) ? power() : -power();
    const std::size_t first = part.body.joint.kind == JointKind::free ? 3 : 0;
    if (part.body.joint.kind == JointKind::free || part.body.joint.kind == JointKind::spherical)
      for (std::size_t k = first; k < part.q.size(); ++k) part.q[k] *= factor;
  }
  return change.finish();
}

Result time_reversed(const Case& c, std::uint64_t /*seed*/) {
  Change change(c, "time_reversed");
  for (int i = 1; i <= change.parts.body_count(); ++i) change.parts[i].v = scaled(change.parts[i].v, -1);
  Transformed result = change.finish();
  std::erase_if(result.answers, [](const auto& entry) {
    return entry.first != Problem::inverse_dynamics && entry.first != Problem::forward_dynamics;
  });
  return result;
}

Inertial half(Inertial I) {
  for (double* const entry : {&I.mass, &I.ixx, &I.ixy, &I.ixz, &I.iyy, &I.iyz, &I.izz}) *entry /= 2;
  return I;
}

Result split(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("split", seed);
  Change change(c, "split");
  Parts& parts = change.parts;
  const int i = uniform_integer(generator, 1, parts.body_count());
  Part other = new_part(parts, parts[i].body.name + "_half", i, JointKind::fixed);
  other.body.inertial = parts[i].body.inertial = half(parts[i].body.inertial);
  scale(parts[i].f_ext, 0.5);
  other.f_ext = parts[i].f_ext;
  parts.insert(i + 1, other);
  for (int k = i + 2; k <= parts.body_count(); ++k)
    if (parts[k].body.parent == i && one_in(generator, 2)) parts[k].body.parent = i + 1;
  for (EndEffector& e : parts.end_effectors)
    if (e.body == i && one_in(generator, 2)) e.body = i + 1;
  return change.finish();
}

Result split_at_centre(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("split_at_centre", seed);
  Change change(c, "split_at_centre");
  Parts& parts = change.parts;
  const int i = uniform_integer(generator, 1, parts.body_count());
  Part other = new_part(parts, parts[i].body.name + "_half", i, JointKind::fixed);
  other.body.inertial = parts[i].body.inertial = half(parts[i].body.inertial);
  other.body.joint.placement = other.body.inertial.origin;
  other.body.inertial.origin = {};
  parts.insert(uniform_integer(generator, i + 1, parts.body_count() + 1), other);
  return change.finish();
}

Result massless_link(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("massless_link", seed);
  Change change(c, "massless_link");
  Parts& parts = change.parts;
  EndEffector at{uniform_integer(generator, 1, parts.body_count()), {}};
  for (double& x : at.pose.xyz) x = uniform(generator, -1, 1);
  for (double& x : at.pose.rpy) x = uniform(generator, -3, 3);
  std::size_t moved = parts.end_effectors.size();
  if (moved > 0) {
    moved = static_cast<std::size_t>(uniform_integer(generator, 0, static_cast<int>(moved) - 1));
    at = parts.end_effectors[moved];
  }
  Part link = new_part(parts, "massless", at.body, JointKind::fixed);
  link.body.joint.placement = at.pose;
  const int index = uniform_integer(generator, at.body + 1, parts.body_count() + 1);
  parts.insert(index, link);
  if (moved < parts.end_effectors.size()) parts.end_effectors[moved] = {index, {}};
  return change.finish();
}

Result end_effector_repeated(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("end_effector_repeated", seed);
  Change change(c, "end_effector_repeated");
  std::vector<EndEffector>& list = change.parts.end_effectors;
  if (list.empty()) return {};
  const int count = static_cast<int>(list.size());
  const int from = uniform_integer(generator, 0, count - 1), to = uniform_integer(generator, 0, count);
  list.insert(list.begin() + to, EndEffector(list[static_cast<std::size_t>(from)]));
  AnswerMap rows{6 * (count + 1), 6 * count, {}, {}};
  for (int e = 0; e <= count; ++e) {
    const int was = e == to ? from : e < to ? e : e - 1;
    place(rows, diagonal(ones(6)), 6 * e + 1, 6 * was + 1);
  }
  change.end_effectors = rows;
  Transformed result = change.finish();
  std::erase_if(result.answers, [](const auto& entry) { return entry.first != Problem::inverse_osim; });
  return result;
}

Result root_on_fixed_link(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("root_on_fixed_link", seed);
  Change change(c, "root_on_fixed_link");
  Parts& parts = change.parts;
  Part link = new_part(parts, "foot", 0, JointKind::fixed);
  const double mass = uniform(generator, 1, 2);
  link.body.inertial = {.origin = {}, .mass = mass, .ixx = mass, .iyy = mass, .izz = mass};
  for (double& x : link.f_ext) x = uniform(generator, -1, 1);
  parts.insert(1, link);
  for (int i = 2; i <= parts.body_count(); ++i)
    if (parts[i].body.parent == 0) parts[i].body.parent = 1;
  return change.finish();
}

Result tree_alone(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("tree_alone", seed);
  Change change(c, "tree_alone");
  Parts& parts = change.parts;
  std::vector<int> root{0};  // by body, the one on the base that carries it
  std::vector<int> moves(parts.list.size(), 0);
  for (int i = 1; i <= parts.body_count(); ++i) {
    const int parent = parts[i].body.parent;
    root.push_back(parent == 0 ? i : root[static_cast<std::size_t>(parent)]);
    moves[static_cast<std::size_t>(root.back())] += info(parts[i].body.joint.kind).velocities;
  }
  const std::vector<int> roots = bodies_where(parts, [](const Part& part) { return part.body.parent == 0; });
  std::vector<int> moving;
  for (const int i : roots)
    if (moves[static_cast<std::size_t>(i)] > 0) moving.push_back(i);
  if (roots.size() < 2 || moving.empty()) return {};
  const int kept = pick(generator, moving);
  AnswerMap rows{0, 6 * static_cast<int>(parts.end_effectors.size()), {}, {}};
  for (std::size_t e = 0; e < parts.end_effectors.size(); ++e)
    if (const int body = parts.end_effectors[e].body;
        body == 0 || root[static_cast<std::size_t>(body)] == kept) {
      place(rows, diagonal(ones(6)), rows.rows + 1, 6 * static_cast<int>(e) + 1);
      rows.rows += 6;
    }
  change.end_effectors = rows;
  for (int i = parts.body_count(); i >= 1; --i)
    if (root[static_cast<std::size_t>(i)] != kept) parts.remove(i);
  return change.finish();
}

Result joint_locked(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("joint_locked", seed);
  Change change(c, "joint_locked");
  Parts at_rest(c);
  const std::vector<int> moving =
      bodies_where(at_rest, [](const Part& part) { return info(part.body.joint.kind).velocities > 0; });
  if (moving.size() < 2) return {};
  const int i = pick(generator, moving);
  Part& part = at_rest[i];
  part.q = neutral_position(part.body.joint.kind);
  for (std::vector<double>* const rates : {&part.v, &part.qdd}) *rates = scaled(*rates, 0);
  Part& locked = change.parts[i];
  locked.body.joint.kind = JointKind::fixed;
  for (std::vector<double>* const numbers : {&locked.q, &locked.v, &locked.qdd, &locked.tau})
    numbers->clear();
  Transformed result = change.finish();
  result.from = at_rest.put_together();
  std::erase_if(result.answers, [](const auto& entry) {
    return entry.first != Problem::mass_matrix && entry.first != Problem::inverse_dynamics;
  });
  return result;
}

Result universal_as_hinges(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("universal_as_hinges", seed);
  Change change(c, "universal_as_hinges");
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::universal);
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const auto hinge = [&](std::size_t k, const Triple& axis) {
    Rows row{{0, 0}};
    row[0][k] = 1;
    return Link{JointKind::revolute, axis,          {part.q[k]},   row, row,
                {part.v[k]},         {part.qdd[k]}, {part.tau[k]}, {}};
  };
  return as_chain(change, i, {hinge(0, part.body.joint.axis), hinge(1, part.body.joint.second_axis)});
}

Result cylindrical_as_hinge_and_slider(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("cylindrical_as_hinge_and_slider", seed);
  Change change(c, "cylindrical_as_hinge_and_slider");
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::cylindrical);
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const auto link = [&](std::size_t k, JointKind kind) {
    Rows row{{0, 0}};
    row[0][k] = 1;
    return Link{kind,        part.body.joint.axis, {part.q[k]},   row, row,
                {part.v[k]}, {part.qdd[k]},        {part.tau[k]}, {}};
  };
  const Link hinge = link(0, JointKind::revolute), slider = link(1, JointKind::prismatic);
  return one_in(generator, 2) ? as_chain(change, i, {hinge, slider}) : as_chain(change, i, {slider, hinge});
}

Result revolute_as_helical(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("revolute_as_helical", seed);
  Change change(c, "revolute_as_helical");
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::revolute);
  if (candidates.empty()) return {};
  Joint& joint = change.parts[pick(generator, candidates)].body.joint;
  joint.kind = JointKind::helical;
  joint.pitch = 0;
  return change.finish();
}

// Rounded transformations: computed at 50 digits, rounded once.

using Number = boost::multiprecision::cpp_bin_float_50;
using Vector = std::array<Number, 3>;
using Matrix = std::array<Vector, 3>;  // by rows

struct Frame {
  Matrix R{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector p{};
};

double rounded(const Number& x) {
  return static_cast<double>(x);
}
Triple rounded(const Vector& x) {
  return {rounded(x[0]), rounded(x[1]), rounded(x[2])};
}
std::vector<double> rounded_list(const Vector& x) {
  return {rounded(x[0]), rounded(x[1]), rounded(x[2])};
}
Rows rounded(const Matrix& M) {
  return {rounded_list(M[0]), rounded_list(M[1]), rounded_list(M[2])};
}
Vector widened(const double* x) {
  return {x[0], x[1], x[2]};
}

Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator-(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector times(const Number& s, const Vector& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
Number dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector normalized(const Vector& a) {
  return times(1 / sqrt(dot(a, a)), a);
}
Matrix transposed(const Matrix& M) {
  Matrix T;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) T[i][j] = M[j][i];
  return T;
}
Vector operator*(const Matrix& M, const Vector& a) {
  return {dot(M[0], a), dot(M[1], a), dot(M[2], a)};
}
Matrix operator*(const Matrix& A, const Matrix& B) {
  const Matrix columns = transposed(B);
  Matrix C;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) C[i][j] = dot(A[i], columns[j]);
  return C;
}
Matrix inverse(const Matrix& M) {
  const Vector x = cross(M[1], M[2]), y = cross(M[2], M[0]), z = cross(M[0], M[1]);
  const Number factor = 1 / dot(M[0], x);
  return transposed({times(factor, x), times(factor, y), times(factor, z)});
}

/// Of a quaternion w, x, y, z of any length.
Matrix rotation(const double* q) {
  const Number w = q[0], x = q[1], y = q[2], z = q[3], two = 2 / (w * w + x * x + y * y + z * z);
  return {{{1 - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
           {two * (x * y + w * z), 1 - two * (x * x + z * z), two * (y * z - w * x)},
           {two * (x * z - w * y), two * (y * z + w * x), 1 - two * (x * x + y * y)}}};
}

Frame frame(const Placement& placement) {
  const Number r = placement.rpy[0], p = placement.rpy[1], y = placement.rpy[2];
  const Number sr = sin(r), cr = cos(r), sp = sin(p), cp = cos(p), sy = sin(y), cy = cos(y);
  return {{{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
            {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
            {-sp, cp * sr, cp * cr}}},
          widened(placement.xyz.data())};
}

Placement placement(const Frame& f) {
  const Matrix& R = f.R;
  const Number pitch = atan2(-R[2][0], Number(sqrt(R[0][0] * R[0][0] + R[1][0] * R[1][0])));
  return {rounded(f.p), {rounded(atan2(R[2][1], R[2][2])), rounded(pitch), rounded(atan2(R[1][0], R[0][0]))}};
}

Frame operator*(const Frame& a, const Frame& b) {
  return {a.R * b.R, a.p + a.R * b.p};
}
Frame inverse(const Frame& f) {
  const Matrix T = transposed(f.R);
  return {T, times(-1, T * f.p)};
}

Matrix random_rotation(Generator& generator) {
  return rotation(random_quaternion(generator).data());
}

void turn(const Matrix& R, double* x) {
  const Triple turned = rounded(R * widened(x));
  std::copy(turned.begin(), turned.end(), x);
}

Result base_moved(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("base_moved", seed);
  Frame base{random_rotation(generator), {}};
  for (Number& x : base.p) x = uniform(generator, -1, 1);
  const Frame back = inverse(base);
  Change change(c, "base_moved");
  Parts& parts = change.parts;
  turn(back.R, parts.gravity.data());
  for (int i = 1; i <= parts.body_count(); ++i)
    if (parts[i].body.parent == 0)
      parts[i].body.joint.placement = placement(back * frame(parts[i].body.joint.placement));
  for (EndEffector& e : parts.end_effectors)
    if (e.body == 0) e.pose = placement(back * frame(e.pose));
  return change.finish();
}

/// The joint carries the old frame. So that it carries the new one, G = (F, t) in the old, t must not change
/// what the joint does: along the axis where it turns about one.
Result reframed(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("reframed", seed);
  Change change(c, "reframed");
  Parts& parts = change.parts;
  const std::vector<int> candidates =
      bodies_where(parts, [](const Part& part) { return part.body.joint.kind != JointKind::planar; });
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  Part& part = parts[i];
  Joint& joint = part.body.joint;
  Frame G{random_rotation(generator), {}};
  const Matrix back = transposed(G.R);
  const Number along = uniform(generator, -1, 1);
  const auto turn_rates = [&](std::size_t first) {
    for (std::vector<double>* const rates : {&part.v, &part.qdd, &part.tau})
      turn(back, rates->data() + first);
  };
  switch (joint.kind) {
    case JointKind::fixed:
    case JointKind::prismatic:
      for (Number& x : G.p) x = uniform(generator, -1, 1);
      break;
    case JointKind::revolute:
    case JointKind::helical:
    case JointKind::cylindrical:
      G.p = times(along, normalized(widened(joint.axis.data())));
      break;
    case JointKind::universal:
    case JointKind::planar:
      break;
    case JointKind::spherical: {
      turn(back, part.q.data() + 1);
      turn_rates(0);
      const Rows block = rounded(back);
      change.blocks[part.body.name] = {part.body.name, block, block, {}};
      break;
    }
    case JointKind::free: {
      turn(back, part.q.data());
      turn(back, part.q.data() + 4);
      turn_rates(0);
      turn_rates(3);
      Rows block(6, std::vector<double>(6, 0.0));
      for (std::size_t k = 0; k < 6; ++k)
        for (std::size_t l = 0; l < 3; ++l) block[k][k / 3 * 3 + l] = rounded(back[k % 3][l]);
      change.blocks[part.body.name] = {part.body.name, block, block, {}};
      break;
    }
  }
  joint.placement = placement(frame(joint.placement) * G);
  turn(back, joint.axis.data());
  turn(back, joint.second_axis.data());
  const Frame G_inverse = inverse(G);
  const auto seen_from = [&](Placement& pose) { pose = placement(G_inverse * frame(pose)); };
  seen_from(part.body.inertial.origin);
  for (int k = i + 1; k <= parts.body_count(); ++k)
    if (parts[k].body.parent == i) seen_from(parts[k].body.joint.placement);
  for (EndEffector& e : parts.end_effectors)
    if (e.body == i) seen_from(e.pose);
  const Vector force = widened(part.f_ext.data() + 3);
  const Triple couple = rounded(back * (widened(part.f_ext.data()) - cross(G.p, force)));
  std::copy(couple.begin(), couple.end(), part.f_ext.begin());
  turn(back, part.f_ext.data() + 3);
  return change.finish();
}

/// One coordinate of a chain in place of a joint, from the rows of A, B = A^-T and the shift.
struct Simpler {
  std::vector<std::vector<Number>> A, B;
  std::vector<Number> shift;
  std::vector<double> v, qdd, tau;

  /// For the joint's rates.
  void apply(const Part& part) {
    const auto product = [](const std::vector<std::vector<Number>>& M, const std::vector<double>& x,
                            const std::vector<Number>& add) {
      std::vector<double> result;
      for (std::size_t i = 0; i < M.size(); ++i) {
        Number sum = add.empty() ? Number(0) : add[i];
        for (std::size_t k = 0; k < x.size(); ++k) sum += M[i][k] * x[k];
        result.push_back(rounded(sum));
      }
      return result;
    };
    v = product(A, part.v, {});
    qdd = product(A, part.qdd, shift);
    tau = product(B, part.tau, {});
  }

  Link link(JointKind kind, const Triple& axis, std::vector<double> q, std::size_t first) const {
    const auto count = static_cast<std::size_t>(info(kind).velocities);
    Link result{kind, axis, std::move(q), {}, {}, {}, {}, {}, {}};
    for (std::size_t i = first; i < first + count; ++i) {
      std::vector<double> a, b;
      for (const Number& x : A[i]) a.push_back(rounded(x));
      for (const Number& x : B[i]) b.push_back(rounded(x));
      result.A.push_back(a);
      result.B.push_back(b);
      result.v.push_back(v[i]);
      result.qdd.push_back(qdd[i]);
      result.tau.push_back(tau[i]);
      result.shift.push_back(rounded(shift[i]));
    }
    return result;
  }
};

/// R = Rz(a) Ry(b) Rx(c), so omega = E (a', b', c') in the child's axes.
Result spherical_as_hinges(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("spherical_as_hinges", seed);
  Change change(c, "spherical_as_hinges");
  std::vector<int> candidates;
  for (const int i : bodies_with(change.parts, JointKind::spherical)) {
    const Matrix R = rotation(change.parts[i].q.data());
    if (R[0][0] * R[0][0] + R[1][0] * R[1][0] >= 0.25) candidates.push_back(i);  // cos b >= 1/2
  }
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const Placement angles = placement({rotation(part.q.data()), {}});
  const Number b = angles.rpy[1], g = angles.rpy[0];
  const Number sb = sin(b), cb = cos(b), sg = sin(g), cg = cos(g);
  const Matrix E{{{-sb, 0, 1}, {cb * sg, cg, 0}, {cb * cg, -sg, 0}}};
  const Matrix A = inverse(E), B = transposed(E);
  const Vector rates = A * widened(part.v.data());
  const Number &db = rates[1], &dg = rates[2];
  const Matrix dE{{{-cb * db, 0, 0},
                   {-sb * sg * db + cb * cg * dg, -sg * dg, 0},
                   {-sb * cg * db - cb * sg * dg, -cg * dg, 0}}};
  const Vector shift = times(-1, A * (dE * rates));
  Simpler simpler;
  for (std::size_t k = 0; k < 3; ++k) {
    simpler.A.push_back({A[k].begin(), A[k].end()});
    simpler.B.push_back({B[k].begin(), B[k].end()});
    simpler.shift.push_back(shift[k]);
  }
  simpler.apply(part);
  return as_chain(change, i,
                  {simpler.link(JointKind::revolute, {0, 0, 1}, {angles.rpy[2]}, 0),
                   simpler.link(JointKind::revolute, {0, 1, 0}, {angles.rpy[1]}, 1),
                   simpler.link(JointKind::revolute, {1, 0, 0}, {angles.rpy[0]}, 2)});
}

/// The sliders' rates are R v, their accelerations R (v' + omega x v).
Result free_as_sliders_and_ball(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("free_as_sliders_and_ball", seed);
  Change change(c, "free_as_sliders_and_ball");
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::free);
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const Matrix R = rotation(part.q.data() + 3);
  const Vector shift = R * cross(widened(part.v.data()), widened(part.v.data() + 3));
  Simpler simpler;
  for (std::size_t k = 0; k < 6; ++k) {
    std::vector<Number> row(6, Number(0));
    if (k < 3)
      std::copy(R[k].begin(), R[k].end(), row.begin() + 3);
    else
      row[k - 3] = 1;
    simpler.A.push_back(row);
    simpler.shift.push_back(k < 3 ? shift[k] : Number(0));
  }
  simpler.B = simpler.A;
  simpler.apply(part);
  return as_chain(change, i,
                  {simpler.link(JointKind::prismatic, {1, 0, 0}, {part.q[0]}, 0),
                   simpler.link(JointKind::prismatic, {0, 1, 0}, {part.q[1]}, 1),
                   simpler.link(JointKind::prismatic, {0, 0, 1}, {part.q[2]}, 2),
                   simpler.link(JointKind::spherical, {1, 0, 0}, {part.q.begin() + 3, part.q.end()}, 3)});
}

/// x and y turned by the shortest rotation that takes z to n (notation.md).
std::array<Vector, 2> plane_axes(const Vector& n) {
  if (n[0] == 0 && n[1] == 0) {
    const Number sign = n[2] > 0 ? 1 : -1;
    return {Vector{1, 0, 0}, Vector{0, sign, 0}};
  }
  const Vector k{-n[1], n[0], 0};
  const auto turned = [&](const Vector& x) {
    return x + cross(k, x) + times(1 / (1 + n[2]), cross(k, cross(k, x)));
  };
  return {turned({1, 0, 0}), turned({0, 1, 0})};
}

/// With the angle th: x' = c vx - s vy, y' = s vx + c vy.
Result planar_as_sliders_and_hinge(const Case& c, std::uint64_t seed) {
  Generator generator = generator_of("planar_as_sliders_and_hinge", seed);
  Change change(c, "planar_as_sliders_and_hinge");
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::planar);
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const auto [e_x, e_y] = plane_axes(normalized(widened(part.body.joint.axis.data())));
  const Number th = part.q[2], sth = sin(th), cth = cos(th), vx = part.v[0], vy = part.v[1], w = part.v[2];
  Simpler simpler;
  simpler.A = {{cth, -sth, 0}, {sth, cth, 0}, {0, 0, 1}};
  simpler.B = simpler.A;
  simpler.shift = {-w * (sth * vx + cth * vy), w * (cth * vx - sth * vy), 0};
  simpler.apply(part);
  return as_chain(change, i,
                  {simpler.link(JointKind::prismatic, rounded(e_x), {part.q[0]}, 0),
                   simpler.link(JointKind::prismatic, rounded(e_y), {part.q[1]}, 1),
                   simpler.link(JointKind::revolute, part.body.joint.axis, {part.q[2]}, 2)});
}

}  // namespace

const std::vector<Transformation>& transformations() {
  static const std::vector<Transformation> list{
      {"renumbered", "the bodies in another regular numbering", true, renumbered},
      {"units", "other units of mass, length and time", true, units},
      {"mirrored", "the mirror image in the plane x = 0", true, mirrored},
      {"axes_reversed", "axes the other way round, with their coordinates", true, axes_reversed},
      {"directions_rescaled", "axes and quaternions of other lengths (and the opposite quaternion)", true,
       directions_rescaled},
      {"time_reversed", "all velocities the other way round", true, time_reversed},
      {"split", "a link in two halves on a fixed joint, which share what hangs on it", true, split},
      {"split_at_centre", "a link in two halves, one with its frame at the centre of mass", true,
       split_at_centre},
      {"massless_link", "a massless link on a fixed joint, carrying an end-effector", true, massless_link},
      {"end_effector_repeated", "an end-effector twice", true, end_effector_repeated},
      {"root_on_fixed_link", "a link fixed to the base between it and the tree", true, root_on_fixed_link},
      {"tree_alone", "one of the trees on the base without the others", true, tree_alone},
      {"joint_locked", "a joint at rest against a fixed one", true, joint_locked},
      {"universal_as_hinges", "a universal joint as two revolute ones", true, universal_as_hinges},
      {"cylindrical_as_hinge_and_slider", "a cylindrical joint as a revolute and a prismatic one", true,
       cylindrical_as_hinge_and_slider},
      {"revolute_as_helical", "a revolute joint as a helical one of no pitch", true, revolute_as_helical},
      {"spherical_as_hinges", "a spherical joint as three revolute ones, where its angles are regular", false,
       spherical_as_hinges},
      {"free_as_sliders_and_ball", "a free joint as three prismatic ones and a spherical one", false,
       free_as_sliders_and_ball},
      {"planar_as_sliders_and_hinge", "a planar joint as two prismatic ones and a revolute one", false,
       planar_as_sliders_and_hinge},
      {"base_moved", "the base's frame moved and turned", false, base_moved},
      {"reframed", "a link's frame turned, and moved as far as its joint allows", false, reframed},
  };
  return list;
}

const Transformation* transformation(std::string_view name) {
  for (const Transformation& entry : transformations())
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace kintree
