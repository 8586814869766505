#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "fingerprint.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/validate.hpp"
#include "kintree/trees/case.hpp"
#include "share.hpp"

namespace kintree {

namespace {

double dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
// The triangle inequality holds strictly if and only if tr(I)/2 1 - I is positive definite: Sylvester's
// minors.
bool satisfies_triangle_inequality(const Inertial& inertial) {
  const double half = (inertial.ixx + inertial.iyy + inertial.izz) / 2;
  const double a = half - inertial.ixx, b = half - inertial.iyy, c = half - inertial.izz;
  const double d = -inertial.ixy, e = -inertial.ixz, f = -inertial.iyz;
  return a > 0 && a * b - d * d > 0 && a * (b * c - f * f) - d * (d * c - e * f) + e * (d * f - b * e) > 0;
}

template <class Visit>
void for_all_cases(Visit visit) {
  for (const FamilyInfo& entry : moderate_families)
    for (std::uint64_t seed = 0; seed < 40; ++seed) visit(entry, seed, random_case(entry.family, 25, seed));
}

std::vector<int> parents(const Model& model) {
  std::vector<int> result;
  for (const Body& body : model.bodies) result.push_back(body.parent);
  return result;
}

std::vector<JointKind> kinds(const Model& model) {
  std::vector<JointKind> result;
  for (const Body& body : model.bodies) result.push_back(body.joint.kind);
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cases)

BOOST_AUTO_TEST_CASE(random_numbers_are_what_they_claim) {
  Generator generator = make_generator({1, 2});
  BOOST_TEST(generator() != make_generator({2, 1})());
  BOOST_TEST(make_generator({1, 2})() == make_generator({1, 2})());
  std::map<int, int> integers, octaves;
  int below_sqrt2 = 0, near_pole = 0;
  Triple sum{};
  for (int k = 0; k < 12000; ++k) {
    ++integers[uniform_integer(generator, -1, 1)];
    const double x = log_uniform(generator, -2, 1);
    BOOST_REQUIRE((0.25 <= x && x < 2));
    ++octaves[std::ilogb(x)];
    below_sqrt2 += std::scalbn(x, -std::ilogb(x)) < std::numbers::sqrt2;
    const Triple direction = random_direction(generator);
    BOOST_REQUIRE(std::abs(length(direction) - 1) < 1e-15);
    near_pole += std::abs(direction[2]) > 0.9;  // each component of a uniform direction is uniform
    for (std::size_t i = 0; i < 3; ++i) sum[i] += direction[i];
  }
  // 6 standard deviations each
  for (const auto& [value, count] : integers)
    BOOST_TEST(std::abs(count - 4000) < 310, value << ": " << count);
  for (const auto& [value, count] : octaves) BOOST_TEST(std::abs(count - 4000) < 310, value << ": " << count);
  BOOST_TEST((integers.size() == 3 && octaves.size() == 3));
  BOOST_TEST(std::abs(below_sqrt2 - 6000) < 330);
  BOOST_TEST(std::abs(near_pole - 1200) < 200, near_pole);
  for (const double component : sum) BOOST_TEST(std::abs(component) < 6 * std::sqrt(12000 / 3.0));
}

BOOST_AUTO_TEST_CASE(a_seed_means_one_case) {
  std::set<std::uint64_t> fingerprints;
  std::set<double> velocities, masses;
  std::size_t count = 0;
  for_all_cases([&](const FamilyInfo& entry, std::uint64_t seed, const Case& drawn) {
    ++count;
    BOOST_TEST(drawn.id.name() == std::string(entry.name) + "-" + std::to_string(seed));
    BOOST_TEST(drawn.model.name == drawn.id.name());
    BOOST_TEST(drawn.id.family == entry.name);
    BOOST_TEST(drawn.id.seed == seed);
    BOOST_TEST(fingerprint(drawn) == fingerprint(random_case(entry.family, 25, seed)));
    fingerprints.insert(fingerprint(drawn));
    velocities.insert(drawn.state.v.front());
    masses.insert(drawn.model.bodies[1].inertial.mass);
  });
  for (const std::size_t distinct : {fingerprints.size(), velocities.size(), masses.size()})
    BOOST_TEST(distinct == count);
}

// If this fails the generator has changed, and with it the meaning of every seed on record.
BOOST_AUTO_TEST_CASE(seeds_keep_their_meaning) {
  const Case drawn = random_case(Family::complete, 12, 2005);
  BOOST_TEST(drawn.model.body_count() == 12);
  std::uint64_t all = 0;
  for (const FamilyInfo& entry : moderate_families)
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      all = 31 * all + fingerprint(random_case(entry.family, 12, seed));
  BOOST_TEST(fingerprint(drawn) == 2661741730546522037u);
  BOOST_TEST(all == 3350247206621187330u);
}

BOOST_AUTO_TEST_CASE(cases_are_valid) {
  std::set<JointKind> seen;
  for_all_cases([&](const FamilyInfo&, std::uint64_t, const Case& drawn) {
    BOOST_TEST_CONTEXT(drawn.id.name()) {
      BOOST_TEST(validate(drawn.model).empty());
      BOOST_CHECK_NO_THROW(validate(drawn.model, drawn.state));
      BOOST_TEST(joint_without_inertia(drawn.model) == "");
      BOOST_TEST(Layout(drawn.model).n > 0);
      for (std::size_t i = 1; i < drawn.model.bodies.size(); ++i) {
        const Body& body = drawn.model.bodies[i];
        BOOST_TEST(body.name == "body" + std::to_string(i));
        BOOST_TEST(body.joint.name == "joint" + std::to_string(i));
        seen.insert(body.joint.kind);
      }
    }
  });
  BOOST_TEST(seen.size() == joint_kinds.size());
}

BOOST_AUTO_TEST_CASE(sizes_and_numberings_are_drawn) {
  std::map<int, int> sizes;
  std::array<int, 3> orders{};
  int forests = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Case drawn = random_case(Family::complete, 8, seed);
    ++sizes[drawn.model.body_count()];
    const std::vector<int> parent = parents(drawn.model);
    forests += std::count(parent.begin() + 1, parent.end(), 0) > 1;
    if (drawn.model.body_count() == 8 && has_mixed_numbering(parent)) {
      orders[0] += is_depth_first(parent) && !is_breadth_first(parent);
      orders[1] += is_breadth_first(parent) && !is_depth_first(parent);
      orders[2] += !is_depth_first(parent) && !is_breadth_first(parent);
    }
  }
  BOOST_TEST(sizes.size() == 8u);
  for (const auto& [size, count] : sizes) {
    check_share(count, 4000, size == 8 ? 0.25 + 0.75 / 8 : 0.75 / 8, std::to_string(size) + " bodies");
  }
  for (const int count : orders) check_share(count, orders[0] + orders[1] + orders[2], 1 / 3.0, "numbering");
  BOOST_TEST((300 < forests && forests < 1000), forests);
  BOOST_CHECK_EXCEPTION(random_case(Family::complete, 0, 1), InputError, [](const InputError& error) {
    return std::string(error.what()) == "trees: the largest number of bodies must be at least 1, not 0";
  });
}

BOOST_AUTO_TEST_CASE(options_change_what_they_say_and_nothing_else) {
  int mixed = 0, changed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Case plain = random_case(Family::recursive, 15, seed);
    CaseOptions one_root, numbered, revolute, scaled;
    one_root.multi_root = false;
    const std::vector<int> parent = parents(random_case(Family::recursive, 15, seed, one_root).model);
    BOOST_REQUIRE(std::count(parent.begin() + 1, parent.end(), 0) == 1);
    BOOST_REQUIRE(parent.size() == plain.model.bodies.size());
    changed += parent != parents(plain.model);

    numbered.numbering = Numbering::depth_first;
    BOOST_REQUIRE(is_depth_first(parents(random_case(Family::recursive, 15, seed, numbered).model)));
    numbered.numbering = Numbering::breadth_first;
    BOOST_REQUIRE(is_breadth_first(parents(random_case(Family::recursive, 15, seed, numbered).model)));
    numbered.numbering = Numbering::mixed;
    const std::vector<int> order = parents(random_case(Family::recursive, 15, seed, numbered).model);
    BOOST_REQUIRE(has_mixed_numbering(order) == (!is_depth_first(order) && !is_breadth_first(order)));
    mixed += has_mixed_numbering(order);

    revolute.joints = {JointKind::revolute};
    const Case hinged = random_case(Family::recursive, 15, seed, revolute);
    BOOST_REQUIRE((parents(hinged.model) == parents(plain.model)));
    for (int i = 1; i <= hinged.model.body_count(); ++i)
      BOOST_REQUIRE((kinds(hinged.model)[static_cast<std::size_t>(i)] == JointKind::revolute));

    revolute.floating_base = true;
    const Case afloat = random_case(Family::recursive, 15, seed, revolute);
    BOOST_REQUIRE((parents(afloat.model) == parents(plain.model)));
    for (const Body& body : afloat.model.bodies)
      if (&body != &afloat.model.bodies[0])
        BOOST_REQUIRE((body.joint.kind == (body.parent == 0 ? JointKind::free : JointKind::revolute)));

    scaled.state.scale_quaternions = true;
    scaled.state.velocity = 0;
    scaled.state.max_end_effectors = 0;
    const Case other = random_case(Family::recursive, 15, seed, scaled);
    BOOST_REQUIRE((kinds(other.model) == kinds(plain.model)));
    BOOST_REQUIRE(other.state.end_effectors.empty());
    for (const double v : other.state.v) BOOST_REQUIRE(v == 0);
  }
  BOOST_TEST((100 < mixed && mixed < 200), mixed);  // small trees have no mixed numbering
  BOOST_TEST((20 < changed && changed < 87),
             changed);  // at most 1 in 4 is a forest: 50 + 6 standard deviations
}

BOOST_AUTO_TEST_CASE(models_are_physical_and_moderate) {
  std::map<std::string, int> seen;
  for_all_cases([&](const FamilyInfo&, std::uint64_t, const Case& drawn) {
    const Model& model = drawn.model;
    seen["down"] += model.gravity == Triple{0, 0, -9.81};
    seen["weightless"] += model.gravity == Triple{};
    seen["tilted"] += model.gravity[0] != 0 && model.gravity[1] != 0;
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      const Inertial& inertial = model.bodies[i].inertial;
      const Joint& joint = model.bodies[i].joint;
      BOOST_REQUIRE(satisfies_triangle_inequality(inertial));
      BOOST_REQUIRE((0.25 <= inertial.mass && inertial.mass < 4));
      BOOST_REQUIRE(length(inertial.origin.xyz) <= 0.15);
      BOOST_REQUIRE((inertial.ixy != 0 && inertial.ixz != 0 && inertial.iyz != 0));
      seen["turned inertia"] += inertial.origin.rpy != Triple{};
      seen["straight inertia"] += inertial.origin.rpy == Triple{};
      const double offset = length(joint.placement.xyz);
      BOOST_REQUIRE((0.0999 < offset && offset < 0.5001));
      seen["turned joint"] += joint.placement.rpy != Triple{};
      seen["straight joint"] += joint.placement.rpy == Triple{};
      const double norm = length(joint.axis);
      BOOST_REQUIRE((0.499 < norm && norm < 2.001));
      seen["unnormalized axis"] += std::abs(norm - 1) > 0.01;
      const auto zeros = std::count(joint.axis.begin(), joint.axis.end(), 0.0);
      seen["coordinate axis"] += zeros == 2 && norm == 1;
      seen["unit axis"] += zeros == 0 && std::abs(norm - 1) < 1e-15;
      if (joint.kind == JointKind::planar) {
        seen["planar"]++;
        seen["normal -z"] += joint.axis == Triple{0, 0, -1};
        seen["normal near -z"] += joint.axis[2] == -1 && zeros == 0;
      }
      if (joint.kind == JointKind::universal)
        BOOST_REQUIRE(std::abs(dot(joint.axis, joint.second_axis)) <=
                      0.867 * norm * length(joint.second_axis));
      if (joint.kind == JointKind::helical) {
        BOOST_REQUIRE((0.01 <= std::abs(joint.pitch) && std::abs(joint.pitch) <= 0.2));
        seen[joint.pitch < 0 ? "left-handed" : "right-handed"]++;
      } else {
        BOOST_REQUIRE(joint.pitch == 0);
      }
    }
  });
  BOOST_TEST(seen.size() == 15u);
  const int models = 40 * static_cast<int>(moderate_families.size());
  check_share(seen["down"], models, 6 / 8.0, "gravity down");
  check_share(seen["weightless"], models, 1 / 8.0, "no gravity");
  check_share(seen["tilted"], models, 1 / 8.0, "gravity in any direction");
  const int bodies = seen["turned joint"] + seen["straight joint"], planar = seen["planar"];
  check_share(seen["straight inertia"], bodies, 1 / 8.0, "inertia that is not turned");
  check_share(seen["straight joint"], bodies, 1 / 8.0, "joint that is not turned");
  check_share(planar, bodies, 15 / 16.0 / 8, "planar");  // without the roots that are made free
  check_share(seen["left-handed"], seen["left-handed"] + seen["right-handed"], 1 / 2.0, "left-handed");
  // 1/2 of all axes are scaled, all but 1 in 75 noticeably; 1/4 are unit vectors and 1/4 coordinate axes. 1/8
  // of the normals of planes are -z and 1/8 near -z; the others are drawn as the axes are.
  const double drawn = (bodies - planar / 4.0) / bodies;
  check_share(seen["unnormalized axis"], bodies, drawn * 74 / 150, "scaled axis");
  check_share(seen["unit axis"], bodies, drawn / 4, "unit axis");
  check_share(seen["coordinate axis"], bodies, drawn / 4 + planar / 8.0 / bodies, "coordinate axis");
  check_share(seen["normal -z"], planar, 1 / 8.0 + 3 / 4.0 / 4 / 6, "normal -z");
  check_share(seen["normal near -z"], planar, 1 / 8.0, "normal near -z");

  Inertial disc;  // on the edge: flat in z
  disc.ixx = disc.iyy = 1;
  disc.izz = 2;
  BOOST_TEST(!satisfies_triangle_inequality(disc));
}

BOOST_AUTO_TEST_CASE(states_are_general) {
  std::map<std::string, int> seen;
  CaseOptions scaling;
  scaling.state.scale_quaternions = true;
  for_all_cases([&](const FamilyInfo& entry, std::uint64_t seed, const Case& drawn) {
    const State& state = drawn.state;
    const State scaled = random_case(entry.family, 25, seed, scaling).state;
    const Layout layout(drawn.model);
    for (std::size_t i = 1; i < drawn.model.bodies.size(); ++i) {
      const JointKind kind = drawn.model.bodies[i].joint.kind;
      if (kind != JointKind::spherical && kind != JointKind::free) continue;
      const auto first =
          static_cast<std::size_t>(layout.first_position[i] - 1 + (kind == JointKind::free ? 3 : 0));
      double square = 0, scaled_square = 0;
      for (std::size_t k = first; k < first + 4; ++k) {
        square += state.q[k] * state.q[k];
        scaled_square += scaled.q[k] * scaled.q[k];
      }
      BOOST_REQUIRE(std::abs(square - 1) < 1e-15);
      BOOST_REQUIRE((0.2499 < scaled_square && scaled_square < 4.0001));
      seen["quaternion"]++;
      seen["scaled quaternion"] += std::abs(scaled_square - 1) > 0.01;
    }
    for (const double q : state.q) {
      BOOST_REQUIRE(std::abs(q) <= std::numbers::pi);
      seen["angle beyond 2"] += std::abs(q) > 2;
    }
    for (const double v : state.v) BOOST_REQUIRE((v != 0 && std::abs(v) <= 2));
    for (const double qdd : state.qdd) BOOST_REQUIRE((qdd != 0 && std::abs(qdd) <= 5));
    for (const double tau : state.tau) BOOST_REQUIRE((tau != 0 && std::abs(tau) <= 10));
    BOOST_REQUIRE((state.f_ext[0] == Wrench{}));
    const bool loaded = state.f_ext[1] != Wrench{};
    seen[loaded ? "loaded" : "unloaded"]++;
    for (std::size_t i = 1; i < state.f_ext.size(); ++i)
      for (const double component : state.f_ext[i]) BOOST_REQUIRE((component != 0) == loaded);

    const std::vector<EndEffector>& ends = state.end_effectors;
    BOOST_REQUIRE((!ends.empty() && ends.size() <= 4));
    seen[std::to_string(ends.size()) + " end-effectors"]++;
  });
  BOOST_TEST(seen.size() == 9u);
  const int states = seen["loaded"] + seen["unloaded"];
  check_share(seen["unloaded"], states, 1 / 8.0, "no external forces");
  for (const char count : {'1', '2', '3', '4'}) {
    const std::string what = std::string(1, count) + " end-effectors";
    check_share(seen[what], states, 1 / 4.0, what);
  }
  check_share(seen["scaled quaternion"], seen["quaternion"], 149 / 150.0, "scaled quaternion");
  BOOST_TEST(seen["angle beyond 2"] > 20);
}

BOOST_AUTO_TEST_CASE(there_are_as_many_end_effectors_as_asked_for) {
  for (const int most : {0, 1, 2}) {
    CaseOptions options;
    options.state.max_end_effectors = most;
    std::set<std::size_t> counts;
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      counts.insert(random_case(Family::chain, 3, seed, options).state.end_effectors.size());
    BOOST_TEST((counts == (most == 0   ? std::set<std::size_t>{0}
                           : most == 1 ? std::set<std::size_t>{1}
                                       : std::set<std::size_t>{1, 2})));
  }
}

BOOST_AUTO_TEST_CASE(end_effectors_sit_on_and_above_each_others_bodies) {
  Generator generator = make_generator({6});
  Topology topology;
  topology.parent = draw_shape(Family::balanced, 255, false, generator);
  topology.joints.assign(256, JointKind::prismatic);
  const Model model = random_model("balanced", topology, generator);
  int pairs = 0, same = 0, above = 0;
  for (int k = 0; k < 400; ++k) {
    const std::vector<EndEffector> ends = random_state(model, generator).end_effectors;
    for (std::size_t e = 1; e < ends.size(); ++e) {
      int support = ends[e - 1].body;
      while (support > ends[e].body) support = topology.parent[static_cast<std::size_t>(support)];
      ++pairs;
      same += ends[e].body == ends[e - 1].body;
      above += support == ends[e].body && ends[e].body != ends[e - 1].body;
    }
  }
  BOOST_TEST((466 < pairs && pairs < 734), pairs);  // 600 +- 6 standard deviations
  BOOST_TEST((2 * pairs < 100 * same && 100 * same < 7 * pairs), same << " of " << pairs);       // 1/4 of 1/7
  BOOST_TEST((15 * pairs < 100 * above && 100 * above < 32 * pairs), above << " of " << pairs);  // 1/4 of 6/7
}

BOOST_AUTO_TEST_CASE(the_papers_trees_become_cases) {
  NamedTopology named;
  named.name = "fork";
  named.topology.parent = {0, 0, 1, 1};
  named.topology.joints = {JointKind::fixed, JointKind::free, JointKind::revolute, JointKind::fixed};
  const Case drawn = topology_case(named, 3);
  BOOST_TEST(drawn.id.name() == "fork-3");
  BOOST_TEST(drawn.id.family == "fork");
  BOOST_TEST((parents(drawn.model) == named.topology.parent));
  BOOST_TEST((kinds(drawn.model) == named.topology.joints));
  BOOST_TEST(validate(drawn.model).empty());
  BOOST_CHECK_NO_THROW(validate(drawn.model, drawn.state));
  BOOST_TEST(fingerprint(drawn) == fingerprint(topology_case(named, 3)));
  BOOST_TEST(fingerprint(drawn) != fingerprint(topology_case(named, 4)));

  named.topology.joints.clear();
  CaseOptions planar;
  planar.joints = {JointKind::planar};
  const std::vector<JointKind> joints = kinds(topology_case(named, 3, planar).model);
  BOOST_TEST((std::count(joints.begin(), joints.end(), JointKind::planar) == 3));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace kintree
