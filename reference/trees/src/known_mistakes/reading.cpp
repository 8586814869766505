#include "reading.hpp"

#include <algorithm>
#include <numeric>

#include "../metamorphic/change.hpp"
#include "kintree/trees/index_maps.hpp"

namespace kintree::misreadings {
namespace {

using namespace metamorphic;

std::vector<double> product(const RealRows& A, const std::vector<double>& x,
                            const std::vector<Real>& shift = {}) {
  std::vector<double> result;
  result.reserve(A.size());
  for (const std::vector<Real>& row : A) {
    Real sum = 0;
    for (std::size_t k = 0; k < row.size(); ++k)
      sum += row[k] * (shift.empty() ? Real(x[k]) : Real(Real(x[k]) - shift[k]));
    result.push_back(metamorphic::rounded(sum));
  }
  return result;
}

RealRows transposed_rows(const RealRows& A) {
  RealRows result(A.front().size(), std::vector<Real>(A.size()));
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t k = 0; k < A[i].size(); ++k) result[k][i] = A[i][k];
  return result;
}

Rows rounded_rows(const RealRows& A) {
  Rows rows;
  rows.reserve(A.size());
  for (const std::vector<Real>& row : A) {
    rows.emplace_back();
    for (const Real& x : row) rows.back().push_back(metamorphic::rounded(x));
  }
  return rows;
}

/// The rotation by an angle about an axis of any length [Rodrigues].
Matrix rotation_about(const Triple& axis, double angle) {
  const Vector n = normalized(widened(axis.data()));
  const Real cosine = cos(Real(angle)), sine = sin(Real(angle));
  const Matrix nx = cross_matrix(n);
  Matrix R;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      R[i][k] = (i == k ? cosine : Real(0)) + sine * nx[i][k] + (1 - cosine) * n[i] * n[k];
  return R;
}

/// From coordinates in the child's axes to coordinates in the joint frame.
Matrix joint_rotation(const Part& part) {
  const Joint& joint = part.body.joint;
  switch (joint.kind) {
    case JointKind::fixed:
    case JointKind::prismatic:
      return Frame{}.R;
    case JointKind::revolute:
    case JointKind::helical:
    case JointKind::cylindrical:
      return rotation_about(joint.axis, part.q[0]);
    case JointKind::universal:
      return rotation_about(joint.axis, part.q[0]) * rotation_about(joint.second_axis, part.q[1]);
    case JointKind::planar:
      return rotation_about(joint.axis, part.q[2]);
    case JointKind::spherical:
    case JointKind::free:
      return rotation(part.q.data() + part.q.size() - 4);
  }
  return Frame{}.R;
}

}  // namespace

void Reading::takes_rates(int i, const Coordinates& coordinates) {
  Part& part = parts[i];
  part.v = product(coordinates.A_inverse, part.v);
  part.qdd = product(coordinates.A_inverse, part.qdd, coordinates.shift);
  part.tau = product(transposed_rows(coordinates.A), part.tau);
  coordinates_[i] = coordinates;
}

void Reading::takes_order(const std::vector<int>& order) {
  order_ = order;
  std::ptrdiff_t q = 0, v = 0;
  const State& given = given_.state;
  const auto take = [](std::vector<double>& part, const std::vector<double>& from, std::ptrdiff_t at) {
    std::copy_n(from.begin() + at, part.size(), part.begin());
  };
  for (const int i : order) {
    Part& part = parts[i];
    take(part.q, given.q, q);
    take(part.v, given.v, v);
    take(part.qdd, given.qdd, v);
    take(part.tau, given.tau, v);
    q += static_cast<std::ptrdiff_t>(part.q.size());
    v += static_cast<std::ptrdiff_t>(part.v.size());
  }
}

Misreading Reading::finish() const {
  Misreading result{parts.put_together(), {}, {}};
  const Layout layout(result.solved.model);
  std::vector<int> order = order_;
  if (order.empty()) {
    order.resize(static_cast<std::size_t>(parts.body_count()));
    std::iota(order.begin(), order.end(), 1);
  }
  AnswerMap velocities{layout.n, layout.n, {}, {}}, forces = velocities;
  velocities.shift.assign(static_cast<std::size_t>(layout.n), 0.0);
  IndexMaps maps;
  int row = 1;
  for (const int i : order) {
    const int n_i = info(parts[i].body.joint.kind).velocities;
    if (n_i == 0) continue;
    const int column = layout.first_velocity[static_cast<std::size_t>(i)];
    const auto found = coordinates_.find(i);
    const Coordinates same{identity_rows(n_i), identity_rows(n_i)};
    const Coordinates& of = found == coordinates_.end() ? same : found->second;
    metamorphic::place(velocities, rounded_rows(of.A), row, column);
    metamorphic::place(forces, rounded_rows(transposed_rows(of.A_inverse)), row, column);
    maps.constant_rates = maps.constant_rates && of.shift.empty();
    for (std::size_t k = 0; k < of.shift.size(); ++k)
      velocities.shift[static_cast<std::size_t>(row - 1) + k] = metamorphic::rounded(of.shift[k]);
    row += n_i;
  }
  maps.shift = std::exchange(velocities.shift, {});
  maps.velocities = velocities, maps.forces = forces;
  if (!given_.state.end_effectors.empty()) {
    maps.twists =
        end_effectors.value_or(identity_map(6 * static_cast<int>(given_.state.end_effectors.size())));
    maps.wrenches = maps.twists;
  }
  maps.momenta = identity_map(6);
  result.maps = maps;
  // The model as it is read has no constraints.
  result.problems = problems_related_by(maps).where(
      [](const ProblemInfo& p) { return p.is_unique() && !p.is_about_constraints(); });
  return result;
}

RealRows identity_rows(int size) {
  const auto n = static_cast<std::size_t>(size);
  RealRows rows(n, std::vector<Real>(n, 0));
  for (std::size_t i = 0; i < n; ++i) rows[i][i] = 1;
  return rows;
}

void set_block(RealRows& rows, std::size_t row, std::size_t column, const metamorphic::Matrix& block) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) rows[row + i][column + k] = block[i][k];
}

metamorphic::Matrix cross_matrix(const metamorphic::Vector& a) {
  return {{{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}}};
}

std::vector<Matrix> rotations_to_base(const Parts& parts) {
  std::vector<Matrix> to_base{Frame{}.R};
  for (int i = 1; i <= parts.body_count(); ++i)
    to_base.push_back(to_base[static_cast<std::size_t>(parts[i].body.parent)] *
                      frame(parts[i].body.joint.placement).R * joint_rotation(parts[i]));
  return to_base;
}

}  // namespace kintree::misreadings
