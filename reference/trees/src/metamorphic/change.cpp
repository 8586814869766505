#include "change.hpp"

#include <algorithm>

#include "kintree/trees/index_maps.hpp"

namespace kintree::metamorphic {

Change::Change(const Case& c, std::string_view transformation, std::uint64_t seed)
    : original(c),
      parts(c),
      generator(make_generator({word(transformation), seed})),
      momenta(identity_map(6)) {
  parts.id.transformation = transformation;
  parameters.emplace().fill(1);
}

/// By the names of the bodies; empty if the bodies are others.
AnswerMap Change::parameter_map(const Model& image) const {
  const int size = 10 * image.body_count();
  AnswerMap map{size, size, {}, {}};
  if (!parameters || image.bodies.size() != original.model.bodies.size()) return {};
  for (std::size_t i = 1; i < image.bodies.size(); ++i) {
    const auto was = std::find_if(original.model.bodies.begin() + 1, original.model.bodies.end(),
                                  [&](const Body& body) { return body.name == image.bodies[i].name; });
    if (was == original.model.bodies.end()) return {};
    const auto index = static_cast<int>(was - original.model.bodies.begin());
    for (int k = 0; k < 10; ++k)
      map.entries.push_back({10 * (static_cast<int>(i) - 1) + k + 1, 10 * (index - 1) + k + 1,
                             (*parameters)[static_cast<std::size_t>(k)]});
  }
  return map;
}

CaseImage Change::finish() const {
  CaseImage result{parts.put_together()};
  const Layout was(original.model), is(result.image.model);
  std::unordered_map<std::string_view, std::size_t> old;
  for (std::size_t i = 1; i < original.model.bodies.size(); ++i)
    old.emplace(original.model.bodies[i].name, i);
  AnswerMap A{is.n, was.n, {}, {}}, B = A;
  std::vector<double> shift(static_cast<std::size_t>(is.n), 0.0);
  bool has_constant_rates = true;
  for (std::size_t i = 1; i < result.image.model.bodies.size(); ++i) {
    const Body& body = result.image.model.bodies[i];
    const int n_i = info(body.joint.kind).velocities, row = is.first_velocity[i];
    if (n_i == 0) continue;
    const auto given = rate_maps.find(body.name);
    const RateMap map = given == rate_maps.end()
                            ? RateMap{body.name, diagonal(ones(n_i)), diagonal(ones(n_i))}
                            : given->second;
    const int column = was.first_velocity[old.at(map.of)];
    place(A, map.A, row, column);
    place(B, map.B, row, column);
    std::copy(map.shift.begin(), map.shift.end(), shift.begin() + (row - 1));
    has_constant_rates = has_constant_rates && map.shift.empty();
  }
  const bool shifted = std::any_of(shift.begin(), shift.end(), [](double x) { return x != 0; });
  result.maps = {A, B};
  IndexMaps& maps = result.maps;
  if (shifted) maps.shift = shift;
  maps.constant_rates = has_constant_rates;
  maps.momenta = momenta;
  maps.parameters = parameter_map(result.image.model);
  if (!result.image.state.end_effectors.empty()) {
    maps.twists =
        end_effectors.value_or(identity_map(6 * static_cast<int>(original.state.end_effectors.size())));
    maps.wrenches = inverse_transposed(maps.twists);
  }
  maps.constraints = constraints.value_or(identity_map(was.constraint_rows));
  maps.constraint_forces = inverse_transposed(maps.constraints);
  result.problems = problems_related_by(maps);
  return result;
}

Rows diagonal(const std::vector<double>& entries) {
  Rows rows(entries.size(), std::vector<double>(entries.size(), 0.0));
  for (std::size_t i = 0; i < entries.size(); ++i) rows[i][i] = entries[i];
  return rows;
}

std::vector<double> ones(int count) {
  return std::vector<double>(static_cast<std::size_t>(count), 1.0);
}

AnswerMap inverse_transposed(AnswerMap map) {
  for (AnswerMap::Entry& entry : map.entries) entry.factor = 1 / entry.factor;
  return map;
}

void place(AnswerMap& map, const Rows& block, int row, int column) {
  for (std::size_t i = 0; i < block.size(); ++i)
    for (std::size_t k = 0; k < block[i].size(); ++k)
      if (block[i][k] != 0)
        map.entries.push_back({row + static_cast<int>(i), column + static_cast<int>(k), block[i][k]});
}

std::vector<double> scaled(std::vector<double> x, double factor) {
  for (double& entry : x) entry *= factor;
  return x;
}

void scale_rates(Part& part, const std::vector<double>& factors) {
  for (std::vector<double>* const rates : {&part.v, &part.qdd, &part.tau})
    for (std::size_t k = 0; k < rates->size(); ++k) (*rates)[k] *= factors[k];
}

std::vector<int> bodies_where(const Parts& parts, const std::function<bool(const Part&)>& condition) {
  std::vector<int> found;
  for (int i = 1; i <= parts.body_count(); ++i)
    if (condition(parts[i])) found.push_back(i);
  return found;
}

std::vector<int> bodies_with(const Parts& parts, JointKind kind) {
  return bodies_where(parts, [kind](const Part& part) {
    return part.body.joint.kind == kind && !has_armature(part.body.joint);
  });
}

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

}  // namespace kintree::metamorphic
