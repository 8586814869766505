// Jain 1991: the spatial operators of a tree as matrices over a finite field, and the identities between them.
#include "suite/papers/jain_1991_identities.hpp"

#include <spdlog/fmt/fmt.h>

#include <span>

#include "kernels/blocks.hpp"
#include "kernels/composite.hpp"
#include "suite/papers/field_matrix.hpp"

namespace kintree::suite::jain {

Outcome<Field> answer_of(ClaimContext& context, const char* plugin, Problem problem, const Case& c) {
  return InProcess(context.plugin(plugin), c.model, c.state.end_effectors).in_field({problem, c.state});
}

bool is_lower_first(ClaimContext& context) {
  return context.plugin("innovations").description().factor_form == FactorForm::LDLt;
}

MeasureClaim identity(EquationSides (*sides)(ClaimContext&, const Case&),
                      const std::vector<JointKind>& joints) {
  return [=](const PaperClaim&, ClaimContext& context) {
    CaseOptions options;
    options.joints = joints;
    constexpr int cases = 100;
    int held = 0;
    std::size_t entries = 0;
    for (std::uint64_t seed = 1; seed <= cases; ++seed) {
      const FieldPoint point(seed);
      const Case c =
          random_case(moderate_families[seed % moderate_families.size()].family, 10, seed, options);
      const auto [a, b] = sides(context, c);
      if (!a.empty() && a == b) ++held;
      entries += a.size();
    }
    return holds(held == cases,
                 fmt::format("equal in {} of {} trees, in all {} entries", held, cases, entries));
  };
}

namespace {

using Matrix = FieldMatrix;

Motion<Field> unit_motion(int r) {
  const Force<Field> unit = unit_force<Field>(r);
  return {unit.n, unit.f};
}

/// The spatial operators of a tree, secs. 2, 3 and 6, by the kernels that the algorithms use; body i in rows 6i - 6 to
/// 6i - 1.
struct Operators {
  explicit Operators(const Case& c)
      : bodies(c.model),
        one(Matrix::one(6 * bodies.tree.N)),
        one_n(Matrix::one(bodies.tree.n)),
        E_phi(one.rows, one.rows),
        E_psi(E_phi),
        M(E_phi),
        P(E_phi),
        H(one_n.rows, one.rows),
        G(one.rows, one_n.rows),
        K(G) {
    const Tree<Field>& tree = bodies.tree;
    const Numbers q(c.state.q.begin(), c.state.q.end());
    bodies.update({q.data(), static_cast<int>(q.size())});
    for (int i = 1; i <= tree.N; ++i) {
      const int p = tree.parent[i], at = 6 * i - 6;
      for (int k = 0; k < tree.dof[i]; ++k) {
        const int coordinate = tree.first[i] - 1 + k;
        for (int r = 0; r < 6; ++r) H(coordinate, at + r) = dot(tree.subspace[i][k], unit_force<Field>(r));
        put(G, i, coordinate, bodies.G[i][k]);
        if (p != 0) put(K, p, coordinate, transpose_times(tree.X[i], bodies.G[i][k]));  // K = E_phi G, (53)
      }
      for (int r = 0; r < 6; ++r) {
        put(M, i, at + r, tree.I[i] * unit_motion(r));
        put(P, i, at + r, bodies.P[i] * unit_motion(r));
        if (p == 0) continue;
        put(E_phi, p, at + r, transpose_times(tree.X[i], unit_force<Field>(r)));  // (20)
        put(E_psi, p, at + r, bodies.psi(i, unit_force<Field>(r)));               // (54)
      }
    }
    phi = series(E_phi), psi = series(E_psi);
  }

  /// 1 + E + E^2 + ..., which ends since E is nilpotent.  (20), (54)
  Matrix series(const Matrix& E) const {
    Matrix sum = one;
    for (int k = 1; k < bodies.tree.N; ++k) sum = one + E * sum;
    return sum;
  }
  /// [1 - H psi K]
  Matrix innovations() const { return one_n - H * (psi * K); }
  /// D^-1 y: body by body.
  Matrix D_inverse(Matrix y) const {
    const Tree<Field>& tree = bodies.tree;
    for (int j = 0; j < y.columns; ++j)
      for (int i = 1; i <= tree.N; ++i) {
        ByColumn<Field> x;
        for (int k = 0; k < tree.dof[i]; ++k) x[k] = y(tree.first[i] - 1 + k, j);
        bodies.D[i].solve(x.data());
        for (int k = 0; k < tree.dof[i]; ++k) y(tree.first[i] - 1 + k, j) = x[k];
      }
    return y;
  }

  static void put(Matrix& A, int body, int column, const Force<Field>& f) {
    const Field* const parts[]{&f.n.x, &f.n.y, &f.n.z, &f.f.x, &f.f.y, &f.f.z};
    for (int r = 0; r < 6; ++r) A(6 * body - 6 + r, column) = *parts[r];
  }

  ArticulatedBodies<Field> bodies;
  Matrix one, one_n, E_phi, E_psi, M, P, H, G, K, phi{0, 0}, psi{0, 0};
};

Matrix column(std::span<const double> numbers) {
  Matrix x(static_cast<int>(numbers.size()), 1);
  for (std::size_t i = 0; i < numbers.size(); ++i) x.entries[i] = Field(numbers[i]);
  return x;
}

EquationSides& operator+=(EquationSides& sides, const std::pair<Matrix, Matrix>& more) {
  sides.a.insert(sides.a.end(), more.first.entries.begin(), more.first.entries.end());
  sides.b.insert(sides.b.end(), more.second.entries.begin(), more.second.entries.end());
  return sides;
}

/// Lambda = H R H*, the composite inertias R by their recursion, against the blocks of M by unit vectors.
EquationSides diagonal_of_M(ClaimContext& context, const Case& c) {
  CompositeBodies<Field> composites(c.model);
  const Numbers q(c.state.q.begin(), c.state.q.end());
  composites.update({q.data(), static_cast<int>(q.size())});
  const Numbers M = answer_of(context, "unit_vector", Problem::mass_matrix, c).outputs[0];
  const Tree<Field>& tree = composites.tree;
  EquationSides sides;
  for (int i = 1; i <= tree.N; ++i)
    for (int k = 0; k < tree.dof[i]; ++k)
      for (int l = 0; l < tree.dof[i]; ++l) {
        sides.a.push_back(dot(tree.subspace[i][l], composites.R[i] * tree.subspace[i][k]));
        sides.b.push_back(
            M[static_cast<std::size_t>((tree.first[i] - 1 + l) * tree.n + tree.first[i] - 1 + k)]);
      }
  return sides;
}

EquationSides lemma_6_1(ClaimContext&, const Case& c) {
  const Operators o(c);
  // psi^-1 = phi^-1 + K H, phi^-1 = 1 - E_phi
  return {(o.psi * (o.one - o.E_phi + o.K * o.H)).entries, o.one.entries};
}
/// Besides, the factor is that of the recursions, Lemma 6.2: of operators that are zero the lemmas hold, too.
EquationSides lemma_6_3(ClaimContext& context, const Case& c) {
  const Operators o(c);
  const Matrix factor = o.one_n + o.H * (o.phi * o.K);
  EquationSides sides{(factor * o.innovations()).entries, o.one_n.entries};
  Matrix L(factor.rows, factor.rows);
  L.entries = answer_of(context, "innovations", Problem::factorization, c).outputs[0];
  return sides += {factor, is_lower_first(context) ? L : transposed(L)};
}

/// Entry k of joint i, from 0, in a vector over the coordinates.
template <class Vector>
auto& entry(Vector& x, int i, int k, const Tree<Field>& tree) {
  return x(tree.first[i] - 1 + k, 0);
}

/// The quantities of (46), by its recursions.
struct Recursion {
  Recursion(const Operators& o, const Matrix& T)
      : z(o.one.rows, 1), epsilon(T), nu(T), alpha(z), beta_dot(T) {
    const Tree<Field>& tree = o.bodies.tree;
    ByBody<Force<Field>> z_of(tree.N);
    for (int i = tree.N; i >= 1; --i) {
      Force<Field> z_plus = z_of[i];
      ByColumn<Field> x;
      for (int k = 0; k < tree.dof[i]; ++k)
        x[k] = entry(epsilon, i, k, tree) = entry(T, i, k, tree) - dot(tree.subspace[i][k], z_of[i]);
      for (int k = 0; k < tree.dof[i]; ++k) z_plus += o.bodies.G[i][k] * x[k];
      o.bodies.D[i].solve(x.data());
      for (int k = 0; k < tree.dof[i]; ++k) entry(nu, i, k, tree) = x[k];
      Operators::put(z, i, 0, z_of[i]);
      if (const int p = tree.parent[i]; p != 0) z_of[p] += transpose_times(tree.X[i], z_plus);
    }
    ByBody<Motion<Field>> a(tree.N);
    for (int i = 1; i <= tree.N; ++i) {
      const Motion<Field> a_plus = tree.X[i] * a[tree.parent[i]];
      a[i] = a_plus;
      for (int k = 0; k < tree.dof[i]; ++k) {
        entry(beta_dot, i, k, tree) = entry(nu, i, k, tree) - dot(a_plus, o.bodies.G[i][k]);
        a[i] += tree.subspace[i][k] * entry(beta_dot, i, k, tree);
      }
      Operators::put(alpha, i, 0, {a[i].w, a[i].v});
    }
  }

  Matrix z, epsilon, nu, alpha, beta_dot;
};

/// (55), and the expressions below it for the quantities of (46).
EquationSides eq_55(ClaimContext&, const Case& c) {
  const Operators o(c);
  const Matrix T = column(c.state.tau);
  const Recursion r(o, T);
  const Matrix epsilon = o.innovations() * T, nu = o.D_inverse(epsilon),
               alpha = transposed(o.psi) * (transposed(o.H) * nu);
  EquationSides sides;
  sides += {o.psi * (o.K * T), r.z};
  sides += {epsilon, r.epsilon};
  sides += {nu, r.nu};
  sides += {alpha, r.alpha};
  sides += {nu - transposed(o.K) * alpha, r.beta_dot};
  return sides += {transposed(o.innovations()) * nu, r.beta_dot};
}

/// (56), with a and b of a tree that moves; gravity is an acceleration of the base.
EquationSides eq_56(ClaimContext& context, const Case& c) {
  const Operators o(c);
  const Tree<Field>& tree = o.bodies.tree;
  const Numbers v(c.state.v.begin(), c.state.v.end());
  Matrix a(o.one.rows, 1), b(a);
  ByBody<Motion<Field>> V(tree.N);
  for (int i = 1; i <= tree.N; ++i) {
    const int p = tree.parent[i];
    const VectorView<const Field> beta{v.data(), tree.n};
    const Motion<Field> V_J = tree.subspace[i].times(beta.from(tree.first[i]));
    V[i] = tree.X[i] * V[p] + V_J;                                          // (13)
    Motion<Field> a_i = tree.velocity_product(i, beta) + cross(V[i], V_J);  // (14)
    if (p == 0) a_i += tree.X[i] * tree.minus_gravity;
    Operators::put(a, i, 0, {a_i.w, a_i.v});
    Force<Field> external;
    for (int r = 0; r < 6; ++r)
      external += unit_force<Field>(r) *
                  Field(c.state.f_ext[static_cast<std::size_t>(i)][static_cast<std::size_t>(r)]);
    Operators::put(b, i, 0, gyroscopic_force(tree.I[i], V[i]) - external);  // (16)
  }
  const Matrix C = o.H * (o.phi * (b + o.M * (transposed(o.phi) * a))),
               y = o.innovations() * (column(c.state.tau) - C);
  return {(transposed(o.innovations()) * o.D_inverse(y)).entries,
          answer_of(context, "aba", Problem::forward_dynamics, c).outputs[0]};
}

EquationSides eq_57(ClaimContext&, const Case& c) {
  const Operators o(c);
  return {(o.innovations() * (o.H * o.phi)).entries, (o.H * o.psi).entries};
}
EquationSides eq_58(ClaimContext&, const Case& c) {
  const Operators o(c);
  const Matrix phi_star = transposed(o.phi);
  return {(o.psi * (o.M * phi_star)).entries, (o.psi * o.P + o.P * (phi_star - o.one)).entries};
}
EquationSides eq_59(ClaimContext&, const Case& c) {
  const Operators o(c);
  const Matrix HP = o.D_inverse(o.H * o.P);
  return {(transposed(o.innovations()) * (HP * (transposed(o.phi) - o.one))).entries,
          (transposed(o.K) * transposed(o.psi)).entries};
}

/// Bae and Haug's equations of motion at rest: of any accelerations, f by the second recursion of (17), and Q by (50).
struct BaeHaug {
  BaeHaug(const Operators& o, const Matrix& beta_dot)
      : alpha(transposed(o.phi) * (transposed(o.H) * beta_dot)),
        f(o.phi * (o.M * alpha)),
        Q(f - o.E_phi * f) {}
  Matrix alpha, f, Q;
};

/// Q = phi^-1 f (50). H phi (M phi* H* beta_dot - Q) = 0, and H phi Q = H f = T (51).
EquationSides eq_51(ClaimContext& context, const Case& c) {
  const Operators o(c);
  const Matrix beta_dot = column(c.state.tau);  // any
  const BaeHaug b(o, beta_dot);
  Matrix M(o.one_n);
  M.entries = answer_of(context, "crba", Problem::mass_matrix, c).outputs[0];
  EquationSides sides;
  sides += {o.phi * b.Q, b.f};
  sides += {o.H * (o.phi * (o.M * b.alpha - b.Q)), Matrix(o.one_n.rows, 1)};
  return sides += {o.H * (o.phi * b.Q), M * beta_dot};
}

/// (52): P alpha = f - z = Q + L, where L of a body is K alpha, and K = P - M by Table 1.
EquationSides eq_52(ClaimContext&, const Case& c) {
  const Operators o(c);
  const Recursion r(o, column(c.state.tau));
  const BaeHaug b(o, r.beta_dot);
  EquationSides sides;
  sides += {o.P * b.alpha, b.f - r.z};
  return sides += {b.Q + (o.P - o.M) * b.alpha, b.f - r.z};
}

}  // namespace

PaperMeasurements operator_identities() {
  return {
      {"diagonal", identity(diagonal_of_M)},
      {"lemma_6_1", identity(lemma_6_1)},
      {"lemma_6_3", identity(lemma_6_3)},
      {"eq_51", identity(eq_51)},
      {"eq_52", identity(eq_52)},
      {"eq_55", identity(eq_55)},
      {"eq_56", identity(eq_56)},
      {"eq_57", identity(eq_57)},
      {"eq_58", identity(eq_58)},
      {"eq_59", identity(eq_59)},
  };
}

}  // namespace kintree::suite::jain
