// Joints replaced by equivalent joints of other kinds.
#include <algorithm>

#include "change.hpp"
#include "real.hpp"
#include "transformations.hpp"

namespace kintree::metamorphic {
namespace {

/// One joint of a chain that replaces a joint: its coordinates, and the rows of the replaced joint's rate map
/// that are its own (RateMap).
struct ChainJoint {
  JointKind kind;
  Triple axis;
  std::vector<double> q;
  Rows A, B;
  std::vector<double> v, qdd, tau, shift;
};

/// Replaces joint i by a chain of joints at the same place. The bodies between them are massless; the last
/// joint is that of body i.
CaseImage as_chain(Change& change, int i, const std::vector<ChainJoint>& chain) {
  const std::string of = change.parts[i].body.name;
  int parent = change.parts[i].body.parent;
  Placement placement = change.parts[i].body.joint.placement;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const ChainJoint& joint = chain[k];
    if (k + 1 < chain.size())
      change.parts.insert(i,
                          new_part(change.parts, of + "_" + std::to_string(k + 1), parent, JointKind::fixed));
    Part& part = change.parts[i];
    part.body.parent = parent;
    part.body.joint.kind = joint.kind;
    part.body.joint.placement = placement;
    part.body.joint.axis = joint.axis;
    part.q = joint.q;
    part.v = joint.v;
    part.qdd = joint.qdd;
    part.tau = joint.tau;
    change.rate_maps[part.body.name] = {of, joint.A, joint.B, joint.shift};
    placement = {};
    parent = i++;
  }
  return change.finish();
}

/// The rates of a whole chain from those of the joint that it replaces: the rate map in 50 digits, B = A^-T.
struct ChainRates {
  std::vector<std::vector<Real>> A, B;
  std::vector<Real> shift;
  std::vector<double> v, qdd, tau;

  /// Sets v, qdd and tau from the rates of the replaced joint.
  void apply(const Part& part) {
    const auto product = [](const std::vector<std::vector<Real>>& M, const std::vector<double>& x,
                            const std::vector<Real>& add) {
      std::vector<double> result;
      for (std::size_t i = 0; i < M.size(); ++i) {
        Real sum = add.empty() ? Real(0) : add[i];
        for (std::size_t k = 0; k < x.size(); ++k) sum += M[i][k] * x[k];
        result.push_back(rounded(sum));
      }
      return result;
    };
    v = product(A, part.v, {});
    qdd = product(A, part.qdd, shift);
    tau = product(B, part.tau, {});
  }

  /// The joint of the chain whose rates start at row `first`, from 0.
  ChainJoint joint(JointKind kind, const Triple& axis, std::vector<double> q, std::size_t first) const {
    const auto count = static_cast<std::size_t>(info(kind).velocities);
    ChainJoint result{kind, axis, std::move(q), {}, {}, {}, {}, {}, {}};
    for (std::size_t i = first; i < first + count; ++i) {
      std::vector<double> a, b;
      for (const Real& x : A[i]) a.push_back(rounded(x));
      for (const Real& x : B[i]) b.push_back(rounded(x));
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

/// The in-plane axes of a planar joint with the unit normal n (notation.md): x and y turned by the shortest
/// rotation that takes z to n.
std::array<Vector, 2> plane_axes(const Vector& n) {
  if (n[0] == 0 && n[1] == 0) {
    const Real sign = n[2] > 0 ? 1 : -1;
    return {Vector{1, 0, 0}, Vector{0, sign, 0}};
  }
  const Vector k{-n[1], n[0], 0};
  const auto turned = [&](const Vector& x) {
    return x + cross(k, x) + times(1 / (1 + n[2]), cross(k, cross(k, x)));
  };
  return {turned({1, 0, 0}), turned({0, 1, 0})};
}

}  // namespace

std::optional<CaseImage> universal_as_hinges(const Case& c, std::uint64_t seed) {
  Change change(c, "universal_as_hinges", seed);
  Generator& generator = change.generator;
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::universal);
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const auto hinge = [&](std::size_t k, const Triple& axis) {
    Rows row{{0, 0}};
    row[0][k] = 1;
    return ChainJoint{JointKind::revolute, axis,          {part.q[k]},   row, row,
                      {part.v[k]},         {part.qdd[k]}, {part.tau[k]}, {}};
  };
  return as_chain(change, i, {hinge(0, part.body.joint.axis), hinge(1, part.body.joint.second_axis)});
}

std::optional<CaseImage> cylindrical_as_hinge_and_slider(const Case& c, std::uint64_t seed) {
  Change change(c, "cylindrical_as_hinge_and_slider", seed);
  Generator& generator = change.generator;
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::cylindrical);
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const auto joint = [&](std::size_t k, JointKind kind) {
    Rows row{{0, 0}};
    row[0][k] = 1;
    return ChainJoint{kind,        part.body.joint.axis, {part.q[k]},   row, row,
                      {part.v[k]}, {part.qdd[k]},        {part.tau[k]}, {}};
  };
  const ChainJoint hinge = joint(0, JointKind::revolute), slider = joint(1, JointKind::prismatic);
  return one_in(generator, 2) ? as_chain(change, i, {hinge, slider}) : as_chain(change, i, {slider, hinge});
}

std::optional<CaseImage> revolute_as_helical(const Case& c, std::uint64_t seed) {
  Change change(c, "revolute_as_helical", seed);
  Generator& generator = change.generator;
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::revolute);
  if (candidates.empty()) return {};
  Joint& joint = change.parts[pick(generator, candidates)].body.joint;
  joint.kind = JointKind::helical;
  joint.pitch = 0;
  return change.finish();
}

// R = Rz(a) Ry(b) Rx(g), so that omega = E (a', b', g') in the child's axes.
std::optional<CaseImage> spherical_as_hinges(const Case& c, std::uint64_t seed) {
  Change change(c, "spherical_as_hinges", seed);
  Generator& generator = change.generator;
  std::vector<int> candidates;
  for (const int i : bodies_with(change.parts, JointKind::spherical)) {
    const Matrix R = rotation(change.parts[i].q.data());
    if (R[0][0] * R[0][0] + R[1][0] * R[1][0] >= 0.25) candidates.push_back(i);  // cos b >= 1/2
  }
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const Placement angles = placement({rotation(part.q.data()), {}});
  const Real b = angles.rpy[1], g = angles.rpy[0];
  const Real sb = sin(b), cb = cos(b), sg = sin(g), cg = cos(g);
  const Matrix E{{{-sb, 0, 1}, {cb * sg, cg, 0}, {cb * cg, -sg, 0}}};
  const Matrix A = inverse(E), B = transposed(E);
  const Vector rates = A * widened(part.v.data());
  const Real &db = rates[1], &dg = rates[2];
  const Matrix dE{{{-cb * db, 0, 0},
                   {-sb * sg * db + cb * cg * dg, -sg * dg, 0},
                   {-sb * cg * db - cb * sg * dg, -cg * dg, 0}}};
  const Vector shift = times(-1, A * (dE * rates));
  ChainRates chain;
  for (std::size_t k = 0; k < 3; ++k) {
    chain.A.push_back({A[k].begin(), A[k].end()});
    chain.B.push_back({B[k].begin(), B[k].end()});
    chain.shift.push_back(shift[k]);
  }
  chain.apply(part);
  return as_chain(change, i,
                  {chain.joint(JointKind::revolute, {0, 0, 1}, {angles.rpy[2]}, 0),
                   chain.joint(JointKind::revolute, {0, 1, 0}, {angles.rpy[1]}, 1),
                   chain.joint(JointKind::revolute, {1, 0, 0}, {angles.rpy[0]}, 2)});
}

// The sliders have the rates R v and the accelerations R (v' + omega x v).
std::optional<CaseImage> free_as_sliders_and_ball(const Case& c, std::uint64_t seed) {
  Change change(c, "free_as_sliders_and_ball", seed);
  Generator& generator = change.generator;
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::free);
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const Matrix R = rotation(part.q.data() + 3);
  const Vector shift = R * cross(widened(part.v.data()), widened(part.v.data() + 3));
  ChainRates chain;
  for (std::size_t k = 0; k < 6; ++k) {
    std::vector<Real> row(6, Real(0));
    if (k < 3)
      std::copy(R[k].begin(), R[k].end(), row.begin() + 3);
    else
      row[k - 3] = 1;
    chain.A.push_back(row);
    chain.shift.push_back(k < 3 ? shift[k] : Real(0));
  }
  chain.B = chain.A;
  chain.apply(part);
  return as_chain(change, i,
                  {chain.joint(JointKind::prismatic, {1, 0, 0}, {part.q[0]}, 0),
                   chain.joint(JointKind::prismatic, {0, 1, 0}, {part.q[1]}, 1),
                   chain.joint(JointKind::prismatic, {0, 0, 1}, {part.q[2]}, 2),
                   chain.joint(JointKind::spherical, {1, 0, 0}, {part.q.begin() + 3, part.q.end()}, 3)});
}

// With c and s of the angle theta: x' = c vx - s vy, y' = s vx + c vy.
std::optional<CaseImage> planar_as_sliders_and_hinge(const Case& c, std::uint64_t seed) {
  Change change(c, "planar_as_sliders_and_hinge", seed);
  Generator& generator = change.generator;
  const std::vector<int> candidates = bodies_with(change.parts, JointKind::planar);
  if (candidates.empty()) return {};
  const int i = pick(generator, candidates);
  const Part part = change.parts[i];
  const auto [e_x, e_y] = plane_axes(normalized(widened(part.body.joint.axis.data())));
  const Real th = part.q[2], sth = sin(th), cth = cos(th), vx = part.v[0], vy = part.v[1], w = part.v[2];
  ChainRates chain;
  chain.A = {{cth, -sth, 0}, {sth, cth, 0}, {0, 0, 1}};
  chain.B = chain.A;
  chain.shift = {-w * (sth * vx + cth * vy), w * (cth * vx - sth * vy), 0};
  chain.apply(part);
  return as_chain(change, i,
                  {chain.joint(JointKind::prismatic, rounded(e_x), {part.q[0]}, 0),
                   chain.joint(JointKind::prismatic, rounded(e_y), {part.q[1]}, 1),
                   chain.joint(JointKind::revolute, part.body.joint.axis, {part.q[2]}, 2)});
}

}  // namespace kintree::metamorphic
