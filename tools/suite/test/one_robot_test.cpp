// The findings in the file of one robot. Each check runs on a file with the fault and on one without.
#define BOOST_TEST_MODULE one_robot
#include <boost/test/unit_test.hpp>

#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "suite/one_robot/file_checks.hpp"
#include "suite/one_robot/study.hpp"

using namespace kintree;
using namespace kintree::suite;
using report::FileFinding;

namespace {

/// Two links of 1 kg on a base without mass.
const std::string sound = R"(<robot name="r">
<link name="base"/>
<link name="a"><inertial><origin xyz="0 0 0.1"/><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
<link name="b"><inertial><origin xyz="0 0 0.2"/><mass value="1.5"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint>
<joint name="k" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 0.3"/><axis xyz="0 1 0"/></joint>
</robot>
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  BOOST_TEST_REQUIRE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

std::vector<FileFinding> findings(const std::string& text, const UrdfOptions& options = {}) {
  const TemporaryFolder folder;
  const std::string file = folder / "r.urdf";
  write_text_file(file, text);
  return file_findings(read_robot_file(file, options), file);
}

/// The text has one finding, of this kind, at this place, that contains these words and has a remedy.
void check(const std::string& text, FileFinding::Kind kind, std::size_t line, const std::string& element,
           const std::string& words, const UrdfOptions& options = {}) {
  const std::vector<FileFinding> found = findings(text, options);
  BOOST_TEST_CONTEXT(element << ": " << words) {
    BOOST_TEST_REQUIRE(found.size() == 1);
    BOOST_TEST(found[0].kind == kind);
    BOOST_TEST(found[0].line == line);
    BOOST_TEST(found[0].element == element);
    BOOST_TEST(found[0].problem.find(words) != std::string::npos, found[0].problem);
    BOOST_TEST(!found[0].remedy.empty());
  }
}

void check_sound(const std::string& text, const UrdfOptions& options = {}) {
  const std::vector<FileFinding> found = findings(text, options);
  BOOST_TEST(found.empty(), (found.empty() ? "" : found[0].element + ": " + found[0].problem));
}

const std::string mass_of_b =
    R"(<mass value="1.5"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/>)";
const std::string tip =
    R"(<link name="tip"/><joint name="t" type="fixed"><parent link="b"/><child link="tip"/></joint></robot>)";

}  // namespace

BOOST_AUTO_TEST_SUITE(file_checks)

BOOST_AUTO_TEST_CASE(sound_file_has_no_findings) {
  check_sound(sound);
  check_sound(with(sound, "</robot>", tip));
}

BOOST_AUTO_TEST_CASE(mass_that_does_not_move_is_left_out) {
  const std::string base = R"(<link name="base"><inertial><mass value="8"/>)"
                           R"(<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>)";
  const std::string text = with(sound, R"(<link name="base"/>)", base);
  // Its radius of gyration is less than the length of the robot, 0.5 m.
  check(text, FileFinding::ignored, 2, "link 'base'", "8 kg has no effect");
  check_sound(text, {.floating_base = true});
}

BOOST_AUTO_TEST_CASE(moved_link_without_inertia_is_suspicious) {
  const std::string inertial =
      sound.substr(sound.find("<inertial>"), sound.find("</link>") - sound.find("<inertial>"));
  check(with(sound, inertial, ""), FileFinding::suspicious, 3, "link 'a'",
        "it has no inertia, and joint 'j' moves it");
  // H is singular if a joint moves nothing.
  const std::string more =
      R"(<link name="c"/><joint name="l" type="prismatic"><parent link="b"/><child link="c"/></joint></robot>)";
  check(with(sound, "</robot>", more), FileFinding::suspicious, 7, "joint 'l'", "singular in every state");
  check(with(sound, "</robot>", with(more, "</joint>", R"(<armature values="0.5"/></joint>)")),
        FileFinding::suspicious, 7, "link 'c'", "algorithms that invert the inertia of each body fail");
}

BOOST_AUTO_TEST_CASE(mass_without_moment_of_inertia_is_suspicious) {
  const std::string point =
      R"(<mass value="1.5"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>)";
  check(with(sound, mass_of_b, point), FileFinding::suspicious, 4, "link 'b'",
        "1.5 kg has no moment of inertia");
}

BOOST_AUTO_TEST_CASE(mass_far_below_the_largest_is_suspicious) {
  const auto light = [&](const std::string& mass) {
    const std::string inertia = R"("/><inertia ixx="1e-7" ixy="0" ixz="0" iyy="1e-7" iyz="0" izz="1e-7"/>)";
    return with(with(sound, R"(xyz="0 0 0.2")", R"(xyz="0 0 0")"), mass_of_b,
                "<mass value=\"" + mass + inertia);
  };
  check(light("0.00009"), FileFinding::suspicious, 4, "link 'b'",
        "its mass of 9e-05 kg is less than 1/10000 of the largest, 1 kg");
  check_sound(light("0.00011"));
  // A light link that is fixed to a heavy one is a part of it.
  const std::string part =
      R"(<link name="c"><inertial><mass value="1e-6"/><inertia ixx="1e-9" ixy="0" ixz="0" iyy="1e-9" iyz="0" izz="1e-9"/></inertial></link>)"
      R"(<joint name="l" type="fixed"><parent link="b"/><child link="c"/></joint></robot>)";
  check_sound(with(sound, "</robot>", part));
}

BOOST_AUTO_TEST_CASE(inertia_of_a_body_larger_than_the_robot_is_suspicious) {
  const auto large = [&](const std::string& moment) {
    return with(sound, mass_of_b,
                "<mass value=\"1\"/><inertia ixx=\"" + moment + "\" ixy=\"0\" ixz=\"0\" iyy=\"" + moment +
                    "\" iyz=\"0\" izz=\"" + moment + "\"/>");
  };
  check(large("0.26"), FileFinding::suspicious, 4, "link 'b'",
        "its radius of gyration is 0.51 m, and the whole robot is 0.5 m long");
  check_sound(large("0.24"));
}

BOOST_AUTO_TEST_CASE(frame_far_from_its_body_is_suspicious) {
  // The radius of gyration of link a is 0.1 m. Joint k is at its centre of mass.
  const auto with_centre = [&](const std::string& z) {
    return with(with(sound, "0 0 0.1", "0 0 " + z), "0 0 0.3", "0 0 " + z);
  };
  check(with_centre("-10.1"), FileFinding::suspicious, 3, "link 'a'",
        "its origin is 10.1 m from the centre of mass, 101 times");
  check_sound(with_centre("-9.9"));
  check(with(sound, R"(xyz="0 0 0.3")", R"(xyz="0 0 10.2")"), FileFinding::suspicious, 6, "joint 'k'",
        "its origin is 10.1 m from the centre of mass of link 'a', 101 times");
  check_sound(with(sound, R"(xyz="0 0 0.3")", R"(xyz="0 0 10")"));
}

BOOST_AUTO_TEST_CASE(axis_that_is_no_unit_vector_is_suspicious) {
  check(with(sound, R"(xyz="0 0 1")", R"(xyz="0 0 2")"), FileFinding::suspicious, 5, "joint 'j'",
        "its axis has the length 2");
  check_sound(with(sound, R"(xyz="0 0 1")", R"(xyz="0 0.707 0.707")"));
}

BOOST_AUTO_TEST_CASE(warnings_of_the_reader_are_findings) {
  const std::string damped =
      with(sound, R"(<axis xyz="0 1 0"/>)", R"(<axis xyz="0 1 0"/><dynamics damping="1"/>)");
  check(damped, FileFinding::ignored, 6, "damping and friction", "left out 1 time");
  const std::string unbalanced = with(sound, R"(iyz="0" izz="0.02")", R"(iyz="0" izz="0.05")");
  check(unbalanced, FileFinding::suspicious, 4, "link 'b'", "violate the triangle inequality");
  // A colon in a name ends no element.
  std::string named = unbalanced;
  for (std::size_t at = 0; (at = named.find("\"b\"", at)) != std::string::npos;)
    named.replace(at, 3, "\"b: c\"");
  check(named, FileFinding::suspicious, 4, "link 'b: c'", "the principal moments");
  const std::string unknown = with(sound, "</robot>", "<massive/></robot>");
  check(unknown, FileFinding::ignored, 7, "massive", "is unknown", {.ignore_unknown = true});
  const std::string loop = with(sound, "</robot>", "<loop_joint/></robot>");
  for (const auto& [text, remedy] :
       {std::pair(unknown, "correct or remove it"), {loop, "write <motion_constraint>, or remove it"}}) {
    const FileFinding found = findings(text, {.ignore_unknown = true}).at(0);
    BOOST_TEST(found.remedy == remedy);
    BOOST_TEST(found.problem.ends_with("; ignored"), found.problem);
    BOOST_TEST(found.problem.find(remedy) == std::string::npos, found.problem);
  }
  const std::string mimic = with(sound, R"(<axis xyz="0 1 0"/>)", R"(<axis xyz="0 1 0"/><mimic joint="j"/>)");
  check(mimic, FileFinding::suspicious, 6, "joint 'k'", "<mimic joint=\"j\"> is not followed",
        {.independent_mimic = true});
  check(mimic, FileFinding::suspicious, 6, "joint 'k'", "<mimic joint=\"j\"> is a constraint");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(study)

BOOST_AUTO_TEST_CASE(chain_ends_are_the_last_links_of_each_chain) {
  const TemporaryFolder folder;
  const std::string file = folder / "r.urdf";
  write_text_file(file, with(sound, "</robot>", tip));
  const Model model = read_robot_file(file).model;
  const std::vector<int> ends = chain_ends(model);
  BOOST_TEST_REQUIRE(ends.size() == 1);
  BOOST_TEST(model.bodies[static_cast<std::size_t>(ends[0])].name == "tip");
  const Model humanoid = read_robot_file(KINTREE_TESTDATA "/robots/humanoid.urdf").model;
  std::string names;
  for (const int body : chain_ends(humanoid))
    names += humanoid.bodies[static_cast<std::size_t>(body)].name + " ";
  BOOST_TEST(names == "camera left_palm right_palm left_sole right_sole ");
}

RobotChoice arm_of(const std::vector<std::string>& plugins) {
  RobotChoice choice;
  choice.file = KINTREE_TESTDATA "/robots/arm.urdf";
  choice.plugins.names = plugins;
  choice.plugins.folders = {KINTREE_PLUGINS};
  choice.states = 5;
  return choice;
}

BOOST_AUTO_TEST_CASE(study_has_digits_and_operations_of_each_algorithm) {
  const report::RobotStudy study = study_robot(arm_of({"crba", "aba"}));
  BOOST_TEST(study.configurations.size() == 6u);
  BOOST_TEST(study.algorithms.size() == 2u);
  double least_in_float = 16;
  for (const report::RobotAlgorithm& a : study.algorithms) {
    BOOST_TEST(a.is_checked);
    BOOST_TEST(a.is_usable());
    BOOST_TEST(a.operations.value() > 100);
    BOOST_TEST(a.in_double.answers == 5);
    BOOST_TEST(a.in_double.fewest > 12);
    BOOST_TEST(a.in_double.fewest <= a.in_double.median);
    BOOST_TEST(a.in_float.fewest > 4);
    least_in_float = std::min(least_in_float, a.in_float.fewest);
  }
  BOOST_TEST(least_in_float < 7.2);  // not the error in double, which counts as 2^-24
  for (const report::RobotConfiguration& c : study.configurations) {
    BOOST_TEST(c.condition.condition > 1);
    BOOST_TEST(c.condition.sigma.at(Problem::mass_matrix) < 1e-14);
    BOOST_TEST(!c.condition.sigma.contains(Problem::constraint_jacobian));
  }
  for (std::size_t k = 0; k < study.configurations.size(); ++k)
    BOOST_TEST(study.configurations[k].answers.empty() == (k >= states_with_values));
}

BOOST_AUTO_TEST_CASE(study_says_why_an_algorithm_has_no_answer) {
  const report::RobotStudy study = study_robot(arm_of({"armstrong"}));
  BOOST_TEST_REQUIRE(study.algorithms.size() == 1u);
  BOOST_TEST(study.algorithms[0].in_double.answers == 0);
  BOOST_TEST(study.algorithms[0].in_double.reason == "outside the domain: revolute joints");
  BOOST_TEST(!study.algorithms[0].is_usable());
}

BOOST_AUTO_TEST_CASE(study_rejects_a_link_that_is_not_there) {
  RobotChoice choice = arm_of({"crba"});
  choice.end_effectors = {"tol"};
  BOOST_CHECK_EXCEPTION(study_robot(choice), InputError, [](const InputError& error) {
    const std::string text = error.what();
    return text.find("--end-effector: no link 'tol'; the nearest known name is") != std::string::npos;
  });
}

BOOST_AUTO_TEST_SUITE_END()
