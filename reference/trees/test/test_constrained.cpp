// The families with constraints.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "kintree/model/validate.hpp"
#include "kintree/trees/case.hpp"
#include "kintree/trees/parts.hpp"

using namespace kintree;

namespace {

template <class F>
void for_constrained_cases(F&& f) {
  for (const Family family : {Family::contacts, Family::loops, Family::gears})
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      const Case c = random_case(family, 10, seed);
      if (!c.model.constraints.empty()) BOOST_TEST_CONTEXT(c.id.name()) {
          f(family, c);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(constrained)

BOOST_AUTO_TEST_CASE(constraints_are_contacts_loops_and_gears) {
  std::set<int> rows_of_contacts, rows_of_loops;
  std::set<JointKind> kinds;
  int repeated = 0, at_rest = 0, count = 0, gears = 0, loops_beside = 0, still = 0,
      followers_of_followers = 0, high = 0, massless = 0;
  for_constrained_cases([&](Family family, const Case& c) {
    validate(c.model);
    validate(c.model, c.state);
    ++count;
    at_rest += std::all_of(c.state.gamma.begin(), c.state.gamma.end(), [](double x) { return x == 0; });
    repeated += c.model.constraints.back().name.ends_with("_again");
    int rows = 0;
    std::set<int> followers;
    for (const Constraint& constraint : c.model.constraints) {
      if (constraint.name.ends_with("_again")) continue;
      rows += constraint.row_count();
      if (const std::optional<Coupling>& coupling = constraint.coupling) {
        BOOST_TEST((family == Family::gears));
        BOOST_TEST(followers.insert(constraint.frame.body).second);
        const double ratio = std::abs(coupling->multiplier);
        BOOST_TEST((ratio >= 0x1p-10 && ratio <= 0x1p10));
        ++gears;
        high += ratio > 100 || ratio < 0.01;
        still += constraint.relative_to == 0;
        followers_of_followers += followers.contains(constraint.relative_to);
        kinds.insert(c.model.bodies[static_cast<std::size_t>(constraint.frame.body)].joint.kind);
        continue;
      }
      BOOST_TEST((constraint.relative_to == 0) == (family == Family::contacts));
      loops_beside += family == Family::gears;
      (family == Family::contacts ? rows_of_contacts : rows_of_loops).insert(constraint.row_count());
    }
    BOOST_TEST(rows <= Layout(c.model).n);
    massless += family == Family::gears && std::any_of(c.model.bodies.begin() + 1, c.model.bodies.end(),
                                                       [](const Body& b) { return b.inertial.mass == 0; });
  });
  BOOST_TEST(count > 450);
  BOOST_TEST(massless > 10);
  BOOST_TEST((gears > 200 && loops_beside > 50 && still > 10 && followers_of_followers > 20 && high > 10));
  BOOST_TEST((kinds == std::set{JointKind::revolute, JointKind::prismatic, JointKind::helical}));
  BOOST_TEST((at_rest > count / 3 && at_rest < 2 * count / 3));
  BOOST_TEST((repeated > count / 40 && repeated < count / 8));
  BOOST_TEST((rows_of_contacts == std::set{1, 2, 3, 4, 5, 6} && rows_of_loops == std::set{1, 2, 3, 4, 5, 6}));
}

BOOST_AUTO_TEST_CASE(mechanisms_are_linkages_and_platforms) {
  int linkages = 0, two_loops = 0, sliders = 0, hinges = 0, six_legs = 0, on_base = 0, repeated = 0;
  for (const Numbering numbering : {Numbering::depth_first, Numbering::breadth_first, Numbering::mixed})
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      CaseOptions options;
      options.numbering = numbering;
      const Case c = random_case(Family::mechanisms, 14, seed, options);
      validate(c.model);
      validate(c.model, c.state);
      std::vector<int> parent;
      for (const Body& body : c.model.bodies) parent.push_back(body.parent);
      BOOST_TEST_CONTEXT(c.id.name()) {
        if (numbering == Numbering::depth_first) BOOST_TEST(is_depth_first(parent));
        if (numbering == Numbering::breadth_first) BOOST_TEST(is_breadth_first(parent));
        const std::vector<Constraint>& pins = c.model.constraints;
        if (pins.empty()) {
          BOOST_TEST(c.model.body_count() <= 3);
          continue;
        }
        const auto is_again = [](const Constraint& pin) { return pin.name.ends_with("_again"); };
        const auto loops = static_cast<int>(pins.size()) - (is_again(pins.back()) ? 1 : 0);
        repeated += is_again(pins.back());
        const bool is_platform =
            pins.front().rows == std::array<bool, 6>{false, false, false, true, true, true};
        linkages += !is_platform;
        six_legs += is_platform && loops == 6;
        two_loops += !is_platform && loops == 2;
        hinges += pins.front().row_count() == 5;
        sliders +=
            !is_platform && std::any_of(c.model.bodies.begin() + 1, c.model.bodies.end(),
                                        [](const Body& b) { return b.joint.kind == JointKind::prismatic; });
        on_base += std::count(parent.begin() + 1, parent.end(), 0) > 1;
        if (is_platform) BOOST_TEST(c.model.body_count() - 1 - 2 * loops <= 1);  // the free link below it
        for (const Constraint& pin : pins)
          BOOST_TEST(parent[static_cast<std::size_t>(pin.frame.body)] != pin.relative_to);
      }
    }
  BOOST_TEST((linkages > 250 && two_loops > 50 && sliders > 50 && hinges > 20));
  BOOST_TEST((six_legs > 5 && on_base > 100 && repeated > 10));
}

// Asked for other kinds of joint, a mechanism has no others.
BOOST_AUTO_TEST_CASE(mechanisms_have_the_requested_joints) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CaseOptions options;
    options.joints = {JointKind::prismatic, JointKind::spherical};
    for (const Body& body : random_case(Family::mechanisms, 10, seed, options).model.bodies)
      BOOST_TEST((body.parent == 0 && body.name == "base") + (body.joint.kind == JointKind::prismatic) +
                     (body.joint.kind == JointKind::spherical) ==
                 1);
    options = {};
    options.floating_base = true;
    const Case floating = random_case(Family::mechanisms, 10, seed, options);
    BOOST_TEST((floating.model.bodies[1].joint.kind == JointKind::free));
  }
}

BOOST_AUTO_TEST_CASE(other_families_have_none) {
  for (const FamilyInfo& entry : families)
    if (!has_constraints(entry.family))
      BOOST_TEST(random_case(entry.family, 8, 5).model.constraints.empty(), entry.name);
}

// A constraint goes with its bodies: it is renumbered, and removed with either of them, its rows of gamma included.
BOOST_AUTO_TEST_CASE(parts_keep_constraints_on_their_bodies) {
  for_constrained_cases([](Family, const Case& c) {
    const auto names = [](const Case& of) {
      std::set<std::pair<std::string, std::string>> all;
      for (const Constraint& constraint : of.model.constraints)
        all.emplace(of.model.bodies[static_cast<std::size_t>(constraint.frame.body)].name,
                    of.model.bodies[static_cast<std::size_t>(constraint.relative_to)].name);
      return all;
    };
    Parts parts(c);
    Part more = parts[1];
    more.body.name = more.body.joint.name = "more";
    parts.insert(1, more);
    BOOST_TEST((names(parts.put_together()) == names(c)));
    parts.remove(1);
    BOOST_TEST((names(parts.put_together()) == names(c)));
    parts.remove(c.model.constraints.front().frame.body);
    const Case fewer = parts.put_together();
    BOOST_TEST(fewer.model.constraints.size() < c.model.constraints.size());
    BOOST_TEST(fewer.state.gamma.size() == static_cast<std::size_t>(Layout(fewer.model).constraint_rows));
  });
}

BOOST_AUTO_TEST_SUITE_END()
