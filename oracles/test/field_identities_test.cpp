// Identities of derivatives and of the Coriolis matrix in the finite field, to the last element. Some identities hold only if the velocities
// of every joint commute. They are often quoted without that condition, and fail here without it.
#include <boost/test/unit_test.hpp>

#include "brackets.hpp"
#include "kintree/oracle/field_oracle.hpp"
#include "kintree/trees/case.hpp"
#include "mechanics/field_scalar.hpp"

namespace kintree::test::in_field {

using oracle::FieldOracle;
using Matrix = oracle::Matrix<Field>;
using Vector = oracle::Vector<Field>;

bool equal(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      if (!(a(i, j) == b(i, j))) return false;
  return true;
}

Vector widened(const std::vector<double>& x) {
  Vector result(static_cast<Eigen::Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) result(static_cast<Eigen::Index>(i)) = Field(x[i]);
  return result;
}

/// The exact outputs of one case.
struct Tree {
  Case c;
  FieldOracle oracle;
  Eigen::Index n;

  explicit Tree(const Case& of)
      : c(of), oracle(FieldOracle::dense(of.model, of.state, problems())), n(Layout(of.model).n) {}

  static const ProblemSet& problems() {
    static const ProblemSet set{Problem::coriolis_matrix,
                                Problem::bias_force,
                                Problem::centroidal_momentum,
                                Problem::mass_matrix,
                                Problem::inverse_dynamics_derivatives,
                                Problem::forward_dynamics_derivatives,
                                Problem::inverse_dynamics_second_derivatives};
    return set;
  }
  Matrix of(Problem problem, std::size_t output = 0) const {
    const std::vector<Field> x = oracle.exact(problem, output);
    const Eigen::Index rows = problem == Problem::centroidal_momentum ? 6 : n;
    return Eigen::Map<const Eigen::Matrix<Field, -1, -1, Eigen::RowMajor>>(
        x.data(), rows, static_cast<Eigen::Index>(x.size()) / rows);
  }
  Vector v() const { return widened(c.state.v); }
  Matrix H() const { return of(Problem::mass_matrix); }
  /// The derivative of H along coordinate k, and a block of the second derivatives by q.
  Matrix dH(Eigen::Index k) const {
    return of(Problem::inverse_dynamics_second_derivatives, 3).middleCols(k * n, n);
  }
  Matrix ad() const { return bracket_with(c.model, v()); }
  /// C at a unit velocity.
  Matrix coriolis_at(Eigen::Index k) const {
    State state = c.state;
    std::fill(state.v.begin(), state.v.end(), 0.0);
    state.v[static_cast<std::size_t>(k)] = 1;
    const std::vector<Field> x =
        FieldOracle::dense(c.model, state, {Problem::coriolis_matrix}).exact(Problem::coriolis_matrix);
    return Eigen::Map<const Eigen::Matrix<Field, -1, -1, Eigen::RowMajor>>(x.data(), n, n);
  }
};

/// A chain of two or three joints of these kinds, with gravity and external forces.
Case drawn(std::uint64_t seed) {
  CaseOptions options;
  options.floating_base = seed % 3 == 0;
  options.joints = {JointKind::revolute,  JointKind::helical, JointKind::universal,
                    JointKind::spherical, JointKind::planar,  JointKind::cylindrical};
  return random_case(Family::recursive, 3, seed, options);
}

/// Calls f(tree, has_brackets) for random trees. It returns whether a false identity fails, which a third of the trees must show.
template <class F>
void for_each_tree(F&& f) {
  int failures = 0;
  constexpr std::uint64_t trees = 12;
  for (std::uint64_t seed = 1; seed <= trees; ++seed) {
    const FieldPoint point(seed);
    const Tree tree(drawn(seed));
    BOOST_TEST_CONTEXT("seed " << seed) {
      failures += f(tree, !equal(tree.ad(), Matrix::Constant(tree.n, tree.n, Field(0))));
    }
  }
  BOOST_TEST(failures >= 4);
}

const Field half = Field(0.5), two = Field(2.0);

BOOST_AUTO_TEST_SUITE(field_identities)

BOOST_AUTO_TEST_CASE(derivative_by_v_is_twice_coriolis_less_brackets) {
  for_each_tree([](const Tree& tree, bool has_brackets) {
    const Matrix C = tree.of(Problem::coriolis_matrix), twice = C * two,
                 by_v = tree.of(Problem::inverse_dynamics_derivatives, 1);
    BOOST_TEST(equal(by_v, twice - tree.H() * tree.ad()));
    BOOST_TEST(equal(by_v, twice) != has_brackets);
    return has_brackets;
  });
}

// With c_ijk = e_i . H [e_j, e_k], C is the form of Koszul. The form of Christoffel leaves out c.
BOOST_AUTO_TEST_CASE(coriolis_is_the_form_of_koszul) {
  for_each_tree([](const Tree& tree, bool has_brackets) {
    const Eigen::Index n = tree.n;
    std::vector<Matrix> dH, c;  // c[j](i, k)
    for (Eigen::Index k = 0; k < n; ++k) {
      dH.push_back(tree.dH(k));
      Vector unit = Vector::Constant(n, Field(0));
      unit(k) = Field(1);
      c.push_back(tree.H() * bracket_with(tree.c.model, unit));
    }
    bool is_christoffel = true;
    for (Eigen::Index k = 0; k < n; ++k) {
      Matrix koszul(n, n), christoffel(n, n);
      for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j) {
          const auto at = [](const std::vector<Matrix>& of, Eigen::Index a, Eigen::Index b, Eigen::Index d) {
            return of[static_cast<std::size_t>(a)](b, d);
          };
          christoffel(i, j) = (at(dH, k, i, j) + at(dH, j, i, k) - at(dH, i, j, k)) * half;
          koszul(i, j) = christoffel(i, j) + (at(c, k, i, j) - at(c, j, k, i) + at(c, i, j, k)) * half;
        }
      const Matrix C = tree.coriolis_at(k);
      BOOST_TEST(equal(C, koszul));
      is_christoffel = is_christoffel && equal(C, christoffel);
    }
    BOOST_TEST(is_christoffel != has_brackets);
    return has_brackets;
  });
}

BOOST_AUTO_TEST_CASE(second_derivative_by_v_is_coriolis_at_unit_velocities) {
  for_each_tree([](const Tree& tree, bool has_brackets) {
    const Matrix vv = tree.of(Problem::inverse_dynamics_second_derivatives, 1);
    std::vector<Matrix> C;
    for (Eigen::Index k = 0; k < tree.n; ++k) C.push_back(tree.coriolis_at(k));
    for (Eigen::Index j = 0; j < tree.n; ++j)
      for (Eigen::Index k = 0; k < tree.n; ++k)
        BOOST_TEST(equal(vv.col(j * tree.n + k),
                         C[static_cast<std::size_t>(k)].col(j) + C[static_cast<std::size_t>(j)].col(k)));
    return has_brackets;
  });
}

// C^T v is the derivative of the kinetic energy by q, and the momenta H v turned by the brackets.
BOOST_AUTO_TEST_CASE(transposed_coriolis_gives_energy_derivative_and_brackets) {
  for_each_tree([](const Tree& tree, bool has_brackets) {
    const Vector v = tree.v();
    Matrix by_q(tree.n, 1);
    for (Eigen::Index k = 0; k < tree.n; ++k) by_q(k, 0) = (v.transpose() * tree.dH(k) * v)(0, 0) * half;
    const Matrix C_t_v = tree.of(Problem::coriolis_matrix).transpose() * v;
    BOOST_TEST(equal(C_t_v, by_q + tree.ad().transpose() * (tree.H() * v)));
    BOOST_TEST(equal(C_t_v, by_q) != has_brackets);
    return has_brackets;
  });
}

BOOST_AUTO_TEST_CASE(rate_of_the_mass_matrix_is_coriolis_and_its_transpose) {
  for_each_tree([](const Tree& tree, bool has_brackets) {
    const Matrix C = tree.of(Problem::coriolis_matrix),
                 by_v = tree.of(Problem::inverse_dynamics_derivatives, 1) * half;
    Matrix rate = Matrix::Constant(tree.n, tree.n, Field(0));
    for (Eigen::Index k = 0; k < tree.n; ++k) rate += tree.dH(k) * tree.v()(k);
    BOOST_TEST(equal(rate, C + C.transpose()));
    // Half the derivative by v has the same product with v.
    BOOST_TEST(equal(by_v * tree.v(), C * tree.v()));
    BOOST_TEST(equal(rate, by_v + by_v.transpose()) != has_brackets);
    return has_brackets;
  });
}

// D_jk - D_kj is the derivative along [e_j, e_k].
BOOST_AUTO_TEST_CASE(second_derivatives_by_q_commute_but_for_brackets) {
  for_each_tree([](const Tree& tree, bool has_brackets) {
    const Matrix qq = tree.of(Problem::inverse_dynamics_second_derivatives, 0),
                 by_q = tree.of(Problem::inverse_dynamics_derivatives, 0);
    bool is_symmetric = true;
    for (Eigen::Index j = 0; j < tree.n; ++j) {
      Vector unit = Vector::Constant(tree.n, Field(0));
      unit(j) = Field(1);
      const Matrix along = by_q * bracket_with(tree.c.model, unit);
      for (Eigen::Index k = 0; k < tree.n; ++k) {
        const Matrix difference = qq.col(j * tree.n + k) - qq.col(k * tree.n + j);
        BOOST_TEST(equal(difference, along.col(k)));
        is_symmetric = is_symmetric && equal(difference, Matrix::Constant(tree.n, 1, Field(0)));
      }
    }
    if (!has_brackets) BOOST_TEST(is_symmetric);
    return !is_symmetric;
  });
}

// At rest the derivative of the bias force by q is symmetric but for brackets.
BOOST_AUTO_TEST_CASE(derivative_of_gravity_is_symmetric_but_for_brackets) {
  for_each_tree([](const Tree& moving, bool has_brackets) {
    Case c = moving.c;
    for (std::vector<double>* rates : {&c.state.v, &c.state.qdd})
      std::fill(rates->begin(), rates->end(), 0.0);
    std::fill(c.state.f_ext.begin(), c.state.f_ext.end(), Wrench{});
    const Tree tree(c);
    const Matrix D = tree.of(Problem::inverse_dynamics_derivatives, 0), g = tree.of(Problem::bias_force);
    Matrix expected(tree.n, tree.n);
    for (Eigen::Index k = 0; k < tree.n; ++k) {
      Vector unit = Vector::Constant(tree.n, Field(0));
      unit(k) = Field(1);
      expected.col(k) = bracket_with(c.model, unit).transpose() * g;
    }
    BOOST_TEST(equal(D - D.transpose(), expected));
    const bool is_symmetric = equal(D, D.transpose());
    if (!has_brackets) BOOST_TEST(is_symmetric);
    return !is_symmetric;
  });
}

BOOST_AUTO_TEST_CASE(forward_derivatives_undo_inverse_ones) {
  for_each_tree([](const Tree& tree, bool /*has_brackets*/) {
    const Matrix H = tree.H(), one = H * tree.of(Problem::forward_dynamics_derivatives, 2),
                 by_v = H * tree.of(Problem::forward_dynamics_derivatives, 1);
    BOOST_TEST(equal(one, Matrix::Identity(tree.n, tree.n)));
    BOOST_TEST(equal(by_v, -tree.of(Problem::inverse_dynamics_derivatives, 1)));
    return !equal(by_v, tree.of(Problem::inverse_dynamics_derivatives, 1));
  });
}

// The momentum of a free root in the axes of the base, moved from its origin to the centre of mass c. Both
// are in the root's block of H: `[. m c x; -m c x, m]`.
BOOST_AUTO_TEST_CASE(centroidal_momentum_is_that_of_the_root_moved) {
  int moved_roots = 0;
  for_each_tree([&](const Tree& drawn, bool has_brackets) {
    if (drawn.c.model.bodies[1].joint.kind != JointKind::free) return has_brackets;
    Case c = drawn.c;
    c.model.bodies[1].joint.placement = {};
    const std::array<double, 4> none{1, 0, 0, 0};
    std::copy(none.begin(), none.end(), c.state.q.begin() + 3);
    const Tree tree(c);
    const Matrix H = tree.H();
    const Matrix centre = H.block(0, 3, 3, 3) * (Field(1) / H(3, 3));
    const auto moved = [&](const Matrix& of_root) {
      Matrix result = of_root;
      result.topRows(3) -= centre * of_root.bottomRows(3);
      return result;
    };
    const Matrix rows = H.topRows(6), rate = (tree.of(Problem::coriolis_matrix) * tree.v()).topRows(6);
    BOOST_TEST(equal(tree.of(Problem::centroidal_momentum), moved(rows)));
    BOOST_TEST(equal(tree.of(Problem::centroidal_momentum, 1), moved(rate)));
    BOOST_TEST(!equal(tree.of(Problem::centroidal_momentum), rows));
    ++moved_roots;
    return has_brackets;
  });
  BOOST_TEST(moved_roots >= 3);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace kintree::test::in_field
