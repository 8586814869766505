#include <boost/test/unit_test.hpp>

#include "refused.hpp"
#include "sdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

struct RefusedSdf {
  std::string text;
  std::vector<std::string> fragments;
};

void check_all_sdf_refused(const std::vector<RefusedSdf>& cases) {
  for (const auto& [text, fragments] : cases)
    BOOST_TEST_CONTEXT(text) check_refused([&] { parsed_sdf(text); }, fragments);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sdf_refused)

BOOST_AUTO_TEST_CASE(sdf_reader_refuses_what_changes_the_dynamics) {
  const std::string remedy = "; or use --ignore-unknown to read the file without it";
  const auto with = [](const std::string& rest) { return sdf_model(sdf_link("a") + rest); };
  const auto in_link = [](const std::string& rest) { return sdf_model(sdf_link("a", unit_inertial + rest)); };
  check_all_sdf_refused({
      {with("<static>true</static>"),
       {"r.sdf: line 3: model 'm': element <static> in <model>: such bodies do not obey", remedy}},
      {with("<include><uri>x</uri></include>"), {"element <include>: other files are not read"}},
      {with("<drake:linear_bushing_rpy/>"),
       {"element <drake:linear_bushing_rpy>: it may change the dynamics"}},
      {in_link("<gravity>false</gravity>"),
       {"line 2: link 'a': element <gravity> in <link>: gravity acts on all bodies; expected true"}},
      {in_link("<kinematic>1</kinematic>"), {"element <kinematic> in <link>: such bodies"}},
      {sdf_model(sdf_link("a", "<inertial auto='true'/>")),
       {"attribute auto=\"true\" of <inertial>: an inertia is not computed"}},
      {sdf_model(sdf_link("a", "<inertial><density>2</density></inertial>")),
       {"element <density>: an inertia is not computed"}},
      {sdf_model(sdf_link("a", "<inertial><fluid_added_mass/></inertial>")),
       {"element <fluid_added_mass>: the mass of a fluid"}},
      {two_sdf_links(sdf_joint("gearbox", "<axis/>")),
       {"joint 'j': gearboxes are not supported yet; expected fixed, revolute"}},
      {two_sdf_links(sdf_joint("revolute", "<axis/><gearbox_ratio>2</gearbox_ratio>")),
       {"element <gearbox_ratio>: gearboxes"}},
      {two_sdf_links(
           sdf_joint("revolute", "<axis><mimic joint='k'><multiplier>2</multiplier></mimic></axis>")),
       {"line 4: joint 'j': <mimic joint=\"k\">: there is no joint 'k'"}},
      {two_sdf_links(sdf_joint("revolute", "<axis><mimic joint='j'/></axis>")),
       {"line 4: joint 'j': <mimic joint=\"j\">: joints follow each other in a cycle: 'j' follows 'j'"}},
      {two_sdf_links(sdf_joint("revolute", "<axis><mimic joint='j'><offset>x</offset></mimic></axis>")),
       {"line 4", "<offset>"}},
      {sdf_model(sdf_link("a") + sdf_link("b") + sdf_joint("revolute") +
                 "<joint name='k' type='fixed'><parent>world</parent><child>b</child></joint>"),
       {"link 'b': it has two parents, by joint 'j' and by joint 'k'; expected one parent"}},
      {"<sdf version='1.9'><model name='m' placement_frame='a'>" + sdf_link("a") + "</model></sdf>",
       {"attribute placement_frame=\"a\" of <model>: state the pose of the model itself"}},
      {"<sdf version='1.9'><world name='w'><joint/></world></sdf>",
       {"element <joint>: joints between models"}},
      {"<sdf version='1.9'><world name='w'><population/></world></sdf>",
       {"element <population>: other files"}},
  });
}

BOOST_AUTO_TEST_CASE(sdf_reader_refuses_unknown_content) {
  check_all_sdf_refused({
      {"<sdf><model/></sdf>", {"r.sdf: line 1: sdf: <sdf> has no 'version'"}},
      {"<sdf version='1.4'/>", {"unknown version '1.4' of SDF; expected 1.5 to 1.12"}},
      {"<sdf version='1.9'/>", {"sdf: no models; expected <model>"}},
      {"<sdf version='1.9'><model name='m'/><model name='n'/></sdf>",
       {"model 'n': more than one <model> in <sdf>"}},
      {"<sdf version='1.9'><model name='m'/><world name='n'/></sdf>", {"a <model> beside a <world>"}},
      {sdf_model("<lnk/>"), {"line 2: model 'm': element <lnk> in <model> is unknown", "'link'"}},
      {sdf_model("<link/>"), {"<link> has no 'name'"}},
      {sdf_model(sdf_link("a") + sdf_link("a")),
       {"line 3: link 'a': the name is used twice in this model, here and in line 2"}},
      {sdf_model(sdf_link("a") + "<frame name='a'/>"), {"frame 'a': the name is used twice"}},
      {sdf_model(sdf_link("__a__")), {"link '__a__': the name is reserved in SDF"}},
      {sdf_model(sdf_link("a::b")), {"link 'a::b': the name is reserved in SDF"}},
      {two_sdf_links(sdf_joint("revolut")),
       {"joint 'j': unknown type 'revolut'", "'revolute'", "expected fixed"}},
      {two_sdf_links(sdf_joint("revolute", "")), {"joint 'j': no <axis> in <joint>; expected one"}},
      {two_sdf_links(sdf_joint("universal")), {"joint 'j': no <axis2> in <joint>; expected one"}},
      {two_sdf_links(sdf_joint("revolute", "<axis><xyz>0 0 0</xyz></axis>")), {"joint 'j'", "axis"}},
      {two_sdf_links(sdf_joint("revolute", "<axis><xyz>0 1</xyz></axis>")),
       {"<xyz>: 2 numbers instead of 3"}},
      {two_sdf_links(sdf_joint("revolute", "<axis><xyz expressed_in='c'/></axis>")), {"<xyz>: 0 numbers"}},
      {two_sdf_links(sdf_joint("revolute", "<axis><xyz expressed_in='c'>1 0 0</xyz></axis>")),
       {"<xyz> expressed_in: there is no link, joint, frame or model 'c'"}},
      {two_sdf_links(
           sdf_joint("revolute", "<axis><use_parent_model_frame>true</use_parent_model_frame></axis>")),
       {"not in SDF 1.7, so write <xyz expressed_in"}},
      {two_sdf_links(sdf_joint("screw")), {"joint 'j': expected one of <screw_thread_pitch>"}},
      {two_sdf_links(sdf_joint("screw", "<axis/><thread_pitch>0</thread_pitch>")),
       {"<thread_pitch>: it is zero"}},
      {two_sdf_links(sdf_joint("fixed", "", "c")), {"<parent>: there is no link, joint, frame or model 'c'"}},
      {two_sdf_links(sdf_joint("fixed", "", "a", "world")), {"joint 'j': the child is the world"}},
      {two_sdf_links(sdf_joint("fixed", "", "b")), {"joint 'j': the parent and the child are the same link"}},
      {two_sdf_links("", "<pose relative_to='c'/>"),
       {"link 'b': <pose> relative_to: there is no link", "'c'"}},
      {two_sdf_links("", "<pose relative_to='b'/>"), {"link 'b': its pose is relative to itself"}},
      {two_sdf_links("", "<pose frame='a'/>"), {"<pose> frame: not defined, so write relative_to"}},
      {two_sdf_links("", "<pose>1 2 3</pose>"), {"link 'b': <pose>: 3 numbers instead of 6"}},
      {two_sdf_links("", "<pose>1 <!-- --> 2</pose>"), {"<pose>: expected one text"}},
      {two_sdf_links("", "<pose rotation_format='rpy'/>"),
       {"<pose> rotation_format: 'rpy'; expected euler_rpy"}},
      {two_sdf_links("", "<pose degrees='yes'/>"), {"<pose> degrees: 'yes'; expected true or false"}},
      {two_sdf_links("", "<pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose>"),
       {"<pose>: a quaternion of zeros"}},
      {sdf_model(sdf_link("a") + "<frame name='f' attached_to='g'/><frame name='g' attached_to='f'/>"),
       {": its pose is relative to itself, by other frames"}},
      {sdf_model(sdf_link("a", "<inertial><mass>-1</mass><inertia/></inertial>")),
       {"line 2: link 'a'", "negative mass"}},
      {sdf_model(sdf_link("a", "<inertial><mass>x</mass><inertia/></inertial>")),
       {"<mass>: 'x' is not a number"}},
      {sdf_model(sdf_link("a", "<inertial><pose relative_to='a'/><mass>1</mass><inertia/></inertial>")),
       {"<pose> relative_to: its pose is relative to the link"}},
  });
}

BOOST_AUTO_TEST_CASE(sdf_reader_refuses_axes_and_pitches_of_other_types) {
  const std::string axis2 = "<axis/><axis2><xyz>1 0 0</xyz></axis2>",
                    pitch = "<axis/><thread_pitch>4</thread_pitch>";
  check_all_sdf_refused({
      {two_sdf_links(sdf_joint("revolute", axis2)),
       {"r.sdf: line 4: joint 'j': <axis2> is misplaced in a joint of type 'revolute'; expected in one of "
        "type universal or "
        "revolute2; remove it, or correct the type"}},
      {two_sdf_links(sdf_joint("fixed", axis2)), {"<axis2> is misplaced in a joint of type 'fixed'"}},
      {two_sdf_links(sdf_joint("ball", axis2)), {"<axis2> is misplaced in a joint of type 'ball'"}},
      {two_sdf_links(sdf_joint("screw", pitch + "<axis2/>")),
       {"<axis2> is misplaced in a joint of type 'screw'"}},
      {two_sdf_links(sdf_joint("prismatic", pitch)),
       {"<thread_pitch> is misplaced in a joint of type 'prismatic'; expected in one of type screw"}},
      {two_sdf_links(sdf_joint("universal", axis2 + "<screw_thread_pitch>2</screw_thread_pitch>")),
       {"<screw_thread_pitch> is misplaced in a joint of type 'universal'"}},
  });
}

BOOST_AUTO_TEST_CASE(sdf_reader_adds_no_floating_base_to_a_fixed_model) {
  const std::string fixed = sdf_model(sdf_link("a") + sdf_joint("revolute", "<axis/>", "world", "a"));
  check_refused([&] { parsed_sdf(fixed, {.floating_base = true}); },
                {"r.sdf: a floating base is not added to SDF", "remove that joint, or the option"});
  BOOST_TEST(parsed_sdf(sdf_model(sdf_link("a")), {.floating_base = true, .floating_base_name = "f"})
                 .bodies[1]
                 .joint.name == "f");
}

BOOST_AUTO_TEST_SUITE_END()
