// The vectors of testdata/: they are made again to the byte, every slip is distinguished, and sound plugins
// pass.
#define BOOST_TEST_MODULE vectors
#include "suite/vectors/vectors.hpp"
#include "kintree/files/json_file.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <stdexcept>

#include "built_plugin.hpp"
#include "chain.hpp"
#include "fake_answers_ones.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "kintree/trees/known_mistakes.hpp"
#include "suite/support/folders.hpp"
#include "suite/support/text.hpp"
#include "suite/vectors/tolerances.hpp"
#include "suite/vectors/wrong_answers.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::suite::test::built_plugin;

namespace {

std::string folder() {
  return testdata_folder() + "/vectors";
}

const VectorFiles& files() {
  static const VectorFiles all = read_vectors(folder());
  return all;
}

/// The outcomes of an implementation with these slips, according to the files. If two of them change an
/// answer, there is none.
std::vector<VectorOutcome> outcomes_of(const MistakeSet& slips) {
  std::vector<VectorOutcome> outcomes;
  for (const TestVector& vector : files().vectors)
    for (const TestVector::Answer& answer : vector.answers) {
      std::vector<const TestVector::Wrong*> changed;
      for (const TestVector::Wrong& wrong : answer.wrong)
        for (const std::string& slip : slips)
          if (std::count(wrong.slips.begin(), wrong.slips.end(), slip) > 0) changed.push_back(&wrong);
      if (changed.size() > 1) continue;
      VectorOutcome outcome{&vector, answer.problem, VectorOutcome::right, {}, {}, {}};
      if (!changed.empty() && !changed[0]->values.empty()) {
        outcome.result = VectorOutcome::wrong;
        outcome.values = changed[0]->values;
        outcome.looks_like.insert(changed[0]->slips.begin(), changed[0]->slips.end());
      } else if (!changed.empty()) {
        outcome.result = VectorOutcome::refused;
      }
      outcomes.push_back(outcome);
    }
  return outcomes;
}

}  // namespace

BOOST_AUTO_TEST_CASE(files_are_made_again_to_the_byte) {
  for (const std::string& group : vector_groups())
    BOOST_TEST((vector_file(group) == read_text_file(folder() + "/" + group + ".json")), group);
}

BOOST_AUTO_TEST_CASE(groups_that_are_none_are_not_made) {
  BOOST_CHECK_THROW(vector_file("none"), std::logic_error);
}

BOOST_AUTO_TEST_CASE(every_slip_is_told_from_all_others) {
  for (const KnownMistake& slip : known_mistakes())
    BOOST_TEST(files().slips.contains(std::string(slip.name)), slip.name);
  for (const auto& [slip, what] : files().slips) {
    const auto told = explanations(outcomes_of({slip}));
    BOOST_TEST(told.size() == 1, slip << " looks like " << told.size() << " others");
    if (!told.empty()) BOOST_TEST((told.front() == MistakeSet{slip}));
  }
}

BOOST_AUTO_TEST_CASE(vectors_text_names_only_wrong_answers) {
  const std::vector<VectorOutcome> outcomes = outcomes_of({"gravity_reversed"});
  const auto wrong = std::count_if(outcomes.begin(), outcomes.end(),
                                   [](const VectorOutcome& o) { return o.result != VectorOutcome::right; });
  const auto named = [](const std::vector<VectorOutcome>& some) {
    const std::string text = to_string("some", some, files());
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("\nFAILED ", at)) != std::string::npos; ++at) ++count;
    return std::pair(count, text.find("\n  ...\n") != std::string::npos);
  };
  BOOST_TEST_REQUIRE((wrong > 10 && wrong < std::ssize(outcomes)));
  std::vector<VectorOutcome> some;
  std::size_t failures = 0;
  for (const VectorOutcome& o : outcomes) {
    some.push_back(o);
    failures += o.result == VectorOutcome::right ? 0 : 1;
    BOOST_TEST((named(some) == std::pair(std::min<std::size_t>(failures, 8), failures > 8)), failures);
    if (failures > 9) break;
  }
  some = outcomes_of({});
  BOOST_TEST((named(some) == std::pair(std::size_t{0}, false)));
}

// A model with a slip may have no answer.
BOOST_AUTO_TEST_CASE(explanations_include_mistakes_of_refusing_plugins) {
  std::vector<VectorOutcome> outcomes = outcomes_of({"gravity_reversed"});
  const auto wrong = std::find_if(outcomes.begin(), outcomes.end(),
                                  [](const VectorOutcome& o) { return o.result == VectorOutcome::wrong; });
  BOOST_TEST_REQUIRE((wrong != outcomes.end()));
  *wrong = {wrong->vector, wrong->problem, VectorOutcome::refused, {}, {}, {}};
  BOOST_TEST((explanations(outcomes) == std::vector<MistakeSet>{{"gravity_reversed"}}));
}

// Where no slips explain all answers, those of each problem.
BOOST_AUTO_TEST_CASE(explanations_of_one_problem_name_it) {
  const auto explained = [](const std::vector<VectorOutcome>& outcomes) {
    return as_json("some", outcomes).at("explanations");
  };
  std::vector<VectorOutcome> outcomes = outcomes_of({"gravity_reversed"});
  const auto all = explained(outcomes);
  BOOST_TEST_REQUIRE(all.size() == 1u);
  BOOST_TEST((!all[0].contains("problem") && all[0].at("slips").size() == 1));
  for (VectorOutcome& o : outcomes)  // and impossible masses
    if (o.problem == Problem::mass_matrix) {
      o.result = VectorOutcome::wrong;
      o.values.assign(100, 12.5);
      o.looks_like.clear();
    }
  const auto some = explained(outcomes);
  BOOST_TEST_REQUIRE(some.size() >= 2u);
  for (const auto& of_problem : some)
    BOOST_TEST(of_problem.at("slips").empty() == (of_problem.at("problem") == "mass_matrix"),
               of_problem.dump());
}

BOOST_AUTO_TEST_CASE(two_slips_are_told) {
  const MistakeSet two{"gravity_reversed", "inertial_rotation_ignored"};
  const auto told = explanations(outcomes_of(two));
  BOOST_TEST(std::count(told.begin(), told.end(), two) == 1);

  // An answer that both change, but which neither order of them gives.
  std::vector<VectorOutcome> other = outcomes_of(two);
  const auto changes = [](const TestVector::Answer& answer, const std::string& slip) {
    return std::any_of(answer.wrong.begin(), answer.wrong.end(), [&](const TestVector::Wrong& wrong) {
      return !wrong.values.empty() && std::count(wrong.slips.begin(), wrong.slips.end(), slip) > 0;
    });
  };
  for (const TestVector& vector : files().vectors)
    for (const TestVector::Answer& answer : vector.answers)
      if (changes(answer, two[0]) && changes(answer, two[1]))
        other.push_back({&vector,
                         answer.problem,
                         VectorOutcome::wrong,
                         {},
                         std::vector<double>(answer.exact.size(), 12.5),
                         {}});
  BOOST_TEST(other.size() > outcomes_of(two).size());

  // Those that both give are no reason against it.
  std::vector<VectorOutcome> both = outcomes_of(two);
  const std::size_t alone = both.size();
  for (const TestVector& vector : files().vectors)
    for (const TestVector::Answer& answer : vector.answers) {
      if (answer.problem != Problem::inverse_dynamics || !changes(answer, two[0]) || !changes(answer, two[1]))
        continue;
      const auto m = misread(vector.c, *known_mistake(two[0]), *known_mistake(two[1]));
      BOOST_TEST_REQUIRE((m && m->problems.contains(answer.problem)));
      const Values y = seen(*m, answer.problem, exact_answer(m->solved, answer.problem).value());
      both.push_back(
          {&vector, answer.problem, VectorOutcome::wrong, {}, {y.data(), y.data() + y.size()}, {}});
    }
  BOOST_TEST(both.size() > alone);
  const auto of_both = explanations(both);
  BOOST_TEST(std::count(of_both.begin(), of_both.end(), two) == 1);
  const auto none = explanations(other);
  BOOST_TEST(std::count(none.begin(), none.end(), two) == 0);
}

// A slip of the file is not computed together with another one, so an answer that both change is not
// explained by them.
BOOST_AUTO_TEST_CASE(explanations_omit_pairs_with_a_mistake_read_from_files) {
  for (const MistakeSet& two : {MistakeSet{"damping_added", "gravity_reversed"},
                                MistakeSet{"gravity_reversed", "unit_inertial_by_default"}}) {
    std::vector<VectorOutcome> outcomes = outcomes_of(two);
    const std::size_t alone = outcomes.size();
    for (const TestVector& vector : files().vectors)
      for (const TestVector::Answer& answer : vector.answers) {
        const auto changed_by = [&](const std::string& slip) {
          return std::any_of(answer.wrong.begin(), answer.wrong.end(), [&](const TestVector::Wrong& wrong) {
            return std::count(wrong.slips.begin(), wrong.slips.end(), slip) > 0;
          });
        };
        if (changed_by(two[0]) && changed_by(two[1]))
          outcomes.push_back({&vector,
                              answer.problem,
                              VectorOutcome::wrong,
                              {},
                              std::vector<double>(answer.exact.size(), 12.5),
                              {}});
      }
    BOOST_TEST(outcomes.size() > alone, two[0]);
    const auto told = explanations(outcomes);
    BOOST_TEST(std::count(told.begin(), told.end(), two) == 0, two[0]);
  }
}

BOOST_AUTO_TEST_CASE(explanations_are_empty_for_right_or_unexplained_answers) {
  BOOST_TEST(explanations(outcomes_of({})).empty());
  std::vector<VectorOutcome> one = outcomes_of({});
  one.front().result = VectorOutcome::wrong;
  one.front().values.assign(one.front().vector->answers.front().exact.size(), 12.5);
  BOOST_TEST(explanations(one).empty());
  // One answer of a slip does not make it: everywhere else its answers are missing.
  std::vector<VectorOutcome> slipped = outcomes_of({"gravity_reversed"});
  const auto first = std::find_if(slipped.begin(), slipped.end(),
                                  [](const VectorOutcome& o) { return o.result == VectorOutcome::wrong; });
  one = outcomes_of({});
  one[static_cast<std::size_t>(first - slipped.begin())] = *first;
  BOOST_TEST(explanations(one).empty());
}

// The listed answer of the slip differs from the plugin's answer. Another slip that leaves no answer does not
// make the first one an explanation.
BOOST_AUTO_TEST_CASE(no_slip_is_excused_by_what_another_does) {
  std::size_t requested = 0;
  for (const auto& [slip, what] : files().slips) {
    std::vector<VectorOutcome> outcomes = outcomes_of({slip});
    for (VectorOutcome& o : outcomes) {
      const auto answer = std::find_if(o.vector->answers.begin(), o.vector->answers.end(),
                                       [&](const auto& a) { return a.problem == o.problem; });
      const bool another_leaves_none =
          std::any_of(answer->wrong.begin(), answer->wrong.end(),
                      [](const TestVector::Wrong& wrong) { return wrong.values.empty(); });
      if (o.result != VectorOutcome::wrong || !another_leaves_none) continue;
      const VectorOutcome before = o;
      o.looks_like = {};
      o.values.assign(o.values.size(), 12.5);
      const auto told = explanations(outcomes);
      BOOST_TEST(std::count(told.begin(), told.end(), MistakeSet{slip}) == 0, slip << " " << o.vector->id);
      o = before;
      ++requested;
      break;
    }
  }
  BOOST_TEST(requested > 0);
}

BOOST_AUTO_TEST_CASE(sound_plugins_pass) {
  for (const char* name : {"aba", "crba", "rnea", "sfa"}) {
    std::size_t right = 0;
    for (const VectorOutcome& o : ask_vectors(built_plugin(name), files(), ProblemSet::all())) {
      BOOST_TEST((o.result == VectorOutcome::right || o.result == VectorOutcome::unsupported),
                 name << " " << o.vector->id << " " << o.detail);
      right += o.result == VectorOutcome::right;
    }
    BOOST_TEST(right >= 15, name << ": " << right);
  }
}

// `says` answers with ones, which are right for no vector. Its domain decides whether it is called.
BOOST_AUTO_TEST_CASE(outside_the_domain_nothing_is_asked) {
  test::said = {};
  Description of_revolutes = test::says.description();
  of_revolutes.domain.joints = {JointKind::revolute};
  std::size_t outside_of_it = 0;
  for (const VectorOutcome& o :
       ask_vectors(PluginOf<test::FakeThatAnswersOnes>(of_revolutes), files(), {Problem::forward_dynamics})) {
    const bool followers = o.vector->has_followers;
    const auto why_not = outside(of_revolutes.domain, o.vector->c.model);
    BOOST_TEST((o.result == VectorOutcome::unsupported) == (followers || why_not.has_value()));
    if (followers)
      BOOST_TEST(o.detail == "joints that follow others are no part of models");
    else if (why_not)
      BOOST_TEST(o.detail == *why_not);
    outside_of_it += !followers && why_not ? 1 : 0;
  }
  BOOST_TEST(outside_of_it > 10);
}

/// Rejects every model when it is called, as a library may.
template <class S>
class Refuses final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit Refuses(const Model& /*model*/) {}
  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& /*in*/, VectorView<S> /*qdd*/) override {
    throw OutsideDomain("springs alone");
  }
};

BOOST_AUTO_TEST_CASE(vectors_are_unsupported_if_a_plugin_refuses) {
  const PluginOf<Refuses> refuses(test::says.description());
  for (const VectorOutcome& o : ask_vectors(refuses, files(), {Problem::forward_dynamics})) {
    BOOST_TEST((o.result == VectorOutcome::unsupported));
    if (!o.vector->has_followers) BOOST_TEST(o.detail == "springs alone");
  }
}

// On the axis there is no linear velocity. The rows of velocities there have a tolerance for each
// end-effector: the roundings of the angular velocities, times the lever arm.
BOOST_AUTO_TEST_CASE(rows_of_end_effectors_that_do_not_move_have_a_tolerance) {
  Case c = test::chain(1, "axis");
  c.model.bodies[1].joint.axis = {0, 0, 1};
  c.state.end_effectors.assign(4, {1, {{0, 0, 4}, {}}});
  const Eigen::VectorXd rows =
      vectors::Tolerances("axis", c, {Problem::inverse_osim}).of(Problem::inverse_osim).rows;
  BOOST_TEST_REQUIRE(rows.size() == 24);
  for (Eigen::Index k = 0; k < 6; ++k) {
    BOOST_TEST(rows(k) > 0);
    for (const Eigen::Index other : {6, 12, 18}) BOOST_TEST(rows(k) == rows(other + k));
    if (k >= 3) BOOST_TEST(rows(k) < 1e-12 * rows(0));
  }
}

// The limit is that of an answer far off, whatever the right one is: 0 or 1, for example.
BOOST_AUTO_TEST_CASE(every_answer_has_one_that_is_far_off) {
  Case c = test::chain(1, "wheel");
  c.model.gravity = {0, 0, 0};
  c.model.bodies[1].joint.axis = {0, 0, 1};
  c.model.bodies[1].inertial = {.origin = {}, .mass = 1, .ixx = 1, .iyy = 1, .izz = 1};
  c.state = neutral_state(c.model);
  const auto tolerance = [&](Problem problem) {
    const Eigen::VectorXd rows = vectors::Tolerances("wheel", c, {problem}).of(problem).rows;
    BOOST_TEST_REQUIRE(rows.size() == 1);
    return rows(0);
  };
  c.state.tau = {1};
  const double of_one = tolerance(Problem::forward_dynamics);
  BOOST_TEST((of_one > 0 && of_one < 1e-12));
  for (const double tau : {-1.0, 0.5, -0.5, 2.0, 0x1p90, -0x1p90}) {
    c.state.tau = {tau};
    BOOST_TEST(tolerance(Problem::forward_dynamics) == std::abs(tau) * of_one, tau);
  }
  // The external force equals the force that the acceleration needs.
  c.state.qdd = {1};
  c.state.f_ext[1] = {0, 0, 1, 0, 0, 0};
  const double of_zero = tolerance(Problem::inverse_dynamics);
  BOOST_TEST((of_zero > 0 && of_zero < 1e-12));
}

BOOST_AUTO_TEST_CASE(files_that_are_none_are_refused) {
  const TemporaryFolder temporary;
  const auto refusal = [&](const std::string& text) -> std::string {
    write_text_file(temporary / "a.json", text);
    try {
      read_vectors(temporary / "a.json");
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  const TemporaryFolder empty;
  BOOST_CHECK_EXCEPTION(read_vectors(empty.path()), InputError, [](const InputError& error) {
    return std::string(error.what()).find("no vectors in it") != std::string::npos;
  });
  nlohmann::ordered_json file = nlohmann::ordered_json::parse(read_text_file(folder() + "/order.json"));
  BOOST_TEST(refusal(file.dump()).empty());
  BOOST_TEST(refusal("{").find("a.json") != std::string::npos);
  BOOST_TEST(refusal("{}").find("format") != std::string::npos);
  // At most 240 letters of the parser's message are shown.
  const std::string name = temporary / "a.json", long_key = refusal("{\"" + std::string(300, 'x'));
  const std::string place = name + ": line 1, column 303: not JSON: ";
  BOOST_TEST(long_key.starts_with(place), long_key);
  BOOST_TEST(long_key.substr(0, long_key.rfind('x') + 1).size() == place.size() + 240, long_key);
  BOOST_TEST(refusal(R"({"format":"kintree golden 1"})").find("it is not") != std::string::npos);
  const auto with = [&](const std::string& at, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json other = file;
    other["vectors"][0][nlohmann::ordered_json::json_pointer(at)] = value;
    return refusal(other.dump());
  };
  BOOST_TEST(with("/urdf", "<robot").find("vector 'order-001'") != std::string::npos);
  BOOST_TEST(with("/answers/H/exact", {{1}}).find("1 numbers instead of 9") != std::string::npos);
  BOOST_TEST(with("/answers/tau/exact/0", "one").find("a number that is none") != std::string::npos);
  for (const char* number : {"1.5x", "nan", "inf", "1e999", "0x1p3", ""})
    BOOST_TEST(with("/answers/tau/exact/0", number).find("a number that is none") != std::string::npos,
               number);
  BOOST_TEST(with("/answers/tau/exact/0", true).find("true: a number that is none") != std::string::npos);
  BOOST_TEST(with("/answers/tau/exact/0", "-1.5e-310").empty());
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  BOOST_TEST(refusal(R"({"format":"kintree vectors 1","flags":)" + deep + "}").find("nested too deeply") !=
             std::string::npos);
  // The object is one level, and its contents are as deep as the reader accepts.
  const std::string deepest = std::string(deepest_json - 1, '[') + std::string(deepest_json - 1, ']');
  BOOST_TEST(refusal(R"({"format":)" + deepest + "}").find("format: it is not") != std::string::npos);
  BOOST_TEST(refusal(R"({"format":[)" + deepest + "]}").find("nested too deeply") != std::string::npos);
  BOOST_TEST(with("/coordinates", {"a"}).find("coordinates: 1 names") != std::string::npos);
  BOOST_TEST(with("/answers/Q", {{"exact", {1}}}).find("no answer is called 'Q'") != std::string::npos);
  BOOST_TEST(with("/state/q/a_joint", {1, 2}).find("numbers where 1 is needed") != std::string::npos);
}
