// The shape of a tree, as a text and as a drawing.
#include "kintree/report/tree_text.hpp"

#include "data/tree_drawing.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

Model tree(std::initializer_list<std::pair<int, JointKind>> bodies) {
  Model model;
  for (const auto& [parent, kind] : bodies) {
    Body body;
    body.parent = parent;
    body.joint.kind = kind;
    model.bodies.push_back(body);
  }
  return model;
}

BOOST_AUTO_TEST_SUITE(Trees)

BOOST_AUTO_TEST_CASE(tree_text_names_each_parent_and_each_kind_of_joint) {
  BOOST_TEST(tree_text(tree({{0, JointKind::free}, {1, JointKind::revolute}, {1, JointKind::spherical}})) ==
             "0f 1r 1s");
  BOOST_TEST(tree_text(tree({{0, JointKind::fixed},
                             {1, JointKind::prismatic},
                             {2, JointKind::helical},
                             {3, JointKind::cylindrical},
                             {4, JointKind::universal},
                             {5, JointKind::planar}})) == "0x 1p 2h 3c 4u 5l");
}

BOOST_AUTO_TEST_CASE(tree_text_is_empty_if_the_tree_is_too_large) {
  Model model;
  model.bodies.resize(1 + largest_tree_with_a_text);
  BOOST_TEST(!tree_text(model).empty());
  model.bodies.emplace_back();
  BOOST_TEST(tree_text(model).empty());
}

BOOST_AUTO_TEST_CASE(tree_drawing_centres_a_parent_left_of_its_children) {
  const std::string svg = tree_drawing("0f 1r 1s");
  BOOST_TEST(contains(svg, "aria-label=\"Its tree of 3 bodies\""));
  BOOST_TEST(contains(svg, "<text x=\"27 45 45\" y=\"21.5 12.5 30.5\">frs</text>"));
  BOOST_TEST(contains(svg, "M27,18L45,9"));
  BOOST_TEST(contains(svg, "M27,18L45,27"));
  BOOST_TEST(contains(svg, "width=\"54\" height=\"36\""));
  const std::string circle = "a7,7 0 1,0 14,0a7,7 0 1,0 -14,0";
  BOOST_TEST(contains(svg, "M20,18" + circle + "M38,9" + circle + "M38,27" + circle));
}

BOOST_AUTO_TEST_CASE(tree_drawing_is_empty_if_the_text_is_not_a_tree) {
  for (const char* text : {"", "1r", "0r 2r", "0z", "0r 1", "-1r", "0r<"})
    BOOST_TEST(tree_drawing(text) == "", text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace kintree::report::test
