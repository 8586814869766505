#include <boost/test/unit_test.hpp>

#include "kintree/plugin/register.hpp"

namespace {

using namespace kintree;

/// A model with these parents and joint kinds.
Model model_of(const std::vector<std::pair<int, JointKind>>& bodies) {
  Model model;
  for (const auto& [parent, kind] : bodies) {
    Body body{.name = "body", .parent = parent, .joint = {}, .inertial = {}};
    body.joint.kind = kind;
    model.bodies.push_back(body);
  }
  return model;
}

template <class S>
struct NeedsModel final : Solves<S> {
  explicit NeedsModel(const Model& model) : bodies(model.body_count()) {}
  int bodies;
};

template <class S>
struct NeedsBoth final : Solves<S> {
  NeedsBoth(const Model& model, const std::vector<EndEffector>& end_effectors)
      : bodies(model.body_count()), count(end_effectors.size()) {}
  int bodies;
  std::size_t count;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(interface)

BOOST_AUTO_TEST_CASE(less_is_promised_on_the_families_named) {
  const Claim claim{
      Problem::forward_dynamics, Verdict::A, "O(N)", {{"fast", Verdict::C}, {"thin", Verdict::B}}};
  BOOST_TEST((claim.promise_on("fast") == Verdict::C));
  BOOST_TEST((claim.promise_on("thin") == Verdict::B));
  BOOST_TEST((claim.promise_on("chain") == Verdict::A));
  BOOST_TEST((claim.promise_on("") == Verdict::A));
}

BOOST_AUTO_TEST_CASE(the_whole_domain_leaves_nothing_outside) {
  std::vector<std::pair<int, JointKind>> bodies;
  bodies.reserve(joint_kinds.size());
  for (const JointKindInfo& entry : joint_kinds) bodies.emplace_back(0, entry.kind);
  BOOST_TEST((outside(Domain{}, model_of(bodies)) == std::nullopt));
  BOOST_TEST((outside(Domain{}, Model{}) == std::nullopt));
}

BOOST_AUTO_TEST_CASE(each_kind_of_joint_can_be_outside) {
  for (const JointKindInfo& entry : joint_kinds) {
    Domain domain;
    std::erase(domain.joints, entry.kind);
    const std::optional<std::string> reason = outside(domain, model_of({{0, entry.kind}}));
    BOOST_TEST(reason.value_or("inside") == std::string(entry.name) + " joints");
    for (const JointKindInfo& other : joint_kinds)
      if (other.kind != entry.kind)
        BOOST_TEST((outside(domain, model_of({{0, other.kind}})) == std::nullopt));
  }
}

/// Bodies that fixed joints hold together are one part. One of them must have mass and a positive definite
/// tensor.
BOOST_AUTO_TEST_CASE(bodies_without_inertia_can_be_outside) {
  Domain domain;
  domain.massless_bodies = false;
  const auto reason = [&](const Model& model) { return outside(domain, model).value_or("inside"); };
  const Inertial solid{.origin = {}, .mass = 1, .ixx = 1, .ixy = 0.1, .ixz = 0, .iyy = 1, .iyz = 0, .izz = 1};
  const JointKind moving = JointKind::revolute, fixed = JointKind::fixed;

  Model pair = model_of({{0, moving}, {1, moving}});
  BOOST_TEST(reason(pair) == "bodies without inertia");
  BOOST_TEST((outside(Domain{}, pair) == std::nullopt));
  pair.bodies[2].inertial = solid;
  BOOST_TEST(reason(pair) == "bodies without inertia");
  pair.bodies[1].inertial = solid;
  BOOST_TEST(reason(pair) == "inside");
  pair.bodies[1].inertial.mass = 0;
  BOOST_TEST(reason(pair) == "bodies without inertia");
  pair.bodies[1].inertial = solid;
  pair.bodies[1].inertial.izz = 0;
  BOOST_TEST(reason(pair) == "bodies without inertia");

  Model held =
      model_of({{0, moving}, {1, fixed}, {0, fixed}});  // a part of two bodies, and a body of the base
  BOOST_TEST(reason(held) == "bodies without inertia");
  held.bodies[2].inertial = solid;
  BOOST_TEST(reason(held) == "inside");
}

BOOST_AUTO_TEST_CASE(branches_are_outside_serial_chains) {
  const JointKind any = JointKind::revolute;
  Domain domain;
  domain.shape = Domain::serial_chain;
  BOOST_TEST((outside(domain, model_of({{0, any}, {1, any}, {2, any}})) == std::nullopt));
  BOOST_TEST(outside(domain, model_of({{0, any}, {1, any}, {1, any}})).value_or("inside") == "branches");
  BOOST_TEST(outside(domain, model_of({{0, any}, {0, any}})).value_or("inside") == "branches");
  BOOST_TEST((outside(Domain{}, model_of({{0, any}, {0, any}})) == std::nullopt));
}

BOOST_AUTO_TEST_CASE(claims_are_found_by_their_problem) {
  const Description description{
      .name = "x",
      .citation = "y",
      .claims = {{Problem::factorization, Verdict::B, "a"}, {Problem::mass_matrix, Verdict::A, "b"}}};
  BOOST_TEST_REQUIRE(description.claim(Problem::mass_matrix) != nullptr);
  BOOST_TEST(description.claim(Problem::mass_matrix)->cost == "b");
  BOOST_TEST(description.claim(Problem::factorization)->cost == "a");
  BOOST_TEST(description.claim(Problem::inverse_osim) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_solver_that_overrides_nothing_supports_nothing) {
  NeedsModel<double> solver((Model()));
  for (const Problem problem : all_problems)
    BOOST_TEST((solver.call(problem, {}).code == Status::unsupported));
  BOOST_TEST((Status{}.code == Status::ok && Status{}.coordinate == 0));
  BOOST_TEST((Status::breakdown_at(3).code == Status::breakdown && Status::breakdown_at(3).coordinate == 3));
}

BOOST_AUTO_TEST_CASE(an_algorithm_gets_the_end_effectors_if_it_takes_them) {
  const Model model = model_of({{0, JointKind::revolute}, {1, JointKind::revolute}});
  const std::vector<EndEffector> end_effectors(3);

  const PluginOf<NeedsModel> one(Description{.name = "one", .citation = "", .claims = {}});
  const auto solver = one.prepare(model, end_effectors, Scalar::double_precision);
  BOOST_TEST(dynamic_cast<NeedsModel<double>&>(*solver).bodies == 2);
  BOOST_TEST(one.description().name == "one");

  const PluginOf<NeedsBoth> both(Description{.name = "both", .citation = "", .claims = {}});
  const auto other = both.prepare(model, end_effectors, Scalar::number);
  BOOST_TEST(dynamic_cast<NeedsBoth<Number>&>(*other).bodies == 2);
  BOOST_TEST(dynamic_cast<NeedsBoth<Number>&>(*other).count == 3u);
}

BOOST_AUTO_TEST_CASE(a_plugin_is_built_for_three_scalars_and_says_so) {
  const PluginOf<NeedsModel> plugin(Description{.name = "one", .citation = "", .claims = {}});
  const Model model = model_of({{0, JointKind::revolute}});
  for (const Scalar scalar : {Scalar::double_precision, Scalar::single_precision, Scalar::number}) {
    BOOST_TEST(plugin.description().built_for(scalar));
    BOOST_TEST(plugin.prepare(model, {}, scalar) != nullptr);
  }
  const auto single = plugin.prepare(model, {}, Scalar::single_precision);
  BOOST_TEST(dynamic_cast<NeedsModel<float>&>(*single).bodies == 1);
  BOOST_TEST(!Description().built_for(Scalar::double_precision));
}

BOOST_AUTO_TEST_SUITE_END()
