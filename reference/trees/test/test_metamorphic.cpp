// The oracle shows that the maps of the answers are right (oracles/test/metamorphic_test.cpp).
#include "kintree/model/problem_set.hpp"
#include "kintree/trees/metamorphic.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "fingerprint.hpp"
#include "kintree/model/validate.hpp"
#include "kintree/trees/parts.hpp"

namespace {

using namespace kintree;

bool same(const Placement& a, const Placement& b) {
  return a.xyz == b.xyz && a.rpy == b.rpy;
}

bool same(const Case& a, const Case& b) {
  if (a.id != b.id || a.model.gravity != b.model.gravity || a.state.q != b.state.q ||
      a.state.v != b.state.v || a.state.qdd != b.state.qdd || a.state.tau != b.state.tau ||
      a.state.f_ext != b.state.f_ext || a.model.bodies.size() != b.model.bodies.size() ||
      a.state.end_effectors.size() != b.state.end_effectors.size())
    return false;
  for (std::size_t e = 0; e < a.state.end_effectors.size(); ++e)
    if (a.state.end_effectors[e].body != b.state.end_effectors[e].body ||
        !same(a.state.end_effectors[e].pose, b.state.end_effectors[e].pose))
      return false;
  for (std::size_t i = 0; i < a.model.bodies.size(); ++i) {
    const Body &x = a.model.bodies[i], &y = b.model.bodies[i];
    if (x.name != y.name || x.parent != y.parent || x.joint.kind != y.joint.kind ||
        !same(x.joint.placement, y.joint.placement) || x.joint.axis != y.joint.axis ||
        !same(x.inertial.origin, y.inertial.origin) || x.inertial.mass != y.inertial.mass)
      return false;
  }
  return true;
}

Case example(std::uint64_t seed) {
  return random_case(Family::recursive, 9, seed, {});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(metamorphic)

BOOST_AUTO_TEST_CASE(parts_make_the_case_again) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Case c = example(seed);
    Parts parts(c);
    BOOST_TEST(same(parts.put_together(), c));
    // A part put in and taken out again leaves no trace; nor does a numbering there and back.
    const int at = 1 + static_cast<int>(seed) % (parts.body_count() + 1);
    Part part;
    part.body.name = part.body.joint.name = "new";
    part.body.parent = at - 1;
    parts.insert(at, part);
    BOOST_TEST(parts.put_together().model.bodies[static_cast<std::size_t>(at)].name == "new");
    BOOST_TEST(!same(parts.put_together(), c));
    parts.remove(at);
    BOOST_TEST(same(parts.put_together(), c));
  }
}

BOOST_AUTO_TEST_CASE(removed_parts_leave_their_children_to_their_parent) {
  const Case c = random_case(Family::chain, 4, 4, {});
  Parts parts(c);
  BOOST_TEST_REQUIRE(parts.body_count() >= 3);
  const std::string third = parts[3].body.name;
  const int count = parts.body_count();
  parts.end_effectors = {{2, {}}, {3, {}}};
  parts.remove(2);
  BOOST_TEST(parts.body_count() == count - 1);
  BOOST_TEST(parts[2].body.name == third);
  BOOST_TEST(parts[2].body.parent == 1);
  BOOST_TEST_REQUIRE(parts.end_effectors.size() == 1U);
  BOOST_TEST(parts.end_effectors[0].body == 2);
}

BOOST_AUTO_TEST_CASE(transformations_are_pure_and_named) {
  std::set<std::string_view> names;
  for (const Transformation& t : transformations()) {
    BOOST_TEST(names.insert(t.name).second, t.name);
    BOOST_TEST(!t.description.empty());
    BOOST_TEST(transformation(t.name) == &t);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Case c = example(seed);
      const auto once = t.apply(c, seed), again = t.apply(c, seed);
      BOOST_TEST(once.has_value() == again.has_value());
      if (!once) continue;
      BOOST_TEST(same(once->image, again->image));
      BOOST_TEST(once->image.id.name() == c.id.name() + "/" + std::string(t.name));
      BOOST_TEST(once->image.id.label() == c.id.label() + "/" + std::string(t.name));
      validate(once->image.model);
      validate(once->image.model, once->image.state);
      BOOST_TEST(!once->problems.empty());
      const Case& from = once->from ? *once->from : c;
      const Sizes was = sizes_of(Layout(from.model), from.state.end_effectors.size()),
                  is = sizes_of(Layout(once->image.model), once->image.state.end_effectors.size());
      for (const Problem problem : once->problems)
        for (const Quantity& output : compared_outputs(problem)) {
          const AnswerMap map = map_of(once->maps, output);
          BOOST_TEST((map.columns == extent(output.rows, was) && map.rows == extent(output.rows, is)));
          if (output.is_vector()) continue;
          BOOST_TEST((map.N().columns == extent(output.columns, was)));
          BOOST_TEST((map.N().rows == extent(output.columns, is)));
        }
    }
  }
  BOOST_TEST(transformation("nonsense") == nullptr);
}

/// Answers of the other transformations must be equal in the field, which a rounding would prevent.
BOOST_AUTO_TEST_CASE(transformations_are_inexact_only_if_they_turn_frames) {
  std::set<std::string_view> rounded;
  for (const Transformation& t : transformations())
    if (!t.exact) rounded.insert(t.name);
  const std::set<std::string_view> expected{"spherical_as_hinges", "free_as_sliders_and_ball",
                                            "planar_as_sliders_and_hinge", "base_moved", "reframed"};
  BOOST_TEST((rounded == expected));
}

// Computed once: the images and the maps of their answers are the same on every machine, to the last bit.
BOOST_AUTO_TEST_CASE(images_are_the_same_everywhere) {
  struct Row {
    std::string_view transformation;
    int images;  ///< of 40 cases
    std::uint64_t fingerprint;
  };
  const std::vector<Row> rows{{"renumbered", 31, 0xb68a0ae1d2e2d943u},
                              {"units", 40, 0xb781f449e613510fu},
                              {"mirrored", 40, 0xa9ca9b831c988a7au},
                              {"axes_reversed", 38, 0x31a9efc60fdc3f9bu},
                              {"directions_rescaled", 40, 0x8537e60875f3afdcu},
                              {"time_reversed", 40, 0xcdb4bc8653b49441u},
                              {"split", 40, 0x4db1160dc4e5a097u},
                              {"split_at_centre", 40, 0x9c761c8856c8e552u},
                              {"massless_link", 40, 0x2e3c4663b36c36bau},
                              {"end_effector_repeated", 40, 0x060abea9f061e7b6u},
                              {"root_on_fixed_link", 40, 0x69f420ea831f636fu},
                              {"tree_alone", 7, 0x2be5f3b98f783830u},
                              {"joint_locked", 36, 0xc290ddd34b86d90eu},
                              {"universal_as_hinges", 15, 0x72bce8c15dc228cdu},
                              {"cylindrical_as_hinge_and_slider", 22, 0xc42ae1ac1ffea0ecu},
                              {"revolute_as_helical", 20, 0x942ef65bb1ac9cfcu},
                              {"spherical_as_hinges", 20, 0x1642b8a583ae1683u},
                              {"free_as_sliders_and_ball", 21, 0x9634eccb49e5130bu},
                              {"planar_as_sliders_and_hinge", 13, 0x0e1dd3a75f746197u},
                              {"base_moved", 40, 0x8ae8bbe60138dcf9u},
                              {"reframed", 40, 0x1ea8811132b06e03u}};
  BOOST_TEST(rows.size() == transformations().size());
  // The maps of J-bar have a second factor. Those of problems that are not recorded are made of the same maps of indices.
  const ProblemSet recorded{Problem::mass_matrix,         Problem::factorization,
                            Problem::mass_matrix_inverse, Problem::inverse_dynamics,
                            Problem::forward_dynamics,    Problem::inverse_osim};
  Fingerprint of_J_bar;
  for (const Row& row : rows) {
    Fingerprint fingerprint;
    int images = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
      if (const auto image = transformation(row.transformation)->apply(example(seed), seed)) {
        ++images;
        fingerprint.add(image->image);
        if (image->from) fingerprint.add(*image->from);
        for (const Problem problem : image->problems) {
          const AnswerMap map = maps_of_answer(image->maps, problem).front();
          if (recorded.contains(problem)) {
            fingerprint.add(map);
            if (!map.of_columns.empty()) fingerprint.add(map.N());
          }
          if (problem != Problem::dynamically_consistent_inverse) continue;
          of_J_bar.add(map);
          of_J_bar.add(map.N());
        }
      }
    BOOST_TEST(images == row.images, row.transformation);
    BOOST_TEST(fingerprint.value() == row.fingerprint, row.transformation);
  }
  BOOST_TEST(of_J_bar.value() == 0xf9f4d6f97db95d10u);
}

BOOST_AUTO_TEST_CASE(transformation_does_not_apply_without_its_part) {
  CaseOptions prismatic;
  prismatic.joints = {JointKind::prismatic};
  const Case chain = random_case(Family::chain, 5, 2, prismatic);
  for (const std::string_view name :
       {"renumbered", "tree_alone", "universal_as_hinges", "cylindrical_as_hinge_and_slider",
        "revolute_as_helical", "spherical_as_hinges", "free_as_sliders_and_ball",
        "planar_as_sliders_and_hinge"})
    BOOST_TEST(!transformation(name)->apply(chain, 1).has_value(), name);
  Case without = chain;
  without.state.end_effectors.clear();
  BOOST_TEST(!transformation("end_effector_repeated")->apply(without, 1).has_value());
}

/// The shortest rotation that takes z to -z is not unique: half a turn about x (reference/notation.md).
BOOST_AUTO_TEST_CASE(new_bodies_and_joints_have_names_of_their_own) {
  const Transformation& split = *transformation("split_at_centre");
  const Case c = example(1);
  const std::optional<CaseImage> image = split.apply(c, 1);
  BOOST_TEST_REQUIRE(image.has_value());
  std::string added;
  for (const Body& body : image->image.model.bodies)
    if (std::none_of(c.model.bodies.begin(), c.model.bodies.end(),
                     [&](const Body& b) { return b.name == body.name; }))
      added = body.name;
  BOOST_TEST_REQUIRE(!added.empty());
  for (const bool of_body : {true, false}) {
    Case taken = c;
    (of_body ? taken.model.bodies[1].name : taken.model.bodies[1].joint.name) = added;
    const std::optional<CaseImage> again = split.apply(taken, 1);
    BOOST_TEST_REQUIRE(again.has_value());
    std::set<std::string> bodies, joints;
    for (const Body& body : again->image.model.bodies)
      bodies.insert(body.name), joints.insert(body.joint.name);
    BOOST_TEST(bodies.size() == again->image.model.bodies.size());
    BOOST_TEST(joints.size() == again->image.model.bodies.size());
  }
}

// For two bodies on the base half of the orders are new, and one of eight draws must be. So 1 in 256 seeds
// has none.
BOOST_AUTO_TEST_CASE(eight_orders_are_drawn) {
  Case c = example(1);
  c.model.bodies.resize(1);
  for (const char* name : {"a", "b"}) {
    Body& body = c.model.bodies.emplace_back();
    body.name = body.joint.name = name, body.joint.kind = JointKind::revolute;
  }
  c.state = neutral_state(c.model);
  int none = 0;
  for (std::uint64_t seed = 1; seed <= 4096; ++seed)
    none += !transformation("renumbered")->apply(c, seed).has_value();
  BOOST_TEST(none == 15);  // 16 are expected
}

BOOST_AUTO_TEST_CASE(sliders_in_a_plane_go_along_its_axes) {
  CaseOptions planar;
  planar.joints = {JointKind::planar};
  Case c = random_case(Family::chain, 1, 3, planar);
  for (const double up : {1.0, -1.0}) {
    c.model.bodies[1].joint.axis = {0, 0, up};
    const auto image = transformation("planar_as_sliders_and_hinge")->apply(c, 1);
    BOOST_TEST_REQUIRE(image.has_value());
    std::vector<Triple> sliders;
    for (const Body& body : image->image.model.bodies)
      if (body.joint.kind == JointKind::prismatic) sliders.push_back(body.joint.axis);
    BOOST_TEST((sliders == std::vector<Triple>{{1, 0, 0}, {0, up, 0}}), up);
  }
}

BOOST_AUTO_TEST_SUITE_END()
