#define BOOST_TEST_MODULE rnea_screw
#include "rnea_screw/rnea_screw.hpp"

#include <boost/test/unit_test.hpp>

#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

/// Omega r = w-dot x r + w x (w x r), and the moment of masses is the sum of m r x Omega r.
BOOST_AUTO_TEST_CASE(a_moment_is_that_of_the_masses) {
  const PrecisionScope precision(60);
  using S = Multiprecision;
  Generator generator = make_generator({word("tensor")});
  const auto draw = [&] {
    return Vec3<S>{S(uniform(generator, -1, 1)), S(uniform(generator, -1, 1)), S(uniform(generator, -1, 1))};
  };
  const auto error = [](const Vec3<S>& a, const Vec3<S>& b) {
    return abs(a.x - b.x) + abs(a.y - b.y) + abs(a.z - b.z);
  };
  for (int repeat = 0; repeat < 10; ++repeat) {
    const Vec3<S> w = repeat < 5 ? draw() : Vec3<S>{{}, {}, draw().z},
                  dw = repeat < 5 ? draw() : Vec3<S>{{}, {}, draw().x};
    const Mat3<S> Omega = angular_tensor(w, dw);
    if (repeat >= 5) {
      const Mat3<S> about_z = angular_tensor_about_z(w.z, dw.z);
      BOOST_TEST(error(about_z.x, Omega.x) + error(about_z.y, Omega.y) + error(about_z.z, Omega.z) == 0);
    }
    Vec3<S> sum;
    Sym3<S> I;
    for (int mass = 0; mass < 4; ++mass) {
      const Vec3<S> r = draw();
      BOOST_TEST(error(Omega * r, cross(dw, r) + cross(w, cross(w, r))) <= 1e-55);
      sum += cross(r, Omega * r);
      I += Sym3<S>{r.y * r.y + r.z * r.z, -r.x * r.y, -r.x * r.z,
                   r.x * r.x + r.z * r.z, -r.y * r.z, r.x * r.x + r.y * r.y};
    }
    BOOST_TEST(error(moment(Omega, second_moments(I)), sum) <= 1e-55);
  }
}

/// Checks that an augmented link on a revolute joint has no mass. Its mass is moved towards the base, and the
/// total is kept.
BOOST_AUTO_TEST_CASE(masses_stand_where_no_revolute_joint_carries_them) {
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::prismatic};
  for_cases(12, 3, options, [](const Case& drawn) {
    const AugmentedTree<double> tree(drawn.model);
    double total = 0, kept = 0;
    for (const Body& body : drawn.model.bodies) total += body.inertial.mass;
    for (int i = 1; i <= tree.N; ++i) {
      const auto& l = tree.link[i];
      if (l.link != Link::general && l.link != Link::root) BOOST_TEST(l.M == 0);
      kept += l.M;
    }
    BOOST_TEST(std::abs(kept - total) <= 1e-12 * total);
  });
}
