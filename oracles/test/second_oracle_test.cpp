// A second oracle, without trigonometry and without coordinates, in the finite field. Each joint is at zero, and its placement is a
// rational rotation and a translation. A joint's motion is a product from the right by 1 + x^ + ..., where x^ is the 4 x 4 matrix of a twist
// in the child's axes. Forces follow from d'Alembert's principle over the 4 x 4 moments of mass of each body. Derivatives are the
// coefficients of nilpotents. It separates mistakes in coordinates from mistakes in the mechanics.
#include <boost/test/unit_test.hpp>

#include <random>

#include "kintree/oracle/field_oracle.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::test {
namespace {

/// A polynomial in a nilpotent x, x^N = 0, over T.
template <class T, std::size_t N>
struct Truncated {
  std::array<T, N> c{};

  Truncated() = default;
  explicit Truncated(const Field& constant) { c[0] = T(constant); }

  friend Truncated operator+(Truncated a, const Truncated& b) {
    for (std::size_t i = 0; i < N; ++i) a.c[i] = a.c[i] + b.c[i];
    return a;
  }
  friend Truncated operator-(Truncated a, const Truncated& b) {
    for (std::size_t i = 0; i < N; ++i) a.c[i] = a.c[i] - b.c[i];
    return a;
  }
  friend Truncated operator*(const Truncated& a, const Truncated& b) {
    Truncated product;
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = 0; i + j < N; ++j) product.c[i + j] = product.c[i + j] + a.c[i] * b.c[j];
    return product;
  }
};

using E = Truncated<Truncated<Field, 2>, 2>;  ///< over 1, d, e and d e: the displacements of two derivatives
using InTime = Truncated<E, 3>;               ///< over 1, t, t^2

const E d = [] {
  E x;
  x.c[0].c[1] = Field(1);
  return x;
}();
const E e = [] {
  E x;
  x.c[1].c[0] = Field(1);
  return x;
}();
InTime power_of_t(std::size_t exponent, const E& factor) {
  InTime x;
  x.c[exponent] = factor;
  return x;
}

template <class T>
using Matrix4 = std::array<std::array<T, 4>, 4>;

template <class T>
Matrix4<T> operator*(const Matrix4<T>& a, const Matrix4<T>& b) {
  Matrix4<T> product{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t j = 0; j < 4; ++j) product[i][j] = product[i][j] + a[i][k] * b[k][j];
  return product;
}

Matrix4<InTime> one() {
  Matrix4<InTime> m{};
  for (std::size_t i = 0; i < 4; ++i) m[i][i] = InTime(Field(1));
  return m;
}

using Twist = std::array<Field, 6>;

/// Coordinates of a joint that move together: the twists of their unit velocities, in the child's axes, are constant.
struct Factor {
  int first;  ///< coordinate, from 0
  std::vector<Twist> twists;
};

Twist about(const Triple& axis) {
  return {Field(axis[0]), Field(axis[1]), Field(axis[2])};
}
Twist along(const Triple& axis) {
  return {Field(), Field(), Field(), Field(axis[0]), Field(axis[1]), Field(axis[2])};
}

/// The axes are unit vectors, and the normal of a plane is z.
std::vector<Factor> factors_of(const Joint& joint, int first) {
  const Triple x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  const Twist turn = about(joint.axis), slide = along(joint.axis);
  switch (joint.kind) {
    case JointKind::fixed:
      return {};
    case JointKind::revolute:
      return {{first, {turn}}};
    case JointKind::prismatic:
      return {{first, {slide}}};
    case JointKind::helical: {
      Twist screw = turn;
      for (std::size_t k = 3; k < 6; ++k) screw[k] = Field(joint.pitch) * slide[k];
      return {{first, {screw}}};
    }
    case JointKind::cylindrical:
      return {{first, {turn, slide}}};
    case JointKind::universal:
      return {{first, {turn}}, {first + 1, {about(joint.second_axis)}}};
    case JointKind::planar:
      return {{first, {along(x), along(y), about(z)}}};
    case JointKind::spherical:
      return {{first, {about(x), about(y), about(z)}}};
    case JointKind::free:
      return {{first, {about(x), about(y), about(z), along(x), along(y), along(z)}}};
  }
  return {};
}

/// A velocity of every coordinate, and its derivatives.
using Velocity = std::vector<E>;

Velocity widened(const std::vector<double>& x) {
  Velocity result;
  for (const double entry : x) result.emplace_back(Field(entry));
  return result;
}

Velocity unit(std::size_t n, std::size_t k) {
  Velocity result(n);
  result[k] = E(Field(1));
  return result;
}

class SecondOracle {
 public:
  /// Each joint is at zero.
  explicit SecondOracle(const Case& c) : model_(c.model), state_(c.state), layout_(c.model) {
    for (std::size_t b = 1; b < model_.bodies.size(); ++b)
      factors_.push_back(factors_of(model_.bodies[b].joint, layout_.first_velocity[b] - 1));
  }

  std::size_t n() const { return static_cast<std::size_t>(layout_.n); }

  /// The generalized forces at these velocities and accelerations. First q moves along unit velocity j by d, then along unit velocity k
  /// by e. It does not move along -1.
  std::vector<E> forces(const Velocity& v, const Velocity& a, int j = -1, int k = -1) const {
    const auto moving = poses(v, a, j, k);
    std::vector<E> tau(n());
    for (std::size_t i = 0; i < n(); ++i) {
      const auto displaced = poses(unit(n(), i), Velocity(n()), j, k);
      for (std::size_t b = 0; b < moving.size(); ++b) tau[i] = tau[i] + work(b, displaced[b], moving[b]);
    }
    return tau;
  }

 private:
  using Poses = std::vector<Matrix4<InTime>>;  ///< of bodies 1..N

  static Matrix4<InTime> placed(const Placement& at) {
    const auto& [w, x, y, z] = at.quaternion;
    const std::array<Field, 4> q{Field(w), Field(x), Field(y), Field(z)};
    const Field norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    Matrix4<InTime> m = one();
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t s = 0; s < 3; ++s) {
        Field entry = (q[r + 1] * q[s + 1] + q[r + 1] * q[s + 1]) / norm;
        if (r == s) entry += (q[0] * q[0] + q[0] * q[0]) / norm - Field(1);
        if (s == (r + 1) % 3) entry -= (q[0] * q[(r + 2) % 3 + 1] + q[0] * q[(r + 2) % 3 + 1]) / norm;
        if (s == (r + 2) % 3) entry += (q[0] * q[(r + 1) % 3 + 1] + q[0] * q[(r + 1) % 3 + 1]) / norm;
        m[r][s] = InTime(entry);
      }
      m[r][3] = InTime(Field(at.xyz[r]));
    }
    return m;
  }

  /// The 4 x 4 matrix of the twist of a factor at velocity x.
  static Matrix4<E> hat(const Factor& factor, const Velocity& x) {
    std::array<E, 6> twist{};
    for (std::size_t k = 0; k < factor.twists.size(); ++k)
      for (std::size_t r = 0; r < 6; ++r)
        twist[r] = twist[r] + E(factor.twists[k][r]) * x[static_cast<std::size_t>(factor.first) + k];
    Matrix4<E> m{};
    for (std::size_t r = 0; r < 3; ++r) {
      m[(r + 2) % 3][(r + 1) % 3] = twist[r];
      m[(r + 1) % 3][(r + 2) % 3] = E() - twist[r];
      m[r][3] = twist[3 + r];
    }
    return m;
  }

  /// 1 + s x^ for a nilpotent s with s s = 0.
  static Matrix4<InTime> displacement(const E& s, const Matrix4<E>& x) {
    Matrix4<InTime> m = one();
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t k = 0; k < 4; ++k) m[r][k].c[0] = m[r][k].c[0] + s * x[r][k];
    return m;
  }

  /// The motion that begins with twist x and its rate: 1 + t x^ + t^2 / 2 (x^ x^ + rate^).
  static Matrix4<InTime> motion(const Matrix4<E>& x, const Matrix4<E>& rate) {
    const Matrix4<E> squared = x * x;
    const E half{Field(0.5)};
    Matrix4<InTime> m = one();
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t k = 0; k < 4; ++k)
        m[r][k] = m[r][k] + power_of_t(1, x[r][k]) + power_of_t(2, half * (squared[r][k] + rate[r][k]));
    return m;
  }

  Poses poses(const Velocity& v, const Velocity& a, int j, int k) const {
    Poses result;
    for (std::size_t b = 0; b < factors_.size(); ++b) {
      const Body& body = model_.bodies[b + 1];
      Matrix4<InTime> at = placed(body.joint.placement);
      if (body.parent != 0) at = result[static_cast<std::size_t>(body.parent) - 1] * at;
      for (const Factor& factor : factors_[b]) {
        if (j >= 0) at = at * displacement(d, hat(factor, unit(n(), static_cast<std::size_t>(j))));
        if (k >= 0) at = at * displacement(e, hat(factor, unit(n(), static_cast<std::size_t>(k))));
        at = at * motion(hat(factor, v), hat(factor, a));
      }
      result.push_back(at);
    }
    return result;
  }

  /// The integral of x x^T dm over the points x = (position, 1) of a body.
  static Matrix4<E> moments(const Inertial& body) {
    const Field m(body.mass), half(0.5);
    const std::array<std::array<Field, 3>, 3> I{{{Field(body.ixx), Field(body.ixy), Field(body.ixz)},
                                                 {Field(body.ixy), Field(body.iyy), Field(body.iyz)},
                                                 {Field(body.ixz), Field(body.iyz), Field(body.izz)}}};
    const Field trace = (I[0][0] + I[1][1] + I[2][2]) * half;
    Matrix4<E> result{};
    for (std::size_t r = 0; r < 3; ++r) {
      const Field c_r(body.origin.xyz[r]);
      for (std::size_t s = 0; s < 3; ++s)
        result[r][s] = E((r == s ? trace : Field()) - I[r][s] + m * c_r * Field(body.origin.xyz[s]));
      result[r][3] = result[3][r] = E(m * c_r);
    }
    result[3][3] = E(m);
    return result;
  }

  /// The work of body b + 1 along the rate of `displaced`: of its mass against its acceleration less gravity, and of the external force.
  E work(std::size_t b, const Matrix4<InTime>& displaced, const Matrix4<InTime>& moving) const {
    const Matrix4<E> mass = moments(model_.bodies[b + 1].inertial);
    const E two{Field(2)};
    E sum;
    Matrix4<E> body_twist{};  // R^T times the rate
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t s = 0; s < 3; ++s)
          body_twist[s][k] = body_twist[s][k] + moving[r][s].c[0] * displaced[r][k].c[1];
        for (std::size_t l = 0; l < 4; ++l) {
          E acceleration = two * moving[r][l].c[2];
          if (l == 3) acceleration = acceleration - E(Field(model_.gravity[r]));
          sum = sum + displaced[r][k].c[1] * mass[k][l] * acceleration;
        }
      }
    const Wrench& f = state_.f_ext[b + 1];
    for (std::size_t r = 0; r < 3; ++r) {
      sum = sum - E(Field(f[r])) * body_twist[(r + 2) % 3][(r + 1) % 3];
      sum = sum - E(Field(f[3 + r])) * body_twist[r][3];
    }
    return sum;
  }

  const Model& model_;
  const State& state_;
  Layout layout_;
  std::vector<std::vector<Factor>> factors_;
};

/// A random tree whose joints are at zero, in placements that are rational.
Case at_zero(std::uint64_t seed) {
  CaseOptions options;
  options.floating_base = seed % 4 == 0;
  for (const JointKindInfo& kind : joint_kinds) options.joints.push_back(kind.kind);
  Case c = random_case(Family::recursive, 3, seed, options);
  std::mt19937_64 engine(seed);
  const auto number = [&] { return static_cast<double>(engine() % 19) - 9; };
  for (std::size_t b = 1; b < c.model.bodies.size(); ++b) {
    Body& body = c.model.bodies[b];
    Joint& joint = body.joint;
    joint.placement.rpy = body.inertial.origin.rpy = {};
    joint.placement.quaternion = {10, number(), number(), number()};
    joint.axis = joint.second_axis = {};
    const std::size_t k = joint.kind == JointKind::planar ? 2 : engine() % 3;
    joint.axis[k] = joint.second_axis[(k + 1) % 3] = 1;
  }
  const State zero = neutral_state(c.model);
  c.state.q = zero.q;
  c.state.end_effectors.clear();
  return c;
}

/// Counts the entries of an output that differ.
struct Differences {
  std::vector<Field> exact;
  std::size_t count = 0;

  void compare(std::size_t entry, const Field& x) { count += exact.at(entry) == x ? 0 : 1; }
};

BOOST_AUTO_TEST_SUITE(second_oracle)

BOOST_AUTO_TEST_CASE(second_oracle_agrees_in_forces_and_first_derivatives) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Case c = at_zero(seed);
    const SecondOracle second(c);
    const auto first = oracle::FieldOracle::dense(
        c.model, c.state,
        {Problem::mass_matrix, Problem::inverse_dynamics, Problem::inverse_dynamics_derivatives});
    const std::size_t n = second.n();
    Differences tau{first.exact(Problem::inverse_dynamics, 0)}, H{first.exact(Problem::mass_matrix, 0)},
        by_q{first.exact(Problem::inverse_dynamics_derivatives, 0)},
        by_v{first.exact(Problem::inverse_dynamics_derivatives, 1)};
    const Velocity v = widened(c.state.v), a = widened(c.state.qdd);
    for (std::size_t k = 0; k < n; ++k) {
      Velocity faster = v, accelerated = a;
      faster[k] = faster[k] + d, accelerated[k] = accelerated[k] + d;
      const auto moved = second.forces(v, a, static_cast<int>(k)), at_v = second.forces(faster, a),
                 at_a = second.forces(v, accelerated);
      for (std::size_t i = 0; i < n; ++i) {
        if (k == 0) tau.compare(i, moved[i].c[0].c[0]);
        by_q.compare(i * n + k, moved[i].c[0].c[1]);
        by_v.compare(i * n + k, at_v[i].c[0].c[1]);
        H.compare(i * n + k, at_a[i].c[0].c[1]);
      }
    }
    BOOST_TEST_CONTEXT("seed " << seed) {
      BOOST_TEST(tau.count == 0u);
      BOOST_TEST(H.count == 0u);
      BOOST_TEST(by_q.count == 0u);
      BOOST_TEST(by_v.count == 0u);
    }
  }
}

BOOST_AUTO_TEST_CASE(second_oracle_agrees_in_second_derivatives) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Case c = at_zero(seed);
    const SecondOracle second(c);
    const Problem problem = Problem::inverse_dynamics_second_derivatives;
    const auto first = oracle::FieldOracle::dense(c.model, c.state, {problem});
    const std::size_t n = second.n();
    Differences qq{first.exact(problem, 0)}, vv{first.exact(problem, 1)}, qv{first.exact(problem, 2)},
        dH{first.exact(problem, 3)};
    const Velocity v = widened(c.state.v), a = widened(c.state.qdd);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) {
        Velocity both = v, faster = v, accelerated = a;
        both[j] = both[j] + d, both[k] = both[k] + e;
        faster[k] = faster[k] + e, accelerated[k] = accelerated[k] + e;
        const int along = static_cast<int>(j);
        const auto at_qq = second.forces(v, a, along, static_cast<int>(k)), at_vv = second.forces(both, a),
                   at_qv = second.forces(faster, a, along), at_qa = second.forces(v, accelerated, along);
        for (std::size_t i = 0; i < n; ++i) {
          const std::size_t entry = i * n * n + j * n + k;
          qq.compare(entry, at_qq[i].c[1].c[1]);
          vv.compare(entry, at_vv[i].c[1].c[1]);
          qv.compare(entry, at_qv[i].c[1].c[1]);
          dH.compare(entry, at_qa[i].c[1].c[1]);
        }
      }
    BOOST_TEST_CONTEXT("seed " << seed) {
      BOOST_TEST(qq.count == 0u);
      BOOST_TEST(vv.count == 0u);
      BOOST_TEST(qv.count == 0u);
      BOOST_TEST(dH.count == 0u);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace kintree::test
