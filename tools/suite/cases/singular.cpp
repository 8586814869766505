#include "suite/cases/singular.hpp"

namespace kintree::suite {

Singular Singular::matrix(const Case& c, std::vector<double> H, FactorForm form) {
  const auto n = static_cast<std::size_t>(Layout(c.model).n);
  Singular s{c.model, std::move(H), std::vector<char>(n + 1)};
  const std::size_t k = c.id.seed % n;
  std::vector<double> A = s.H;  // all before k eliminated: from the last (L^T D L), from the first (L D L^T)
  const auto at = [n](std::size_t i, std::size_t j) { return i * n + j; };
  for (std::size_t step = 0; step < (form == FactorForm::LtDL ? n - 1 - k : k); ++step) {
    const std::size_t e = form == FactorForm::LtDL ? n - 1 - step : step;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; i != e && j < n; ++j)
        if (j != e) A[at(i, j)] -= A[at(i, e)] * A[at(e, j)] / A[at(e, e)];
  }
  const double entry = s.H[at(k, k)], eliminated = entry - A[at(k, k)];
  s.H[at(k, k)] = eliminated > 0x1p-10 * entry ? eliminated / 2 : -entry;  // the pivot: -eliminated/2, -entry
  s.broken[k + 1] = 1;
  s.chosen = static_cast<int>(k) + 1;
  return s;
}

Singular Singular::body(const Case& c) {
  const Layout layout(c.model);
  Singular s{c.model, {}, std::vector<char>(static_cast<std::size_t>(layout.n) + 1)};
  std::vector<Body>& bodies = s.model.bodies;
  const auto parent = [&](std::size_t i) { return static_cast<std::size_t>(bodies[i].parent); };
  const auto moves = [&](std::size_t i) { return info(bodies[i].joint.kind).velocities > 0; };

  std::vector<char> moves_beyond(bodies.size());
  std::vector<std::size_t> last_joints;
  for (std::size_t i = bodies.size() - 1; i >= 1; --i) {
    if (moves(i) && !moves_beyond[i]) last_joints.push_back(i);
    if (moves(i) || moves_beyond[i]) moves_beyond[parent(i)] = 1;
  }
  const std::size_t joint = last_joints[c.id.seed % last_joints.size()];
  std::vector<char> beyond(bodies.size());
  for (std::size_t i = joint; i < bodies.size(); ++i) {
    if (i == joint || beyond[parent(i)]) beyond[i] = 1;
    if (!beyond[i]) continue;
    bodies[i].inertial = {.origin = bodies[i].inertial.origin};
    bodies[i].joint.armature = {};
  }
  s.chosen = layout.first_velocity[joint];

  // On bodies without inertia of their own the joints before it have none either.
  std::vector<char> has_inertia(bodies.size());
  for (std::size_t i = bodies.size() - 1; i >= 1; --i) {
    const Inertial& own = bodies[i].inertial;
    if (own.mass != 0 || own.ixx != 0 || own.iyy != 0 || own.izz != 0) has_inertia[i] = 1;
    if (has_inertia[i]) has_inertia[parent(i)] = 1;
  }
  for (std::size_t k = 1; k < s.broken.size(); ++k) {
    const auto i = static_cast<std::size_t>(layout.body_of_velocity[k]);
    const std::size_t of_joint = k - static_cast<std::size_t>(layout.first_velocity[i]);
    s.broken[k] = has_inertia[i] || bodies[i].joint.armature[of_joint] != 0 ? 0 : 1;
  }
  return s;
}

}  // namespace kintree::suite
