#define BOOST_TEST_MODULE dynamically_consistent_inverse
#include "dynamically_consistent_inverse/dynamically_consistent_inverse.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <memory>

#include "allocations.hpp"
#include "crba/crba.hpp"
#include "dense_osim/dense_osim.hpp"
#include "sfa/sfa.hpp"
#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

using Numbers = std::vector<Multiprecision>;

template <class S>
using Inverse = Solves<S, problems::InverseOsim, problems::DynamicallyConsistentInverse>;

/// By propagators, and by the sparse factors of H.
template <class S>
struct Ways {
  Ways(const Model& model, const std::vector<EndEffector>& ends)
      : propagators(std::make_unique<DynamicallyConsistentInverse<S>>(model, ends)),
        sparse_factors(std::make_unique<Sfa<S>>(model, ends)) {}
  std::unique_ptr<Inverse<S>> propagators, sparse_factors;
  std::array<Inverse<S>*, 2> both() { return {propagators.get(), sparse_factors.get()}; }
};

/// L^T D L of a full matrix.
struct Factors {
  explicit Factors(SquareMatrix<Multiprecision>& A)
      : layout(full_triangle(A.n)), triangle(A.n), numbers(static_cast<std::size_t>(layout.size())) {
    gather_lower<Multiprecision>(A.view(), {numbers.data(), &layout});
    sound = triangle.factor({numbers.data(), &layout}).code == Status::ok;
  }
  Factors(const Factors&) = delete;
  void solve(Numbers& x) const { triangle.solve({numbers.data(), &layout}, view(x)); }

  PathRowLayout layout;
  mutable PathTriangle<Multiprecision> triangle;  ///< with room for a solution
  Numbers numbers;
  bool sound = false;
};

/// H^-1 J^T Lambda with full matrices, and J.
struct Dense {
  Dense(const Model& model, const std::vector<EndEffector>& ends, const Numbers& q)
      : tree(model), rows(6 * static_cast<int>(ends.size())) {
    const int n = tree.n;
    SquareMatrix<Multiprecision> H(n), Lambda_inverse(rows);
    Crba<Multiprecision>(model).mass_matrix(view(q), H.view());
    DenseOsim<Multiprecision>(model, ends).inverse_osim(view(q), Lambda_inverse.view());
    const Factors of_H(H), of_Lambda_inverse(Lambda_inverse);
    sound = of_Lambda_inverse.sound;
    for (int r = 1; r <= rows; ++r) condition_floor.push_back(of_Lambda_inverse.triangle.D()(r));

    J.resize(static_cast<std::size_t>(rows * n));
    J_bar.resize(J.size());
    tree.set_positions(view(q));
    for (std::size_t k = 0; k < ends.size(); ++k) {
      const std::vector<Motion<Multiprecision>> columns = body_jacobian(tree, ends[k].body);
      const auto X = transform<Multiprecision>(ends[k].pose);
      for (int j = 0; j < n; ++j) {
        const Motion<Multiprecision> m = X * columns[static_cast<std::size_t>(j)];
        for (int r = 0; r < 6; ++r)
          J[(6 * k + static_cast<std::size_t>(r)) * static_cast<std::size_t>(n) +
            static_cast<std::size_t>(j)] = dot(m, unit_force<Multiprecision>(r));
      }
    }
    for (int c = 1; c <= rows; ++c) {
      Numbers l(static_cast<std::size_t>(rows)), x(static_cast<std::size_t>(n));
      l[static_cast<std::size_t>(c - 1)] = 1;
      of_Lambda_inverse.solve(l);
      for (int i = 0; i < n; ++i)
        for (int r = 0; r < rows; ++r)
          x[static_cast<std::size_t>(i)] +=
              J[static_cast<std::size_t>(r * n + i)] * l[static_cast<std::size_t>(r)];
      of_H.solve(x);
      for (int i = 0; i < n; ++i)
        J_bar[static_cast<std::size_t>(i * rows + c - 1)] = x[static_cast<std::size_t>(i)];
    }
  }

  Tree<Multiprecision> tree;
  int rows;
  bool sound = false;
  Numbers condition_floor, J, J_bar;
};

Numbers solve(Inverse<Multiprecision>& inverse, const Numbers& q, int n, int rows) {
  Numbers J_bar(static_cast<std::size_t>(n * rows), poison<Multiprecision>());
  BOOST_TEST(inverse.dynamically_consistent_inverse(view(q), {J_bar.data(), n, rows}).code == Status::ok);
  return J_bar;
}

/// Two end-effectors, on the last body and on one halfway, at poses off the bodies' frames.
std::vector<EndEffector> two_ends(const Model& model) {
  const int N = model.body_count();
  return {{N, {{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}}}, {N / 2 + 1, {{-0.3, 0.1, 0.2}, {1, -0.2, 0.7}}}};
}

/// True if J has full row rank by a wide margin.
bool regular(const Dense& dense) {
  if (!dense.sound) return false;
  for (const Multiprecision& d : dense.condition_floor)
    if (d < 1e-12) return false;
  return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(both_ways_give_the_dense_inverse_where_the_rank_is_full) {
  const PrecisionScope precision(60);
  int compared = 0;
  for_cases(14, 4, {}, [&compared](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    for (const std::vector<EndEffector>& ends :
         {two_ends(drawn.model), std::vector<EndEffector>{two_ends(drawn.model)[0]}}) {
      const Dense dense(drawn.model, ends, state.q);
      if (!regular(dense)) continue;
      const Ways<Multiprecision> by(drawn.model, ends);
      const Numbers sparse = solve(*by.sparse_factors, state.q, dense.tree.n, dense.rows);
      const Numbers articulated = solve(*by.propagators, state.q, dense.tree.n, dense.rows);
      BOOST_TEST(relative_error(sparse, dense.J_bar) <= 1e-35);
      BOOST_TEST(relative_error(articulated, dense.J_bar) <= 1e-35);
      BOOST_TEST(relative_error(sparse, articulated) <= 1e-35);

      // J J-bar = 1.
      Numbers product, one;
      for (int a = 0; a < dense.rows; ++a)
        for (int b = 0; b < dense.rows; ++b) {
          product.emplace_back();
          one.emplace_back(a == b ? 1 : 0);
          for (int i = 0; i < dense.tree.n; ++i)
            product.back() += dense.J[static_cast<std::size_t>(a * dense.tree.n + i)] *
                              articulated[static_cast<std::size_t>(i * dense.rows + b)];
        }
      BOOST_TEST(relative_error(product, one) <= 1e-35);
      ++compared;
    }
  });
  BOOST_TEST(compared > 20);
}

/// J-bar's rows off the support path do not enter J J-bar, which is 1 without them as well.
BOOST_AUTO_TEST_CASE(H_inverse_J_transposed_reaches_all_descendants, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  // A free body with the end-effector, a chain and another branch on it, and a tree beside it.
  Generator generator = make_generator({word("descendants")});
  const Model model = random_model("descendants",
                                   {{0, 0, 1, 2, 1, 0},
                                    {JointKind::fixed, JointKind::free, JointKind::universal,
                                     JointKind::revolute, JointKind::helical, JointKind::spherical}},
                                   generator);
  const Widened<Multiprecision> state(random_state(model, generator));
  const std::vector<EndEffector> ends{{1, {{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}}}};
  const Dense dense(model, ends, state.q);
  Ways<Multiprecision> by(model, ends);
  for (Inverse<Multiprecision>* const inverse : by.both()) {
    const Numbers J_bar = solve(*inverse, state.q, dense.tree.n, dense.rows);
    BOOST_TEST(relative_error(J_bar, dense.J_bar) <= 1e-40);
    for (int i = 0; i < dense.tree.n; ++i) {
      Multiprecision size = 0;
      for (int c = 0; c < 6; ++c) size += abs(J_bar[static_cast<std::size_t>(6 * i + c)]);
      BOOST_TEST((i < 10 ? size > 1e-3 : size == 0));  // ten coordinates at and below body 1
    }
    for (int a = 0; a < 6; ++a)
      for (int b = 0; b < 6; ++b) {
        Multiprecision J_J_bar = 0;
        for (int i = 0; i < 6; ++i)  // the path alone
          J_J_bar += dense.J[static_cast<std::size_t>(a * dense.tree.n + i)] *
                     J_bar[static_cast<std::size_t>(6 * i + b)];
        BOOST_TEST(abs(J_J_bar - (a == b ? 1 : 0)) <= 1e-45);
      }
  }
}

/// 6m <= n is not enough: end-effectors on one body move as one, so Lambda^-1 has rank 6 at most.
BOOST_AUTO_TEST_CASE(two_end_effectors_on_one_body_have_no_Lambda, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  for (const bool one_body : {false, true}) {
    Generator generator = make_generator({word("rank")});
    const Model model = random_model(
        "rank", {{0, 0, 1, 2}, {JointKind::fixed, JointKind::free, JointKind::free, JointKind::free}},
        generator);
    const Widened<Multiprecision> state(random_state(model, generator));
    const std::vector<EndEffector> ends{{3, {{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}}},
                                        {one_body ? 3 : 2, {{-0.3, 0.1, 0.2}, {1, -0.2, 0.7}}}};
    const int n = Layout(model).n;
    Numbers J_bar(static_cast<std::size_t>(12 * n));
    Ways<Multiprecision> by(model, ends);
    for (Inverse<Multiprecision>* const inverse : by.both()) {
      SquareMatrix<Multiprecision> Lambda_inverse(12);
      BOOST_TEST(inverse->inverse_osim(view(state.q), Lambda_inverse.view()).code == Status::ok);
      // All digits of a pivot cancel, or hardly any.
      std::vector<Multiprecision> diagonal;
      for (int i = 1; i <= 12; ++i) diagonal.push_back(Lambda_inverse(i, i));
      invert(Lambda_inverse.view());
      Multiprecision most = 0;
      for (int i = 1; i <= 12; ++i)
        most = std::max(
            most, Multiprecision(abs(Lambda_inverse(i, i)) * diagonal[static_cast<std::size_t>(i - 1)]));
      BOOST_TEST((most > 1e50) == one_body);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_row_without_motion_is_named) {
  for_cases(12, 2, {}, [](const Case& drawn) {
    std::vector<EndEffector> ends = two_ends(drawn.model);
    ends.push_back({0, {}});
    Ways<double> by(drawn.model, ends);
    const Widened<double> state(drawn.state);
    std::vector<double> J_bar(state.tau.size() * 18);
    for (Inverse<double>* const inverse : by.both()) {
      const Status status = inverse->dynamically_consistent_inverse(
          view(state.q), {J_bar.data(), static_cast<int>(state.tau.size()), 18});
      BOOST_TEST(status.code == Status::dependent_rows);
      BOOST_TEST(status.coordinate == 18);
    }
  });
}
