// J-bar where J has full row rank and where it has not: the status that a plugin must return, and its
// verdict.
#include <boost/test/unit_test.hpp>

#include "built_plugin.hpp"
#include "chain.hpp"
#include "suite/field/entry.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/field/proof.hpp"
#include "suite/proof/prove.hpp"
#include "suite/vectors/wrong_answers.hpp"
#include "suite/verification/examination.hpp"
#include "suite/verification/images.hpp"
#include "suite/verification/verification.hpp"
#include "suite/worst_cases/where.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::suite::test::built_plugin;

namespace {

constexpr Problem J_bar = Problem::dynamically_consistent_inverse;
const Placement elsewhere{{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}};

/// Eight revolute joints in a row, with these end-effectors.
Case arm(std::vector<EndEffector> end_effectors) {
  Case c = kintree::suite::test::chain(8, "arm");
  c.state.end_effectors = std::move(end_effectors);
  return c;
}

ProofOutcome proved(const Case& c, const std::string& plugin, const std::optional<Status>& instead = {}) {
  const Proof proof(field_twin(c), {J_bar}, true, field_point(c.id));
  InProcess worker = proof.worker(built_plugin(plugin));
  return proof.ask(worker, built_plugin(plugin), J_bar, [&](Outcome<Field>& out) {
    if (instead) out.status = *instead;
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rank)

BOOST_AUTO_TEST_CASE(in_the_field_the_status_is_exact) {
  const Case full = arm({{8, elsewhere}}), two_on_one_body = arm({{8, {}}, {8, elsewhere}}),
             on_the_base = arm({{8, {}}, {0, elsewhere}});
  for (const char* plugin : {"sfa", "dynamically_consistent_inverse"}) {
    for (const Case& c : {full, two_on_one_body, on_the_base})
      BOOST_TEST((proved(c, plugin).right == FieldCheck::proved), proved(c, plugin).detail);
    const auto refused = [&](const Case& c, const Status& said, const std::string& detail) {
      const ProofOutcome outcome = proved(c, plugin, said);
      BOOST_TEST((outcome.right == FieldCheck::wrong && outcome.equality.reason == Reason::not_equal));
      BOOST_TEST(outcome.detail == detail);
    };
    refused(full, Status::dependent_at(1), "dependent rows of J are seen where there are none");
    refused(two_on_one_body, Status{}, "J has dependent rows, which the status does not say");
    refused(two_on_one_body, Status::breakdown_at(1), "a pivot of H is zero");
    refused(on_the_base, Status::dependent_at(1), "row 1 of J does not depend on others");
    refused(on_the_base, Status::dependent_at(13), "row 13 of J does not depend on others");
  }
}

BOOST_AUTO_TEST_CASE(without_full_row_rank_nothing_is_judged) {
  BOOST_TEST(exact_answer(arm({{8, elsewhere}}), J_bar).has_value());
  BOOST_TEST(!exact_answer(arm({{8, elsewhere}, {8, {}}}), J_bar).has_value());
  for (const char* plugin : {"sfa", "dynamically_consistent_inverse"}) {
    const Request requested{.plugins = {&built_plugin(plugin)}, .problems = {J_bar}};
    const report::Record full = examine(arm({{8, elsewhere}}), requested).records.at(0);
    BOOST_TEST((full.standing == ResultStatus::judged && full.passed && full.right == FieldCheck::proved));
    BOOST_TEST((full.verdict <= Verdict::B));
    const report::Record none = examine(arm({{8, {}}, {8, elsewhere}}), requested).records.at(0);
    BOOST_TEST((none.standing == ResultStatus::unsupported && none.reason == Reason::ill_posed));
    BOOST_TEST((none.passed && none.right == FieldCheck::proved));
    BOOST_TEST(none.detail == "the Jacobian of the end-effectors has not full row rank");
  }
}

// The numbers of a case without J-bar show nothing, but its status does.
BOOST_AUTO_TEST_CASE(never_judged_leaves_out_proved_problems) {
  report::Record r;
  r.plugin = "some";
  r.problem = J_bar;
  r.standing = ResultStatus::unsupported;
  r.reason = Reason::ill_posed;
  r.right = FieldCheck::wrong;
  Verification v;
  v.summary.add(r);
  BOOST_TEST((v.never_judged(true) == std::vector<std::string>{"some dynamically_consistent_inverse"}));
  r.right = FieldCheck::proved;
  v.summary.add(r);
  BOOST_TEST(v.never_judged(true).empty());
  r.problem = Problem::inverse_osim;
  v.summary.add(r);
  BOOST_TEST((v.never_judged(true) == std::vector<std::string>{"some inverse_osim"}));
}

BOOST_AUTO_TEST_CASE(entries_have_a_joint_and_a_column) {
  const Case c = arm({{8, {}}});
  const std::string joint = "joint '" + c.model.bodies[2].joint.name + "'";
  BOOST_TEST(entry_name(c, J_bar, 2, 3) == joint + ", column 3");
  BOOST_TEST(entry_name(c, J_bar, 0, 3) == "column 3");
  BOOST_TEST(entry_name(c, J_bar, 2, 0) == joint);
  BOOST_TEST(entry_name(c, J_bar, 0, 0).empty());
}

// The traced entry is the one that is named: J-bar is not square.
BOOST_AUTO_TEST_CASE(digits_are_traced_to_the_right_entry) {
  const Case c = arm({{8, elsewhere}});
  const auto loss = loss_of_digits(built_plugin("sfa"), J_bar, c);
  BOOST_TEST_REQUIRE(loss.has_value());
  const std::vector<double> answer =
      InProcess(built_plugin("sfa"), c.model, c.state.end_effectors).in_double({J_bar, c.state}).outputs[0];
  const auto at = std::find(answer.begin(), answer.end(), loss->value);
  BOOST_TEST_REQUIRE((at != answer.end()));
  const auto index = static_cast<int>(at - answer.begin());
  BOOST_TEST(loss->entry == entry_name(c, J_bar, index / 6 + 1, index % 6 + 1));
}

// Among all trees of two bodies, those with a path of six degrees of freedom, in general position, have a
// J-bar.
BOOST_AUTO_TEST_CASE(all_small_trees) {
  PluginChoice plugins;
  plugins.names = {"sfa"};
  plugins.folders = {KINTREE_PLUGINS};
  plugins.problems = {J_bar};
  const auto rows = prove({.plugins = plugins, .bodies = 2, .seed = 1, .threads = 1}, {});
  BOOST_TEST_REQUIRE(rows.size() == 1U);
  BOOST_TEST((rows[0].wrong == 0 && rows[0].proved == rows[0].trees));
  // There would be more if bodies were chosen whose J has dependent rows where the J of others has none.
  BOOST_TEST(rows[0].dependent_rows == 180);
}

BOOST_AUTO_TEST_SUITE_END()
