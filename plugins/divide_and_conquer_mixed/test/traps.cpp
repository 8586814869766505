#define BOOST_TEST_MODULE divide_and_conquer_mixed
// Tests of mistakes in the mixed form that are not seen at once.
#include <boost/test/unit_test.hpp>
#include <limits>

#include "aba/aba.hpp"
#include "chain_of_elements.hpp"
#include "chains.hpp"
#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

using S = Multiprecision;

/// The sum of |A_ij|, which a NaN does not leave.
double size(const Block<S>& A) {
  S sum{};
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.columns; ++j) sum = sum + abs(A(i, j));
  return static_cast<double>(sum);
}
template <template <class> class Vector>
double size(const Vector<S>& x) {
  S sum{};
  for (const S& number : numbers(x)) sum = sum + abs(number);
  return static_cast<double>(sum);
}

/// f_1 and a_2 of an element, [1].
Force<S> f_1(const MixedElement<S>& e) {
  return times<Force>(e.M, e.a_1) - times<Force>(transpose(e.E), e.f_2) + e.z;
}
Motion<S> a_2(const MixedElement<S>& e) {
  return times<Motion>(e.E, e.a_1) + times<Motion>(e.G, e.f_2) + e.b;
}

/// The distance between C and the assembly of A with B beyond it. f_1 and a_2 of C must be those of the
/// parts. Where the parts meet, their accelerations must be equal and their forces opposite.
double disagreement(MixedElement<S> C, MixedElement<S> A, MixedElement<S> B) {
  C.a_1 = {{S(1), S(-2), S(3)}, {S(2), S(-1), S(1)}};
  C.f_2 = {{S(-1), S(2), S(1)}, {S(3), S(1), S(-2)}};
  part(C, A, B);
  return size(f_1(C) - f_1(A)) + size(a_2(C) - a_2(B)) + size(a_2(A) - B.a_1) + size(f_1(B) + A.f_2);
}

/// Chains of joints of every freedom.
template <class Check>
void for_chains(Check check) {
  const PrecisionScope precision(60);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Case drawn = random_case(Family::chain, 10, seed);
    if (drawn.model.body_count() < 3) continue;
    BOOST_TEST_CONTEXT(drawn.id.name()) {
      ChainOfElements<S> chain(drawn, Frames::local);
      check(chain, drawn);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(handles_swapped, *boost::unit_test::label("trap")) {
  for_chains([](ChainOfElements<S>& chain, const Case&) {
    const MixedElement<S>&A = chain.assemble(1, 1), &B = chain.assemble(2, chain.tree.N);
    MixedElement<S> C, swapped;
    join(A, B, C), join_bias(A, B, C);
    join(B, A, swapped), join_bias(B, A, swapped);
    BOOST_TEST(disagreement(C, A, B) <= 1e-45);
    BOOST_TEST(disagreement(swapped, A, B) > 1e-3);
  });
}

BOOST_AUTO_TEST_CASE(assembly_up_to_the_tip_adds_to_the_parent_as_aba_does,
                     *boost::unit_test::label("trap")) {
  for_chains([](ChainOfElements<S>& chain, const Case& drawn) {
    ArticulatedBodies<S> bodies(drawn.model);
    BOOST_TEST((bodies.update(view(chain.state.q)).code == Status::ok));
    for (int i = 2; i <= chain.tree.N; ++i) {
      const Block<S> M = chain.assemble(i, chain.tree.N).M;
      const Block<S> added = matrix<Motion, S>(
          [&](const Motion<S>& a) { return bodies.P[i - 1] * a - chain.tree.I[i - 1] * a; });
      BOOST_TEST(size(M - added) <= 1e-45 * (1 + size(M)));
    }
  });
}

/// Both are positive semidefinite, so M and G are sums of such terms. That is lost if their rounding is not
/// symmetric.
BOOST_AUTO_TEST_CASE(M_B_R_and_R_G_A_are_symmetric, *boost::unit_test::label("trap")) {
  for_chains([](ChainOfElements<S>& chain, const Case&) {
    const MixedElement<S>& A = chain.assemble(1, chain.tree.N / 2);
    const MixedElement<S>& B = chain.assemble(chain.tree.N / 2 + 1, chain.tree.N);
    Block<S> R(6, 6);
    BOOST_TEST(invert(identity<S>() + A.G * B.M, R));
    for (const Block<S>& term : {B.M * R, R * A.G}) {
      BOOST_TEST(size(term - transpose(term)) <= 1e-45 * (1 + size(term)));
      for (int k = 1; k <= 6; ++k) {
        const Motion<S> x{{S(k), S(-1), S(2)}, {S(3 - k), S(1), S(k - 2)}};
        const Force<S> Ax = times<Force>(term, x);
        BOOST_TEST(static_cast<double>(dot(x, Ax)) >= -1e-45 * (1 + size(term)));
      }
    }
  });
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Case drawn = draw({.bodies = 64}, seed);
    ChainOfElements<double> chain(drawn, Frames::local);
    const MixedElement<double>& e = chain.assemble(1, 64);
    for (const Block<double>& A : {e.M, e.G})
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < i; ++j) BOOST_TEST(A(i, j) == A(j, i));
  }
}

/// det (1 + G_A M_B) = det (1 + G^1/2 M G^1/2) >= 1 for semidefinite G and M; but a pivot may be anything.
BOOST_AUTO_TEST_CASE(R_is_regular_without_a_choice_of_pivots, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  const auto outer = [](const std::array<int, 6>& x) {  // x x^T: of rank 1
    Block<S> A;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) A(i, j) = S(x[std::size_t(i)] * x[std::size_t(j)]);
    return A;
  };
  const Block<S> none = outer({}), one = identity<S>();
  const Block<S> G = outer({1, 1}), M = outer({1, -2, 3}), M_zero_pivot = outer({1, -2});
  BOOST_TEST(static_cast<double>((one + G * M_zero_pivot)(0, 0)) == 0);  // where elimination would stop
  for (const Block<S>& G_A : {none, one, G})
    for (const Block<S>& M_B : {none, one, M, M_zero_pivot}) {
      Block<S> R(6, 6);
      BOOST_TEST(invert(one + G_A * M_B, R));
      BOOST_TEST(size(R * (one + G_A * M_B) - one) <= 1e-50);
      BOOST_TEST(size((one + G_A * M_B) * R - one) <= 1e-50);
    }
}

/// Rounding may leave 1 + G M singular, or overflow.
BOOST_AUTO_TEST_CASE(R_that_does_not_exist_is_reported, *boost::unit_test::label("trap")) {
  const auto regular = [](double last) {
    Block<double> A = identity<double>(), R(6, 6);
    A(5, 5) = last;
    return invert(A, R);
  };
  BOOST_TEST(regular(1e-100));
  BOOST_TEST(regular(1e100));
  BOOST_TEST(!regular(0));
  BOOST_TEST(!regular(1e200));  // its square is infinite
  BOOST_TEST(!regular(std::numeric_limits<double>::quiet_NaN()));
}

/// A base that accelerates as -g, and nothing that pulls at the tip.
BOOST_AUTO_TEST_CASE(at_the_top_a_1_is_that_of_the_base_and_f_2_is_zero, *boost::unit_test::label("trap")) {
  Model model = draw({.bodies = 5}, 1).model;
  for (Body& body : model.bodies) body.joint.axis = {0, 0, 1};
  const Widened<double> flat(neutral_state(model));
  DivideAndConquerMixed<double> level(model);  // gravity along every axis: nothing moves
  for (const double rate : forward_dynamics(level, flat, flat.tau)) BOOST_TEST(rate == 0);

  model.bodies[1].joint.kind = JointKind::free;
  model.gravity = {1, 2, 3};
  const Widened<double> falling(neutral_state(model));
  DivideAndConquerMixed<double> solver(model);
  const std::vector<double> qdd = forward_dynamics(solver, falling, falling.tau);
  const std::vector<double> expected{0, 0, 0, 1, 2, 3, 0, 0, 0, 0};
  BOOST_TEST(relative_error(qdd, expected) <= 1e-12);
}

BOOST_AUTO_TEST_CASE(one_common_frame_loses_the_digits_that_local_frames_keep,
                     *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  for (const int N : {128, 256}) {
    double local = 0, common = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Case drawn = draw({.bodies = N}, seed);
      for (const Frames frames : {Frames::local, Frames::common}) {
        ChainOfElements<double> chain(drawn, frames);
        chain.assemble(1, N);
        const double error = forward_error<Aba<S>>(drawn, chain.accelerations());
        double& worst = frames == Frames::local ? local : common;
        if (!(error <= worst)) worst = error;
      }
    }
    BOOST_TEST_MESSAGE("N = " << N << ": local " << local << ", common " << common);
    BOOST_TEST(local < common);
  }
}

BOOST_AUTO_TEST_CASE(long_chains_of_parallel_axes_are_more_accurate_than_by_aba,
                     *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  for (const int N : {128, 256}) {
    const RodChain chain{.bodies = N, .parallel_axes = true};
    const double mixed = worst_forward_error<DivideAndConquerMixed<double>, Aba<S>>(chain, 20);
    const double aba = worst_forward_error<Aba<double>, Aba<S>>(chain, 20);
    BOOST_TEST_MESSAGE("N = " << N << ": mixed " << mixed << ", aba " << aba);
    BOOST_TEST(mixed < aba);
  }
}

BOOST_AUTO_TEST_CASE(chains_of_random_masses_are_less_accurate_than_by_aba,
                     *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  const RodChain chain{.bodies = 100, .random_masses = true};
  const double mixed = worst_forward_error<DivideAndConquerMixed<double>, Aba<S>>(chain, 8);
  const double aba = worst_forward_error<Aba<double>, Aba<S>>(chain, 8);
  BOOST_TEST_MESSAGE("mixed " << mixed << ", aba " << aba);
  BOOST_TEST(aba < mixed);
}
