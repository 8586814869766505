// Branch-induced sparsity, Featherstone 2005, sec. 2: of any symmetric positive definite matrix that fits
// lambda by eq. (6), JSIM or not, L^T L and L^T D L keep the zeros, and so does L^-1.
#define BOOST_TEST_MODULE ltl
#include <boost/test/unit_test.hpp>

#include "factored.hpp"
#include "kernels/path_triangle.hpp"
#include "ltl/ltl.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using Matrix = SquareMatrix<Multiprecision>;

/// An array lambda that fits eq. (2), whether or not it is a tree's, and a matrix that fits lambda.
struct Sparse {
  Sparse(int n, bool dense, Generator& generator) : lambda{0}, H(n) {
    for (int i = 1; i <= n; ++i) lambda.push_back(dense ? i - 1 : uniform_integer(generator, 0, i - 1));
    for (int i = 1; i <= n; ++i) {
      H(i, i) += Multiprecision(uniform(generator, 0.5, 2));
      for (int j = 1; j < i; ++j)
        if (above(j, i)) {
          H(i, j) = H(j, i) = Multiprecision(uniform(generator, -1, 1));
          H(i, i) += 1, H(j, j) += 1;  // diagonally dominant
        }
    }
  }
  bool above(int j, int i) const {
    while (i > j) i = lambda[static_cast<std::size_t>(i)];
    return i == j;
  }
  VectorView<const int> parents() const { return {lambda.data() + 1, H.n}; }

  std::vector<int> lambda;
  Matrix H;
};

/// Every fourth with lambda(i) = i - 1.
template <class Check>
void for_matrices(Check check) {
  const PrecisionScope precision(60);
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      Generator generator = make_generator({word("sparsity"), seed});
      check(Sparse(uniform_integer(generator, 1, 12), seed % 4 == 0, generator));
    }
  }
}

/// L, with D or the root of D on its diagonal, from the lower triangle that a factorization leaves.
Matrix lower(const Matrix& A) {
  Matrix L(A.n);
  for (int i = 1; i <= A.n; ++i)
    for (int j = 1; j <= i; ++j) L(i, j) = A(i, j);
  return L;
}

Matrix transposed_times(const Matrix& A, const Matrix& B) {
  Matrix product(A.n);
  for (int i = 1; i <= A.n; ++i)
    for (int j = 1; j <= A.n; ++j)
      for (int k = 1; k <= A.n; ++k) product(i, j) += A(k, i) * B(k, j);
  return product;
}

/// The inverse of a full lower triangle. It reads every number of it.
Matrix inverse(const Matrix& L) {
  Matrix X(L.n);
  for (int c = 1; c <= L.n; ++c)
    for (int i = c; i <= L.n; ++i) {
      Multiprecision sum = i == c ? 1 : 0;
      for (int k = c; k < i; ++k) sum -= L(i, k) * X(k, c);
      X(i, c) = sum / L(i, i);
    }
  return X;
}

/// The count of non-zeros of a lower triangle at places that are zero by lambda.
int fill_in(const Matrix& L, const Sparse& sparse) {
  int count = 0;
  for (int i = 1; i <= L.n; ++i)
    for (int j = 1; j < i; ++j) count += L(i, j) != 0 && !sparse.above(j, i) ? 1 : 0;
  return count;
}

Matrix ltl(const Sparse& sparse) {
  Matrix A = sparse.H;
  BOOST_TEST(factor_ltl(A.view(), sparse.parents()).code == Status::ok);
  return lower(A);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sparsity)

BOOST_AUTO_TEST_CASE(both_products_give_any_matrix_back_without_fill_in) {
  for_matrices([](const Sparse& sparse) {
    const Matrix L = ltl(sparse);
    BOOST_TEST(relative_error(transposed_times(L, L).numbers, sparse.H.numbers) <= 1e-55);
    BOOST_TEST(fill_in(L, sparse) == 0);

    std::vector<int> lambda(1);
    for (int i = 1; i <= L.n; ++i) lambda.push_back(sparse.parents()(i));
    const PathRowLayout layout(lambda);
    std::vector<Multiprecision> rows(static_cast<std::size_t>(layout.size()));
    Matrix unit = sparse.H, DL(L.n);
    gather_lower<Multiprecision>(unit.view(), {rows.data(), &layout});
    PathTriangle<Multiprecision> triangle(L.n);
    BOOST_TEST(triangle.factor({rows.data(), &layout}).code == Status::ok);
    expand_lower<Multiprecision>({rows.data(), &layout}, unit.view());
    for (int i = 1; i <= unit.n; ++i)
      for (int j = 1; j <= i; ++j) DL(i, j) = triangle.D()(i) * unit(i, j);
    BOOST_TEST(relative_error(transposed_times(unit, DL).numbers, sparse.H.numbers) <= 1e-55);
    BOOST_TEST(fill_in(unit, sparse) == 0);
  });
}

BOOST_AUTO_TEST_CASE(treated_as_dense_the_factor_is_the_same) {
  for_matrices([](const Sparse& sparse) {
    std::vector<int> before;
    for (int i = 1; i <= sparse.H.n; ++i) before.push_back(i - 1);
    Matrix A = sparse.H;
    factor_ltl(A.view(), {before.data(), A.n});
    BOOST_TEST((lower(A).numbers == ltl(sparse).numbers));  // zeros change no number
  });
}

BOOST_AUTO_TEST_CASE(the_inverse_of_L_has_the_pattern_of_L, *boost::unit_test::label("trap")) {
  int zeros = 0;
  for_matrices([&zeros](const Sparse& sparse) {
    const Matrix L_inverse = inverse(ltl(sparse));
    for (int i = 1; i <= L_inverse.n; ++i)
      for (int j = 1; j < i; ++j) {
        BOOST_TEST((L_inverse(i, j) == 0) == !sparse.above(j, i));
        zeros += sparse.above(j, i) ? 0 : 1;
      }
  });
  BOOST_TEST(zeros > 100);
}

BOOST_AUTO_TEST_CASE(the_standard_factor_fills_in, *boost::unit_test::label("trap")) {
  int filled = 0;
  for_matrices([&filled](const Sparse& sparse) {
    Matrix L(sparse.H.n);  // H = L L^T
    for (int i = 1; i <= L.n; ++i)
      for (int j = 1; j <= i; ++j) {
        Multiprecision sum = sparse.H(i, j);
        for (int k = 1; k < j; ++k) sum -= L(i, k) * L(j, k);
        L(i, j) = i == j ? Multiprecision(sqrt(sum)) : Multiprecision(sum / L(j, j));
      }
    BOOST_TEST(fill_in(ltl(sparse), sparse) == 0);
    filled += fill_in(L, sparse);
  });
  BOOST_TEST(filled > 20);
}

BOOST_AUTO_TEST_SUITE_END()
