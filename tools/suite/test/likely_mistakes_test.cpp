// Mistakes that many answers would fit are not named, and frequent ones of readers are.
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>

#include "misreading_plugin.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

/// A misreading that changes nothing.
Misreading unchanged(const Case& given) {
  Case falls = given;
  falls.model.gravity = {0, 0, -10};
  Misreading m = *known_mistake("gravity_reversed")->misread(falls);
  m.solved = given;
  return m;
}

/// Reads the case as `change` alters it.
template <class Change>
Misreader reads(Change change) {
  return [change](const Case& given) {
    Misreading m = unchanged(given);
    change(m.solved);
    return std::optional<Misreading>(std::move(m));
  };
}

Case revolute_chain(int bodies) {
  CaseOptions options;
  options.joints = {JointKind::revolute};
  Case c = random_case(Family::chain, bodies, 1, options);
  for (std::uint64_t seed = 2; Layout(c.model).n != bodies; ++seed)
    c = random_case(Family::chain, bodies, seed, options);
  return c;
}

std::string diagnosis(const char* plugin, const Misreader& reader, Problem problem, const Case& c,
                      Answered answered = Answered::every_case) {
  const auto d =
      diagnose(FakePluginThatMisreads(built_plugin(plugin), reader), problem, c, Format::binary64, answered);
  return d ? to_string(*d) : std::string();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(likely_mistakes)

// On a single joint, a centre of mass on the other side looks like gravity with the other sign.
BOOST_AUTO_TEST_CASE(small_cases_are_explained_by_larger_ones) {
  const Misreader other_side = reads([](Case& c) {
    for (Body& body : c.model.bodies)
      for (double& x : body.inertial.origin.xyz) x = -x;
  });
  Case c = revolute_chain(1);
  c.model.gravity = {0, 0, -10};
  for (Wrench& wrench : c.state.f_ext) wrench = {};
  BOOST_TEST(
      contains(diagnosis("rnea", known_mistake("gravity_reversed")->misread, Problem::inverse_dynamics, c),
               "(gravity_reversed)"));
  const std::string text = diagnosis("rnea", other_side, Problem::inverse_dynamics, c);
  BOOST_TEST(!contains(text, "(gravity_reversed)"), text);
  BOOST_TEST(contains(text, "(centres_of_mass_scaled)"), text);
  BOOST_TEST(contains(text, "so it looks in a random tree of these joints"), text);
}

BOOST_AUTO_TEST_CASE(inertias_in_the_order_of_another_format_are_named) {
  const Misreader diagonal_first = reads([](Case& c) {
    for (Body& body : c.model.bodies) {
      Inertial& I = body.inertial;
      const Inertial read = I;
      I.iyy = read.ixy, I.izz = read.ixz, I.ixy = read.iyy, I.ixz = read.iyz, I.iyz = read.izz;
    }
  });
  const Misreader by_rows = reads([](Case& c) {
    for (Body& body : c.model.bodies) std::swap(body.inertial.ixz, body.inertial.iyy);
  });
  // The other direction: the answer is that of a reader of this order, to numbers in the other.
  const Misreader passed_on = reads([](Case& c) {
    for (Body& body : c.model.bodies) {
      Inertial& I = body.inertial;
      const Inertial passed = I;
      I.ixy = passed.iyy, I.ixz = passed.izz, I.iyy = passed.ixy, I.iyz = passed.ixz, I.izz = passed.iyz;
    }
  });
  const std::string other = diagnosis("rnea", passed_on, Problem::inverse_dynamics, revolute_chain(4));
  BOOST_TEST(contains(other, "are passed on as xx, yy, zz, xy, xz, yz"), other);
  for (const int bodies : {1, 4})
    for (const auto& [problem, plugin] :
         {std::pair{Problem::inverse_dynamics, "rnea"}, {Problem::mass_matrix, "crba"}}) {
      const std::string first = diagnosis(plugin, diagonal_first, problem, revolute_chain(bodies)),
                        rows = diagnosis(plugin, by_rows, problem, revolute_chain(bodies));
      BOOST_TEST(contains(first, "are read as xx, yy, zz, xy, xz, yz"), first);
      BOOST_TEST(contains(rows, "are read as xx, xy, yy, xz, yz, zz"), rows);
    }
}

BOOST_AUTO_TEST_CASE(two_joints_that_are_exchanged_are_named) {
  const Case c = revolute_chain(7);
  const auto exchanged = [](const Case& given) {
    Misreading m = unchanged(given);
    for (auto& entry : m.maps.forces.entries)
      if (entry.row == 3 || entry.row == 5) entry.row = 8 - entry.row;
    return std::optional<Misreading>(std::move(m));
  };
  const std::string text = diagnosis("rnea", exchanged, Problem::inverse_dynamics, c, Answered::this_case);
  BOOST_TEST(contains(text, "(rows_in_another_order)"), text);
}

BOOST_AUTO_TEST_SUITE_END()
